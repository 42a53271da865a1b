import TilawaBase
package import TilawaFormat

/// The changes of a diff, made in another copy of the bundle or the document.
package struct PatchPlan: Sendable {
  /// A file that changes.
  package struct File: Sendable {
    /// As the user would write it.
    package let shownPath: String
    /// As `diff -u` shows it.
    package let diff: String
    fileprivate let change: AtomicFile.Change
  }

  /// Why it doesn't fit; nothing is changed then.
  package private(set) var misfits: [String] = []
  package private(set) var files: [File] = []

  private let place: FoundDocuments
  private let patches: [FilePatch]
  private let workplace: Workplace

  package init(_ patches: [FilePatch], to place: FoundDocuments, in workplace: Workplace) throws {
    self.place = place
    self.patches = patches
    self.workplace = workplace
    for patch in patches {
      guard let path = place.path(of: patch.kind) else {
        misfits.append("the diff is of \(patch.kind.fileName), which \(place.shownPath) has not")
        continue
      }
      let bytes = try FileContents.readIfAny(path, in: place.folder)
      let source = SourceText(path: workplace.shown(path), bytes: bytes ?? patch.emptyFile)
      do {
        let new = try patch.applied(to: source)
        guard new != source.bytes else { continue }
        let edit = TextEdit(0..<source.bytes.count, String(decoding: new, as: UTF8.self))
        files.append(
          File(
            shownPath: source.path, diff: [edit].diff(of: source),
            change: AtomicFile.Change(path, from: bytes, to: new)))
      } catch {
        misfits += error.reasons
      }
    }
  }

  /// Writes the files, all or none, and gives the plan as it was carried out: made anew of what the files say by then.
  package func apply() throws -> PatchPlan {
    try DirectoryLock.holding(place.folder) {
      let plan = try PatchPlan(patches, to: place, in: workplace)
      if plan.misfits.isEmpty { try AtomicFile.change(plan.files.map(\.change)) }
      return plan
    }
  }
}
