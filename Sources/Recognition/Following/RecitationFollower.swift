public import TilawaBase
public import TilawaQuran
import TilawaSound

/// Follows a recitation live: the ayah and the word that is being recited.
public final class RecitationFollower {
  /// A reported place.
  public struct Place: Hashable, Sendable {
    /// The time up to which the sound was processed at the report.
    public var at: Milliseconds
    /// The ayah being recited; nil if it isn't known any more.
    public var ayah: Ayah?
    /// The word of the ayah, from 1; 0 if there is no ayah.
    public var word: Int
    /// The probability of the ayah, from 0 to 1.
    public var confidence: Double
  }

  /// A report about a moment.
  public enum Event: Hashable, Sendable {
    /// Another word is being recited, or the place isn't known any more.
    case place(Place)
    /// Words of the stated passage were left out or said again.
    case slip(RecitationSlip)
  }

  private var stream: SpeechFeatureStream
  /// The samples that aren't in the stream yet.
  ///
  /// The stream is fed with pieces of one length, however the sound is cut, because its usual values are
  /// learnt from all of a piece.
  private var waiting: [Float] = []
  private let pieceLength: Int
  private let counting: CountingSystem
  /// The passage that is followed; nil while even the approximate place is unknown.
  private var local: FollowedPassage?
  /// The search for the passage, if none was stated.
  private var search: LivePassageSearch?
  private var model: AcousticModel
  private var tempo = 1.0
  private var done = 0
  private var told = FollowedPlaces()
  private var heard = FollowedWords()
  private var leaps = LeapDetector()
  private var lostFrames = 0
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
    self.model = model
    self.counting = counting
    if let passage {
      local = FollowedPassage(FollowedGrammar(passage, counting), model, tempo: tempo)
    } else {
      search = LivePassageSearch()
    }
  }

  /// Processes the next samples; returns the events to report.
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
    var events: [Event] = []
    while done + Self.block + Self.lookahead <= stream.count {
      let loud = take(done..<done + Self.block)
      if let found = found(loud) {
        local = FollowedPassage(.around(found.passage.last, counting), in: found.passage, model, tempo: tempo)
        hearAgain(from: found.frame)
      } else if stream.loudCount >= nextReplay, nextReplay < 1000 {
        // By now it is better known what is usual in the sound.
        nextReplay *= 2
        if search == nil, told.last?.ayah == nil || nextReplay < 500 {
          local?.begin()
          hearAgain(from: 0)
        }
      }
      if let place = changed() { events.append(.place(place)) }
      if let slip = slipped() { events.append(.slip(slip)) }
    }
    return events
  }

  /// Goes once more through what is still kept from a frame on.
  private func hearAgain(from start: Int) {
    heard = FollowedWords()
    leaps = LeapDetector()
    lostFrames = 0
    // A word of what was followed before is none of what is followed now.
    place = FollowingBeam.Place()
    let known = max(start, stream.kept.lowerBound + Self.block - 1) / Self.block * Self.block
    for first in stride(from: known, to: done, by: Self.block) { _ = take(first..<first + Self.block) }
  }

  /// Processes some frames; returns the number of loud ones.
  private func take(_ frames: Range<Int>) -> Int {
    let wide =
      max(stream.kept.lowerBound, frames.lowerBound - model.network.reach)..<frames.upperBound + Self.ahead
    let features = stream.features(of: wide)
    let shift = frames.lowerBound - wide.lowerBound
    let loud = features.isLoud[shift..<shift + frames.count].count { $0 }
    done = frames.upperBound
    quiet = loud == 0 ? quiet + frames.count : 0
    guard local != nil else { return loud }
    let scores = PhoneScores(model, features, fillerCost: Costs.followedFillerFrame)
    let table = scores.scores(of: shift..<shift + frames.count)
    for first in stride(from: 0, to: frames.count, by: WordGraph.framesPerStep) {
      let row = (0..<PhoneScores.rows).map { row in
        let place = row * frames.count + first
        return table[place] + table[place + 1]
      }
      local?.advance(row, isLoud: features.isLoud[shift + first])
    }
    follow(loud: loud)
    return loud
  }

  /// The number of frames after the processed ones that the network sees.
  ///
  /// It could use more, but they would have to be waited for, so the last of these are repeated instead. It
  /// was trained with no more than these (`Tests/Trials/data/network`).
  private static let ahead = 8
  /// The number of frames that must have been received after the processed ones.
  private static let lookahead = ahead + SpeechFeatureStream.lookahead

  /// The place after a block.
  private var place = FollowingBeam.Place()

  /// True if the place has been unknown for a while.
  private var isLost: Bool { lostFrames > Self.lost }
  private static let lost = 75
  /// The number of loud frames without recognition after which a passage that wasn't stated is given up.
  private static let mostLost = 15 * SpeechFeatures.framesPerSecond

  private func follow(loud: Int) {
    guard let local else { return }
    place = local.beam.place()
    heard.add(place.word, at: done)
    heard.forget(before: done - SpeechFeatureStream.window + SpeechFeatures.framesPerSecond)
    if place.word == nil || local.probability < Self.even {
      lostFrames += loud
      if isLost { local.open() }
    } else if place.itemShare > 0.8 {
      lostFrames = 0
    }
    if let word = place.word, search != nil { keepRoom(at: word) }
    if quiet >= 16, stream.loudCount >= nextLesson { learn() }
  }

  /// Returns the passage recited by now, if none was stated and it isn't the one that is followed.
  private func found(_ loud: Int) -> LivePassageSearch.Found? {
    guard search != nil else { return nil }
    if lostFrames > Self.mostLost { local = nil }
    let here = isLost ? nil : place.word.flatMap { local?.ayah(ofWord: $0)?.ayah }
    let isKnown = here.map { here in
      { [counting] (passage: AyahRange) in
        counting.numbered(passage).map { counting.isNear(here, $0) } ?? false
      }
    }
    let found = search?.find(in: stream, before: done, loud: loud, by: model, besides: isKnown)
    guard let found, let passage = counting.numbered(found.passage) else { return nil }
    return LivePassageSearch.Found(passage: passage, frame: found.frame)
  }

  /// In words.
  private static let leastAhead = 75

  /// The window moves with the reciter.
  private func keepRoom(at word: Int) {
    guard let local, local.beam.graph.words.count - word < Self.leastAhead,
      let ayah = local.ayah(ofWord: word)?.ayah, ayah.number > 0
    else { return }
    let grammar = FollowedGrammar.around(ayah, counting)
    guard grammar.passage.items.last != local.grammar.passage.items.last,
      let here = grammar.firstWord(of: ayah), let there = local.grammar.firstWord(of: ayah),
      let moved = FollowedPassage(grammar, from: local, shift: there - here, model, tempo: tempo)
    else { return }
    self.local = moved
    place = moved.beam.place()
    heard.shift(by: there - here)
  }

  /// Learns from what was followed how quick the reading is.
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
    let utterance = Utterance(features: stream.features(of: window), model: model)
    let learnt = ForcedAligner(utterance: utterance).tempo(of: items, around: FirstGuess(spans, tempo: tempo))
    guard let learnt, Pipeline.tempi.contains(learnt) else { return }
    tempo = learnt
    self.local = FollowedPassage(local.grammar, from: local, shift: 0, model, tempo: tempo) ?? local
  }

  private func changed() -> Place? {
    guard let local, local.probability > local.grammar.trust.nothingLeft,
      local.grammar.trust.hasOrder || !isLost || itemShare > Self.sure,
      let word = place.word, let (ayah, number) = local.ayah(ofWord: word),
      local.grammar.trust.namesOpenings || ayah.number > 0
    else { return told.lost(at: now) }
    return itemShare > Self.even ? told.told(ayah, number, itemShare, at: now) : nil
  }

  private func slipped() -> RecitationSlip? {
    guard let local, local.grammar.trust.hasOrder, stream.loudCount > Self.enoughHeard else { return nil }
    // Across a moment in which it wasn't even known whether the passage is heard, no order is left.
    if local.probability < Self.even { leaps = LeapDetector() }
    guard let word = place.word, place.itemShare > Self.sure,
      var leap = leaps.add(word, isSure: local.probability > Self.sureOfPassage)
    else { return nil }
    // Where it really was is known better by now.
    if let traced = local.beam.latestLeap(), abs(traced.to - leap.to) < Self.near {
      leap = LeapDetector.Leap(after: traced.after, to: traced.to)
    }
    guard leap.to != leap.after + 1 else { return nil }
    let words = leap.to > leap.after ? leap.after + 1..<leap.to : leap.to..<leap.after + 1
    let left = words.compactMap { local.grammar.word($0, in: local.beam.graph) }
    guard let first = left.first, let last = left.last else { return nil }
    return RecitationSlip(
      at: now, kind: leap.to > leap.after ? .leftOut : .repeated, first: first, last: last)
  }

  /// The probability that the item of the place is the right one and that the passage is being recited.
  private var itemShare: Double { place.itemShare * (local?.probability ?? 0) }

  private static let sure = 0.9
  /// The probability of the passage required for reporting a slip. A user who gets a false report searches
  /// for the slip.
  private static let sureOfPassage = 0.98
  /// The probability below which a place isn't reported.
  private static let even = 0.5
  /// In words.
  private static let near = 10
  /// In loud frames: until then a place may be none.
  private static let enoughHeard = 400

  private var now: Milliseconds {
    Milliseconds(
      Int64((done + Self.lookahead) * 1000 / SpeechFeatures.framesPerSecond))
  }
}

extension CountingSystem {
  /// A passage of the Kufi count as this one numbers it.
  fileprivate func numbered(_ passage: AyahRange) -> AyahRange? {
    AyahMap.map(passage, from: .kufi, to: self)
  }

  /// Returns true if a reciter who was recognised in a passage may be at an ayah by now.
  fileprivate func isNear(_ here: Ayah, _ passage: AyahRange) -> Bool {
    let next = next(after: passage.last) ?? passage.last
    return previous(before: passage.first) ?? passage.first <= here && here <= self.next(after: next) ?? next
  }
}
