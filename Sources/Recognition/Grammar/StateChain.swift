import TilawaQuran

/// A recitation of a known passage as the states of a left-to-right hidden semi-Markov model: sound by sound,
/// with what may lie in between.
///
/// Every state is passed in turn, though many may take no time. Only optional items are bypassed as a whole.
/// A forced alignment thus needs one chain and no graph (Young et al., The HTK Book, 2006, "forced
/// alignment").
struct StateChain: Sendable {
  /// One state. A recording of three hours has some seventy thousand, so it is kept small.
  struct State: Hashable, Sendable {
    enum Kind: UInt8, Hashable, Sendable {
      /// A sound.
      case sound
      /// A short vowel at the end of a word, which is dropped where the reciter stops.
      case droppedVowel
      /// Silence, if there is any.
      case silence
      /// The filler model, for any other sound: takbir, amin, speech.
      case filler
      /// The place where one item is over. Takes no time.
      case joint
    }

    var kind: Kind
    /// True if it may last a single frame, where others of its kind can't.
    var isAnyLength = false
    /// True if it is the pause after an item.
    var isEnding = false
    /// The row of `EmissionScores` that scores its frames.
    @Short var emission = 0
    /// The class of its duration, of a sound.
    @Short var duration = 0
    /// Added where it is there, and where it isn't.
    var present: Float = 0
    var absent: Float = 0
    /// The item that it belongs to; nil for what precedes the first.
    @ShortIfAny var item: Int? = nil
    /// The word of the item, from 0; nil for what lies outside of words. A word that is repeated keeps its number.
    @ShortIfAny var word: Int? = nil
    /// The joint before the item that this joint ends, when the item may be left out.
    @ShortIfAny var bypassFrom: Int? = nil
    /// The score of leaving it out.
    var bypass: Float = 0
    /// The only frame at which it may end.
    @ShortIfAny var pin: Int? = nil
    /// The approximate frames of the state, if they are known better than by its place in the item.
    var about: Range<Int>? {
      get {
        guard let aboutStart, let aboutEnd else { return nil }
        return aboutStart..<aboutEnd
      }
      set { (aboutStart, aboutEnd) = (newValue?.lowerBound, newValue?.upperBound) }
    }

    @ShortIfAny private var aboutStart: Int? = nil
    @ShortIfAny private var aboutEnd: Int? = nil

    /// True if it is a sound of the passage.
    var isSound: Bool { kind == .sound || kind == .droppedVowel }
  }

  /// Where something else is looked for besides the items that say so.
  enum Others: Hashable, Sendable {
    /// Nowhere, whatever the items say.
    case none
    /// Before the first item, about there.
    case before([Range<Int>])
  }

  /// An item of the passage, and what a person has said about it.
  struct Item: Hashable, Sendable {
    var words: [AyahSounds.Word]
    /// The places of these words in the ayah, when they aren't all of them in order.
    var numbers: [Int]?
    /// The approximate frames of other sounds, by the place in `words` after which they come.
    var others: [Int: [Range<Int>]] = [:]
    var isOptional = false
    /// The cost of beginning the item with a later word, for a recording that begins within it; nil if it
    /// begins with its first word.
    var laterStart: Float?
    /// True if something else may follow it.
    var mayPrecedeOther = false
    /// True if a long silence after it belongs to no ayah.
    var endsPart = false
    /// The frame at which it begins.
    var start: Int?
    /// The frame at which it ends; other things may follow.
    var end: Int?
    /// Which part of what was stated it belongs to, from 0.
    var part = 0
    /// The frames of the item and of what follows it, as far as they are known; nil if it may be anywhere.
    var within: Range<Int>?
  }

  var states: [State] = []
  private(set) var items: [Item]

  /// The chain of `items`.
  init(_ items: [Item], _ others: Others = .none) {
    self.items = items
    addSilence(Self.afterItem, item: nil)
    if case .before(let ranges) = others { addOthers(ranges, atLeastOne: true, item: nil) }
    states.append(State(kind: .joint, item: nil, pin: items.first?.start))
    for (index, item) in items.enumerated() {
      let before = states.count - 1
      // A boundary that a person has set may lie anywhere in the pause.
      if item.start != nil { addPause(item: index) }
      for (place, word) in item.words.enumerated() {
        let isLast = place == item.words.count - 1
        let number = item.numbers?[place] ?? place
        add(word, number, item: index, isLast: isLast)
        if !isLast {
          addSilence(Costs.silence(afterWord: word, isLast: false), item: index, word: number)
          addOthers(item.others[place] ?? [], item: index, word: number)
          if let cost = item.laterStart {
            states.append(State(kind: .joint, item: index, bypassFrom: before, bypass: -cost))
          }
        }
      }
      if let end = item.end {
        addPause(item: index)
        states.append(State(kind: .joint, item: index, pin: end))
        addPause(item: index)
        addOthers(item.others[item.words.count - 1] ?? [], atLeastOne: true, item: index)
      } else {
        addSilence(Self.afterItem, item: index)
        states[states.count - 1].isEnding = true
        if others != .none, item.mayPrecedeOther {
          addOthers(item.others[item.words.count - 1] ?? [], atLeastOne: true, item: index)
        }
      }
      var joint = State(kind: .joint, item: index)
      if item.isOptional {
        joint.bypassFrom = before
        joint.bypass = -Costs.skippedItem
      }
      joint.pin = index + 1 < items.count ? items[index + 1].start : nil
      states.append(joint)
    }
  }

