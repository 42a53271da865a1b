package import TilawaBase
package import TilawaExchange
package import TilawaFormat
package import TilawaLibrary

/// Guides of other programs that are to become files of a library: JSON rows of `prayer_guides`, or a page of Markdown.
///
/// Made without writing anything.
package struct GuideImport: Sendable {
  /// What becomes of a guide.
  package enum Change: Sendable {
    /// It is new.
    case added
    /// A guide of that id is replaced by it.
    case replaced
    /// A guide of that id says the same.
    case unchanged
  }

  /// One guide.
  package struct Item: Sendable {
    package let guide: GuideDraft
    /// Its file, as the user would write it.
    package let path: String
    package let change: Change
    fileprivate let file: String
    fileprivate let old: [UInt8]?
  }

  package let items: [Item]
  /// What of the file found no place, or can't be read.
  package let findings: [Diagnostic]
  private let folder: String
  /// The library, where it is there, and isn't made again.
  private let library: String?

  /// Reads a file and plans what becomes of it. Throws a `Failure` when it holds no guides, or one of them is there already and says
  /// something else, unless it `replaces` them.
  package init(
    of given: String, into library: String, replaces: Bool = false, in workplace: Workplace
  ) throws {
    let path = workplace.path(given)
    let source = try ForeignSource(readingAt: path, shownAs: workplace.shown(path))
    let (guides, findings) = try GuideFile.read(source)
    self.findings = findings
    guard !guides.isEmpty else { throw Failure("\(workplace.shown(path)) holds no guide that can be read") }
    let root = workplace.path(library)
    let shelf = GuideShelf(inLibrary: root, shownAs: workplace.shown(root))
    folder = PathText.joined(root, "guides")
    self.library = FileStatus.isAbsent(root) ? nil : root
    var items: [Item] = []
    for guide in guides {
      if items.contains(where: { $0.guide.id.isExactly(guide.id) }) {
        throw Failure("\(workplace.shown(path)) has two guides called \"\(guide.id)\"")
      }
      let known = shelf.entries.first { $0.guide.id.isExactly(guide.id) }
      let file = known.map { workplace.path($0.path) } ?? PathText.joined(folder, "\(guide.id).yaml")
      let shown = workplace.shown(file)
      let old = try FileContents.readIfAny(file, in: folder)
      let isSame = known?.guide.text.isExactly(guide.text) ?? false
      if old != nil, !isSame, !replaces {
        throw Failure(
          known == nil
            ? "\(shown) is there already, and is no guide called \"\(guide.id)\""
            : "\(shown) is there already, and says something else",
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

  /// Writes them, all or none. Throws when somebody else has written one meanwhile.
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

/// Guides of a library as a file of other programs.
package struct GuideExport: Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// Rows of `prayer_guides`.
    case json
    /// One guide as a page.
    case markdown
  }

  package let text: String
  /// What of them has no place there.
  package let losses: [GuideLoss]
  /// How many there are.
  package let count: Int

  /// The guides that are named by id or prayer, all where none is. Throws a `Failure` when there is none of that name, or several
  /// for a form that holds one.
  package init(_ names: [String], of shelf: GuideShelf, as form: Form) throws(Failure) {
    var guides: [GuideDraft] = []
    for name in names {
      let found = shelf.entries(named: name).map(\.guide)
      guard !found.isEmpty else { throw Failure(shelf.absence(of: name)) }
      guides += found.filter { guide in !guides.contains { $0.id.isExactly(guide.id) } }
    }
    if names.isEmpty {
      guides = shelf.entries.map(\.guide)
      if guides.isEmpty { throw Failure("there are no guides; tilawa guide import FILE brings some") }
    }
    count = guides.count
    switch form {
    case .json: (text, losses) = GuideRows.text(of: guides)
    case .markdown:
      guard let guide = guides.first, guides.count == 1 else {
        throw Failure(
          "a page of Markdown holds one guide, and \(guides.count) are meant; name one by its id")
      }
      (text, losses) = GuideMarkdown.text(of: guide)
    }
  }
}

extension GuideShelf {
  /// Why there is no guide of that name, and what was perhaps meant.
  package func absence(of name: String) -> String {
    let names = entries.map(\.guide.id)
    if names.isEmpty { return "there are no guides; tilawa guide import FILE brings some" }
    if let prayer = Prayer(rawValue: name.lowercased()) { return "there is no guide of \(prayer.rawValue)" }
    let meant = nearestName(to: name, in: names + Prayer.allCases.map(\.rawValue)).map {
      "did you mean \($0)?"
    }
    return "no guide is called \"\(name)\"; \(meant ?? "tilawa guide list shows them")"
  }
}

extension Workplace {
  /// The guides of the library that the user named.
  package func guides(ofLibrary given: String) -> GuideShelf {
    let path = path(given)
    return GuideShelf(inLibrary: path, shownAs: shown(path))
  }
}
