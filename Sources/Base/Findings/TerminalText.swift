/// Text for a terminal: users' text, with this program's own escape sequences in it.
///
/// A terminal acts on control characters, and bidirectional controls change the order in which a line is
/// shown. Just before output this type spells out all of them, even in text that no other code has checked.
/// Only sequences that the program itself has marked pass.
public enum TerminalText {
  /// The mark before each of the program's own scalars that are to pass.
  ///
  /// It is chosen anew each time the program runs, so that no file can contain it.
  private static let mark: [Unicode.Scalar] =
    (0..<9).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0xFDD0...0xFDEF)) }

  /// `scalar`, marked as our own.
  public static func own(_ scalar: Unicode.Scalar) -> String {
    String(String.UnicodeScalarView(mark + [scalar]))
  }

  /// `text` so isolated that its direction of writing does nothing to what stands around it.
  public static func isolated(_ text: String) -> String { own("\u{2068}") + text + own("\u{2069}") }

  /// Returns the text as it is sent to a terminal: control characters are spelled out, except line ends and
  /// tabs.
  ///
  /// If the text `isLine`, line ends are spelled out as well. If `isExact`, only the marks are removed.
  public static func shown(_ text: String, isExact: Bool = false, isLine: Bool = false) -> String {
    // A mark begins with this byte.
    guard text.utf8.contains(where: { isExact ? $0 == 0xEF : mayNeedCare($0) || isLine && $0 == 0x0A }) else {
      return text
    }
    var shown = String.UnicodeScalarView()
    var isolates = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == mark[0], rest.starts(with: mark.dropFirst()) {
        rest = rest.dropFirst(mark.count - 1)
        guard let own = rest.popFirst() else { break }
        isolates += own == "\u{2068}" ? 1 : own == "\u{2069}" ? -1 : 0
        shown.append(own)
      } else if isExact || scalar == "\n" && !isLine || scalar == "\t" || !scalar.steersTerminals
        || isolates > 0 && scalar.isDirectionalMark
      {
        shown.append(scalar)
      } else {
        shown.append(contentsOf: scalar.writtenOut.unicodeScalars)
      }
    }
    return String(shown)
  }

  /// On one line: line ends and tabs are written out, too.
  public static func onOneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.steersTerminals) else { return text }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      if scalar.steersTerminals { line += scalar.writtenOut } else { line.unicodeScalars.append(scalar) }
    }
  }

  /// Of bytes that begin no scalar which is changed most texts have none.
  private static func mayNeedCare(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F || byte == 0xC2 || byte == 0xD8
      || byte == 0xE2 || byte == 0xEF
  }
}

extension Unicode.Scalar {
  /// True if a terminal acts on the scalar instead of showing it: C0, DEL, C1, line separators and
  /// bidirectional controls.
  public var steersTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: isDirectionalMark
    }
  }

  /// Marks of a direction, which Arabic text may need within itself.
  public var isDirectionalMark: Bool { value == 0x61C || value == 0x200E || value == 0x200F }

  /// As `\n`, `\x1b` or `\u202e`.
  fileprivate var writtenOut: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      let width = value < 0x100 ? 2 : 4
      return (width == 2 ? "\\x" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }
  }
}
