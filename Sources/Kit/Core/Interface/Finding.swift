public import FoundationEssentials
package import TilawaBase
import TilawaFormat

/// Something that ``RecitationBundle/lint()`` finds in a bundle.
public struct Finding: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// How grave a finding is.
  public enum Severity: String, Hashable, Codable, Sendable {
    /// The bundle can't be relied on.
    case error
    /// Something that is hardly meant.
    case warning
    /// Good to know.
    case note
  }

  /// How grave it is.
  public let severity: Severity
  /// The code of the rule in the specification, such as `S203`.
  public let code: String
  /// The name of the rule, such as `segments-overlap`.
  public let rule: String
  /// What is wrong and what to do: lower case, without a full stop.
  public let message: String
  /// The file.
  public let url: URL
  /// The line, from 1; nil for what is wrong with a file as a whole.
  public let line: Int?
  /// What would mend it, for ``Edit/apply(_:)``; empty where a person must decide.
  public let fixes: [Fix]

  /// The finding itself.
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

  /// `/home/me/friday.tilawa/segments.yaml:4: 1:2 starts at 8.440, before 1:1 ends [S203]`.
  public var description: String {
    "\(url.path(percentEncoded: false))\(line.map { ":\($0)" } ?? ""): \(message) [\(code)]"
  }
}

/// What mends a finding. A value: it stays valid while other things change, as long as the finding is there.
public struct Fix: Hashable, Codable, Sendable {
  /// What it does, as an order: "quote the reference".
  public let title: String
  /// Whether it can't lose or change what was meant, and may be applied unseen.
  public let isSafe: Bool

  /// The finding that it mends.
  private let file, code, message: String
  private let offset: Int

  fileprivate init?(_ diagnostic: Diagnostic) {
    guard let fix = diagnostic.fix, let kind = FileKind(fileName: diagnostic.place.path) else { return nil }
    (title, isSafe) = (fix.title, fix.isSafe)
    (file, code, message) = (kind.fileName, diagnostic.rule.code, diagnostic.message)
    offset = diagnostic.place.range?.lowerBound ?? 0
  }

  /// The edits that it comes to where a bundle has `findings`; nil when its own isn't there any more. Of several that say the same the
  /// nearest is meant.
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
