import TilawaBase
import TilawaLint

/// Something that `lint` finds in a bundle.
public struct Finding: Sendable, CustomStringConvertible {
  /// How grave it is.
  public enum Severity: Sendable {
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
  /// What is wrong and what to do: lower case, without a full stop.
  public let message: String
  /// The file, under the path by which the bundle was opened.
  public let path: String
  /// The line, from 1; nil for what is wrong with a file as a whole.
  public let line: Int?

  init(_ diagnostic: Diagnostic) {
    severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    code = diagnostic.rule.code
    message = diagnostic.message
    path = diagnostic.place.path
    line = diagnostic.place.source.flatMap { source in
      diagnostic.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
    }
  }

  /// `friday.tilawa/segments.yaml:4: 1:2 starts at 8.440, before 1:1 ends [S203]`.
  public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message) [\(code)]" }
}
