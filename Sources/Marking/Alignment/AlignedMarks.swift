public import Audio
public import QuranIndex
import TilawaFormat
import Timing

/// Why a passage could not be found in a recording.
public enum PassageMisfit: Error, Hashable, Sendable {
  /// Nothing is loud, or there is nothing at all.
  case silent
  /// The recording is too short, or what is settled leaves no room.
  case noWay
  /// The passage would have to be read so many times slower than usual, or faster if less than 1.
  case otherTempo(Double)
  /// What is heard differs from the passage: how much, and how much is the most that is believed.
  case otherSounds(fit: Double, limit: Double)
}

extension RecordingMarks {
  /// Marks where the ayat of a passage are heard, by their sounds, around what a person has settled.
  public init(
    aligning features: SpeechFeatures, passage: [AyahRange], counting: CountingSystem = .kufi,
    anchors: [Anchor] = [], opening: PassageOpening = .auto, model: SoundModel = .shipped
  ) throws(PassageMisfit) {
    guard features.isLoud.contains(true) else { throw .silent }
    let stated = RecitedPassage(passage, counting, opening: opening, anchors: anchors)
    let aligner = SoundAligner(features: features, model: model, silent: stated.silent)
    guard let heard = aligner.recitation(of: stated) else { throw .noWay }
    let (recited, found) = (heard.recited, heard.found)
    // Slow melismatic reading takes about twice as long as usual, hurried reading two thirds.
    guard (0.4...4).contains(found.tempo) else { throw .otherTempo(found.tempo) }
    let mayBeAnother = try aligner.requireFit(of: heard, stated)
    let places = MarkPlaces(
      found, recited, features, isDoubtful: found.fit < Self.doubtfulFit(features),
      mayBeAnother: mayBeAnother)
    self.init(naming: .bySound, ayat: stated.items.count { !$0.isOptional })
    unheard = recited.unheard
    self.mayBeAnother = mayBeAnother
    signs = places.signs
    markers = Self.closed(
      places.markers, before: anchors, end: places.end, duration: features.duration)
    let words = found.words(of: recited.items, anchors: anchors)
    self.words = words.map(\.draft)
    wordAgreements = words.map(\.agreement)
  }

  /// Below this the passage is doubtful as a whole.
  private static func doubtfulFit(_ features: SpeechFeatures) -> Double {
    let seconds = Double(features.count / SpeechFeatures.framesPerSecond)
    return -0.13 - 0.11 * min(max((seconds - 60) / 40, 0), 1)
  }
}

/// Where the marks go, and how sure each is.
private struct MarkPlaces {
  private(set) var markers: [MarkerDraft] = []
  /// Where the last item is over.
  private(set) var end: Milliseconds?

  /// What tells how sure each is.
  private(set) var signs: [Milliseconds: MarkSigns] = [:]

  private let found: SoundAligner.Alignment
  private let features: SpeechFeatures
  private let usualRate: Double
  private let isDoubtful: Bool
  private let mayBeAnother: Bool
  /// Whether the latest marker may be given an end: it isn't where what precedes is settled.
  private var mayClose = true

  /// Silence of so many frames where a surah begins is nobody's; less where the passage is stated in parts.
  private static let longSilence = 3 * SpeechFeatures.framesPerSecond
  private static let silenceBetweenParts = 110
  /// Where no more than this is silent at the start of the recording, the first row begins with it.
  private static let shortLeadIn = Milliseconds(1300)
  /// A silence of this length between rows is one itself.
  private static let ownSilence = Milliseconds(5000)
  /// What is no longer silent than this belongs to what comes before.
  private static let shortSilence = Milliseconds(1000)
  /// What is left before a start and after an end in a long silence.
  private static let margin = Milliseconds(100)

  init(
    _ found: SoundAligner.Alignment, _ recited: RecitedPassage, _ features: SpeechFeatures,
    isDoubtful: Bool, mayBeAnother: Bool
  ) {
    self.mayBeAnother = mayBeAnother
    self.found = found
    self.isDoubtful = isDoubtful
    self.features = features
    let rates = found.heard.map(\.rate).sorted()
    usualRate = rates.isEmpty ? 1 : rates[rates.count / 2]
    for (place, heard) in found.heard.enumerated() {
      let start = start(place, recited)
      // What is heard before an item whose beginning is settled ends there anyhow.
      guard !recited.settled.contains(heard.item) else { continue }
      var marker = MarkerDraft(at: start, confidence: confidence(place, at: start))
      marker.name(recited.items[heard.item...heard.item])
      markers.append(marker)
    }
    if let last = found.heard.last {
      let over = min(features.duration, time(last.frames.upperBound) + Self.margin)
      mayClose = !recited.settled.contains(last.item)
      if !last.others.isEmpty {
        fill(from: over, to: features.duration, last.others, after: last, recited)
      }
      let latest = last.others.last.map { time($0.upperBound) + Self.margin } ?? over
      end = min(features.duration, latest)
    }
    markers.sort { $0.at < $1.at }
  }

