package import TilawaBase
import TilawaFormat

/// Brings files into canonical form.
package struct FormattingPlan: Sendable {
  /// The result for a file.
  package enum Result: Sendable {
    /// The file doesn't exist.
    case absent
    /// The file is in canonical form.
    case canonical
    /// The edits that bring it into canonical form.
    case changed(SourceText, [TextEdit])
    /// The file has faults and is not changed.
    case faults([Diagnostic])
    /// The canonical form of the file at this path would change its meaning: a bug in Tilawa.
    case changesMeaning(String)
    /// The file can't be read or written, or another program wrote it meanwhile.
    case failure(String, isOvertaken: Bool, meanwhile: String?)
  }

  /// The reasons why paths lead to nothing.
  package let problems: [PathProblem]
  private let files: [File]

  /// A file, and the function that computes its edits.
  private struct File: Sendable {
    let path: String
    let shownPath: String
    let edits: @Sendable (SourceText) -> CanonicalForm.Outcome
  }

  /// Finds all files that the paths lead to: those of bundles, of libraries, and of reciters.
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

  /// Returns the result for each file, in order; with `isWriting`, the files are changed.
  package func results(isWriting: Bool) -> [Result] { inParallel(files) { Self.result(of: $0, isWriting) } }

  private static func result(of file: File, _ isWriting: Bool) -> Result {
    let (path, shown) = (file.path, file.shownPath)
    let folder = PathText.folder(of: path)
    do {
      guard let bytes = try FileContents.readIfAny(path, in: folder) else { return .absent }
      let result = result(of: SourceText(path: shown, bytes: bytes), file.edits)
      guard case .changed = result, isWriting else { return result }
      // Another program may have written since the first reading. Only content that was read under the lock
      // is written back.
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

  /// Returns the result for a text, or nil if its path isn't that of a file with a canonical form.
  package static func result(of source: SourceText) -> Result? {
    guard let kind = DocumentKind(ofFileAt: source.path) else { return nil }
    return result(of: source) { CanonicalForm.edits(of: $0, as: kind) }
  }
}
