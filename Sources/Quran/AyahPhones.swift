extension AyahSounds {
  /// A finer division of the sound classes. Vowels are distinguished by quality, not by length; consonants by
  /// place and manner of articulation.
  ///
  /// A doubled consonant is two phones. Emphatic s, d and dh are not distinguished from the plain ones, nor
  /// emphatic t from q. A listener who doesn't understand the words can hardly distinguish them either.
  public enum Phone: UInt8, CaseIterable, Sendable {
    case a = 1
    case i, u
    /// The hold of a nasal, after its consonant.
    case nasalHold
    case m, n
    /// s and emphatic s, sh, z.
    case s, sh, z
    case f, th
    /// The h of the throat, h, kh.
    case pharyngealH, h, kh
    /// dh and emphatic dh.
    case dh
    case gh, ayn
    case t, k, hamza
    case b, j
    /// d and emphatic d.
    case d
    /// q and emphatic t.
    case q
    case l, r, w, y

    /// The class of its sounds; of vowels the short one.
    public var sound: Sound {
      switch self {
      case .a, .i, .u: .short
      case .nasalHold: .nasalHold
      case .m, .n: .nasal
      case .s, .sh, .z: .sibilant
      case .f, .th, .pharyngealH, .h, .kh: .voicelessFricative
      case .dh, .gh, .ayn: .voicedFricative
      case .t, .k, .hamza: .voicelessStop
      case .b, .j, .d, .q: .voicedStop
      case .l, .r, .w, .y: .liquid
      }
    }

    /// Its letter in the tables; of vowels that of the short one.
    public var letter: Character { AyahSounds.letters[self] ?? "_" }

    /// The most common phone of a class, for use where the phone isn't known.
    init(usualOf sound: Sound) {
      self =
        switch sound {
        case .short, .long, .prolonged, .prolongedSix: .a
        case .nasal: .n
        case .nasalHold: .nasalHold
        case .sibilant: .s
        case .voicelessFricative: .h
        case .voicedFricative: .ayn
        case .voicelessStop: .hamza
        case .voicedStop: .b
        case .liquid: .l
        }
    }
  }

  /// Returns the phone that a letter of the tables represents, whatever its length; nil if it doesn't
  /// represent one.
  public static func phone(ofLetter letter: UInt8) -> Phone? { meaning(of: letter)?.phone }

  private static let letters: [Phone: Character] = {
    var letters: [Phone: Character] = [:]
    for (index, meaning) in meanings.enumerated() {
      guard let meaning, meaning.sound == meaning.phone.sound else { continue }
      letters[meaning.phone] = Character(Unicode.Scalar(UInt8(index)))
    }
    return letters
  }()

  /// Returns the sound and phone that a letter of the tables represents. Nil if the letter doesn't represent
  /// a phone.
  static func meaning(of letter: UInt8) -> (sound: Sound, phone: Phone)? { meanings[Int(letter)] }

  private static let meanings: [(sound: Sound, phone: Phone)?] = {
    var table = [(sound: Sound, phone: Phone)?](repeating: nil, count: 256)
    let vowels: [(String, Sound)] = [
      ("aiu", .short), ("AIU", .long), ("MEO", .prolonged), ("ZYV", .prolongedSix),
    ]
    for (letters, sound) in vowels {
      for (letter, phone) in zip(letters.utf8, [Phone.a, .i, .u]) { table[Int(letter)] = (sound, phone) }
    }
    let consonants = "mnNsczfpHhxvGetkgbjdqlrwy"
    let phones: [Phone] = [
      .m, .n, .nasalHold, .s, .sh, .z, .f, .th, .pharyngealH, .h, .kh, .dh, .gh, .ayn, .t, .k, .hamza, .b, .j,
      .d, .q,
      .l, .r, .w, .y,
    ]
    for (letter, phone) in zip(consonants.utf8, phones) { table[Int(letter)] = (phone.sound, phone) }
    return table
  }()
}
