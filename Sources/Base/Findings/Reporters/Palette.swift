/// The colours of a terminal, or none. Colour never says what the text doesn't.
public struct Palette: Sendable {
  /// What a piece of text is.
  public enum Role: Sendable, CaseIterable {
    /// A fault, or something that failed.
    case error
    /// Something to look at.
    case warning
    /// A remark.
    case note
    /// Something that is well.
    case good
    /// What the eye should find first.
    case strong
    /// What it may pass over.
    case faint
  }

  /// What a sequence begins with; nil when there are no colours.
  private let escape: String?

  /// Text as it is.
  public static let plain = Palette(escape: nil)
  /// The eight colours every terminal has, so that the user's own theme decides how they look.
  public static let ansi = Palette(escape: "\u{1B}")
  /// The same for text that goes through the gate of `TerminalText`.
  public static let marked = Palette(escape: TerminalText.own("\u{1B}"))

  /// Whether anything is added to the text.
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