  /// Where the item begins; what precedes it is ended, when there is more than a pause in between.
  private mutating func start(_ place: Int, _ recited: RecitedPassage) -> Milliseconds {
    let heard = found.heard[place]
    guard place > 0 else {
      if let first = found.othersBefore.first, let last = found.othersBefore.last {
        let from = max(.zero, time(first.lowerBound) - Self.margin)
        let start = max(time(last.upperBound), time(heard.frames.lowerBound) - Self.margin)
        mayClose = true
        fill(from: from, to: start, found.othersBefore, after: nil, recited)
        return start
      }
      // A short silence in front is no row of its own: the recording begins with what is recited.
      let isSettledBefore = recited.silent.contains { $0.lowerBound < heard.frames.lowerBound }
      if time(heard.frames.lowerBound) <= Self.shortLeadIn, !isSettledBefore { return .zero }
      return max(.zero, time(heard.frames.lowerBound) - Self.margin)
    }
    let before = found.heard[place - 1]
    let pause = before.frames.upperBound..<max(before.frames.upperBound, heard.frames.lowerBound)
    let opens = recited.chainItems[before.item].endsPart
    if !before.others.isEmpty
      || opens && pause.count > (recited.isInParts ? Self.silenceBetweenParts : Self.longSilence)
    {
      let start = time(pause.upperBound) - Self.margin
      mayClose = !recited.settled.contains(before.item)
      fill(from: time(pause.lowerBound) + Self.margin, to: start, before.others, after: before, recited)
      return start
    }
    return boundary(pause)
  }

  /// Rows for what lies between two items, or before the first or after the last.
  private mutating func fill(
    from start: Milliseconds, to end: Milliseconds, _ sounds: [Range<Int>],
    after item: SoundAligner.Heard?, _ recited: RecitedPassage
  ) {
    let fillers =
      found.recognition.map { Filler.named(sounds, after: item.map { recited.items[$0.item] }, $0) } ?? []
    var at = start
    for (place, filler) in fillers.enumerated() {
      var from = min(max(at, time(filler.frames.lowerBound) - Self.margin), end)
      if place == 0, from - at <= Self.shortSilence {
        from = at
      } else {
        fall(silent: at, to: from, recited)
      }
      var marker = MarkerDraft(at: from, confidence: filler.confidence)
      marker.skip = filler.kind
      markers.append(marker)
      mayClose = true
      at = min(max(from, time(filler.frames.upperBound) + Self.margin), end)
    }
    // The last row of all is closed with the recording's end in view.
    if end < features.duration { fall(silent: at, to: end, recited) }
  }

  /// Silence is a row of its own when it is long. Shorter ones are nobody's, or no gap at all.
  private mutating func fall(silent start: Milliseconds, to end: Milliseconds, _ recited: RecitedPassage) {
    let isSettled = recited.silent.contains { time($0.lowerBound) < end && time($0.upperBound) > start }
    if end - start >= Self.ownSilence, !isSettled {
      var marker = MarkerDraft(at: start)
      marker.skip = "silence"
      markers.append(marker)
      mayClose = true
    } else if end - start > Self.shortSilence, mayClose, let last = markers.indices.last {
      markers[last].end = start
    }
  }

  private func time(_ frame: Int) -> Milliseconds {
    Milliseconds(Int64(frame) * 1000 / Int64(SpeechFeatures.framesPerSecond))
  }

  /// The quietest 10 ms of the later middle of a pause, where published boundaries lie; without a pause, the joint itself.
  private func boundary(_ pause: Range<Int>) -> Milliseconds {
    let start = time(pause.lowerBound).count
    let length = time(pause.upperBound).count - start
    guard length >= 60 else { return Milliseconds(start + length * 7 / 10) }
    let usual = start + length * 7 / 10
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

  // MARK: Confidence

  /// How likely a boundary with the same signs is right.
  private mutating func confidence(_ place: Int, at time: Milliseconds) -> Double {
    var found = MarkSigns(found, place, usualRate: usualRate)
    found.isDoubtful = isDoubtful
    found.mayBeAnother = mayBeAnother
    signs[time] = found
    return MarkConfidence.shipped.probability(of: found)
  }
}
