import TilawaBase

extension DocumentRule {
  /// A journal lists the same again; `lists` are its rows by what they are called.
  static func rowListedTwice<Content: Sendable>(
    _ lists: @escaping @Sendable (Content) -> [[(name: String?, bytes: ByteRange)]]
  ) -> DocumentRule {
    DocumentRule("J905", "row-listed-twice", .warning) { (file: BundleFile<Content>, report) in
      for rows in file.content.map(lists) ?? [] {
        var known: [ExactText: ByteRange] = [:]
        for (name, bytes) in rows {
          guard let name else { continue }
          guard let first = known[ExactText(name)] else {
            known[ExactText(name)] = bytes
            continue
          }
          report.add(
            "\"\(name)\" is already listed", at: file.place(bytes),
            notes: [.init("the first is here", at: file.place(first))])
        }
      }
    }
  }
}
