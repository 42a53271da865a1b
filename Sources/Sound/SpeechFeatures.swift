public import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sound of a recording at each moment: 28 numbers, 50 times a second.
///
/// - 12 cepstra of 22 mel bands from 120 to 5000 Hz, as deviations from the usual ones in the loud parts of
///   the recording
/// - two energies, against the loudest sound within two seconds and within the range of the whole recording
/// - the slopes of these 14
///
/// Where the recording begins to sound different (`SoundChanges`), the parts before and after count as
/// recordings of their own.
public struct SpeechFeatures: Sendable {
  /// Frames a second.
  public static let framesPerSecond = 50
  /// Numbers in a frame.
  public static let dimensions = 28

  /// The number of frames.
  public let count: Int
  /// Which frames are loud, as voices are.
  public let isLoud: [Bool]
  /// The mean square of every 10 ms.
  public let power: [Float]
  /// The length of the audio that could be decoded.
  public let duration: Milliseconds
  /// True if audio that the file declares is missing, or its end.
  public let breaksOff: Bool

  /// The numbers of every frame, row after row. The slopes, which follow them, are computed on request,
  /// because those of a long recording are large.
  private let rows: [Float]
  /// The length of each row, and the number of frames in it before the first. A stretch has as many frames
  /// around it as slopes reach.
  private let width: Int
  private let lead: Int
  /// Values computed from single frames of the recording, for all of its stretches; nil if none are kept.
  /// Frame 0 of a stretch is `origin` of the recording.
  package let memo: FrameMemo?
  package let origin: Int

  /// Features that were made elsewhere, such as by a test; `values` as the property says.
  public init(values: [Float], isLoud: [Bool], power: [Float], duration: Milliseconds) {
    self.init(
      rows: values, width: isLoud.count, lead: 0, isLoud: isLoud, power: power, duration: duration,
      breaksOff: false, memo: nil)
  }

  private init(
    rows: [Float], width: Int, lead: Int, isLoud: [Bool], power: [Float], duration: Milliseconds,
    breaksOff: Bool, memo: FrameMemo?, origin: Int = 0
  ) {
    self.memo = memo
    self.origin = origin
    count = isLoud.count
    self.rows = rows
    self.width = width
    self.lead = lead
    self.isLoud = isLoud
    self.power = power
    self.duration = duration
    self.breaksOff = breaksOff
  }

  /// Number `i` of frame `t` at `i * count + t`; made anew every time.
  public var values: [Float] { values(of: 0..<count) }

  /// Number `i` of frame `t` of a stretch, counted from its first, at `i * frames.count + t`.
  package func values(of frames: Range<Int>) -> [Float] {
    let filled = Self.dimensions * frames.count
    return [Float](unsafeUninitializedCapacity: filled) { values, count in
      count = filled
      guard !frames.isEmpty, let target = values.baseAddress else { return }
      rows.withUnsafeBufferPointer { rows in
        guard let rows = rows.baseAddress else { return }
        for row in 0..<rowCount {
          (target + row * frames.count).initialize(
            from: rows + (row * width + lead + frames.lowerBound), count: frames.count)
        }
        for row in rowCount..<Self.dimensions {
          fillSlopes(of: rows + (row - rowCount) * width, frames, into: target + row * frames.count)
        }
      }
    }
  }

  /// The number of values of a frame that are kept: all, or those that have slopes.
  private var rowCount: Int { width == 0 ? Self.dimensions : rows.count / width }

  /// Frames of the recording before the first, and behind the last.
  package var around: (before: Int, behind: Int) { (lead, width - lead - count) }

  /// The slope over five frames, times 3.
  private func fillSlopes(
    of row: UnsafePointer<Float>, _ frames: Range<Int>, into target: UnsafeMutablePointer<Float>
  ) {
    let own = frames.lowerBound + lead..<frames.upperBound + lead
    let inner = own.clamped(to: Self.slopeReach..<max(Self.slopeReach, width - Self.slopeReach))
    func at(_ t: Int) -> Float { row[min(max(t, 0), width - 1)] }
    for t in own where !inner.contains(t) {
      (target + (t - own.lowerBound)).initialize(
        to: 0.3 * (2 * (at(t + 2) - at(t - 2)) + (at(t + 1) - at(t - 1))))
    }
    for t in inner {
      (target + (t - own.lowerBound)).initialize(
        to: 0.3 * (2 * (row[t + 2] - row[t - 2]) + (row[t + 1] - row[t - 1])))
    }
  }

