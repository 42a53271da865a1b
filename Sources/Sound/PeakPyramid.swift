import Synchronization
public import TilawaBase

/// The lowest and highest samples of a recording at every zoom, for pictures while the recording is viewed.
///
/// A peak of level L stands for 2^L ms. Levels from `baseLevel` on come from one pass over the recording
/// (`fill`) and stay in memory. They take four bytes a base peak: some 11 MB for twelve hours. Finer levels
/// are decoded on request.
public final class PeakPyramid: Sendable {
  /// The finest level of the pass over everything: peaks of 16 ms.
  public static let baseLevel = 4
  /// The coarsest level: peaks of 8 s.
  public static let lastLevel = 13
  /// The number of peaks in a tile; the last may have fewer.
  public static let tileLength = 2048

  /// The state of a tile.
  public enum Tile: Sendable, Equatable {
    /// Lowest and highest of each peak, one byte each, full scale 127 in two's complement.
    case peaks([UInt8])
    /// The first of these peaks; the pass has not come to the others yet.
    case partial([UInt8])
    /// The pass has not come so far yet.
    case notYet
    /// The recording ends before it.
    case none
  }

  private struct State {
    /// Lowest and highest in turn, by level from `baseLevel` on.
    var levels = [[Int8]](repeating: [], count: PeakPyramid.lastLevel - PeakPyramid.baseLevel + 1)
    var isComplete = false
    /// The latest tiles of finer levels, the newest last.
    var fine: [(key: FineKey, bytes: [UInt8])] = []
  }

  private struct FineKey: Equatable {
    let level, number: Int
  }

  private let path: String
  private let state = Mutex(State())
  /// The reader for finer levels. It is opened on first use, because that takes seconds for a file of hours
  /// without a table of its frames.
  private let reader = Mutex<AudioReader?>(nil)
  private static let mostFineTiles = 64

  /// The length of the recording, as far as it is known before it has been read.
  public let duration: Milliseconds

  /// Creates a pyramid of the file at `path`, which is opened on first use.
  public init(fileAt path: String, duration: Milliseconds) { (self.path, self.duration) = (path, duration) }

  /// The length of the recording that the pass has covered.
  public var done: Milliseconds {
    state.withLock { Milliseconds(Int64($0.levels[0].count / 2) << Int64(Self.baseLevel)) }
  }

  /// True if the pass is over.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Goes over the recording once. `isCancelled` and `progress` are called after each second or so of it.
  public func fill(isCancelled: () -> Bool, progress: () -> Void) throws(AudioError) {
    var reader = try AudioReader(fileAt: path)
    let channels = reader.channels
    var collector = TimedPeaks(rate: reader.sampleRate, channels: channels, level: Self.baseLevel)
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 65536 * channels)
    defer { block.deallocate() }
    while !isCancelled() {
      let got = try reader.read(into: block)
      guard got > 0 else { break }
      collector.add(UnsafeBufferPointer(rebasing: block[..<(got * channels)]))
      store(collector.takePeaks())
      progress()
    }
    guard !isCancelled() else { return }
    collector.finish()
    store(collector.takePeaks())
    state.withLock { state in
      state.levels.mergePairs(isAtEnd: true)
      state.isComplete = true
    }
    progress()
  }

  private func store(_ peaks: [Int8]) {
    state.withLock { state in
      state.levels[0] += peaks
      state.levels.mergePairs(isAtEnd: false)
    }
  }

  /// The tile of that number at a level from 0 to `lastLevel`. Throws when a fine one can't be decoded.
  public func tile(level: Int, number: Int) throws(AudioError) -> Tile {
    guard (0...Self.lastLevel).contains(level), number >= 0, number < 1 << 20 else { return .none }
    guard level >= Self.baseLevel else { return try fineTile(level, number) }
    let first = number * Self.tileLength
    return state.withLock { state in
      let peaks = state.levels[level - Self.baseLevel]
      let count = peaks.count / 2
      let end = min(count, first + Self.tileLength)
      if end > first {
        let bytes = peaks[(2 * first)..<(2 * end)].map { UInt8(bitPattern: $0) }
        return end == first + Self.tileLength || state.isComplete ? .peaks(bytes) : .partial(bytes)
      }
      let isBehind = Int64(first) << Int64(level) >= duration.count
      return state.isComplete || isBehind ? .none : .notYet
    }
  }

  private func fineTile(_ level: Int, _ number: Int) throws(AudioError) -> Tile {
    let key = FineKey(level: level, number: number)
    if let known = state.withLock({ $0.fine.first { $0.key == key }?.bytes }) { return .peaks(known) }
    let result = reader.withLock { known in
      Result { () throws(AudioError) in
        var reader = if let open = known.take() { open } else { try AudioReader(fileAt: path) }
        let bytes = try self.peaks(number, level, of: &reader)
        known = consume reader
        return bytes
      }
    }
    let bytes = try result.get()
    guard !bytes.isEmpty else { return .none }
    state.withLock { state in
      state.fine.append((key, bytes))
      if state.fine.count > Self.mostFineTiles { state.fine.removeFirst() }
    }
    return .peaks(bytes)
  }

  private func peaks(
    _ number: Int, _ level: Int, of reader: inout AudioReader
  ) throws(AudioError) -> [UInt8] {
    let (rate, channels) = (reader.sampleRate, reader.channels)
    let length = Self.tileLength << level
    let frames = (number * length * rate / 1000)..<((number + 1) * length * rate / 1000)
    guard Milliseconds(frames: Int64(frames.lowerBound), rate: rate) < duration else { return [] }
    try reader.seek(toFrame: Int64(frames.lowerBound))
    let samples = try reader.read(frames: frames.count)
    var collector = TimedPeaks(
      rate: rate, channels: channels, level: level, firstPeak: number * Self.tileLength)
    samples.withUnsafeBufferPointer { collector.add($0) }
    collector.finish()
    return collector.takePeaks().prefix(2 * Self.tileLength).map { UInt8(bitPattern: $0) }
  }
}

