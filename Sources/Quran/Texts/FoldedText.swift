/// The form of letters for searching: without signs of vowels and recitation, capitals, and the differences
/// between shapes of a letter.
///
/// Alif in any form is one letter, also with a hamza; ya is alif maqsura, and ta marbuta is ha. A letter that
/// some spellings write as a small sign is optional, such as the alif of رحمن. A waw or ya that bears a small
/// alif is read as alif, too.
enum Folding {
  static let blank: UInt16 = 0x20
  private static let (alif, waw, ya, ha, noon): (UInt16, UInt16, UInt16, UInt16, UInt16) = (
    0x627, 0x648, 0x64A, 0x647, 0x646
  )
  /// From here on symbols stand for one of several letters; from `optional` on also for none.
  static let special: UInt16 = 0xF000
  private static let (wawOrAlif, yaOrAlif): (UInt16, UInt16) = (0xF001, 0xF002)
  static let optional: UInt16 = 0xF010
  private static let (maybeAlif, maybeWaw, maybeYa, maybeNoon, maybeAny):
    (UInt16, UInt16, UInt16, UInt16, UInt16) =
      (0xF011, 0xF012, 0xF013, 0xF014, 0xF015)

  /// Returns true if a symbol of the text may be the wanted one.
  @inline(__always)
  static func same(_ text: UInt16, _ wanted: UInt16) -> Bool {
    text == wanted || (text >= special || wanted >= special) && mayBeSame(text, wanted)
  }

  private static func mayBeSame(_ a: UInt16, _ b: UInt16) -> Bool { letters(a) & letters(b) != 0 }

  /// The letters that a symbol may stand for, a bit each.
  private static func letters(_ symbol: UInt16) -> UInt8 {
    switch symbol {
    case alif, maybeAlif: 1
    case waw, maybeWaw: 2
    case ya, maybeYa: 4
    case noon, maybeNoon: 8
    case wawOrAlif: 3
    case yaOrAlif: 5
    case maybeAny: 7
    default: 0
    }
  }

  // MARK: Of bytes

  /// Folds the UTF-8 of `range` to symbols after the first `count` in `target`, which has room for one more
  /// than there are bytes. Returns the new number of symbols. One blank is kept between words.
  static func fold(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, into target: UnsafeMutableBufferPointer<UInt16>,
    _ count: Int,
    _ table: UnsafePointer<UInt16>
  ) -> Int {
    var count = count
    var index = range.lowerBound
    var last: UInt32 = 0
    while index < range.upperBound {
      let byte = bytes[index]
      var symbol: UInt16
      if byte < 0x80 {
        symbol = table[Int(byte)]
        last = UInt32(byte)
        index += 1
      } else if byte < 0xE0 {
        guard index + 1 < range.upperBound else { break }
        let scalar = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        symbol = table[Int(scalar)]
        index += 2
        if scalar == 0x670 {
          // The small alif: on a bare waw or ya it shows how that is read, else it is a letter of its own.
          if last == 0x648, count > 0 { (target[count - 1], symbol) = (wawOrAlif, 0) }
          if last == 0x649 || last == 0x64A, count > 0 { (target[count - 1], symbol) = (yaOrAlif, 0) }
        }
        last = scalar
      } else {
        let length = byte < 0xF0 ? 3 : 4
        guard index + length <= range.upperBound else { break }
        var scalar = UInt32(byte) & (length == 3 ? 0xF : 0x7)
        for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
        symbol = beyond(scalar)
        index += length
        last = scalar
      }
      if symbol == 0 { continue }
      if symbol == blank, count == 0 || target[count - 1] == blank { continue }
      target[count] = symbol
      count += 1
    }
    return count
  }

  /// Of scalars above those of the table.
  private static func beyond(_ scalar: UInt32) -> UInt16 {
    switch scalar {
    case 0x1E00...0x1EFF: latin(scalar)
    case 0x2000...0x200A, 0x2010...0x2015, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: blank
    case 0x200B...0x206F, 0xFD3E, 0xFD3F, 0xFEFF: 0
    case 0..<UInt32(special): UInt16(scalar)
    default: 0xEFFF
    }
  }

