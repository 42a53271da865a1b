/// Digits, capitals and a few signs as bits, for pictures made of pixels; three by five, drawn twice as large.
enum BitmapFont {
  /// The height of a character in pixels.
  static let height = 10

  // Five rows of three bits, the highest bit on the left.
  private static let rows: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ":": [0, 2, 0, 2, 0], "-": [0, 0, 7, 0, 0],
  ]

  // For texts that may have letters; small ones are drawn as capitals.
  private static let letters: [Character: [UInt8]] = [
    "A": [2, 5, 7, 5, 5], "B": [6, 5, 6, 5, 6], "C": [3, 4, 4, 4, 3], "D": [6, 5, 5, 5, 6],
    "E": [7, 4, 6, 4, 7], "F": [7, 4, 6, 4, 4], "G": [3, 4, 5, 5, 3], "H": [5, 5, 7, 5, 5],
    "I": [7, 2, 2, 2, 7], "J": [1, 1, 1, 5, 2], "K": [5, 5, 6, 5, 5], "L": [4, 4, 4, 4, 7],
    "M": [5, 7, 7, 5, 5], "N": [6, 5, 5, 5, 5], "O": [2, 5, 5, 5, 2], "P": [6, 5, 6, 4, 4],
    "Q": [2, 5, 5, 6, 3], "R": [6, 5, 6, 5, 5], "S": [3, 4, 2, 1, 6], "T": [7, 2, 2, 2, 2],
    "U": [5, 5, 5, 5, 7], "V": [5, 5, 5, 5, 2], "W": [5, 5, 7, 7, 5], "X": [5, 5, 2, 5, 5],
    "Y": [5, 5, 2, 2, 2], "Z": [7, 1, 2, 4, 7], " ": [0, 0, 0, 0, 0], ",": [0, 0, 0, 2, 4],
    ".": [0, 0, 0, 0, 2], "\u{27}": [2, 2, 0, 0, 0], "/": [1, 1, 2, 4, 4], "(": [1, 2, 2, 2, 1],
    ")": [4, 2, 2, 2, 4],
  ]

  /// Returns the width of a text in pixels, including the space behind it; nil if it has other characters.
  static func width(of text: String) -> Int? {
    text.allSatisfy { rows[$0] != nil } ? text.count * 8 : nil
  }

  /// The pixels of a text, from its upper left corner.
  static func pixels(of text: String) -> [(x: Int, y: Int)] {
    var found: [(x: Int, y: Int)] = []
    for (index, character) in text.enumerated() {
      for (row, bits) in bits(of: character).enumerated() {
        for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
          let x = index * 8 + column * 2
          found += [(x, row * 2), (x + 1, row * 2), (x, row * 2 + 1), (x + 1, row * 2 + 1)]
        }
      }
    }
    return found
  }

  private static func bits(of character: Character) -> [UInt8] {
    rows[character] ?? letters[character] ?? character.uppercased().first.flatMap { letters[$0] } ?? []
  }
}