  private static let slopeReach = 2

  /// A stretch, as if it were all.
  package func part(_ frames: Range<Int>) -> SpeechFeatures {
    let hops = (2 * frames.lowerBound..<2 * frames.upperBound).clamped(to: 0..<power.count)
    let duration = Self.time(ofFrame: frames.count)
    return SpeechFeatures(
      rows: rows, width: width, lead: lead + frames.lowerBound, isLoud: Array(isLoud[frames]),
      power: Array(power[hops]), duration: duration, breaksOff: false, memo: memo,
      origin: origin + frames.lowerBound)
  }
}

extension SpeechFeatures {
  init(_ frames: MelFrames, duration: Milliseconds, breaksOff: Bool) {
    self.init([frames], duration: duration, breaksOff: breaksOff)
  }

  /// Frames in pieces, one after the other; each is given up as soon as it is of no more use.
  init(_ pieces: consuming [MelFrames], duration: Milliseconds, breaksOff: Bool) {
    let level = Energies.level(Self.joined(pieces, \.power))
    let power = Self.joined(pieces, \.hops)
    let count = level.count
    // A floor far below the loud frames, so that digital silence has a logarithm. Nothing at all has one too.
    let floor = max(percentile(Self.joined(pieces, \.sums), 0.95) / Float(MelFrames.bands) * 1e-6, 1e-30)
    let base = Self.dimensions / 2
    var energies = Energies()
    let rows = [Float](unsafeUninitializedCapacity: base * count) { rows, filled in
      filled = base * count
      guard let rows = rows.baseAddress else { return }
      var (first, given) = (0, 0)
      for index in pieces.indices {
        Self.fillCepstra(rows + first, width: count, pieces[index], floor: floor)
        first += pieces[index].count
        pieces[index] = MelFrames()
        if first - given >= Self.longStretch {
          FreeMemory.giveBack()
          given = first
        }
      }
      let stretches = SoundChanges(in: rows, count: count, cepstra: base - 2, level: level).stretches
      energies = Energies(level, in: stretches)
      for row in 0..<base - 2 {
        for frames in stretches { Self.normalise(rows + row * count, frames, energies.isLoud) }
      }
      for t in 0..<count {
        (rows + ((base - 2) * count + t)).initialize(to: energies.nearby[t])
        (rows + ((base - 1) * count + t)).initialize(to: energies.overall[t])
      }
    }
    self.init(
      rows: rows, width: count, lead: 0, isLoud: energies.isLoud, power: power, duration: duration,
      breaksOff: breaksOff, memo: FrameMemo())
  }

  /// Returns a row of all pieces. Its memory is reserved at once, because a row that grows takes twice as
  /// much.
  private static func joined(_ pieces: [MelFrames], _ row: (MelFrames) -> [Float]) -> [Float] {
    var whole: [Float] = []
    whole.reserveCapacity(pieces.reduce(0) { $0 + $1.hops.count })
    for piece in pieces { whole += row(piece) }
    return whole
  }

  /// In frames: the least length of a stretch whose working memory is returned to the system at once.
  private static let longStretch = 10 * 60 * framesPerSecond

  /// Fills in the cepstra of some frames, in rows of length `width`.
  private static func fillCepstra(
    _ rows: UnsafeMutablePointer<Float>, width: Int, _ frames: MelFrames, floor: Float
  ) {
    let (bands, count, cepstra) = (MelFrames.bands, frames.count, dimensions / 2 - 2)
    for row in 0..<cepstra { (rows + row * width).initialize(repeating: 0, count: count) }
    for band in 0..<bands {
      let logs = frames.mel[band * count..<(band + 1) * count].map { logf($0 + floor) }
      for row in 0..<cepstra {
        let angle = Double.pi * Double(row + 1) * (2 * Double(band) + 1) / (2 * Double(bands))
        let factor = Float(cos(angle) * sqrt(2 / Double(bands)))
        for t in 0..<count { rows[row * width + t] += factor * logs[t] }
      }
    }
  }