  // MARK: The table

  /// The symbol to which each scalar below 2048 is folded; 0 for none.
  static let table: [UInt16] = (0..<2048).map { entry(UInt32($0)) }

  private static func entry(_ scalar: UInt32) -> UInt16 {
    switch scalar {
    case 0x30...0x39, 0x61...0x7A: return UInt16(scalar)
    case 0x41...0x5A: return UInt16(scalar + 32)
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2D, 0x2F, 0x7C: return blank
    case 0..<0xC0, 0xD7, 0xF7: return 0
    case 0xC0..<0x180: return latin(scalar)
    case 0x2B0..<0x370, 0x610...0x61F, 0x621, 0x640, 0x64B...0x653, 0x656...0x65F, 0x66A...0x66D, 0x6D4,
      0x60C, 0x61B:
      return 0
    case 0x622, 0x623, 0x625, 0x627, 0x671...0x673: return alif
    case 0x624, 0x676: return waw
    case 0x626, 0x649, 0x64A, 0x6CC, 0x6D0, 0x678: return ya
    case 0x629, 0x647, 0x6BE, 0x6C0...0x6C3, 0x6D5: return ha
    case 0x6A9: return 0x643
    case 0x654, 0x655: return maybeAny
    case 0x670: return maybeAlif
    case 0x6E5: return maybeWaw
    case 0x6E6, 0x6E7: return maybeYa
    case 0x6E8: return maybeNoon
    case 0x6D6...0x6ED: return 0
    case 0x660...0x669: return UInt16(scalar - 0x660 + 0x30)
    case 0x6F0...0x6F9: return UInt16(scalar - 0x6F0 + 0x30)
    default:
      let lower = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
      return UInt16(truncatingIfNeeded: lower)
    }
  }

  /// The letter under the marks of a Latin one.
  private static func latin(_ scalar: UInt32) -> UInt16 {
    latinStarts.last { $0.start <= scalar }.map { UInt16($0.letter.value) }
      ?? UInt16(truncatingIfNeeded: scalar)
  }

  /// From each of these on letters are forms of one.
  private static let latinStarts: [(start: UInt32, letter: Unicode.Scalar)] = [
    (0xC0, "a"), (0xC7, "c"), (0xC8, "e"), (0xCC, "i"), (0xD0, "d"), (0xD1, "n"), (0xD2, "o"), (0xD9, "u"),
    (0xDD, "y"),
    (0xDE, "t"), (0xDF, "s"), (0xE0, "a"), (0xE7, "c"), (0xE8, "e"), (0xEC, "i"), (0xF0, "d"), (0xF1, "n"),
    (0xF2, "o"),
    (0xF9, "u"), (0xFD, "y"), (0xFE, "t"), (0xFF, "y"), (0x100, "a"), (0x106, "c"), (0x10E, "d"),
    (0x112, "e"),
    (0x11C, "g"), (0x124, "h"), (0x128, "i"), (0x134, "j"), (0x136, "k"), (0x139, "l"), (0x143, "n"),
    (0x14C, "o"),
    (0x154, "r"), (0x15A, "s"), (0x162, "t"), (0x168, "u"), (0x174, "w"), (0x176, "y"), (0x179, "z"),
    (0x17F, "s"),
    (0x1E00, "a"), (0x1E02, "b"), (0x1E08, "c"), (0x1E0A, "d"), (0x1E14, "e"), (0x1E1E, "f"), (0x1E20, "g"),
    (0x1E22, "h"),
    (0x1E2C, "i"), (0x1E30, "k"), (0x1E36, "l"), (0x1E3E, "m"), (0x1E44, "n"), (0x1E4C, "o"), (0x1E54, "p"),
    (0x1E58, "r"),
    (0x1E60, "s"), (0x1E6A, "t"), (0x1E72, "u"), (0x1E7C, "v"), (0x1E80, "w"), (0x1E8A, "x"), (0x1E8E, "y"),
    (0x1E90, "z"),
    (0x1E96, "h"), (0x1E97, "t"), (0x1E98, "w"), (0x1E99, "y"), (0x1E9A, "a"), (0x1E9B, "s"), (0x1EA0, "a"),
    (0x1EB8, "e"),
    (0x1EC8, "i"), (0x1ECC, "o"), (0x1EE4, "u"), (0x1EF2, "y"),
  ]
}

