import TilawaBase

extension DocumentRule {
  /// A note is kept under something that the file doesn't list.
  static let unknownCategory = DocumentRule("J904", "unknown-category", .warning) {
    (file: BundleFile<NotesFile>, report) in
    guard let content = file.content else { return }
    let names = content.categories.compactMap(\.name?.value)
    let known = Set(names.map { ExactText($0) })
    for category in content.notes.compactMap(\.category) where !known.contains(ExactText(category.value)) {
      let meant = nearestName(to: category.value, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
      report.add("no such category: \"\(category.value)\"\(meant)", at: file.place(category))
    }
  }
}
