import TilawaBase
import TilawaFormat
import TilawaKit

/// A bundle of which files are open, read through the texts that aren't saved, and read again only where something changed.
struct OpenBundle {
  /// Absolute.
  let path: String
  /// As it is shown.
  let shownPath: String
  /// As it would be were everything saved.
  private(set) var bundle: TilawaBundle
  private var readRows: [AnnotatedRow]?
  private var revisions: [FileKind: Int]
  private var seen: [FileStatus?]

  init(at path: String, shownAs shownPath: String, _ unsaved: UnsavedTexts, _ revisions: [FileKind: Int]) {
    (self.path, self.shownPath, self.revisions) = (path, shownPath, revisions)
    seen = Self.look(path)
    bundle = TilawaBundle(readingAt: path, shownAs: shownPath, unsaved: unsaved)
  }

  /// The file system's status of the folder and its five files.
  private static func look(_ path: String) -> [FileStatus?] {
    ([path] + FileKind.allCases.map { "\(path)/\($0.fileName)" }).map { try? FileStatus.ifAny($0) }
  }

  /// Reads what has changed, on disk or in the editor; tells whether anything has.
  mutating func refresh(_ documents: [FileKind: OpenDocument], _ unsaved: UnsavedTexts) -> Bool {
    let now = Self.look(path)
    let revisions = documents.mapValues(\.revision)
    if now == seen, revisions == self.revisions { return false }
    if now == seen, Set(revisions.keys) == Set(self.revisions.keys) {
      for (kind, document) in documents where self.revisions[kind] != document.revision {
        bundle.replace(kind, by: document.source)
      }
      self.revisions = revisions
    } else {
      self = OpenBundle(at: path, shownAs: shownPath, unsaved, revisions)
    }
    readRows = nil
    return true
  }

  /// The readable rows in the order of time, of what can be read of it.
  mutating func rows() -> [AnnotatedRow] {
    if let readRows { return readRows }
    let rows = AnnotatedRow.rows(of: bundle.checkedVersions[0])
    readRows = rows
    return rows
  }
}
