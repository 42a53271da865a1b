/// Text in XML 1.0, and in what is written like it.
public enum XMLText {
  /// Returns `text` as the content of an element, or as the value of an attribute between double quotes.
  ///
  /// Each scalar that XML can't contain in any form is replaced by a space, and `unheld` is called for it.
  public static func escaped(
    _ text: String, inAttribute: Bool = false, unheld: () -> Void = {}
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
      case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
      case 0x22 where inAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      // What a reader would make another blank of.
      case 0x0D,
        0x09 where inAttribute,
        0x0A where inAttribute:
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20, 0xFFFE, 0xFFFF:
        result.append(" ")
        unheld()
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
