import TilawaBase
package import TilawaFormat

/// Applies the changes of a diff to another copy of the bundle or document.
package struct PatchPlan: Sendable {
  /// A file that changes.
  package struct File: Sendable {
    /// The path as the user would write it.
    package let shownPath: String
    /// The change in the format of `diff -u`.
    package let diff: String
    fileprivate let change: AtomicFile.Change
  }

  /// The reasons why the diff doesn't apply; if there are any, nothing is changed.
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

  /// Writes the files, all or none, and returns the plan that was carried out, computed anew from the
  /// current files.
  package func apply() throws -> PatchPlan {
    try DirectoryLock.holding(place.folder) {
      let plan = try PatchPlan(patches, to: place, in: workplace)
      if plan.misfits.isEmpty { try AtomicFile.change(plan.files.map(\.change)) }
      return plan
    }
  }
}
