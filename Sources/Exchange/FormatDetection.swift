extension ForeignFormat {
  /// The format of something to be read: by its extension where only one format has it, else by how it begins.
  package static func detected(_ source: ForeignSource) throws(ExchangeFailure) -> ForeignFormat {
    let readable = all.filter { $0.read != nil }
    let ending = source.isFolder ? "" : source.fileExtension
    let named = readable.filter { $0.extensions.contains(ending) }
    // Every program writes XML, so there the root decides.
    if named.count == 1, ending != "xml" { return named[0] }
    if let found = named.first(where: { $0.recognises(source) }) { return found }
    if let found = readable.first(where: { $0.recognises(source) }) { return found }
    let hint =
      named.isEmpty
      ? "`tilawa convert --list` lists the readable formats"
      : "it could be \(named.map(\.name).joined(separator: ", "))"
    throw ExchangeFailure(
      "\(source.shownPath): unknown format; \(hint)",
      unless: named.isEmpty ? nil : .formatToRead)
  }

  /// The format in which a file of this name is to be written.
  package static func forWriting(_ name: String, extension ending: String) throws(ExchangeFailure)
    -> ForeignFormat
  {
    let writable = all.filter(\.isWritable)
    let first = writable.filter { $0.extensions.first == ending }
    if first.count == 1 { return first[0] }
    // Files that go by the number of a surah are mostly meant when somebody says so.
    let plain = first.filter { $0.fileStem == nil }
    if plain.count == 1 { return plain[0] }
    let named = writable.filter { $0.extensions.contains(ending) }
    if named.count == 1 { return named[0] }
    throw ExchangeFailure(
      named.isEmpty
        ? "unknown output format: \"\(name)\""
        : "\"\(name)\" could be \(named.map(\.name).joined(separator: ", "))",
      unless: named.isEmpty ? .anyFormatToWrite : .formatToWrite)
  }
}
