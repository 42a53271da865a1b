import Audio
public import QuranIndex
public import Timing

/// Follows a recitation while it is heard: which ayah and which word is recited now.
public final class RecitationFollower {
  /// What is told.
  public struct Place: Hashable, Sendable {
    /// Up to where the sound was heard when it was told.
    public var at: Milliseconds
    /// What is recited; nil when it isn't known any more.
    public var ayah: Ayah?
    /// Its word, from 1; 0 where there is no ayah.
    public var word: Int
    /// How likely the ayah is, from 0 to 1.
    public var confidence: Double
  }

  /// What is told of a moment.
  public enum Event: Hashable, Sendable {
    /// Another word is recited, or it isn't known any more which one is.
    case place(Place)
    /// Words of the stated passage were left out or said again.
    case slip(RecitationSlip)
  }

  private var stream: SpeechFeatureStream
  /// What isn't in the stream yet: it is fed with pieces of one length, however the sound is cut, as what is usual is learnt from all of a piece.
  private var waiting: [Float] = []
  private let pieceLength: Int
  private let original: AcousticModel
  private let counting: CountingSystem
  /// Nil while nobody knows about where one is.
  private var local: (grammar: FollowedGrammar, beam: FollowingBeam)?
  private var search: (grammar: FollowedGrammar, beam: FollowingBeam)?
  private let isStated: Bool
  private var model: AcousticModel
  private var tempo = 1.0
  private var done = 0
  private var last: Place?
  private var heard = FollowedWords()
  private var lostFrames = 0
  private var sureBlocks = 0
  private var nextReplay = 50
  private var nextLesson = 400
  private var quiet = 0
  private static let piecesPerSecond = 25
  /// Frames that are taken up at once.
  private static let block = 8

  /// Follows a passage, in a sound of one channel; any, when it is nil.
  public init(
    _ passage: [AyahRange]?, counting: CountingSystem = .kufi, model: AcousticModel = .shipped,
    sampleRate: Int
  ) {
    stream = SpeechFeatureStream(sampleRate: sampleRate)
    pieceLength = max(1, sampleRate / Self.piecesPerSecond)
    original = model
    self.model = model
    self.counting = counting
    isStated = passage != nil
    if let passage {
      let grammar = FollowedGrammar(passage, counting)
      local = (grammar, FollowingBeam(grammar.graph(model, tempo: tempo)))
    }
    restart()
  }

  /// As if nothing had been heard yet.
  private func restart() {
    if let local {
      let openings = local.grammar.openingItems.map { local.beam.graph.firstWords[$0] }
      local.beam.begin(Self.atBeginning, openings: Set(openings))
    } else {
      beginSearch()
    }
    heard = FollowedWords()
    leaps = LeapDetector()
    lostFrames = 0
  }

  private static let atBeginning = AnywhereCosts(atAyah: 15, inside: 25)
  private static let whenLost = AnywhereCosts(atAyah: 30, inside: 40)
  private static let everywhere = AnywhereCosts(atAyah: 0, inside: 10)
  private static let elsewhere = AnywhereCosts(atAyah: 60, inside: 70)

  private func beginSearch() {
    if search == nil {
      let grammar = FollowedGrammar.whole(counting)
      search = (grammar, FollowingBeam(grammar.graph(model, tempo: tempo)))
    }
    search?.beam.begin(Self.everywhere, openings: [])
    sureBlocks = 0
  }

  /// Takes up what is heard next; gives what is to be told.
  public func hear(_ samples: [Float], isLast: Bool = false) -> [Event] {
    waiting += samples
    var told: [Event] = []
    var taken = 0
    while waiting.count - taken >= pieceLength {
      stream.add(Array(waiting[taken..<taken + pieceLength]))
      taken += pieceLength
      told += followed()
    }
    waiting.removeFirst(taken)
    guard isLast else { return told }
    stream.add(waiting, isLast: true)
    waiting = []
    return told + followed()
  }

