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

  private let isColoured: Bool

  /// Text as it is.
  public static let plain = Palette(isColoured: false)
  /// The eight colours every terminal has, so that the user's own theme decides how they look.
  public static let ansi = Palette(isColoured: true)

  /// Whether anything is added to the text.
  public var addsColour: Bool { isColoured }

  /// `text` in the colour of `role`.
  public func paint(_ text: String, _ role: Role) -> String {
    guard isColoured, !text.isEmpty else { return text }
    let code =
      switch role {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .good: "32"
      case .strong: "1"
      case .faint: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
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
