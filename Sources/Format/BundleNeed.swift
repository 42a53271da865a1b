package import TilawaBase
import TilawaYAML

/// The purpose for which the files of a bundle are needed. It determines how much of them must be free of
/// errors.
package enum BundleNeed: Sendable {
  /// To look at them: each file that exists can be read. Unreadable content must not look like nothing to
  /// change.
  case looking
  /// To rely on what these say of rows, or change it: none of them has errors, nor the folder.
  case relying(on: Set<FileKind>)
  /// To serve its rows to listeners, and say that there are no others: nothing that was read has errors.
  case serving
}

/// Faults that keep the files of a bundle from being used. Content that can't be read might get lost, or
/// might change the meaning.
package struct FaultyFiles: Error {
  /// The faults, in the order of files and lines.
  package let diagnostics: [Diagnostic]
  /// The bundle, as it is shown.
  package let bundle: String

  package init(diagnostics: [Diagnostic], bundle: String) {
    (self.diagnostics, self.bundle) = (diagnostics, bundle)
  }
}

extension TilawaBundle {
  /// The one gate for files: what stands in the way of a need, in the order of files and lines.
  package func faults(for need: BundleNeed) -> [Diagnostic] {
    let found: [Diagnostic] =
      switch need {
      case .looking:
        folderDiagnostics.filter { $0.rule == FormatRules.unreadableFile || $0.rule == YAMLRules.tooLarge }
      case .relying(let kinds): folderDiagnostics + kinds.flatMap(diagnostics(of:))
      case .serving: diagnostics
      }
    return found.filter { $0.severity == .error }.inOrder()
  }

  /// Throws if faults stand in the way of a need: the `FileError` if a file merely can't be read, else
  /// `FaultyFiles`.
  package func require(_ need: BundleNeed) throws {
    if case .looking = need {
      if let fault = unreadable.first { throw fault }
      return
    }
    let faults = faults(for: need)
    if !faults.isEmpty { throw FaultyFiles(diagnostics: faults, bundle: shownPath) }
  }

  /// Returns true if errors were found in a file.
  package func hasErrors(in kind: FileKind) -> Bool {
    diagnostics(of: kind).contains { $0.severity == .error }
  }
}
