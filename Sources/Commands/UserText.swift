/// Text of the user for a person: right-to-left text isolated, and nothing that a terminal would act on.
func shownText(_ text: String) -> String { isolatedIfNeeded(withoutControls(text)) }

/// Whatever a terminal would act on becomes a replacement character.
func withoutControls(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
    return text
  }
  let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
  }
  return String(String.UnicodeScalarView(scalars))
}

/// Isolated when some of it is written from right to left.
func isolatedIfNeeded(_ text: String) -> String {
  text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) }
    ? isolated(text) : text
}