  /// Follows what is in the stream by now.
  private func followed() -> [Event] {
    var told: [Event] = []
    while done + Self.block + 2 * SpeechFeatureStream.lookahead <= stream.count {
      take(done..<done + Self.block)
      if stream.loudCount >= nextReplay, nextReplay < 1000 {
        nextReplay *= 2
        if last?.ayah == nil || nextReplay < 500 {
          restart()
          for first in stride(from: 0, to: done, by: Self.block) { take(first..<first + Self.block) }
        }
      }
      if let place = changed() { told.append(.place(place)) }
      if let slip = slipped() { told.append(.slip(slip)) }
    }
    return told
  }

  private func take(_ frames: Range<Int>) {
    let margin = SpeechFeatureStream.lookahead
    let wide = max(0, frames.lowerBound - margin)..<frames.upperBound + margin
    let features = stream.features(of: wide)
    let scores = FrameScores(model, features, silent: [], fillerCost: Costs.fillerFrame)
    let shift = frames.lowerBound - wide.lowerBound
    let table = scores.scores(of: shift..<shift + frames.count)
    for first in stride(from: 0, to: frames.count, by: WordGraph.framesPerStep) {
      let row = (0..<scores.rows).map { row in
        let place = row * frames.count + first
        return table[place] + table[place + 1]
      }
      local?.beam.advance(row)
      if local == nil || isSearching { search?.beam.advance(row) }
    }
    done = frames.upperBound
    let loud = features.isLoud[shift..<shift + frames.count].reduce(0) { $0 + ($1 ? 1 : 0) }
    quiet = loud == 0 ? quiet + frames.count : 0
    follow(loud: loud)
  }

  private var isSearching: Bool { search != nil && (local == nil || (!isStated && lostFrames > Self.lost)) }
  private static let lost = 75

  /// Where one is after a block, as the follower knows it.
  private var place = FollowingBeam.Place()

  private func follow(loud: Int) {
    if isSearching, let search {
      search.beam.open(Self.elsewhere)
      let found = search.beam.place()
      sureBlocks = found.itemShare > 0.9 && found.lead > 30 ? sureBlocks + 1 : 0
      if sureBlocks >= 8, let word = found.word { settle(at: word) }
    }
    guard let local else { return }
    place = local.beam.place()
    heard.add(place.word, at: done)
    heard.forget(before: done - SpeechFeatureStream.window + SpeechFeatures.framesPerSecond)
    if place.word == nil {
      lostFrames += loud
      if lostFrames > Self.lost {
        if isStated {
          local.beam.open(Self.whenLost)
        } else if lostFrames - loud <= Self.lost {
          beginSearch()
        }
      }
    } else if place.itemShare > 0.8 {
      lostFrames = 0
    }
    if let word = place.word, !isStated { keepRoom(at: word) }
    if quiet >= 16, stream.loudCount >= nextLesson { learn() }
  }

  /// The search is sure: from now on only what is near is looked for.
  private func settle(at word: Int) {
    guard let search, let item = search.beam.graph.words[word].item else { return }
    guard let ayah = search.grammar.passage.items[item].ayah else { return }
    sureBlocks = 0
    move(to: FollowedGrammar.around(ayah, counting), ayah, from: search)
    lostFrames = 0
  }

  private func move(
    to grammar: FollowedGrammar, _ ayah: Ayah, from old: (grammar: FollowedGrammar, beam: FollowingBeam)
  ) {
    let beam = FollowingBeam(grammar.graph(model, tempo: tempo))
    guard let here = grammar.item(of: ayah), let there = old.grammar.item(of: ayah) else { return }
    let shift = old.beam.graph.firstWords[there] - beam.graph.firstWords[here]
    guard beam.goOn(from: old.beam, shift: shift) else { return }
    local = (grammar, beam)
    heard.shift(by: shift)
  }

  /// The window moves with the reciter.
  private func keepRoom(at word: Int) {
    guard let local, local.beam.graph.words.count - word < 150, let item = local.beam.graph.words[word].item,
      let ayah = local.grammar.passage.items[item].ayah, ayah.number > 0
    else { return }
    let grammar = FollowedGrammar.around(ayah, counting)
    guard grammar.passage.items.last != local.grammar.passage.items.last else { return }
    move(to: grammar, ayah, from: local)
  }

