import TilawaBase
import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

extension RecordingMarks {
  /// Marks where the ayat of a passage are heard, by their sounds, around confirmed markers and verified
  /// segments.
  ///
  /// Results in `known`, from the same recording and model, aren't computed again.
  package init(
    aligning features: SpeechFeatures, passage: [AyahRange], counting: CountingSystem = .kufi,
    anchors: [Anchor] = [], opening: PassageOpening = .auto, model: AcousticModel = .shipped,
    known: HeardPassages? = nil
  ) throws(PassageMisfit) {
    let heard = try RecognisedPassage(
      of: passage, in: features, counting: counting, settled: anchors, opening: opening, model: model,
      known: known)
    let places = MarkPlaces(heard, features)
    self.init(naming: .bySound, ayat: heard.statedCount)
    unheard = heard.unheard
    mayBeAnother = heard.mayBeAnother
    followsSound = places.followsSound
    signs = places.signs
    markers = Self.closed(
      places.markers, before: anchors, end: places.end, duration: features.duration)
    let words = heard.wordDrafts(around: anchors)
    self.words = words.map(\.draft)
    wordAgreements = words.map(\.agreement)
  }
}

/// The places of the marks and their confidence.
private struct MarkPlaces {
  private(set) var markers: [Marker] = []
  /// The time at which the last item ends.
  private(set) var end: Milliseconds?

  /// The signs from which the confidence of each mark is computed, by its time.
  private(set) var signs: [Milliseconds: MarkSigns] = [:]
  /// True if something is heard before the first mark that has no row.
  private(set) var followsSound = false

  private let heard: RecognisedPassage
  private let features: SpeechFeatures
  /// True if the latest marker may be given an end, that is, if the item before isn't settled.
  private var mayClose = true

  /// The number of silent frames at the start of a surah above which the silence belongs to no row. The limit
  /// is lower if the passage is stated in parts.
  private static let longSilence = 3 * SpeechFeatures.framesPerSecond
  private static let silenceBetweenParts = 110
  /// The longest silence at the start of a recording that is part of the first row.
  private static let shortLeadIn = Milliseconds(1300)
  /// The least number of frames of a sound that is more than a click.
  private static let shortSound = 5
  /// The least length of a silence between rows that gets a row of its own.
  private static let ownSilence = Milliseconds(5000)
  /// The longest silence that belongs to the row before it.
  private static let shortSilence = Milliseconds(1000)
  /// The time that is left before a start and after an end in a long silence.
  private static let margin = Milliseconds(100)
  /// The approximate maximum by which a mark in a pause precedes the sound after it.
  private static let longestLead = Milliseconds(450)

  init(_ heard: RecognisedPassage, _ features: SpeechFeatures) {
    self.heard = heard
    self.features = features
    for (place, part) in heard.parts.enumerated() {
      let start = start(place)
      // Sounds before an item whose beginning is settled end there anyway.
      guard !part.isSettled else { continue }
      signs[start] = part.signs
      var marker = Marker(at: start, confidence: confidence(place))
      marker.name([part.item])
      marker.cut = AyahCut(start: part.lacksBeginning, end: part.lacksEnd)
      markers.append(marker)
    }
    if let last = heard.parts.last {
      let over = min(features.duration, time(last.frames.upperBound) + Self.margin)
      mayClose = !last.isSettled
      if !last.others.sounds.isEmpty { fill(from: over, to: features.duration, last.others) }
      let latest = last.others.sounds.last.map { time($0.upperBound) + Self.margin } ?? over
      end = min(features.duration, latest)
    }
    markers.sort { $0.at < $1.at }
  }

  /// Returns the probability that an item begins where it was found. The opening of a passage also opens
  /// others, so it is at most as sure as the item after it.
  private func confidence(_ place: Int) -> Double {
    let following = heard.parts[place...].prefix { $0.item.isOptional }.endIndex
    return heard.parts[place...].prefix(through: min(following, heard.parts.count - 1)).map {
      MarkConfidence.shipped.probability(of: $0.signs)
    }.min() ?? 0
  }

