import TilawaBase

/// What a bundle's folder is called: the same title gives the same name.
package enum BundleName {
  /// Letters and digits of any script in lower case, all else as single hyphens, and `.tilawa`.
  ///
  /// Arabic vowel signs and tatweel are left out. At most 80 bytes before the ending; `recording` for a
  /// title without any letter or digit.
  package static func from(_ title: String) -> String {
    var name = ""
    for scalar in title.unicodeScalars where !isArabicSign(scalar) {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .spacingMark,
        .nonspacingMark:
        name += scalar.properties.lowercaseMapping
      case .format, .modifierLetter: continue
      default:
        // An apostrophe joins (sa'id), everything else parts.
        if scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" { continue }
        if !name.isEmpty, !name.ends(with: "-") { name += "-" }
      }
    }
    while name.utf8.count > 80 { name.removeLast() }
    while let shorter = name.before("-") { name = String(shorter) }
    return (name.isEmpty ? "recording" : name) + ending
  }

  /// What the name of every bundle ends in.
  package static let ending = ".tilawa"

  private static func isArabicSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED: true
    default: false
    }
  }
}
