/// Digits, colon and hyphen as bits, for pictures made of pixels; three by five, drawn twice as large.
enum BitmapFont {
  /// How high a character is, in pixels.
  static let height = 10

  // Five rows of three bits, the highest bit on the left.
  private static let rows: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ":": [0, 2, 0, 2, 0], "-": [0, 0, 7, 0, 0],
  ]

  /// How wide a text is in pixels, the space behind it included; nil when it has other characters.
  static func width(of text: String) -> Int? {
    text.allSatisfy { rows[$0] != nil } ? text.count * 8 : nil
  }

  /// The pixels of a text, from its upper left corner.
  static func pixels(of text: String) -> [(x: Int, y: Int)] {
    var found: [(x: Int, y: Int)] = []
    for (index, character) in text.enumerated() {
      for (row, bits) in (rows[character] ?? []).enumerated() {
        for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
          let x = index * 8 + column * 2
          found += [(x, row * 2), (x + 1, row * 2), (x, row * 2 + 1), (x + 1, row * 2 + 1)]
        }
      }
    }
    return found
  }
}
