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
    let recited = RecitedPassage(passage, counting, opening: opening, anchors: anchors)
    let aligner = SoundAligner(features: features, model: model, silent: recited.silent)
    guard let found = aligner.align(recited.chainItems, allowsOther: passage.count > 1) else {
      throw .noWay
    }
    // Slow melismatic reading takes about twice as long as usual, hurried reading two thirds.
    guard (0.4...4).contains(found.tempo) else { throw .otherTempo(found.tempo) }
    let limit = Self.leastFit
    guard found.fit >= limit else { throw .otherSounds(fit: found.fit, limit: limit) }
    let places = MarkPlaces(found, recited, features)
    self.init(naming: .bySound, ayat: recited.items.count { !$0.isOptional })
    markers = Self.closed(
      found.fit < Self.doubtfulFit(features) ? places.doubtfulMarkers : places.markers, before: anchors,
      end: places.end, duration: features.duration)
    words = found.words(of: recited.items, anchors: anchors)
  }

  /// Of right passages and wrong ones of the same length the means of this are -0.05 to -0.22 and -0.29 to -0.40; in less than a
  /// hundred seconds the two come nearer to each other.
  private static let leastFit = -0.26

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

  /// The same, for somebody to look at each.
  var doubtfulMarkers: [MarkerDraft] {
    markers.map { marker in
      var marker = marker
      marker.confidence = marker.confidence.map { min($0, 0.7) }
      return marker
    }
  }

  private let found: SoundAligner.Alignment
  private let features: SpeechFeatures
  private let usualRate: Double

  /// Silence of so many frames where a surah begins is nobody's.
  private static let longSilence = 3 * SpeechFeatures.framesPerSecond
  /// What is left before a start and after an end in a long silence.
  private static let margin = Milliseconds(100)

  init(_ found: SoundAligner.Alignment, _ recited: RecitedPassage, _ features: SpeechFeatures) {
    self.found = found
    self.features = features
    let rates = found.heard.map(\.rate).sorted()
    usualRate = rates.isEmpty ? 1 : rates[rates.count / 2]
    for (place, heard) in found.heard.enumerated() {
      let start = start(place, recited)
      // What is heard before an item whose beginning is settled ends there anyhow.
      guard !recited.settled.contains(heard.item) else { continue }
      var marker = MarkerDraft(at: start, confidence: confidence(place))
      marker.name(recited.items[heard.item...heard.item])
      markers.append(marker)
    }
    if let last = found.heard.last {
      close(last, next: nil, recited)
      end = min(features.duration, time(last.frames.upperBound) + Self.margin)
    }
    markers.sort { $0.at < $1.at }
  }

  /// Where the item begins; what precedes it is ended, when there is more than a pause in between.
  private mutating func start(_ place: Int, _ recited: RecitedPassage) -> Milliseconds {
    let heard = found.heard[place]
    guard place > 0 else {
      if let other = found.other {
        markers.append(Self.other(at: time(other.lowerBound)))
        return max(time(other.lowerBound) + Self.margin, time(heard.frames.lowerBound) - Self.margin)
      }
      return max(.zero, time(heard.frames.lowerBound) - Self.margin)
    }
    let before = found.heard[place - 1]
    let pause = before.frames.upperBound..<max(before.frames.upperBound, heard.frames.lowerBound)
    let opens = recited.chainItems[before.item].mayPrecedeOther
    if before.other != nil || opens && pause.count > Self.longSilence {
      close(before, next: pause.upperBound, recited)
      return time(pause.upperBound) - Self.margin
    }
    return boundary(pause)
  }

  /// Ends the latest marker; with other sounds after it there is a row for them.
  private mutating func close(_ heard: SoundAligner.Heard, next: Int?, _ recited: RecitedPassage) {
    let at = min(time(heard.frames.upperBound) + Self.margin, features.duration)
    if heard.other != nil {
      markers.append(Self.other(at: at))
    } else if next != nil, !recited.settled.contains(heard.item), let last = markers.indices.last {
      markers[last].end = at
    }
  }

  private static func other(at time: Milliseconds) -> MarkerDraft {
    var marker = MarkerDraft(at: time)
    marker.skip = "other"
    return marker
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

  /// How often boundaries with the same signs are right.
  ///
  /// The signs: the ayat on both sides keep the tempo; searches that trust the sounds less or more find the same place; there
  /// is a pause.
  private func confidence(_ place: Int) -> Double {
    let heard = found.heard[place]
    let keepsTempo = found.heard[max(0, place - 1)...place].allSatisfy {
      abs(logarithm($0.rate / usualRate)) <= 0.35
    }
    let agree = found.alternatives.allSatisfy { other in
      guard let same = other?.first(where: { $0.item == heard.item }) else { return false }
      return abs(same.frames.lowerBound - heard.frames.lowerBound) <= SpeechFeatures.framesPerSecond / 4
    }
    let hasPause = place == 0 || heard.frames.lowerBound - found.heard[place - 1].frames.upperBound >= 5
    switch [keepsTempo, agree, hasPause].count(where: { !$0 }) {
    case 0: return 0.99
    case 1: return agree ? 0.9 : 0.8
    case 2: return 0.7
    default: return 0.5
    }
  }
}
