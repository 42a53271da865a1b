import QuranIndex

/// All that is heard in a recitation of a known passage, sound by sound, with what may lie in between.
struct StateChain: Sendable {
  /// One state.
  struct State: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A sound.
      case sound
      /// A short vowel at the end of a word, which is dropped where the reciter stops.
      case droppedVowel
      /// Silence, if there is any.
      case silence
      /// Something else, if there is any: takbir, amin, speech.
      case other
      /// The place where one item is over. Takes no time.
      case joint
    }

    var kind: Kind
    /// The row of `EmissionScores` that scores its frames.
    var heard = 0
    /// The class of its length; 0 for what has none.
    var length = 0
    /// Added where it is there, and where it isn't.
    var present: Float = 0
    var absent: Float = 0
    /// The item that it belongs to; -1 for what precedes the first.
    var item: Int
    /// The word of the item, from 0; -1 for what lies outside of words. A word that is repeated keeps its number.
    var word = -1
    /// The joint before the item that this joint ends, when the item may be left out.
    var bypassFrom: Int?
    /// The score of leaving it out.
    var bypass: Float = 0
    /// Whether it may last a single frame, where others of its kind can't.
    var isAnyLength = false
    /// Whether it is the pause after an item.
    var isEnding = false
    /// The only frame at which it may end.
    var pin: Int?
    /// About where it is heard, when that is known better than by its place in the item.
    var about: Range<Int>?
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
    /// About where something else is heard, by the place in `words` after which it is.
    var others: [Int: [Range<Int>]] = [:]
    var isOptional = false
    /// Whether something else may be heard after it.
    var mayPrecedeOther = false
    /// Whether a long silence after it is nobody's.
    var endsPart = false
    /// The frame at which it begins.
    var start: Int?
    /// The frame at which it ends; other things may follow.
    var end: Int?
  }

  var states: [State] = []
  let items: [Item]

  // How likely silence is, as logarithms times three, and what it costs to leave things out: found on recordings of six
  // reciters, and flat around these values.
  private static let atEnd = silence(likely: 0.9)
  private static let atMark = silence(likely: 0.25)
  private static let atWord = silence(likely: 0.04)
  private static let droppedVowelCost: Float = 6
  private static let otherCost: Float = 24
  private static let bypassCost: Float = 20

  /// The chain of `items`.
  init(_ items: [Item], _ others: Others = .none) {
    self.items = items
    addSilence(Self.atEnd, item: -1)
    if case .before(let ranges) = others { addOthers(ranges, atLeastOne: true, item: -1) }
    states.append(State(kind: .joint, item: -1, pin: items.first?.start))
    for (index, item) in items.enumerated() {
      let before = states.count - 1
      // A boundary that a person has set may lie anywhere in the pause.
      if item.start != nil { addPause(item: index) }
      for (place, word) in item.words.enumerated() {
        let isLast = place == item.words.count - 1
        let number = item.numbers?[place] ?? place
        add(word, number, item: index, isLast: isLast)
        if !isLast {
          addSilence(word.hasPauseMark ? Self.atMark : Self.atWord, item: index, word: number)
          addOthers(item.others[place] ?? [], item: index, word: number)
        }
      }
      if let end = item.end {
        addPause(item: index)
        states.append(State(kind: .joint, item: index, pin: end))
        addPause(item: index)
        addOthers(item.others[item.words.count - 1] ?? [], atLeastOne: true, item: index)
      } else {
        addSilence(Self.atEnd, item: index)
        states[states.count - 1].isEnding = true
        if others != .none, item.mayPrecedeOther {
          addOthers(item.others[item.words.count - 1] ?? [], atLeastOne: true, item: index)
        }
      }
      var joint = State(kind: .joint, item: index)
      if item.isOptional {
        joint.bypassFrom = before
        joint.bypass = -Self.bypassCost
      }
      joint.pin = index + 1 < items.count ? items[index + 1].start : nil
      states.append(joint)
    }
  }

  private mutating func add(_ word: AyahSounds.Word, _ number: Int, item: Int, isLast: Bool) {
    for (place, sound) in word.sounds.enumerated() {
      let rest = word.sounds[(place + 1)...]
      var length = sound.length
      if isLast, sound == .long, !rest.isEmpty, !rest.contains(where: \.isVowel) { length = .final }
      let isDropped = !isLast && rest.isEmpty && sound == .short
      states.append(
        State(
          kind: isDropped ? .droppedVowel : .sound, heard: sound.heard.rawValue, length: length.rawValue,
          absent: isDropped ? -Self.droppedVowelCost : 0, item: item, word: number))
    }
  }

  private mutating func addSilence(_ score: (there: Float, not: Float), item: Int, word: Int = -1) {
    states.append(
      State(
        kind: .silence, heard: AcousticModel.Class.silence.rawValue, present: score.there, absent: score.not,
        item: item, word: word))
  }

  /// Silence at a place that is settled, which may leave next to nothing of it.
  private mutating func addPause(item: Int) {
    addSilence((0, 0), item: item)
    states[states.count - 1].isAnyLength = true
  }

  /// Other things, one after the other with silence in between.
  private mutating func addOthers(
    _ ranges: [Range<Int>], atLeastOne: Bool = false, item: Int, word: Int = -1
  ) {
    var places: [Range<Int>?] = ranges
    if ranges.isEmpty, atLeastOne { places = [nil] }
    for place in places {
      states.append(
        State(
          kind: .other, heard: EmissionScores.other, present: -Self.otherCost, item: item, word: word,
          about: place))
      addSilence((0, Float(3 * logarithm(0.5))), item: item, word: word)
    }
  }

  private static func silence(likely probability: Double) -> (there: Float, not: Float) {
    (Float(3 * logarithm(probability)), Float(3 * logarithm(1 - probability)))
  }
}
