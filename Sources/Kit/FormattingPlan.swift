package import TilawaBase
import TilawaFormat

/// Files that are to be in the canonical form.
package struct FormattingPlan: Sendable {
  /// What comes of one file.
  package enum Result: Sendable {
    /// It isn't there.
    case absent
    /// It is in the canonical form.
    case canonical
    /// The edits that make it so.
    case changed(SourceText, [TextEdit])
    /// It is left alone.
    case faults([Diagnostic])
    /// Its canonical form, called by its path, would not mean the same: that is a fault of ours.
    case changesMeaning(String)
    /// It can't be read or written; or somebody else wrote meanwhile.
    case failure(String, isOvertaken: Bool, meanwhile: String?)
  }

  /// Why some of the paths lead nowhere.
  package let problems: [PathProblem]
  private let files: [File]

  /// A file, and how its canonical form is found.
  private struct File: Sendable {
    let path: String
    let shownPath: String
    let edits: @Sendable (SourceText) -> CanonicalForm.Outcome
  }

  /// All files that the paths lead to: those of bundles, of libraries, and of reciters.
  package init(_ given: GivenPaths) {
    let (libraryFiles, unlisted) = given.libraryFiles
    let (reciterPaths, unreadable) = given.reciterPaths
    let (bundles, problems) = given.bundles(takesReciterFiles: true, besides: libraryFiles)
    self.problems = problems + unlisted + unreadable
    files =
      bundles.flatMap { target in
        FileKind.allCases.filter(target.kinds.contains).map { kind in
          File(
            path: PathText.joined(target.path, kind.fileName),
            shownPath: PathText.joined(target.shownPath, kind.fileName)
          ) { CanonicalForm.edits(of: $0, as: kind.document) }
        }
      }
      + libraryFiles.map { target in
        File(path: target.path, shownPath: target.shownPath) { CanonicalForm.edits(of: $0, as: target.kind) }
      }
      + reciterPaths.map { path in
        File(path: path, shownPath: given.workplace.shown(path)) {
          CanonicalForm.edits(of: $0, as: DocumentKind.reciter)
        }
      }
  }

  /// What each file says and what it would say, in their order; with `isWriting` they are changed.
  package func results(isWriting: Bool) -> [Result] { inParallel(files) { Self.result(of: $0, isWriting) } }

  private static func result(of file: File, _ isWriting: Bool) -> Result {
    let (path, shown) = (file.path, file.shownPath)
    let folder = PathText.folder(of: path)
    do {
      guard let bytes = try FileContents.readIfAny(path, in: folder) else { return .absent }
      let result = result(of: SourceText(path: shown, bytes: bytes), file.edits)
      guard case .changed = result, isWriting else { return result }
      // Between the first look and the lock somebody may have written: only what is read under the lock is
      // written back.
      return try DirectoryLock.holding(folder) {
        guard let bytes = try FileContents.readIfAny(path, in: folder) else { return .absent }
        let result = Self.result(of: SourceText(path: shown, bytes: bytes), file.edits)
        if case .changed(let source, let edits) = result, let bytes = edits.applied(to: source.bytes) {
          try AtomicFile.change([.init(path, from: source.bytes, to: bytes)])
        }
        return result
      }
    } catch let error as FileError {
      return .failure(
        error.message(showing: error.path == path ? shown : error.path), isOvertaken: error.isOvertaken,
        meanwhile: error.meanwhile)
    } catch {
      return .failure("\(error)", isOvertaken: false, meanwhile: nil)
    }
  }

  private static func result(
    of source: SourceText, _ edits: (SourceText) -> CanonicalForm.Outcome
  ) -> Result {
    switch edits(source) {
    case .edits([]): .canonical
    case .edits(let edits): .changed(source, edits)
    case .faults(let faults): .faults(faults)
    case .changesMeaning: .changesMeaning(source.path)
    }
  }

  /// What would come of a text; nil when its path isn't that of a file which has a canonical form.
  package static func result(of source: SourceText) -> Result? {
    guard let kind = DocumentKind(ofFileAt: source.path) else { return nil }
    return result(of: source) { CanonicalForm.edits(of: $0, as: kind) }
  }
}
