/// The colours of a terminal, or none. Colour never says what the text doesn't.
public struct Palette: Sendable {
  /// The role of a piece of text.
  public enum Role: Sendable, CaseIterable {
    /// A fault, or something that failed.
    case error
    /// Something to look at.
    case warning
    /// A remark.
    case note
    /// Something that is well.
    case good
    /// Text that the eye should find first.
    case strong
    /// Text that the eye may pass over.
    case faint
  }

  /// The start of an escape sequence; nil if there are no colours.
  private let escape: String?

  /// Text as it is.
  public static let plain = Palette(escape: nil)
  /// The eight colours every terminal has, so that the user's own theme decides how they look.
  public static let ansi = Palette(escape: "\u{1B}")
  /// The colours of `ansi`, for text that passes through the filter of `TerminalText`.
  public static let marked = Palette(escape: TerminalText.own("\u{1B}"))

  /// True if anything is added to the text.
  public var addsColour: Bool { escape != nil }

  /// `text` in the colour of `role`.
  public func paint(_ text: String, _ role: Role) -> String {
    guard let escape, !text.isEmpty else { return text }
    let code =
      switch role {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .good: "32"
      case .strong: "1"
      case .faint: "2"
      }
    return "\(escape)[\(code)m\(text)\(escape)[0m"
  }

  /// In the colour of a severity.
  public func paint(_ text: String, of severity: Severity) -> String {
    switch severity {
    case .error: paint(text, .error)
    case .warning: paint(text, .warning)
    case .note: paint(text, .note)
    }
  }
}
