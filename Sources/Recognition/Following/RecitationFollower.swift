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
  /// The words of `local` in reverse order, and what they tell.
  private var reverse: FollowingBeam?
  private var evidence = PassageEvidence()
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
      beginReverse(of: local.grammar)
    } else {
      beginSearch()
    }
    heard = FollowedWords()
    leaps = LeapDetector()
    evidence = PassageEvidence()
    lostFrames = 0
  }

  private func beginReverse(of grammar: FollowedGrammar) {
    reverse = FollowingBeam(grammar.reverseGraph(model, tempo: tempo))
    reverse?.begin(Self.everywhere, openings: [])
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
    while done + Self.block + Self.lookahead <= stream.count {
      take(done..<done + Self.block)
      if stream.loudCount >= nextReplay, nextReplay < 1000 {
        nextReplay *= 2
        if last?.ayah == nil || nextReplay < 500 {
          restart()
          let known = (stream.kept.lowerBound + Self.block - 1) / Self.block * Self.block
          for first in stride(from: known, to: done, by: Self.block) { take(first..<first + Self.block) }
        }
      }
      if let place = changed() { told.append(.place(place)) }
      if let slip = slipped() { told.append(.slip(slip)) }
    }
    return told
  }

  private func take(_ frames: Range<Int>) {
    let wide =
      max(stream.kept.lowerBound, frames.lowerBound - Self.behind)..<frames.upperBound + Self.ahead
    let features = stream.features(of: wide)
    let scores = PhoneScores(model, features, scale: .followed, fillerCost: Self.fillerFrame)
    let shift = frames.lowerBound - wide.lowerBound
    let table = scores.scores(of: shift..<shift + frames.count)
    for first in stride(from: 0, to: frames.count, by: WordGraph.framesPerStep) {
      let row = (0..<scores.rows).map { row in
        let place = row * frames.count + first
        return table[place] + table[place + 1]
      }
      if let local, let reverse {
        local.beam.advance(row)
        reverse.advance(row)
        if features.isLoud[shift + first] {
          evidence.add(own: local.beam.latest, reverse: reverse.latest)
        }
      }
      if local == nil || isSearching { search?.beam.advance(row) }
    }
    done = frames.upperBound
    let loud = features.isLoud[shift..<shift + frames.count].reduce(0) { $0 + ($1 ? 1 : 0) }
    quiet = loud == 0 ? quiet + frames.count : 0
    follow(loud: loud)
  }

  /// Frames that the network sees around those that are taken up. Behind them it would see 16; for the last of these it is told the
  /// latest again, as they would have to be waited for. Of all time 0.9 % more is right than with all 16.
  private static let behind = 16
  private static let ahead = 8
  /// Frames that must have been heard behind those that are taken up.
  private static let lookahead = ahead + SpeechFeatureStream.lookahead
  /// What other things pay for fitting everything. By 0.7 voices that are heard badly are taken for them: of a reciter of Surah
  /// Yasin whom the network had never heard 56 % were lost.
  private static let fillerFrame: Float = 1.2

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
    if place.word == nil || evidence.probability < Self.even {
      lostFrames += loud
      if lostFrames > Self.lost {
        if isStated {
          local.beam.open(Self.whenLost)
          reverse?.open(Self.whenLost)
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
    beginReverse(of: grammar)
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
    guard beam.goOn(from: local.beam, shift: 0) else { return }
    self.local = (local.grammar, beam)
    beginReverse(of: local.grammar)
  }

  /// How long the place has been a word or two before what was told, and for how long that isn't told; in blocks.
  private var blocksBack = 0
  private static let enoughBack = 4
  /// In words.
  private static let wavering = 2

  private func changed() -> Place? {
    guard let local, evidence.probability > Self.nothingLeft,
      !(isSearching && !isStated) || place.word != nil && itemShare > Self.sure
    else { return lose() }
    guard let index = place.word, let item = local.beam.graph.words[index].item,
      let ayah = local.grammar.passage.items[item].ayah
    else { return lose() }
    let word = local.beam.graph.words[index].number + 1
    guard itemShare > Self.even, ayah != last?.ayah || word != last?.word else { return nil }
    // The search wavers between a word and the next one; a word is said again for longer.
    let isBack = ayah == last?.ayah && word < last?.word ?? 0 && word + Self.wavering >= last?.word ?? 0
    blocksBack = isBack ? blocksBack + 1 : 0
    guard !isBack || blocksBack >= Self.enoughBack else { return nil }
    let new = Place(at: now, ayah: ayah, word: word, confidence: itemShare)
    last = new
    return new
  }

  /// Of a stated passage only: in what nobody stated there is no order to leave.
  private func slipped() -> RecitationSlip? {
    guard isStated, stream.loudCount > Self.enoughHeard else { return nil }
    // Across a moment in which it wasn't even known whether the passage is heard, no order is left.
    if evidence.probability < Self.even { leaps = LeapDetector() }
    guard let local, let word = place.word, place.itemShare > Self.sure,
      var leap = leaps.add(word, isSure: evidence.probability > Self.sureOfPassage)
    else { return nil }
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

  /// How likely the item of the place is the right one, and the passage what is heard.
  private var itemShare: Double { place.itemShare * evidence.probability }

  private static let sure = 0.9
  /// Who is told of a slip that was none looks for it.
  private static let sureOfPassage = 0.98
  /// What is less likely than that isn't told, and what was told isn't known any more where the passage is less likely than this.
  private static let even = 0.5
  private static let nothingLeft = 0.35
  /// In words.
  private static let near = 10
  /// In loud frames: until then a place may be none.
  private static let enoughHeard = 400
  private var leaps = LeapDetector()

  private var now: Milliseconds {
    Milliseconds(
      Int64((done + Self.lookahead) * 1000 / SpeechFeatures.framesPerSecond))
  }

  private func lose() -> Place? {
    guard last?.ayah != nil else { return nil }
    let lost = Place(at: now, ayah: nil, word: 0, confidence: 1)
    last = lost
    return lost
  }
}
