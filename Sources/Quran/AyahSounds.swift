/// The sounds of a recited ayah. Broad classes of sounds suffice to find it in a recording of a known
/// passage; phones distinguish it from other ayat.
///
/// Derived from the spelling of the KFGQPC Hafs v18 text by the rules of recitation. Within an ayah the words
/// are read on; at its last word the reciter stops. Other riwayat pronounce some words differently. Where
/// their ayat end differently, words are grouped accordingly.
public enum AyahSounds {
  /// A class of sounds. A doubled consonant is two sounds.
  public enum Sound: UInt8, CaseIterable, Sendable {
    /// A short vowel.
    case short = 0x61  // a
    /// A long vowel of two counts.
    case long = 0x41  // A
    /// A vowel prolonged to four or five counts.
    case prolonged = 0x4D  // M
    /// A vowel prolonged to six counts.
    case prolongedSix = 0x5A  // Z
    /// m or n.
    case nasal = 0x6E  // n
    /// The hold of a nasal, after its consonant.
    case nasalHold = 0x4E  // N
    /// s, sh, emphatic s, z.
    case sibilant = 0x73  // s
    /// f, th, h of both kinds, kh.
    case voicelessFricative = 0x68  // h
    /// dh, emphatic dh, gh, ayn.
    case voicedFricative = 0x7A  // z
    /// t, k, hamza.
    case voicelessStop = 0x74  // t
    /// b, j, d, q, and the emphatic stops.
    case voicedStop = 0x62  // b
    /// l, r, w, y.
    case liquid = 0x72  // r

    /// True if the sound is a vowel of any length.
    public var isVowel: Bool {
      switch self {
      case .short, .long, .prolonged, .prolongedSix: true
      default: false
      }
    }
  }

  /// A word of an ayah.
  public struct Word: Hashable, Sendable {
    /// Its sounds in order.
    public var sounds: [Sound]
    /// The phone of each sound.
    public var phones: [Phone]
    /// True if the mushaf has a sign after the word at which a reciter may pause.
    public var hasPauseMark: Bool

    /// Creates a word of these sounds. Without `phones`, it has the most common phones of their classes.
    public init(sounds: [Sound], phones: [Phone]? = nil, hasPauseMark: Bool) {
      self.sounds = sounds
      self.phones = phones ?? sounds.map(Phone.init(usualOf:))
      self.hasPauseMark = hasPauseMark
    }

    /// Some of its sounds, as a word.
    public func part(_ range: Range<Int>) -> Word {
      Word(sounds: Array(sounds[range]), phones: Array(phones[range]), hasPauseMark: hasPauseMark)
    }
  }

  /// Returns the words of an ayah; ayah 0 is the basmalah. Nil if the ayah doesn't exist.
  public static func words(of ayah: Ayah, in counting: CountingSystem = .kufi) -> [Word]? {
    guard counting.contains(ayah) else { return nil }
    guard let index = counting.index(of: ayah) else { return basmalah }
    let span = AyahSpans.of(counting).span(at: index)
    var words: [Word] = []
    var place = span.lowerBound
    while place < span.upperBound {
      let (kufi, first) = place.quotientAndRemainder(dividingBy: AyahSpans.wordsPerAyah)
      let next = (kufi + 1) * AyahSpans.wordsPerAyah
      let whole = Table.shared.words(at: kufi)
      let end = span.upperBound < next ? span.upperBound % AyahSpans.wordsPerAyah : whole.count
      words += whole[min(first, whole.count)..<min(max(first, end), whole.count)]
      place = next
    }
    return words
  }

  /// The words of the basmalah.
  public static let basmalah = words(spelt: "bismi.llAhi.rraHmAni.rraHIm")

  /// The words of "a'udhu billahi min ash-shaytan ir-rajim".
  public static let istiadhah = words(spelt: "gaeUvu.bllAhi.minaccaayqAni.rrajIm")

  /// Parses words in the letters of `Phone.letter` and, for longer vowels, AIU, MEO and ZYV. A dot ends a
  /// word, and a comma ends a word with a pause mark.
  public static func words(spelt text: String) -> [Word] { parsed(text.utf8) }

  /// Parses words. A dot ends a word, and a comma ends a word with a pause mark. Anything that isn't a letter
  /// of a phone is ignored.
  private static func parsed(_ text: some Sequence<UInt8>) -> [Word] {
    var words: [Word] = []
    var word = Word(sounds: [], hasPauseMark: false)
    for byte in text {
      if let (sound, phone) = meaning(of: byte) {
        word.sounds.append(sound)
        word.phones.append(phone)
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        word.hasPauseMark = byte == UInt8(ascii: ",")
        words.append(word)
        word = Word(sounds: [], hasPauseMark: false)
      }
    }
    words.append(word)
    return words
  }

  /// The place of every ayah in the text of the tables.
  private struct Table: Sendable {
    private let parts: [StaticString]
    /// The part and the first byte of each Kufi ayah.
    private let starts: [(part: UInt8, byte: Int32)]

    static let shared = Table([
      AyahSoundsTable1.rows, AyahSoundsTable2.rows, AyahSoundsTable3.rows, AyahSoundsTable4.rows,
    ])

    private init(_ parts: [StaticString]) {
      self.parts = parts
      var starts: [(part: UInt8, byte: Int32)] = []
      starts.reserveCapacity(CountingSystem.kufi.total)
      for (number, part) in parts.enumerated() {
        part.withUTF8Buffer { bytes in
          var start = 0
          for index in bytes.indices where bytes[index] == UInt8(ascii: ";") {
            starts.append((UInt8(number), Int32(start)))
            start = index + 1
          }
        }
      }
      self.starts = starts
    }

    func words(at index: Int) -> [Word] {
      guard starts.indices.contains(index) else { return [] }
      let start = starts[index]
      return parts[Int(start.part)].withUTF8Buffer { bytes in
        parsed(bytes[Int(start.byte)...].prefix { $0 != UInt8(ascii: ";") })
      }
    }
  }
}