/// Words to look for, folded.
public struct TextQuery: Sendable {
  /// The ways in which they may be written.
  let symbols: [[UInt16]]
  /// True if a match must consist of whole words of the text.
  let isWhole: Bool

  /// Nil when nothing is left of the words that could be looked for.
  ///
  /// Found are also words that hold the first or end the last of them, unless `whole`.
  public init?(_ words: String, whole: Bool = false) {
    let plain = Self.folded(words)
    guard plain.contains(where: { $0 != Folding.blank }) else { return nil }
    // The call "ya" is written by itself, or as one with who is called.
    let vocative: [UInt16] = [0x64A, 0x627, Folding.blank]
    var joined = plain
    while let place = joined.indices.first(where: { place in
      joined[place...].starts(with: vocative) && (place == 0 || joined[place - 1] == Folding.blank)
    }) {
      joined.remove(at: place + 2)
    }
    symbols = joined == plain ? [plain] : [plain, joined]
    isWhole = whole
  }

  static func folded(_ text: String) -> [UInt16] {
    var symbols = symbols(of: text)
    symbols.removeAll { $0 >= Folding.optional }
    if symbols.last == Folding.blank { symbols.removeLast() }
    return symbols
  }

  /// With those that may stand for nothing.
  private static func symbols(of text: String) -> [UInt16] {
    let bytes = Array(text.utf8)
    var symbols = [UInt16](repeating: 0, count: bytes.count + 1)
    let count = bytes.withUnsafeBufferPointer { bytes in
      symbols.withUnsafeMutableBufferPointer { symbols in
        Folding.fold(bytes, 0..<bytes.count, into: symbols, 0, Folding.table)
      }
    }
    symbols.removeLast(symbols.count - count)
    return symbols
  }
}

extension TextQuery {
  /// Returns true if `text` contains the words, folded as texts are in a search.
  public func isIn(_ text: String) -> Bool {
    var symbols = Self.symbols(of: text)
    if symbols.last == Folding.blank { symbols.removeLast() }
    return symbols.withUnsafeBufferPointer { text in
      self.symbols.contains { match($0, in: text, from: 0) != nil }
    }
  }

  /// Returns a key for sorting texts regardless of signs and shapes of letters.
  public static func sortKey(of text: String) -> [UInt16] { folded(text) }

  /// Returns the first place from `start` on of `query`, one of the ways of writing the words; nil if there
  /// is none.
  func match(_ query: [UInt16], in text: UnsafeBufferPointer<UInt16>, from start: Int) -> Range<Int>? {
    guard let first = query.first else { return nil }
    var index = start
    while index < text.count {
      let symbol = text[index]
      if symbol == first || symbol >= Folding.special, let end = Self.end(of: query, 0, in: text, at: index),
        !isWhole || Self.isWhole(index..<end, in: text)
      {
        return index..<end
      }
      index += 1
    }
    return nil
  }

  /// Returns the end of a match that continues at `index` with the symbol `wanted` of the query; nil if there
  /// is none.
  private static func end(
    of query: [UInt16], _ wanted: Int, in text: UnsafeBufferPointer<UInt16>, at index: Int
  ) -> Int? {
    var (wanted, index) = (wanted, index)
    while wanted < query.count {
      guard index < text.count else { return nil }
      let symbol = text[index]
      if Folding.same(symbol, query[wanted]) {
        if symbol >= Folding.optional, let end = end(of: query, wanted + 1, in: text, at: index + 1) {
          return end
        }
        if symbol < Folding.optional { wanted += 1 }
      } else if symbol < Folding.optional {
        return nil
      }
      index += 1
    }
    return index
  }

  private static func isWhole(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt16>) -> Bool {
    (range.lowerBound == 0 || text[range.lowerBound - 1] == Folding.blank)
      && (text[range.upperBound...].first { $0 < Folding.optional }.map { $0 == Folding.blank } ?? true)
  }
}
