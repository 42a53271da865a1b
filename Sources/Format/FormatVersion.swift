import TilawaBase
import TilawaYAML

/// A version of the format, as the key `tilawa` gives it: `1`, or `1.2` when something of a minor version
/// is used.
public struct FormatVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Changes when older readers would misunderstand a file.
  public let major: Int
  /// Changes when keys are added that older readers can pass over.
  public let minor: Int

  /// A major and a minor number.
  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// The version this program writes and understands wholly.
  public static let current = FormatVersion(1)

  /// Reads `1` or `1.2`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).fields(by: ".")
    guard (1...2).contains(parts.count) else { return nil }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } && (1...4).contains(part.utf8.count) ? Int(part) : nil
    }
    guard numbers.count == parts.count, let major = numbers.first else { return nil }
    self.init(major, numbers.count > 1 ? numbers[1] : 0)
  }

  /// `1` or `1.2`.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }

  /// By major, then by minor number.
  public static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}

extension FieldType where Value == FormatVersion {
  static var version: Self {
    Self(
      noun: "the version of the format: 1",
      schema: [
        "anyOf": [
          ["const": .number("\(FormatVersion.current)")],
          ["type": "string", "pattern": "^0{0,3}\(FormatVersion.current)(\\.0{1,4})?$"],
        ], "default": .number("\(FormatVersion.current)"),
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, "the version of the format") else { return nil }
      guard let version = FormatVersion(scalar.value) else {
        report.add(
          FormatRules.unsupportedVersion, "\"\(scalar.value)\" is not a version of the format; write 1",
          at: node)
        return nil
      }
      guard version.major == FormatVersion.current.major else {
        let advice =
          version < .current
          ? "`tilawa migrate` updates it to \(FormatVersion.current)" : "a newer tilawa is needed to read it"
        report.add(FormatRules.unsupportedVersion, "the file has version \(version); \(advice)", at: node)
        return nil
      }
      if version > .current {
        report.allowsUnknownKeys = true
        report.add(
          FormatRules.newerVersion,
          "the file has version \(version), this program supports \(FormatVersion.current); "
            + "unknown keys are kept and not checked", at: node)
      }
      return version
    }
  }
}
