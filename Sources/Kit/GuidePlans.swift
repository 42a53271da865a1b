package import TilawaBase
package import TilawaExchange
package import TilawaFormat
package import TilawaLibrary

/// Imports guides of other programs as files of a library: JSON rows of `prayer_guides`, or a page of
/// Markdown.
///
/// It is planned without writing anything.
package struct GuideImport: Sendable {
  /// The change that a guide makes.
  package enum Change: Sendable {
    /// It is new.
    case added
    /// It replaces a guide with that id.
    case replaced
    /// A guide with that id has the same content.
    case unchanged
  }

  /// A guide to import.
  package struct Item: Sendable {
    package let guide: GuideDraft
    /// The path of its file, as the user would write it.
    package let path: String
    package let change: Change
    fileprivate let file: String
    fileprivate let old: [UInt8]?
  }

  package let items: [Item]
  /// Findings about values that have no place in a guide, or can't be read.
  package let findings: [Diagnostic]
  private let folder: String
  /// The path of the library if it exists; it isn't created again.
  private let library: String?

  /// Reads a file and plans the changes. Throws a `Failure` if it contains no guides. It also throws if one
  /// of them exists with other content, unless `replaces` is true.
  package init(
    of given: String, into library: String, replaces: Bool = false, in workplace: Workplace
  ) throws {
    let path = workplace.path(given)
    let source = try ForeignSource(readingAt: path, shownAs: workplace.shown(path))
    let (guides, findings) = try GuideFile.read(source)
    self.findings = findings
    guard !guides.isEmpty else { throw Failure("\(workplace.shown(path)) contains no readable guide") }
    let root = workplace.path(library)
    let shelf = GuideShelf(inLibrary: root, shownAs: workplace.shown(root))
    folder = PathText.joined(root, "guides")
    self.library = FileStatus.isAbsent(root) ? nil : root
    var items: [Item] = []
    for guide in guides {
      if items.contains(where: { $0.guide.id.isExactly(guide.id) }) {
        throw Failure("\(workplace.shown(path)) contains two guides \"\(guide.id)\"")
      }
      let known = shelf.entries.first { $0.guide.id.isExactly(guide.id) }
      let file = known.map { workplace.path($0.path) } ?? PathText.joined(folder, "\(guide.id).yaml")
      let shown = workplace.shown(file)
      let old = try FileContents.readIfAny(file, in: folder)
      let isSame = known?.guide.text.isExactly(guide.text) ?? false
      if old != nil, !isSame, !replaces {
        throw Failure(
          known == nil
            ? "\(shown) already exists and is not the guide \"\(guide.id)\""
            : "\(shown) already exists with different content",
          unless: known == nil ? nil : .replacingFile)
      }
      items.append(
        Item(
          guide: guide, path: shown, change: old == nil ? .added : isSame ? .unchanged : .replaced,
          file: file,
          old: old))
    }
    self.items = items
  }

  /// Writes the guides, all or none. Throws if another program has written one meanwhile.
  package func apply() throws {
    let changes = items.compactMap { item in
      item.change == .unchanged
        ? nil : AtomicFile.Change(item.file, from: item.old, to: Array(item.guide.text.utf8))
    }
    guard !changes.isEmpty else { return }
    try FileTransfer.makeFolder(folder, below: library)
    try DirectoryLock.holding(folder) { try AtomicFile.change(changes) }
  }
}

/// Exports guides of a library to a file of other programs.
package struct GuideExport: Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// Rows of `prayer_guides`.
    case json
    /// One guide as a page.
    case markdown
  }

  package let text: String
  /// The values that have no place in the file.
  package let losses: [GuideLoss]
  /// The number of guides.
  package let count: Int

  /// Exports the guides with these ids or prayers, or all if there are no names. Throws a `Failure` if a
  /// name matches none, or if several match and the form can contain only one.
  package init(_ names: [String], of shelf: GuideShelf, as form: Form) throws(Failure) {
    var guides: [GuideDraft] = []
    for name in names {
      let found = shelf.entries(named: name).map(\.guide)
      guard !found.isEmpty else { throw Failure(shelf.absence(of: name)) }
      guides += found.filter { guide in !guides.contains { $0.id.isExactly(guide.id) } }
    }
    if names.isEmpty {
      guides = shelf.entries.map(\.guide)
      if guides.isEmpty { throw Failure("there are no guides; import some with `tilawa guide import FILE`") }
    }
    count = guides.count
    switch form {
    case .json: (text, losses) = GuideRows.text(of: guides)
    case .markdown:
      guard let guide = guides.first, guides.count == 1 else {
        throw Failure(
          "a Markdown page contains one guide, not \(guides.count); name one by its id")
      }
      (text, losses) = GuideMarkdown.text(of: guide)
    }
  }
}

extension GuideShelf {
  /// Returns a message that there is no guide with that name, possibly with a suggestion.
  package func absence(of name: String) -> String {
    let names = entries.map(\.guide.id)
    if names.isEmpty { return "there are no guides; import some with `tilawa guide import FILE`" }
    if let prayer = Prayer(rawValue: name.lowercased()) { return "no guide for \(prayer.rawValue)" }
    return noSuch(
      "guide", name, in: names + Prayer.allCases.map(\.rawValue), hint: "see `tilawa guide list`")
  }
}

extension Workplace {
  /// Returns the guides of the library that the user named.
  package func guides(ofLibrary given: String) -> GuideShelf {
    let path = path(given)
    return GuideShelf(inLibrary: path, shownAs: shown(path))
  }
}