  /// Returns the time at which the item begins, and ends the row before it if there is more than a pause in
  /// between.
  private mutating func start(_ place: Int) -> Milliseconds {
    let part = heard.parts[place]
    guard place > 0 else { return first(part) }
    let before = heard.parts[place - 1]
    let pause = before.frames.upperBound..<max(before.frames.upperBound, part.frames.lowerBound)
    let longest =
      !before.endsPart
      ? RecognisedPassage.longestPause : heard.isInParts ? Self.silenceBetweenParts : Self.longSilence
    guard !before.others.sounds.isEmpty || pause.count > longest else { return boundary(pause) }
    let start = time(pause.upperBound) - Self.margin
    mayClose = !before.isSettled
    fill(from: time(pause.lowerBound) + Self.margin, to: start, before.others)
    return start
  }

  private mutating func first(_ part: RecognisedPassage.Part) -> Milliseconds {
    let others = heard.othersBefore
    if let first = others.sounds.first, let last = others.sounds.last {
      let from = max(.zero, time(first.lowerBound) - Self.margin)
      let start = max(time(last.upperBound), time(part.frames.lowerBound) - Self.margin)
      mayClose = true
      fill(from: from, to: start, others)
      return start
    }
    // A short silence at the start doesn't get its own row: the first row begins with the recording.
    let isSettledBefore = heard.silent.contains { $0.lowerBound < part.frames.lowerBound }
    followsSound = isHeardBefore(part.frames.lowerBound)
    if time(part.frames.lowerBound) <= Self.shortLeadIn, !isSettledBefore, !followsSound { return .zero }
    return max(.zero, time(part.frames.lowerBound) - Self.margin)
  }

  /// Returns true if the recording starts with the end of something else, followed by a pause before `frame`.
  private func isHeardBefore(_ frame: Int) -> Bool {
    let before = features.isLoud[..<min(frame, features.isLoud.count)]
    guard let pause = before.lastIndex(of: false) else { return false }
    return before[..<pause].count { $0 } >= Self.shortSound
  }

  /// Adds rows for sounds between two items, before the first or after the last.
  private mutating func fill(
    from start: Milliseconds, to end: Milliseconds, _ others: RecognisedPassage.Others
  ) {
    var at = start
    for (place, filler) in others.fillers.enumerated() {
      var from = min(max(at, time(filler.frames.lowerBound) - Self.margin), end)
      if place == 0, from - at <= Self.shortSilence {
        from = at
      } else {
        fall(silent: at, to: from)
      }
      var marker = Marker(at: from, confidence: filler.confidence)
      marker.skip = filler.kind
      markers.append(marker)
      mayClose = true
      at = min(max(from, time(filler.frames.upperBound) + Self.margin), end)
    }
    // The last row is closed by `closed`, which considers the recording's end.
    if end < features.duration { fall(silent: at, to: end) }
  }

  /// Adds a row for a long silence. A shorter one belongs to no row, or isn't a gap at all.
  private mutating func fall(silent start: Milliseconds, to end: Milliseconds) {
    let isSettled = heard.silent.contains { time($0.lowerBound) < end && time($0.upperBound) > start }
    if end - start >= Self.ownSilence, !isSettled {
      var marker = Marker(at: start)
      marker.skip = SkipKind.silence.rawValue
      markers.append(marker)
      mayClose = true
    } else if end - start > Self.shortSilence, mayClose, let last = markers.indices.last {
      markers[last].end = start
    }
  }

  private func time(_ frame: Int) -> Milliseconds { SpeechFeatures.time(ofFrame: frame) }

  /// Returns the quietest 10 ms of the later middle of a pause, where published boundaries lie. Without a
  /// pause, it is the joint itself.
  ///
  /// In a long pause, that is shortly before the next sound. In a hall, or if a recording fades, much of the
  /// pause is the end of the sound before it.
  private func boundary(_ pause: Range<Int>) -> Milliseconds {
    let start = time(pause.lowerBound).count
    let length = time(pause.upperBound).count - start
    let usual = start + max(length * 7 / 10, length - Self.longestLead.count)
    guard length >= 60 else { return Milliseconds(usual) }
    let reach = min(100, length / 10)
    let hops = Int((usual - reach) / 10)...Int((usual + reach) / 10)
    var best = Int(usual / 10)
    var least = Float.infinity
    for hop in hops where hop > 0 && hop + 1 < features.power.count {
      // Noise makes single values jump.
      let power = features.power[hop - 1] + features.power[hop] + features.power[hop + 1]
      if power < least {
        least = power
        best = hop
      }
    }
    return Milliseconds(Int64(best) * 10 + 5)
  }
}