  /// Some frames of a row as deviations from what is usual where they are loud.
  private static func normalise(
    _ row: UnsafeMutablePointer<Float>, _ frames: Range<Int>, _ isLoud: [Bool]
  ) {
    var (sum, squares, loud) = (0.0, 0.0, 0.0)
    for t in frames where isLoud[t] {
      let value = Double(row[t])
      sum += value
      squares += value * value
      loud += 1
    }
    let mean = sum / max(1, loud)
    let spread = sqrt(max(squares / max(1, loud) - mean * mean, 1e-12))
    for t in frames { row[t] = (row[t] - Float(mean)) / Float(spread) }
  }
}

extension MelFrames {
  /// The power of all bands together, by frame.
  fileprivate var sums: [Float] {
    var sums = [Float](repeating: 0, count: count)
    for band in 0..<Self.bands {
      for t in 0..<count { sums[t] += mel[band * count + t] }
    }
    return sums
  }
}

/// The loudness of each frame in decibels, by two measures.
struct Energies {
  private(set) var nearby: [Float] = []
  private(set) var overall: [Float] = []
  private(set) var isLoud: [Bool] = []

  /// Nothing at all.
  init() {}

  /// Of frames of some `level`, each against its own stretch.
  init(_ level: [Float], in stretches: [Range<Int>]) {
    let count = level.count
    // In a long stretch without a voice, silence is as far below speech as in a pause.
    var loud = level
    overall = level
    for frames in stretches {
      let (high, low) = Self.range(of: stretches.count == 1 ? level : Array(level[frames]))
      let range = max(high - low, 1e-3)
      for t in frames {
        loud[t] = low + 0.45 * range
        overall[t] = 3 * min(max((level[t] - low) / range, 0), 1.3)
      }
    }
    let width = 4 * SpeechFeatures.framesPerSecond
    let near = runningMean(zip(runningMaximum(level, width: width), loud).map { max($0, $1) }, width: width)
    nearby = (0..<count).map { min(max((level[$0] - near[$0]) / 10, -6), 1) }
    isLoud = (0..<count).map { level[$0] > loud[$0] }
  }

  /// The level of frames of some mean squares, in decibels.
  static func level(_ power: [Float]) -> [Float] {
    runningMean(power.map { 10 * log10f($0 + 1e-10) }, width: 3)
  }

  /// Returns the level of loud sound and that of silence.
  static func range(of level: [Float]) -> (high: Float, low: Float) {
    let high = percentile(level, 0.9)
    return (high, max(percentile(level, 0.03), high - 60))
  }
}

/// The value that a fraction of all are below, between two of them if need be; 0 for none.
func percentile(_ values: [Float], _ fraction: Double) -> Float {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  let place = fraction * Double(sorted.count - 1)
  let index = Int(place)
  let next = sorted[min(index + 1, sorted.count - 1)]
  return sorted[index] + (next - sorted[index]) * Float(place - Double(index))
}

/// Means over `width` values, half of them before; beyond its ends the row is mirrored.
func runningMean(_ values: [Float], width: Int) -> [Float] {
  let count = values.count
  guard count > 0 else { return [] }
  func at(_ index: Int) -> Double {
    let place = ((index % (2 * count)) + 2 * count) % (2 * count)
    return Double(values[place < count ? place : 2 * count - 1 - place])
  }
  let before = width / 2
  var sum = (-before..<(width - before)).reduce(0) { $0 + at($1) }
  return (0..<count).map { index in
    defer { sum += at(index + width - before) - at(index - before) }
    return Float(sum / Double(width))
  }
}

/// Maxima over `width` values, half of them before.
func runningMaximum(_ values: [Float], width: Int) -> [Float] {
  let before = width / 2
  var result: [Float] = []
  result.reserveCapacity(values.count)
  // Places whose values fall: each may become the maximum when those before it are out of reach.
  var falling: [Int] = []
  var head = 0
  var next = 0
  for index in values.indices {
    while next < min(values.count, index + width - before) {
      while falling.count > head, let last = falling.last, values[last] <= values[next] {
        falling.removeLast()
      }
      falling.append(next)
      next += 1
    }
    while falling[head] < index - before { head += 1 }
    result.append(values[falling[head]])
  }
  return result
}