  /// Learns from what was followed how this voice and this room sound, and how quick the reading is.
  private func learn() {
    guard let local, place.word != nil, let start = heard.all.first?.frame else { return }
    guard done - start > 300 else { return }
    let window = max(0, start - 25)..<done
    var items: [StateChain.Item] = []
    var spans: [Range<Int>] = []
    let graph = local.beam.graph
    var lastItem: Int?
    for heard in heard.all {
      let word = graph.words[heard.word]
      guard let item = word.item else { continue }
      let at = heard.frame - window.lowerBound
      let whole = local.grammar.passage.chainItems[item]
      if item != lastItem {
        if let last = spans.indices.last { spans[last] = spans[last].lowerBound..<at }
        items.append(StateChain.Item(words: []))
        items[items.count - 1].numbers = []
        spans.append(at..<at)
        lastItem = item
      }
      let last = items.count - 1
      // Words that passed unseen.
      let from = (items[last].numbers?.last.map { $0 + 1 }) ?? word.number
      for number in min(from, word.number)...word.number {
        items[last].words.append(whole.words[number])
        items[last].numbers?.append(number)
      }
    }
    guard let last = spans.indices.last else { return }
    spans[last] = spans[last].lowerBound..<window.count
    nextLesson = stream.loudCount + min(1500, max(300, stream.loudCount))
    let utterance = Utterance(features: stream.features(of: window), model: original)
    let learnt = ForcedAligner(utterance: utterance).learn(
      from: items, .none, around: FirstGuess(spans, tempo: tempo))
    guard let learnt, Pipeline.tempi.contains(learnt.tempo) else { return }
    model = learnt.model
    tempo = learnt.tempo
    let beam = FollowingBeam(local.grammar.graph(model, tempo: tempo))
    if beam.goOn(from: local.beam, shift: 0) { self.local = (local.grammar, beam) }
  }

  private func changed() -> Place? {
    guard let local, !(isSearching && !isStated) || place.word != nil && place.itemShare > 0.9 else {
      return lose()
    }
    guard let index = place.word, let item = local.beam.graph.words[index].item,
      let ayah = local.grammar.passage.items[item].ayah
    else { return lose() }
    let word = local.beam.graph.words[index].number + 1
    guard place.itemShare > 0.6, ayah != last?.ayah || word != last?.word else { return nil }
    let new = Place(at: now, ayah: ayah, word: word, confidence: place.itemShare)
    last = new
    return new
  }

  /// Of a stated passage only: in what nobody stated there is no order to leave.
  private func slipped() -> RecitationSlip? {
    guard isStated, stream.loudCount > Self.enoughHeard else { return nil }
    guard let local, let word = place.word, place.itemShare > Self.sure else { return nil }
    guard var leap = leaps.add(word) else { return nil }
    // Where it really was is known better by now.
    if let traced = local.beam.latestLeap(), abs(traced.to - leap.to) < Self.near {
      leap = LeapDetector.Leap(after: traced.after, to: traced.to)
    }
    guard leap.to != leap.after + 1 else { return nil }
    let words = leap.to > leap.after ? leap.after + 1..<leap.to : leap.to..<leap.after + 1
    let told = words.compactMap { local.grammar.word($0, in: local.beam.graph) }
    guard let first = told.first, let last = told.last else { return nil }
    return RecitationSlip(
      at: now, kind: leap.to > leap.after ? .leftOut : .repeated, first: first, last: last)
  }

  private static let sure = 0.9
  /// In words.
  private static let near = 10
  /// In loud frames: until then a place may be none.
  private static let enoughHeard = 400
  private var leaps = LeapDetector()

  private var now: Milliseconds {
    Milliseconds(
      Int64((done + 2 * SpeechFeatureStream.lookahead) * 1000 / SpeechFeatures.framesPerSecond))
  }

  private func lose() -> Place? {
    guard last?.ayah != nil else { return nil }
    let lost = Place(at: now, ayah: nil, word: 0, confidence: 1)
    last = lost
    return lost
  }
}
