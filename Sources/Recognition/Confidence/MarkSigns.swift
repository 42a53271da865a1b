import TilawaSound

/// The evidence whether the beginning of an ayah was found at its place.
public struct MarkSigns: Hashable, Sendable {
  /// A number that is larger the more is amiss.
  public enum Sign: Int, CaseIterable, Sendable {
    /// The tempo of the ayat on both sides against the usual, as a logarithm.
    case tempo
    /// 1 where it is found elsewhere when the reading is taken for quicker.
    case elsewhereQuicker
    /// 1 where it is found elsewhere when the sounds count more.
    case elsewhereBySounds
    /// The lack of a fall in loudness before it: 1 if there is none, 0 if the sound falls as much as between
    /// words, or more.
    case noDip
    /// The misfit of the sounds before and after it.
    case misfitBefore, misfitAfter
    /// The oddity of the durations of these sounds.
    case oddityBefore, oddityAfter
    /// Seconds of the longest other silence near by.
    case otherPause
    /// The difference by which the ayah after it fits worse by phones than the rest.
    case phonesAfter
  }

  private let values: [Double]
  /// True if the passage is hardly more like the recording than its words in reverse, and so may be another
  /// one.
  public internal(set) var mayBeAnother = false
  /// The probability that the passage is the one recited, where it was checked; no mark is surer.
  public internal(set) var passageConfidence = 1.0
  /// True if the ayah is recognised out of its turn, more than once, not from its first word on, or not to its last
  /// at the recording's edge.
  ///
  /// Also true if it follows something that may be its own beginning, within its surah, or where al-Fatihah
  /// is recognised without its basmalah.
  public internal(set) var isOutOfTurn = false
  /// True if the words beside it fit much better by phones when it is elsewhere.
  public internal(set) var isElsewhereByPhones = false
  /// True if the ayah is found far from there when its passage, one of several, is searched for by itself.
  public internal(set) var isElsewhereAlone = false

  /// Returns the value of a sign.
  public subscript(sign: Sign) -> Double { values[sign.rawValue] }

  init(_ value: (Sign) -> Double) { values = Sign.allCases.map(value) }
}

extension MarkSigns {
  /// The signs of the beginning of `found.heard[place]`.
  init(
    _ found: Alignment, _ place: Int, in features: SpeechFeatures, usualRate: Double,
    _ phones: PhoneFit? = nil
  ) {
    let heard = found.heard[place]
    let before = place > 0 ? found.heard[place - 1] : nil
    let edges = found.edges.indices.contains(place) ? found.edges[place] : ItemEdges()
    let earlier = found.edges.indices.contains(place - 1) ? found.edges[place - 1] : ItemEdges()
    func isElsewhere(_ other: [AlignedItem]?) -> Double {
      guard let same = other?.first(where: { $0.item == heard.item }) else { return 1 }
      let distance = abs(same.frames.lowerBound - heard.frames.lowerBound)
      return distance <= SpeechFeatures.framesPerSecond / 4 ? 0 : 1
    }
    func phoneMisfit() -> Double {
      guard let phones, phones.misfits.indices.contains(place) else { return 0 }
      return phones.misfits[place].map { ($0 + phones.own).within(-Self.most.phones...Self.most.phones) }
        ?? Self.most.phones
    }
    self.init { sign in
      switch sign {
      case .tempo:
        min(
          [before, heard].compactMap { $0 }.map { abs(logarithm($0.rate / usualRate)) }.max() ?? 0,
          Self.most.tempo)
      case .elsewhereQuicker: isElsewhere(found.alternatives.quicker)
      case .elsewhereBySounds: isElsewhere(found.alternatives.soundsFirst)
      case .noDip:
        before.map { 1 - min(features.dip(between: $0.frames, and: heard.frames) / Self.clearDip, 1) } ?? 0
      case .misfitBefore: min(earlier.last.misfit, Self.most.misfit)
      case .misfitAfter: min(edges.first.misfit, Self.most.misfit)
      case .oddityBefore: min(earlier.last.oddity, Self.most.oddity)
      case .oddityAfter: min(edges.first.oddity, Self.most.oddity)
      case .otherPause: min(max(earlier.last.pause, edges.first.pause), Self.most.pause)
      case .phonesAfter: phoneMisfit()
      }
    }
  }

  /// More of a sign says no more.
  private static let most = (tempo: 1.5, pause: 1.0, misfit: 1.0, oddity: 5.0, phones: 1.5)
  /// The decibels by which the sound falls at any momentary stop. In a reverberant room it mostly falls by no
  /// more.
  private static let clearDip = 4.0
}

extension SpeechFeatures {
  /// By how many decibels the sound falls between two items, or just beside, against the quieter of both: 0 or more.
  func dip(between before: Range<Int>, and after: Range<Int>) -> Double {
    func mean(_ hops: Range<Int>) -> Double? {
      let known = hops.clamped(to: 0..<power.count)
      return known.isEmpty ? nil : known.reduce(0) { $0 + Double(power[$1]) } / Double(known.count)
    }
    // In hops, of which a frame has two.
    let start = 2 * min(before.upperBound, after.lowerBound)
    let end = 2 * max(before.upperBound, after.lowerBound)
    let beside = [
      mean(start - Dip.besideEnd..<start - Dip.besideStart),
      mean(end + Dip.besideStart..<end + Dip.besideEnd),
    ]
    let least = (start - Dip.around...end + Dip.around).compactMap { mean($0..<$0 + Dip.width) }.min()
    guard let level = beside.compactMap(\.self).min(), let least else { return .infinity }
    return max(0, 10 * logarithm((level + Dip.floor) / (least + Dip.floor)) / logarithm(10))
  }

  /// In hops of 10 ms: the length of a fall in loudness, its maximum distance from a boundary, and the range
  /// of the sound that it is compared with.
  private enum Dip {
    static let width = 5
    static let around = 10
    static let besideStart = 10
    static let besideEnd = 80
    /// The mean square of inaudible sound.
    static let floor = 1e-10
  }
}
