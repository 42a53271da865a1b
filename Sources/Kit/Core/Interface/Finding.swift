public import FoundationEssentials
package import TilawaBase
import TilawaFormat

/// A finding of ``RecitationBundle/lint()`` in a bundle.
public struct Finding: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Codable, Sendable {
    /// The bundle can't be relied on.
    case error
    /// Something that is probably a mistake.
    case warning
    /// Information that needs no action.
    case note
  }

  /// The severity.
  public let severity: Severity
  /// The code of the rule in the specification, such as `S203`.
  public let code: String
  /// The name of the rule, such as `segments-overlap`.
  public let rule: String
  /// The problem and its remedy, in lower case, without a full stop.
  public let message: String
  /// The address of the file.
  public let url: URL
  /// The line, from 1, or nil for a problem with the file as a whole.
  public let line: Int?
  /// The fixes for ``Edit/apply(_:)``; empty if a person must decide.
  public let fixes: [Fix]

  /// The finding itself, as its identity.
  public var id: Self { self }

  package init(_ diagnostic: Diagnostic) {
    severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    (code, rule, message) = (diagnostic.rule.code, diagnostic.rule.name, diagnostic.message)
    url = URL(filePath: diagnostic.place.path, directoryHint: .notDirectory)
    line = diagnostic.place.source.flatMap { source in
      diagnostic.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
    }
    fixes = [Fix(diagnostic)].compactMap(\.self)
  }

  /// The finding in one line: `/home/me/friday.tilawa/segments.yaml:4: 1:2 starts at 8.440, before 1:1 ends
  /// [S203]`.
  public var description: String {
    "\(url.path(percentEncoded: false))\(line.map { ":\($0)" } ?? ""): \(message) [\(code)]"
  }
}

/// A fix for a finding. It stays valid while other things change, as long as the finding exists.
public struct Fix: Hashable, Codable, Sendable {
  /// The action in the imperative: "quote the reference".
  public let title: String
  /// True if the fix can't lose or change the meaning, and may be applied without review.
  public let isSafe: Bool

  /// The file, the rule code and the message of its finding.
  private let file, code, message: String
  private let offset: Int

  fileprivate init?(_ diagnostic: Diagnostic) {
    guard let fix = diagnostic.fix, let kind = FileKind(fileName: diagnostic.place.path) else { return nil }
    (title, isSafe) = (fix.title, fix.isSafe)
    (file, code, message) = (kind.fileName, diagnostic.rule.code, diagnostic.message)
    offset = diagnostic.place.range?.lowerBound ?? 0
  }

  /// Returns the edits that apply the fix, given the `findings` of a bundle, or nil if its own isn't among
  /// them. Of several identical findings, the nearest is used.
  func edits(among findings: [Diagnostic]) -> (kind: FileKind, edits: [TextEdit])? {
    let meant = findings.compactMap { diagnostic in
      Fix(diagnostic).flatMap { fix in
        fix.isOfSameFinding(as: self) ? (abs(fix.offset - offset), diagnostic) : nil
      }
    }.min { $0.0 < $1.0 }?.1
    guard let fix = meant?.fix, let kind = FileKind(fileName: file) else { return nil }
    return (kind, fix.edits)
  }

  private func isOfSameFinding(as other: Fix) -> Bool {
    (title, file, code, message) == (other.title, other.file, other.code, other.message)
  }
}
