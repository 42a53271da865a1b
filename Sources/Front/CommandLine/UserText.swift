import TilawaBase

/// Text of the user for a person: right-to-left text isolated, and nothing that a terminal would act on.
func shownText(_ text: String) -> String { isolatedIfNeeded(withoutControls(text)) }

/// Whatever a terminal would act on becomes a replacement character, so that columns stay as wide as they are counted.
func withoutControls(_ text: String) -> String {
  let isControl = { (scalar: Unicode.Scalar) in scalar.steersTerminals && !scalar.isDirectionalMark }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
}

/// Isolated when some of it is written from right to left.
func isolatedIfNeeded(_ text: String) -> String {
  text.unicodeScalars.contains {
    (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) || $0.isDirectionalMark
  } ? TerminalText.isolated(text) : text
}
