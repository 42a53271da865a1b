import Foundation
import TilawaBase

/// A case of `spec/conformance`: a bundle or a library, and what must be reported of it.
public struct ConformanceCase: Sendable {
  /// A reported finding: its code, its file from the case's folder, and its line. A finding about a file as a
  /// whole has no line.
  public struct Finding: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The code of the rule.
    public var code: String
    /// The file, as a path from the case's folder; `.` is the folder itself.
    public var file: String
    /// The line, from 1.
    public var line: Int?

    /// A finding of `code`.
    public init(code: String, file: String, line: Int?) {
      self.code = code
      self.file = file
      self.line = line
    }

    /// Orders findings by file, line and code.
    public static func < (a: Self, b: Self) -> Bool {
      (a.file, a.line ?? 0, a.code) < (b.file, b.line ?? 0, b.code)
    }

    /// `S203 segments.yaml:4`.
    public var description: String { "\(code) \(file)" + (line.map { ":\($0)" } ?? "") }
  }

  /// The path from `spec/conformance`, such as `invalid/S203/three-rows.tilawa`.
  public let name: String
  /// Absolute, of the folder.
  public let path: String
  /// The findings that must be reported, and no others.
  public let expected: Set<Finding>

  /// The rule it is about.
  public var code: String { String(name.split(separator: "/")[1]) }
  /// True if nothing must be reported.
  public var isValid: Bool { name.hasPrefix("valid/") }
  /// True if the case is a library of bundles.
  public var isLibrary: Bool { name.hasSuffix(".library") }
}

/// The suite of `spec/conformance`.
public enum ConformanceSuite {
  /// The folder of the repository.
  public static let repository = PathText.folder(of: PathText.folder(of: PathText.folder(of: #filePath)))
  /// The folder of the suite.
  public static let folder = "\(repository)/spec/conformance"

  /// The parts of the standard that have cases of a checker: the core, then its companions.
  public static let parts = ["core", "playback", "texts", "journal", "guides", "shelf", "class", "answers"]

  /// The cases in the lists of all parts (`core-1.txt`), sorted by name.
  public static func cases() throws -> [ConformanceCase] {
    try parts.flatMap { try text(of: "spec/conformance/\($0)-1.txt").split(separator: "\n") }.sorted().map {
      line in
      let name = String(line)
      let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
      let expectation = "\(folder)/\(stem).expect.yaml"
      let text = name.hasPrefix("valid/") ? "" : try String(contentsOfFile: expectation, encoding: .utf8)
      return ConformanceCase(
        name: name, path: "\(folder)/\(name)",
        expected: Set(try text.split(separator: "\n").map { try finding(String($0), in: expectation) }))
    }
  }

  /// The pages of the standard, as paths from `spec`: those of the core, then those of its companions.
  public static var pages: [String] {
    get throws {
      try ["core", "companions"].flatMap { part in
        try FileTree.entries(ofFolder: "\(repository)/spec/\(part)").filter { $0.hasSuffix(".md") }
          .map { "\(part)/\($0)" }
      }
    }
  }

  /// The text of a file of the repository.
  public static func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)
  }

  /// An error for a line of an expectation that can't be read.
  public struct BadExpectation: Error {
    /// The line.
    public let line: String
    /// The file that contains it.
    public let file: String
  }

  private static func finding(_ line: String, in file: String) throws -> ConformanceCase.Finding {
    let pattern = /- \{ code: ([A-Z]\d{3}), file: ([^,{}]+?)(?:, line: (\d+))? \}/
    guard let match = line.wholeMatch(of: pattern) else { throw BadExpectation(line: line, file: file) }
    return .init(code: String(match.1), file: String(match.2), line: match.3.flatMap { Int($0) })
  }
}