  /// The chain without the known places of its items.
  var anywhere: StateChain {
    var chain = self
    for index in items.indices { chain.items[index].within = nil }
    return chain
  }

  private mutating func add(_ word: AyahSounds.Word, _ number: Int, item: Int, isLast: Bool) {
    for place in word.sounds.indices {
      let isDropped = word.mayDropVowel(at: place, isLast: isLast)
      states.append(
        State(
          kind: isDropped ? .droppedVowel : .sound, emission: Int(word.phones[place].rawValue),
          duration: word.duration(at: place, isLast: isLast).rawValue,
          absent: isDropped ? -Costs.droppedVowel : 0, item: item, word: number))
    }
  }

  private mutating func addSilence(_ score: (there: Float, not: Float), item: Int?, word: Int? = nil) {
    states.append(
      State(
        kind: .silence, emission: PhoneScores.silence, present: score.there,
        absent: score.not,
        item: item, word: word))
  }

  /// Silence at a place that is settled, which may leave next to nothing of it.
  private mutating func addPause(item: Int) {
    addSilence((0, 0), item: item)
    states[states.count - 1].isAnyLength = true
  }

  /// Other things, one after the other with silence in between.
  private mutating func addOthers(
    _ ranges: [Range<Int>], atLeastOne: Bool = false, item: Int?, word: Int? = nil
  ) {
    var places: [Range<Int>?] = ranges
    if ranges.isEmpty, atLeastOne { places = [nil] }
    for place in places {
      var other = State(
        kind: .filler, emission: PhoneScores.filler, present: -Costs.filler, item: item, word: word)
      other.about = place
      states.append(other)
      addSilence((0, Costs.silence(likely: Costs.silenceBetweenFillers).not), item: item, word: word)
    }
  }

  private static let afterItem = Costs.silence(likely: Costs.silenceAfterItem)
}

/// A number of at least 0, in four bytes. Greater values become the maximum, which exceeds the frames of any
/// recording.
@propertyWrapper
struct Short: Hashable, Sendable {
  private var number: Int32

  init(wrappedValue: Int) { number = Int32(clamping: wrappedValue) }

  var wrappedValue: Int {
    get { Int(number) }
    set { number = Int32(clamping: newValue) }
  }
}

/// An optional number of at least 0, in four bytes.
@propertyWrapper
struct ShortIfAny: Hashable, Sendable {
  private var number: Int32

  init(wrappedValue: Int?) { number = wrappedValue.map { Int32(clamping: $0) } ?? -1 }

  var wrappedValue: Int? {
    get { number < 0 ? nil : Int(number) }
    set { number = newValue.map { Int32(clamping: $0) } ?? -1 }
  }
}

extension Costs {
  /// Returns the scores of silence after a word, and of none. Silence after the last word of an item is the
  /// pause that shows its end.
  static func silence(afterWord word: AyahSounds.Word, isLast: Bool) -> (there: Float, not: Float) {
    silence(likely: isLast ? silenceAfterItem : word.hasPauseMark ? silenceAtMark : silenceBetweenWords)
  }
}

extension AyahSounds.Word {
  /// Returns the class of a sound's duration. The last long vowel of an item, before its last consonants, is
  /// held as long as the reciter likes.
  func duration(at place: Int, isLast: Bool) -> AcousticModel.DurationClass {
    guard isLast, sounds[place] == .long else { return sounds[place].duration }
    let rest = sounds[(place + 1)...]
    return rest.isEmpty || rest.contains(where: \.isVowel) ? .long : .final
  }

  /// Returns true if a sound is the short vowel that is dropped where a reciter stops at the word. At the end
  /// of an item he always stops.
  func mayDropVowel(at place: Int, isLast: Bool) -> Bool {
    !isLast && place == sounds.count - 1 && sounds[place] == .short
  }
}