extension [[Int8]] {
  /// Makes each level of the one below it, as far as there are whole pairs; at the end also of a single one.
  fileprivate mutating func mergePairs(isAtEnd: Bool) {
    for level in indices.dropFirst() {
      var from = self[level].count * 2
      while from + 4 <= self[level - 1].count {
        let four = self[level - 1][from..<from + 4]
        self[level].append(Swift.min(four[from], four[from + 2]))
        self[level].append(Swift.max(four[from + 1], four[from + 3]))
        from += 4
      }
      if isAtEnd, from + 2 == self[level - 1].count { self[level] += self[level - 1][from...] }
    }
  }
}

/// Collects the lowest and highest samples of stretches of 2^level ms, to the frame, from blocks of
/// interleaved samples.
///
/// If there are several channels, the widest counts.
struct TimedPeaks {
  private let rate, channels, level: Int
  private var frame: Int
  /// The stretch that isn't complete, and the frame where it ends.
  private var number, end: Int
  private var low: Float = .infinity
  private var high: Float = -.infinity
  private var peaks: [Int8] = []

  /// Begins with a stretch; the first frame that is added is its first, rounded down.
  init(rate: Int, channels: Int, level: Int, firstPeak: Int = 0) {
    (self.rate, self.channels, self.level, number) = (rate, channels, level, firstPeak)
    frame = (firstPeak << level) * rate / 1000
    end = 0
    end = self.end(of: number)
  }

  private func end(of number: Int) -> Int { ((number + 1) << level) * rate / 1000 }

  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    var rest = samples
    while !rest.isEmpty {
      let taken = min(end - frame, rest.count / channels)
      widen(UnsafeBufferPointer(rebasing: rest[..<(taken * channels)]))
      rest = UnsafeBufferPointer(rebasing: rest[(taken * channels)...])
      frame += taken
      if frame >= end { store() }
    }
  }

  mutating func finish() {
    if low <= high { store() }
  }

  mutating func takePeaks() -> [Int8] {
    defer { peaks = [] }
    return peaks
  }

  private mutating func store() {
    // Below 1000 frames a second a stretch may be empty.
    peaks.append(low <= high ? Self.byte(low) : peaks.last ?? 0)
    peaks.append(low <= high ? Self.byte(high) : peaks.last ?? 0)
    (low, high) = (.infinity, -.infinity)
    number += 1
    end = end(of: number)
  }

  private static func byte(_ sample: Float) -> Int8 {
    Int8((max(-1, min(1, sample)) * 127).rounded())
  }

  private mutating func widen(_ samples: UnsafeBufferPointer<Float>) {
    guard let base = samples.baseAddress else { return }
    let raw = UnsafeRawPointer(base)
    var least = SIMD8<Float>(repeating: low)
    var most = SIMD8<Float>(repeating: high)
    var index = 0
    while index + 8 <= samples.count {
      let eight = raw.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
      least.replace(with: eight, where: eight .< least)
      most.replace(with: eight, where: eight .> most)
      index += 8
    }
    (low, high) = (least.min(), most.max())
    while index < samples.count {
      low = min(low, samples[index])
      high = max(high, samples[index])
      index += 1
    }
  }
}
