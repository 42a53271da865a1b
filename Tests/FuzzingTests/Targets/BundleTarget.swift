import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLint

extension FuzzTarget {
  /// Applies every rule to bundles and libraries with arbitrary files. `=== NAME` precedes the text of a
  /// file. Names that aren't a bundle's are documents of the library.
  static let bundles = FuzzTarget("bundles") { input in
    let parts = InputParts(input)
    var unsaved = UnsavedTexts()
    for part in parts.parts where FileKind(fileName: part.name) != nil && !part.name.contains("/") {
      unsaved["\(folder)/a.tilawa/\(part.name)"] = SourceText(path: part.name, bytes: part.bytes)
    }
    let bundle = TilawaBundle(readingAt: "\(folder)/a.tilawa", shownAs: "a.tilawa", unsaved: unsaved)
    let findings = linter.lint(bundle)
    for source in bundle.sources { try checkPlaces(of: findings, in: source) }
    for format in DiagnosticFormat.all { _ = format.report(findings) }
    try checkFixes(findings, bundle)
    _ = linter.lint(library: [bundle, bundle])
    try checkDocuments(parts)
  }

  private static let linter = Linter(.hearing)

  /// The folder of the bundle, into which nothing is written. It has a short sound, for the rules that
  /// examine it.
  private static let folder: String = {
    let home = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(home)/tilawa-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(
      atPath: "\(folder)/a.tilawa", withIntermediateDirectories: true)
    let sound =
      Array("RIFF".utf8) + [0x44, 0x1F, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8)
      + [0x20, 0x1F, 0, 0] + [UInt8](repeating: 0, count: 0x1F20)
    try? Data(sound).write(to: URL(filePath: "\(folder)/a.tilawa/audio.wav"))
    return folder
  }()

  /// Checks that safe fixes can be applied, and that they leave verified rows as they are.
  private static func checkFixes(_ findings: [Diagnostic], _ bundle: TilawaBundle) throws {
    for file in SafeFixes(of: findings, in: bundle).files {
      guard let bytes = file.edits.applied(to: file.source.bytes) else {
        throw FuzzFinding(description: "the mends of \(file.source.path) overlap")
      }
      guard file.kind == .segments else { continue }
      let before = verified(BundleFile(segments: file.source))
      let after = verified(BundleFile(segments: SourceText(path: "segments.yaml", bytes: bytes)))
      try demand(
        before.allSatisfy { after.contains($0) },
        "mending changed a verified row: \(before) \(after) \(shown(bytes))")
    }
  }

  private static func verified(_ file: BundleFile<SegmentsFile>) -> [String] {
    (file.content?.rows ?? []).filter(\.isVerified).map { "\($0.label) \($0.start) \($0.end)" }
  }

  private static func checkDocuments(_ parts: InputParts) throws {
    for part in parts.parts {
      let name = part.name.contains("/") ? part.name : "lib/\(part.name)"
      guard let kind = DocumentKind(ofFileAt: name) else { continue }
      let source = SourceText(path: name, bytes: part.bytes)
      let findings = linter.lint(source, as: kind)
      try checkPlaces(of: findings, in: source)
      for file in SafeFixes(of: findings, in: kind.read(source)).files {
        try demand(file.edits.applied(to: source.bytes) != nil, "the mends of \(name) overlap")
      }
    }
  }
}
