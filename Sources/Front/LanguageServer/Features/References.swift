import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaYAML

/// The target of a name or a reference at a place, and its other occurrences.
struct References {
  /// A place in some file.
  struct Target {
    let path: String
    /// Nil for a file that is no text.
    let source: SourceText?
    let range: Range<Int>
  }

  private let workspace: Workspace
  private let document: OpenDocument
  private let context: CursorContext

  init(_ document: OpenDocument, at offset: Int, in workspace: Workspace) {
    (self.workspace, self.document) = (workspace, document)
    context = CursorContext(in: document.text, at: offset)
    self.offset = offset
  }

  private let offset: Int

  // MARK: Reciters

  /// The reciter's id at the place, without quotes.
  func reciter() -> (id: String, range: Range<Int>)? {
    guard case .value(let key, let range) = context.spot, !range.isEmpty else { return nil }
    let isID =
      key == RowKey.reciter || key == "reciters"
      || key == FileKey.id && (document.kind == .reciter || context.path.last == "reciters")
    guard isID else { return nil }
    let bytes = document.text.bytes
    let isQuoted = bytes[range.lowerBound] == UInt8(ascii: "\"") && range.count > 2
    let inner = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
    return (context.unquoted(range), inner)
  }

  // MARK: Definition

  /// Where what stands at the place is said.
  func definitions() -> [Target] {
    if let reciter = reciter() {
      let uses = ReciterUses(of: reciter.id, around: document.path, in: workspace).all
      let files = uses.filter { $0.isDefinition }
      return files.map { Target(path: $0.path, source: $0.source, range: $0.range) }
    }
    guard case .value(let key, let range) = context.spot else { return [] }
    let value = context.unquoted(range)
    if key == AudioKey.file, PathText.staysInside(value) {
      let path = PathText.joined(PathText.folder(of: document.path), value)
      return FileStatus.mayBe(.file, path) ? [Target(path: path, source: nil, range: 0..<0)] : []
    }
    guard let ayat = AyahRange(value) else { return [] }
    return document.bundlePath == nil ? hearings(of: ayat, all: false) : rows(ofOtherFile: ayat)
  }

  /// Rows of the same ayat in the other files of the bundle: from a marker to its segment, and back.
  private func rows(ofOtherFile ayat: AyahRange) -> [Target] {
    guard let path = document.bundlePath else { return [] }
    return targets(
      workspace.rows(ofBundle: path).filter { $0.kind != document.kind.ofBundle && $0.holds(ayat) }, path)
  }

  private func targets(_ rows: [AnnotatedRow], _ bundle: String) -> [Target] {
    rows.compactMap { row in
      let source = workspace.bundle(bundle).source(of: row.kind)
      return source.map { Target(path: "\(bundle)/\(row.kind.fileName)", source: $0, range: row.bytes.range) }
    }
  }

  // MARK: References

  /// Wherever else it stands.
  func all() -> [Target] {
    if let reciter = reciter() {
      return ReciterUses(of: reciter.id, around: document.path, in: workspace).all.map {
        Target(path: $0.path, source: $0.source, range: $0.range)
      }
    }
    guard case .value(_, let range) = context.spot, let ayat = AyahRange(context.unquoted(range)) else {
      return []
    }
    guard let path = document.bundlePath else { return hearings(of: ayat, all: true) }
    return targets(workspace.rows(ofBundle: path).filter { $0.holds(ayat) }, path)
      + hearings(of: ayat, all: true).filter { !PathText.lies($0.path, in: path) }
  }

  /// The rows that play an ayah in the library as its files are, the best first.
  private func hearings(of ayat: AyahRange, all: Bool) -> [Target] {
    guard let library = workspace.library(around: document.path) else { return [] }
    let bundle = document.bundlePath.map { workspace.bundle($0) }
    let counting = bundle?.counting ?? .kufi
    guard counting.contains(ayat) else { return [] }
    let session = Session(riwayah: bundle?.riwayah ?? .hafs, counting: counting)
    let resolution = library.resolve([ayat.first], in: session, explaining: all)
    guard let answer = resolution.answers[ayat.first] else { return [] }
    let home = workspace.home(of: document.path)
    let hearings = (answer.best.map { [$0] } ?? []) + (all ? answer.others : [])
    return hearings.flatMap(\.rows).compactMap { place in
      place.range.map { Target(path: PathText.joined(home, place.path), source: place.source, range: $0) }
    }
  }
}

extension AnnotatedRow {
  fileprivate func holds(_ ayat: AyahRange) -> Bool {
    facts.ayah.map(ayat.overlaps) ?? false
  }
}
