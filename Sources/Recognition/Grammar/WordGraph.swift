import Audio
import QuranIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A passage as states that follow each other in time, from which a recitation may also leap: back, to repeat something, or
/// ahead, leaving ayat out.
///
/// Word 0 stands for what is heard before the first word. After each word there are four states for what lies in between:
/// three for silence, as only a real pause may be leapt from, and one for other things.
struct WordGraph: Sendable {
  /// Frames are taken together by twos: nothing here needs to be exact.
  static let framesPerStep = 2
  /// The states after a word: silence of three steps or more, then anything else.
  static let statesBetween = 4
  /// Of these, the one from which there is a way on.
  static let pauseState = 2

  /// What a leap costs, and beginning or ending in the middle of the passage.
  struct Costs: Hashable, Sendable {
    var leap: Float = 45
    /// Added when it leads into the middle of an ayah.
    var intoMiddle: Float = 10
    /// Added when it starts in the middle of an ayah and leads to another.
    var outOfMiddle: Float = 10
    /// Of other things between the words of an ayah, between ayat, and where the passage allows for it.
    var otherInside: Float = 45
    var otherBetween: Float = 35
    var other: Float = 24
    /// A frame of other things costs this much more than the best sound would.
    var otherFrame: Float = 0
    /// Ways that are worse by this than the best one are given up.
    var beam: Float = 160

    /// Where anything may come.
    static let free = Costs()
    /// For a passage that is read straight through.
    static let straight = Costs(
      leap: 1000, otherInside: 1000, otherBetween: 1000, other: 24, otherFrame: 1, beam: 500)
  }

  /// A word, or what comes before the first one.
  struct Word: Sendable {
    /// -1 before the first.
    var item: Int
    /// From 0 within the item.
    var number: Int
    /// Its states, without those after it.
    var states: Range<Int>
    var isFirst: Bool
    var isLast: Bool
    /// The only step at which it may begin, and at which it may be over with other things following.
    var start: Int?
    var end: Int?
    /// How many steps it usually takes.
    var usualSteps = 0.0
  }

  /// A way past items that may be left out: from the end of one word to the start of another.
  struct Bypass: Sendable {
    var word: Int
    var from: Int
    var score: Float
  }

  private(set) var words: [Word] = []
  /// By state: the row of `EmissionScores`, and the score of staying and of going on to the next state.
  private(set) var heard: [UInt8] = []
  private(set) var stay: [Float] = []
  private(set) var advance: [Float] = []
  /// By word: the score of a pause after it, and of none.
  private(set) var pause: [Float] = []
  private(set) var noPause: [Float] = []
  /// The score of other things after it.
  private(set) var other: [Float] = []
  /// By word: where its last short vowel begins, which may be dropped before a pause.
  private(set) var dropped: [Int?] = []
  private(set) var bypasses: [Bypass] = []
  let costs: Costs
  /// The word with which each item begins.
  private(set) var firstWords: [Int] = []

  static let never: Float = -1e30
  private static let bypassCost: Float = 20
  private static let droppedVowelCost: Float = 6

  init(_ items: [StateChain.Item], _ model: AcousticModel, tempo: Double, costs: Costs = Costs()) {
    self.costs = costs
    addWord(
      Word(item: -1, number: 0, states: 0..<0, isFirst: true, isLast: true), pause: (0, 0),
      other: -costs.other)
    for (index, item) in items.enumerated() {
      firstWords.append(words.count)
      for (number, word) in item.words.enumerated() {
        let isLast = number == item.words.count - 1
        let from = heard.count
        var dropped: Int?
        var seconds = 0.0
        for (place, sound) in word.sounds.enumerated() {
          let rest = word.sounds[(place + 1)...]
          var length = sound.length
          if isLast, sound == .long, !rest.isEmpty, !rest.contains(where: \.isVowel) { length = .final }
          if rest.isEmpty, sound == .short, !isLast { dropped = heard.count }
          let usual = model.medians[length.rawValue] * tempo
          addSound(sound.heard, length, usual)
          seconds += usual
        }
        var own = Word(
          item: index, number: number, states: from..<heard.count, isFirst: number == 0, isLast: isLast)
        own.usualSteps = seconds * Double(SpeechFeatures.framesPerSecond / Self.framesPerStep)
        if number == 0 { own.start = item.start.map(Self.step) }
        if isLast { own.end = item.end.map(Self.step) }
        let likely = isLast ? 0.9 : word.hasPauseMark ? 0.25 : 0.04
        let score = (Float(3 * log(likely)), Float(3 * log(1 - likely)))
        let other =
          isLast ? (item.mayPrecedeOther ? costs.other : costs.otherBetween) : costs.otherInside
        addWord(own, pause: score, other: -other, dropped: dropped)
      }
    }
    for index in items.indices where index > 0 && items[index - 1].isOptional {
      var before = index - 1
      var score: Float = 0
      while before >= 0, items[before].isOptional {
        score -= Self.bypassCost
        let from = before == 0 ? 0 : firstWords[before] - 1
        bypasses.append(Bypass(word: firstWords[index], from: from, score: score))
        before -= 1
      }
    }
  }

  /// The step in which a frame lies.
  static func step(_ frame: Int) -> Int { frame / framesPerStep }

  private mutating func addSound(
    _ sound: AcousticModel.Class, _ length: AcousticModel.Length, _ seconds: Double
  ) {
    let steps = max(1.05, seconds * Double(SpeechFeatures.framesPerSecond / Self.framesPerStep))
    // Several states in a row, each left with the same likelihood: short and long are both unlikely then.
    let count = max(1, min(10, Int(0.45 * steps)))
    let leave = min(0.9, Double(count) / steps)
    for _ in 0..<count {
      heard.append(UInt8(sound.rawValue))
      // Held sounds last as long as the reciter likes.
      stay.append(Float(max(log(1 - leave), -0.45)))
      advance.append(Float(log(leave)))
    }
  }

  private mutating func addWord(
    _ word: Word, pause: (there: Float, not: Float), other: Float, dropped: Int? = nil
  ) {
    words.append(word)
    for state in 0..<Self.statesBetween {
      heard.append(
        UInt8(state == Self.statesBetween - 1 ? EmissionScores.other : AcousticModel.Class.silence.rawValue))
      stay.append(state < 2 ? Self.never : 0)
      advance.append(state < 2 ? 0 : Self.never)
    }
    self.pause.append(pause.there)
    noPause.append(pause.not)
    self.other.append(other)
    self.dropped.append(dropped)
  }
}
