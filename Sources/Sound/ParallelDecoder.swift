import Synchronization
import TilawaBase

/// Decodes a file in several stretches at once if its format seeks exactly, so that every sample is the same
/// as in one pass.
///
/// Every stretch opens the file for itself; the memory is that of as many stretches as there are cores.
struct ParallelDecoder: Sendable {
  let path: String
  let sampleRate: Int
  let channels: Int
  /// The length that the file declares; nil if it declares none.
  let declared: Milliseconds?
  /// The length and the end that the file declares.
  let promise: PromisedLength
  /// The frames of each stretch, all but the last whole tens of seconds; the last goes on to the end of the file.
  let stretches: [Range<Int64>]

  /// True if there is more than one stretch.
  var isParallel: Bool { stretches.count > 1 }

  init(fileAt path: String) throws(AudioError) {
    let reader = try AudioReader(fileAt: path)
    self.path = path
    sampleRate = reader.sampleRate
    channels = reader.channels
    promise = reader.promise
    declared = promise.frames.map { Milliseconds(frames: $0, rate: reader.sampleRate) }
    let ten = Int64(10 * sampleRate)
    // Stretches shorter than half a minute would cost more to find than they gain.
    let frames = reader.declaredFrames ?? 0
    let length = max(3, frames / 16 / ten + 1) * ten
    var stretches: [Range<Int64>] = []
    if reader.seeksExactly {
      while case let start = Int64(stretches.count) * length, start + length < frames {
        stretches.append(start..<start + length)
      }
    }
    stretches.append((stretches.last?.upperBound ?? 0)..<Int64.max)
    self.stretches = stretches
  }

  /// The results of all stretches that exist.
  struct Result<Part> {
    var parts: [Part] = []
    var frames: Int64 = 0
    var unusableSamples = 0
  }

  /// Calls `work` for every stretch; it may read `margin` frames before and after its own.
  ///
  /// A stretch that comes out too short is the last one. `progress` receives the decoded length from time to
  /// time, and at the end. The calling thread, which takes part, calls it; an error that it throws ends the
  /// work.
  func map<Part: Sendable>(
    margin: Int = 0, progress: (_ done: Milliseconds, _ total: Milliseconds?) throws(AudioError) -> Void,
    _ work: @escaping @Sendable (StretchReader) throws(AudioError) -> Part
  ) throws(AudioError) -> Result<Part> {
    let run = DecodingRun<Part>(self, margin: margin, work)
    let searchPath = AudioPrograms.searchPath
    var failure: AudioError?
    withoutActuallyEscaping(progress) { progress in
      var told = ContinuousClock.now
      Processors.ofProcess.share(stretches.count) { number in
        AudioPrograms.$searchPath.withValue(searchPath) { run.decode(number) {} }
      } here: { number in
        run.decode(number) { () throws(AudioError) in
          guard .now - told > .milliseconds(100) else { return }
          told = .now
          do throws(AudioError) {
            try progress(Milliseconds(frames: run.frames, rate: sampleRate), declared)
          } catch {
            failure = error
            run.stop()
            throw error
          }
        }
      }
    }
    if let failure { throw failure }
    let result = try run.result()
    try progress(Milliseconds(frames: result.frames, rate: sampleRate), declared)
    return result
  }
}

/// The data that the threads of one run share.
private final class DecodingRun<Part: Sendable>: Sendable {
  private struct Piece {
    var part: Part
    var frames: Int64
    var unusableSamples: Int
  }

  private let decoder: ParallelDecoder
  private let margin: Int
  private let work: @Sendable (StretchReader) throws(AudioError) -> Part
  private let pieces = Mutex([Int: Result<Piece, AudioError>]())
  private let count = Atomic<Int64>(0)
  private let isStopped = Atomic<Bool>(false)

  var frames: Int64 { count.load(ordering: .relaxed) }

  init(
    _ decoder: ParallelDecoder, margin: Int,
    _ work: @escaping @Sendable (StretchReader) throws(AudioError) -> Part
  ) {
    self.decoder = decoder
    self.margin = margin
    self.work = work
  }

  /// Reads no more.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Decodes a stretch; `tell` is called after each piece.
  func decode(_ number: Int, _ tell: @escaping () throws(AudioError) -> Void) {
    let result = Result { () throws(AudioError) in
      let reader = try StretchReader(decoder, number, margin: margin) { [self] frames throws(AudioError) in
        if isStopped.load(ordering: .relaxed) { throw .cancelled(decoder.path) }
        _ = count.add(frames, ordering: .relaxed)
        try tell()
      }
      let part = try work(reader)
      return Piece(part: part, frames: reader.ownFrames, unusableSamples: reader.unusableSamples)
    }
    pieces.withLock { $0[number] = result }
  }

  func result() throws(AudioError) -> ParallelDecoder.Result<Part> {
    let pieces = pieces.withLock { $0 }
    var result = ParallelDecoder.Result<Part>()
    for (number, stretch) in decoder.stretches.enumerated() {
      guard let piece = try pieces[number]?.get() else { break }
      result.parts.append(piece.part)
      result.frames += piece.frames
      result.unusableSamples += piece.unusableSamples
      if piece.frames < stretch.upperBound - stretch.lowerBound { break }
    }
    return result
  }
}

/// Reads one stretch of a file, from its margin before to its margin behind.
final class StretchReader {
  /// Its number among all stretches.
  let number: Int
  /// Its frames in the file.
  let frames: Range<Int64>
  /// The number of frames that are read before its own.
  let lead: Int
  private var reader: AudioReader
  private let margin: Int
  private let report: (Int64) throws(AudioError) -> Void
  /// Nothing is there to be read.
  private let isMissing: Bool

  fileprivate init(
    _ decoder: ParallelDecoder, _ number: Int, margin: Int,
    _ report: @escaping (Int64) throws(AudioError) -> Void
  ) throws(AudioError) {
    self.number = number
    self.margin = margin
    self.report = report
    frames = decoder.stretches[number]
    lead = min(margin, Int(frames.lowerBound))
    reader = try AudioReader(fileAt: decoder.path)
    var isMissing = false
    if frames.lowerBound > 0 {
      // A file that breaks off can't be entered behind its end.
      do { try reader.seek(toFrame: frames.lowerBound - Int64(lead)) } catch { isMissing = true }
    }
    self.isMissing = isMissing
  }

  /// The number of the stretch's own frames that were there.
  var ownFrames: Int64 {
    min(max(0, reader.framesRead - Int64(lead)), frames.upperBound - frames.lowerBound)
  }
  /// As in `AudioReader`.
  var holds16Bits: Bool { reader.holds16Bits }
  /// As in `AudioReader`, those of the margins included.
  var unusableSamples: Int { reader.unusableSamples }

  /// Fills `buffer` with whole frames and returns how many; fewer than fit only at the end.
  func read<Value: Sample>(into buffer: UnsafeMutableBufferPointer<Value>) throws(AudioError) -> Int {
    let end = frames.upperBound == .max ? .max : frames.upperBound + Int64(margin)
    let left = end - (frames.lowerBound - Int64(lead)) - reader.framesRead
    let wanted = Int(min(Int64(buffer.count / reader.channels), left))
    guard wanted > 0, !isMissing else { return 0 }
    let before = ownFrames
    let got = try Value.read(
      from: &reader, into: UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * reader.channels)]))
    try report(ownFrames - before)
    return got
  }
}
