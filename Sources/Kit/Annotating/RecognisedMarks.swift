import TilawaBase
import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

extension RecordingMarks {
  /// Marks where the ayat of a passage are heard, by their sounds, around what a person has settled.
  ///
  /// What is `known` of the same recording by the same model isn't listened for again.
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

/// Where the marks go, and how sure each is.
private struct MarkPlaces {
  private(set) var markers: [Marker] = []
  /// Where the last item is over.
  private(set) var end: Milliseconds?

  /// What tells how sure each is.
  private(set) var signs: [Milliseconds: MarkSigns] = [:]
  /// Whether something is heard before the first one that has no row.
  private(set) var followsSound = false

  private let heard: RecognisedPassage
  private let features: SpeechFeatures
  /// Whether the latest marker may be given an end: it isn't where what precedes is settled.
  private var mayClose = true

  /// Silence of so many frames where a surah begins is nobody's; less where the passage is stated in parts.
  private static let longSilence = 3 * SpeechFeatures.framesPerSecond
  private static let silenceBetweenParts = 110
  /// Where no more than this is silent at the start of the recording, the first row begins with it.
  private static let shortLeadIn = Milliseconds(1300)
  /// Frames of a sound that is more than a click.
  private static let shortSound = 5
  /// A silence of this length between rows is one itself.
  private static let ownSilence = Milliseconds(5000)
  /// What is no longer silent than this belongs to what comes before.
  private static let shortSilence = Milliseconds(1000)
  /// What is left before a start and after an end in a long silence.
  private static let margin = Milliseconds(100)
  /// About the most that a mark in a pause lies before what follows it.
  private static let longestLead = Milliseconds(450)

  init(_ heard: RecognisedPassage, _ features: SpeechFeatures) {
    self.heard = heard
    self.features = features
    for (place, part) in heard.parts.enumerated() {
      let start = start(place)
      // What is heard before an item whose beginning is settled ends there anyhow.
      guard !part.isSettled else { continue }
      signs[start] = part.signs
      var marker = Marker(at: start, confidence: confidence(place))
      marker.name([part.item])
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

  /// How likely an item begins where it was found. What opens a passage opens others, too, and so is no surer to be there than what follows it.
  private func confidence(_ place: Int) -> Double {
    let following = heard.parts[place...].prefix { $0.item.isOptional }.endIndex
    return heard.parts[place...].prefix(through: min(following, heard.parts.count - 1)).map {
      MarkConfidence.shipped.probability(of: $0.signs)
    }.min() ?? 0
  }

  /// Where the item begins; what precedes it is ended, when there is more than a pause in between.
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
    // A short silence in front is no row of its own: the recording begins with what is recited.
    let isSettledBefore = heard.silent.contains { $0.lowerBound < part.frames.lowerBound }
    followsSound = isHeardBefore(part.frames.lowerBound)
    if time(part.frames.lowerBound) <= Self.shortLeadIn, !isSettledBefore, !followsSound { return .zero }
    return max(.zero, time(part.frames.lowerBound) - Self.margin)
  }

  /// Whether the end of something else is heard at the start of the recording, and then a pause before a place.
  private func isHeardBefore(_ frame: Int) -> Bool {
    let before = features.isLoud[..<min(frame, features.isLoud.count)]
    guard let pause = before.lastIndex(of: false) else { return false }
    return before[..<pause].count { $0 } >= Self.shortSound
  }

  /// Rows for what lies between two items, or before the first or after the last.
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
    // The last row of all is closed with the recording's end in view.
    if end < features.duration { fall(silent: at, to: end) }
  }

  /// Silence is a row of its own when it is long. Shorter ones are nobody's, or no gap at all.
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

  /// The quietest 10 ms of the later middle of a pause, where published boundaries lie, and of a long one not long before what follows: in a hall, or where
  /// a recording fades, much of that is the end of what precedes it. Without a pause, the joint itself.
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
