import TilawaQuran
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The decoding graph of a passage: a loop over its words.
///
/// They mostly follow each other, but a recitation may also leap from one: back, to repeat something, or
/// ahead, leaving ayat out.
///
/// The states are those of an ordinary hidden Markov model. Durations are those of several states in a row
/// with the same emissions, an Erlang distribution (Russell, Cook: Experimental evaluation of duration
/// modelling techniques for automatic speech recognition, ICASSP 1987). They are coarse, but a step of the
/// search doesn't depend on the time already spent in a state.
///
/// Word 0 stands for the sounds before the first word. After each word there are five states for what lies in
/// between: three for silence, as leaps start only from a real pause, one for other sounds and one for
/// silence among these.
struct WordGraph: Sendable {
  /// Frames are taken together by twos: nothing here needs to be exact.
  static let framesPerStep = 2
  /// The states after a word: silence of three steps or more, then anything else, with silence in it.
  static let statesBetween = 5
  /// Of these, the one from which there is a way on.
  static let pauseState = 2
  /// The one for other things.
  static let fillerState = 3
  /// The one for silence with other things before it and behind it.
  static let amongState = 4

  /// A word, or what comes before the first one.
  struct Word: Sendable {
    /// Nil before the first.
    var item: Int?
    /// From 0 within the item.
    var number: Int
    /// Its states, without those after it.
    var states: Range<Int>
    var isFirst: Bool
    var isLast: Bool
    /// The only step at which it may begin, and at which it may be over with other things following.
    var start: Int?
    var end: Int?
    /// The usual number of steps that it takes.
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
  let costs: TransitionCosts
  /// The word with which each item begins.
  let firstWords: [Int]

  init(
    _ items: [StateChain.Item], _ model: AcousticModel, tempo: Double, costs: TransitionCosts
  ) {
    self.costs = costs
    firstWords = Self.firstWords(of: items)
    addWord(
      Word(item: nil, number: 0, states: 0..<0, isFirst: true, isLast: true), pause: (there: 0, not: 0),
      other: -costs.filler)
    for (index, item) in items.enumerated() {
      for (number, word) in item.words.enumerated() {
        let isLast = number == item.words.count - 1
        let from = heard.count
        var dropped: Int?
        var seconds = 0.0
        for place in word.sounds.indices {
          if word.mayDropVowel(at: place, isLast: isLast) { dropped = heard.count }
          let usual = model.medians[word.duration(at: place, isLast: isLast).rawValue] * tempo
          addSound(Int(word.phones[place].rawValue), usual)
          seconds += usual
        }
        var own = Word(
          item: index, number: number, states: from..<heard.count, isFirst: number == 0, isLast: isLast)
        own.usualSteps = seconds * Double(SpeechFeatures.framesPerSecond / Self.framesPerStep)
        if number == 0 { own.start = item.start.map(Self.step) }
        if isLast { own.end = item.end.map(Self.step) }
        let other =
          isLast ? (item.mayPrecedeOther ? costs.filler : costs.fillerBetween) : costs.fillerInside
        let pause = Costs.silence(afterWord: word, isLast: isLast)
        addWord(own, pause: pause, other: -other, dropped: dropped)
      }
    }
    for index in items.indices where index > 0 && items[index - 1].isOptional {
      var before = index - 1
      var score: Float = 0
      while before >= 0, items[before].isOptional {
        score -= Costs.skippedItem
        let from = before == 0 ? 0 : firstWords[before] - 1
        bypasses.append(Bypass(word: firstWords[index], from: from, score: score))
        before -= 1
      }
    }
  }

  /// The word with which each item begins, without the graph: word 0 is none of theirs.
  static func firstWords(of items: [StateChain.Item]) -> [Int] {
    items.reduce(into: [1]) { $0.append($0[$0.count - 1] + $1.words.count) }.dropLast()
  }

  /// The step in which a frame lies.
  static func step(_ frame: Int) -> Int { frame / framesPerStep }

  private mutating func addSound(_ row: Int, _ seconds: Double) {
    let steps = max(Self.leastSteps, seconds * Double(SpeechFeatures.framesPerSecond / Self.framesPerStep))
    // Several states in a row, each left with the same likelihood: short and long are both unlikely then.
    let count = max(1, min(Self.mostStates, Int(Self.statesPerStep * steps)))
    let leave = min(Self.mostLikelyToLeave, Double(count) / steps)
    for _ in 0..<count {
      heard.append(UInt8(row))
      stay.append(Float(max(log(1 - leave), Self.leastStay)))
      advance.append(Float(log(leave)))
    }
  }

  private static let leastSteps = 1.05
  private static let mostStates = 10
  private static let statesPerStep = 0.45
  private static let mostLikelyToLeave = 0.9
  /// To stay costs no more: held sounds last as long as the reciter likes.
  private static let leastStay = -0.45

  private mutating func addWord(
    _ word: Word, pause: (there: Float, not: Float), other: Float, dropped: Int? = nil
  ) {
    words.append(word)
    for state in 0..<Self.statesBetween {
      heard.append(UInt8(state == Self.fillerState ? PhoneScores.filler : PhoneScores.silence))
      stay.append(state < Self.pauseState ? Costs.never : 0)
      advance.append(state < Self.pauseState ? 0 : Costs.never)
    }
    self.pause.append(pause.there)
    noPause.append(pause.not)
    self.other.append(other)
    self.dropped.append(dropped)
  }
}
