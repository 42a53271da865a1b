import TilawaBase

/// The name of a bundle's folder: the same title gives the same name.
package enum BundleName {
  /// Returns the letters and digits of any script in lower case, everything else as single hyphens, and
  /// `.tilawa`.
  ///
  /// Arabic vowel signs and tatweel are left out. There are at most 80 bytes before the ending. A title
  /// without any letter or digit becomes `recording`.
  package static func from(_ title: String) -> String {
    var name = ""
    for scalar in title.unicodeScalars where !isArabicSign(scalar) {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .spacingMark,
        .nonspacingMark:
        name += scalar.properties.lowercaseMapping
      case .format, .modifierLetter: continue
      default:
        // An apostrophe joins (sa'id); other characters separate.
        if scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" { continue }
        if !name.isEmpty, !name.ends(with: "-") { name += "-" }
      }
    }
    while name.utf8.count > 80 { name.removeLast() }
    while let shorter = name.before("-") { name = String(shorter) }
    return (name.isEmpty ? "recording" : name) + ending
  }

  /// The ending of every bundle's name.
  package static let ending = ".tilawa"

  private static func isArabicSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED: true
    default: false
    }
  }
}
