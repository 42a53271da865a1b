import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLint

/// The bundles and reciter files of a folder, of each as much as they are compared by, to know what they have in common.
///
/// They are read little by little, so that nobody waits for a large library.
struct ComparedBundles {
  private struct Entry {
    let path: String
    let shownPath: String
    let isReciterFile: Bool
    var bundle: TilawaBundle?
  }

  private var entries: [Entry]
  private var next = 0
  /// True if they must be searched for clashes again.
  private(set) var isStale = true
  /// The findings, by bundle or reciter file.
  private(set) var findings: [ExactText: [Diagnostic]] = [:]

  /// The number read before messages of the editor are handled again.
  private static let batch = 128

  init(_ plan: LintPlan) {
    entries = plan.compared.map {
      Entry(path: $0.path, shownPath: $0.shownPath, isReciterFile: $0.isReciterFile)
    }
    // One bundle by itself is compared with nothing.
    if entries.count < 2 { entries = [] }
  }

  /// The bundles, absolute.
  var bundles: [String] { entries.filter { !$0.isReciterFile }.map(\.path) }

  /// True if there is something left to read or to compare.
  var hasWork: Bool { !entries.isEmpty && isStale }

  /// Takes a bundle as it is now; that of a reciter file where it is one.
  mutating func take(_ bundle: TilawaBundle, at path: String) {
    guard let index = entries.firstIndex(where: { $0.path.isExactly(path) }) else { return }
    var own = bundle
    (own.segments, own.markers, own.words) = (nil, nil, nil)
    let before = entries[index].bundle
    if before?.recording?.source === own.recording?.source, before?.reciter?.source === own.reciter?.source {
      return
    }
    entries[index].bundle = own
    isStale = true
  }

  /// Reads some, or compares when all are read; gives the bundles and files of which something else is found than before.
  mutating func work(_ linter: Linter.Options, _ unsaved: UnsavedTexts) -> [String] {
    var count = 0
    while next < entries.count, count < Self.batch {
      if entries[next].bundle == nil { read(next, unsaved) }
      next += 1
      count += 1
    }
    guard next == entries.count else { return [] }
    isStale = false
    let library = LibraryLinter(linter)
    var found: [ExactText: [Diagnostic]] = [:]
    for entry in entries {
      guard let bundle = entry.bundle else { continue }
      let findings = library.lint(bundle)
      if !findings.isEmpty { found[ExactText(entry.path)] = findings }
    }
    let changed = entries.filter { entry in
      let path = ExactText(entry.path)
      return (findings[path] ?? []).map(\.told) != (found[path] ?? []).map(\.told)
    }
    findings = found
    return changed.map(\.path)
  }

  private mutating func read(_ index: Int, _ unsaved: UnsavedTexts) {
    let entry = entries[index]
    if entry.isReciterFile {
      let file = try? ReciterFile(readingAt: entry.path, shownAs: entry.shownPath, unsaved: unsaved)
      entries[index].bundle = file.map { TilawaBundle(of: $0) }
    } else {
      entries[index].bundle = TilawaBundle(
        readingAt: entry.path, shownAs: entry.shownPath, only: [.recording, .reciter], unsaved: unsaved)
    }
  }
}

extension Diagnostic {
  /// Enough to tell it from another.
  fileprivate var told: String { "\(rule.code) \(place.path) \(place.range ?? 0..<0) \(message)" }
}
