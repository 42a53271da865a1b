extension AyahSounds {
  /// What tells sounds of a class apart: vowels by their quality and not their length, consonants by where and how they are made.
  ///
  /// A doubled consonant is two. Emphatic s, d and dh are not told from the plain ones, nor emphatic t from q, as a listener who
  /// knows no words hardly can.
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

    /// The likeliest of a class, where nothing tells which it is.
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

  /// The phone that a letter of the tables stands for, whatever its length; nil for what is no letter of one.
  public static func phone(ofLetter letter: UInt8) -> Phone? { meaning(of: letter)?.phone }

  private static let letters: [Phone: Character] = {
    var letters: [Phone: Character] = [:]
    for (index, meaning) in meanings.enumerated() {
      guard let meaning, meaning.sound == meaning.phone.sound else { continue }
      letters[meaning.phone] = Character(Unicode.Scalar(UInt8(index)))
    }
    return letters
  }()

  /// What a letter of the tables stands for; nil for what is no letter of a phone.
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
