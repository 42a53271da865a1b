import Diagnostics
import Lint
import TilawaFormat
import TilawaKit

/// Something that `tilawa lint` checks by itself.
enum LintItem: Sendable {
  case bundle(BundleTargets.Target)
  case reciter(ReciterFile)
  case file(LibraryFileTarget)
  /// A bundle that is only read to know what the others have in common with it.
  case neighbour(BundleTargets.Target)

  /// How many are read before what they gave is told and given up.
  static let batch = 256

  /// Checks everything in the order of paths and hands over what is wrong with each, in order, until told to stop. `library`
  /// finds what they have in common.
  static func check(
    _ items: [LintItem], _ linter: Linter, in library: LibraryLinter?,
    then take: ([Diagnostic], LintItem) -> Bool
  ) {
    let items = items.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
    inParallel(items, of: batch) {
      $0.lint(linter)
    } then: { item, result in
      guard let bundle = result.bundle, let shared = library?.lint(bundle), !shared.isEmpty else {
        return take(result.findings, item)
      }
      return take((result.findings + shared).inOrder(), item)
    }
  }

  /// Whether findings in the file are wanted: all, unless files were named one by one.
  func asksFor(_ shownFile: String) -> Bool {
    switch self {
    case .bundle(let target): target.asksFor(shownFile)
    case .reciter, .file: true
    case .neighbour: false
    }
  }

  private var shownPath: String {
    switch self {
    case .bundle(let target), .neighbour(let target): target.shownPath
    case .reciter(let reciter): reciter.file.source.path
    case .file(let target): target.shownPath
    }
  }

  /// What is wrong with it, and of a bundle the two files by which bundles are compared.
  private func lint(_ linter: Linter) -> (bundle: TilawaBundle?, findings: [Diagnostic]) {
    switch self {
    case .bundle(let target):
      var bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath)
      let findings = linter.lint(bundle).filter { target.asksFor($0.place.path) }
      (bundle.segments, bundle.markers, bundle.words) = (nil, nil, nil)
      return (bundle, findings)
    case .reciter(let file):
      let bundle = TilawaBundle(of: file)
      return (bundle, linter.lint(bundle))
    case .file(let target):
      var file = LibraryFiles()
      file.read(target.kind, at: target.path, shownAs: target.shownPath)
      return (nil, linter.lint(file))
    case .neighbour(let target):
      return (
        TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording, .reciter]), []
      )
    }
  }
}

extension BundleTargets.Target {
  /// Whether findings in the file are wanted: all, unless files were named one by one.
  func asksFor(_ shownFile: String) -> Bool {
    kinds.count == FileKind.allCases.count || FileKind(fileName: shownFile).map(kinds.contains) ?? false
  }
}
