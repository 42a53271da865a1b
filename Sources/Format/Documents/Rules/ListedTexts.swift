import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// Two texts have one id.
  static let textListedTwice = DocumentRule("T901", "text-listed-twice", .error) {
    (file: BundleFile<TextsFile>, report) in
    var known: [String: Located<String>] = [:]
    for id in file.content?.rows.compactMap(\.id) ?? [] {
      guard let first = known[id.value] else {
        known[id.value] = id
        continue
      }
      report.add(
        "the id \"\(id.value)\" is already used by another text", at: file.place(id),
        notes: [.init("it is listed here", at: file.place(first))])
    }
  }

  /// A text has no file in the folder.
  static let textFileMissing = DocumentRule("T902", "text-file-missing", .error) {
    (file: BundleFile<TextsFile>, library, report) in
    for name in file.content?.rows.compactMap(\.file) ?? [] {
      if let reason = library.texts?.absence(of: name.value) { report.add(reason, at: file.place(name)) }
    }
  }

  /// Lines of a text are of no ayah, or of one that has a line already.
  static let textLineAstray = ofText("T903", "text-line-astray", .error) { check, entry in
    guard let first = check.faults.first else { return nil }
    let more = check.faults.count + check.omitted - 1
    return "\(entry.file?.value ?? ""), line \(first.line): \(first.message)"
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// Ayat that a text should have have no line.
  static let ayahWithoutText = ofText("T904", "ayah-without-text", .warning) { check, entry in
    // Whoever explains ayat doesn't explain each by itself.
    guard entry.kind?.value != .tafsir, !check.missing.isEmpty else { return nil }
    let runs = check.missing
    return
      "\(entry.file?.value ?? "") has no line for \(runs.prefix(5).map(\.description).joined(separator: ", "))"
      + (runs.count > 5 ? " and \(runs.count - 5) more" : "")
  }

  /// Ayat have other words than the index counts.
  static let textWordsDiffer = ofText("T905", "text-words-differ", .warning) { check, entry in
    guard let first = check.unlikeWords.first else { return nil }
    let more = check.unlikeWords.count - 1
    return
      "\(first.ayah) has \(first.words) words in \(entry.file?.value ?? ""), but the index has \(first.expected)"
      + (more > 0 ? "; \(more) more ayat differ too" : "")
  }

  /// Creates a rule whose faults are found by reading a text, and reported at the name of its file.
  private static func ofText(
    _ code: String, _ name: String, _ severity: Severity,
    _ find: @escaping @Sendable (TextCheck, TextEntry) -> String?
  ) -> DocumentRule {
    DocumentRule(code, name, severity) { (file: BundleFile<TextsFile>, library, report) in
      for entry in file.content?.rows ?? [] {
        guard let name = entry.file, let check = library.texts?.check(of: entry),
          let message = find(check, entry)
        else {
          continue
        }
        report.add(message, at: file.place(name))
      }
    }
  }
}
