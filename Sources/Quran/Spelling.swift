/// Text reduced to what distinguishes names.
enum Spelling {
  /// Lower-case letters and digits alone: accents, vowel signs, spaces, hyphens and apostrophes are dropped,
  /// Arabic digits become ASCII, and the forms of alef, yeh, kaf and teh marbuta become one.
  static func plain(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: result.append(scalar)
      case 0x41...0x5A: result.append(Unicode.Scalar(UInt8(scalar.value) + 32))
      case 0x660...0x669: result.append(Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30)))
      case 0x6F0...0x6F9: result.append(Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30)))
      case 0x622, 0x623, 0x625, 0x671: result.append("\u{627}")
      case 0x629: result.append("\u{647}")
      case 0x649, 0x6CC: result.append("\u{64A}")
      case 0x6A9: result.append("\u{643}")
      case 0x624: result.append("\u{648}")
      case 0x626: result.append("\u{64A}")
      // Hamza, tatweel, vowel signs and Quranic marks, bidirectional controls.
      case 0x621, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x200B...0x200F, 0x2066...0x2069: continue
      default:
        if let letter = latin(scalar) {
          result.append(letter)
        } else if scalar.properties.isAlphabetic, !isApostrophe(scalar) {
          result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(result)
  }

  /// A plain Latin name with what transliterations differ on made one.
  ///
  /// Doubled letters are written once, `ee` and `oo` are `i` and `u`, `th` is `s`, `dh` is `z`, `q` is `k`,
  /// `w` and `y` are the vowels `u` and `i`, and a closing `ah` is `a`: `yaseen` and `ya-sin` meet, `kausar`
  /// and `al-kawthar` too.
  static func folded(_ plain: String) -> String {
    var result: [UInt8] = []
    for byte in plain.utf8 {
      var letter = byte
      switch letter {
      case UInt8(ascii: "e"), UInt8(ascii: "y"): letter = UInt8(ascii: "i")
      case UInt8(ascii: "o"), UInt8(ascii: "w"), UInt8(ascii: "v"): letter = UInt8(ascii: "u")
      case UInt8(ascii: "q"): letter = UInt8(ascii: "k")
      case UInt8(ascii: "h") where result.last == UInt8(ascii: "t"):
        result.removeLast()
        letter = UInt8(ascii: "s")
      case UInt8(ascii: "h") where result.last == UInt8(ascii: "d"):
        result.removeLast()
        letter = UInt8(ascii: "z")
      default: break
      }
      // Only Latin letters: 11 isn't 1, and the bytes of Arabic repeat for reasons of their own.
      if letter == result.last, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) { continue }
      result.append(letter)
    }
    if result.count > 3, result.last == UInt8(ascii: "h"), result[result.count - 2] == UInt8(ascii: "a") {
      result.removeLast()
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the number of edits by which a name may differ from one of this length and still count as
  /// misspelled.
  static func tolerance(for name: String) -> Int {
    switch name.unicodeScalars.count {
    case ...3: 0
    case 4...6: 1
    default: 2
    }
  }

  /// The plain form of an accented letter of the usual transliterations.
  private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "ā", "Ā", "á", "à", "â", "Â", "ä", "ã", "å", "Á": "a"
    case "ī", "Ī", "í", "ì", "î", "Î", "ï", "ı", "İ": "i"
    case "ū", "Ū", "ú", "ù", "û", "Û", "ü", "Ü": "u"
    case "ē", "é", "è", "ê", "ë", "É": "e"
    case "ō", "ó", "ò", "ô", "ö": "o"
    case "ḥ", "Ḥ", "ẖ": "h"
    case "ṣ", "Ṣ": "s"
    case "ḍ", "Ḍ": "d"
    case "ṭ", "Ṭ": "t"
    case "ẓ", "Ẓ": "z"
    case "ġ", "Ġ", "ğ": "g"
    default: nil
    }
  }

  /// Modifier letters that stand for hamza and ayn count as letters in Unicode.
  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    (0x2B0...0x2FF).contains(scalar.value)
  }
}
