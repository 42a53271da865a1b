import TilawaBase

/// Where the loudness of one recording moves as that of another does.
struct ContourComparison {
  /// The least likeness of two stretches of the same sound; others hardly ever reach it.
  static let alike = 0.6
  private let first, second: LevelContour

  init(_ first: LevelContour, _ second: LevelContour) {
    self.first = first
    self.second = second
  }

  /// The distance at which all that lies over each other is most alike, in values; nil when there is too little.
  func whole() -> Int? {
    let shorter = min(first.values.count, second.values.count)
    let correlation = CrossCorrelation(first.values, second.values)
    guard let distances = correlation.distances(overlapping: max(200, shorter / 3)) else { return nil }
    var best: (score: Double, distance: Int)?
    for distance in distances {
      // Little may be alike by chance.
      let weight = (Double(correlation.overlap(at: distance).count) / Double(shorter)).squareRoot()
      let score = correlation.coefficient(at: distance) * weight
      if score > best?.score ?? -1 { best = (score, distance) }
    }
    return best?.distance
  }

  /// Returns the number of values that overlap at a distance.
  func overlap(at distance: Int) -> Int {
    max(0, min(first.values.count, second.values.count - distance) - max(0, -distance))
  }

  /// Returns up to 24 stretches of ten seconds, spread over the overlap at a distance, each where it fits
  /// best within half a second.
  func places(at distance: Int) -> [OffsetPlace] {
    let low = max(0, -distance)
    let range = low..<max(low, min(first.values.count, second.values.count - distance))
    let length = min(1000, max(150, range.count / 3))
    guard range.count >= length else { return [] }
    let count = min(24, max(1, range.count / length))
    return (0..<count).compactMap { number in
      let start =
        range.lowerBound + (range.count - length) * (count == 1 ? 0 : number) / max(1, count - 1)
      // Silence is like anything.
      guard first.values[start..<(start + length)].contains(where: { abs($0) > 0.1 }) else { return nil }
      let near = (-50...50).map { (first.likeness(start, second, start + distance + $0, length), $0) }
      guard let best = near.max(by: { ($0.0, -abs($0.1)) < ($1.0, -abs($1.1)) }) else { return nil }
      let loud = first.loudest(in: start..<(start + length))
      return OffsetPlace(
        at: Double(Int64(loud) * LevelContour.hop),
        offset: Double(Int64(distance + best.1) * LevelContour.hop), likeness: best.0)
    }
  }

  /// Searches the other recording for eight seconds from several places.
  ///
  /// If the places found lie on a line, the speed differs; if they lie at several distances, there are cuts.
  /// Returns nil if most aren't found.
  func pieces() -> RecordingOffset? {
    let length = 800
    // What only one of two recordings has is found nowhere in the other: look for parts of the shorter one.
    let isSwapped = first.values.count > second.values.count
    let (short, long) = isSwapped ? (second, first) : (first, second)
    let count = min(16, short.values.count / length)
    guard count >= 3 else { return nil }
    var places: [OffsetPlace] = []
    for number in 0..<count {
      let start = (short.values.count - length) * number / (count - 1)
      let part = Array(short.values[start..<(start + length)])
      let correlation = CrossCorrelation(part, long.values)
      guard let distances = correlation.distances(overlapping: length),
        let best = distances.map({ (correlation.coefficient(at: $0), $0) }).max(by: { $0.0 < $1.0 }),
        best.0 >= 0.8
      else { continue }
      let (here, there) = (Double(Int64(start) * LevelContour.hop), Double(Int64(best.1) * LevelContour.hop))
      places.append(
        OffsetPlace(
          at: isSwapped ? there : here, offset: isSwapped ? here - there : there - here, likeness: best.0))
    }
    let confidence = Double(places.count) / Double(count)
    guard places.count >= 3, confidence >= 0.6 else { return nil }
    let line = OffsetLine(places)
    // A tenth of a second is more than what the middle of a stretch at another speed is found off.
    if line.deviation <= 100, abs(line.drift) > 30 {
      return .otherSpeed(rate: 1 + line.slope, confidence: confidence)
    }
    var pieces: [RecordingOffset.Piece] = []
    for place in places.sorted(by: { $0.at < $1.at }) {
      let offset = Milliseconds(Int64(place.offset))
      if let last = pieces.last, abs((last.offset - offset).count) <= 50 { continue }
      pieces.append(.init(start: Milliseconds(Int64(place.at)), offset: offset))
    }
    return pieces.count > 1 ? .pieces(pieces, confidence: confidence) : nil
  }
}
