import TilawaBase
import TilawaPrograms

/// A file that ffmpeg decodes, read through a pipe.
///
/// Its first frame is the first that ffmpeg puts out. ffmpeg leaves out what the encoder added there, as far
/// as the file states the amount. What the encoder added at the end is left out too if the file states the
/// exact length.
///
/// A place further on is reached by decoding everything before it; a place further back, by decoding from the
/// start again. Only in a file whose times are counts of samples is ffmpeg started near the place: at a whole
/// second, two seconds early. By then a decoder's output is what it is from the start.
final class PipedDecoder: SampleSource {
  let path: String
  let format: String
  let sampleRate: Int
  let channels: Int
  let declaredFrames: Int64?
  let promise: PromisedLength
  let holdsFloats = false
  let seeksExactly = false
  let facts: ProbedAudio
  private let canEnter: Bool
  /// Runs while frames are read.
  private var run: PipedProgram?
  /// The frame that is read next.
  private var next: Int64 = 0
  private var isOver = false
  /// The beginning of a frame, when a piece of the pipe ends within it.
  private var rest: [UInt8] = []

  /// The length that is decoded before a place to make it exact, in seconds, and the least distance at which
  /// this is worth while.
  private static let lead: Int64 = 2
  private static let leap: Int64 = 30
  /// Floats as this machine has them, in ffmpeg's words.
  static let sampleForm = 1.littleEndian == 1 ? "f32le" : "f32be"

  /// Looks at the file; ffmpeg is started when something is read.
  init(_ path: String, container: String?) throws(AudioError) {
    self.path = path
    facts = try .of(path, container: container)
    (format, sampleRate, channels) = (facts.format, facts.sampleRate, facts.channels)
    let rate = facts.sampleRate
    let timing = format == "m4a" ? MP4Timing(ofFileAt: path) : nil
    let isCounted = timing.map { rate % $0.timescale == 0 } ?? false
    let tag = facts.tags["itunsmpb"]
    let trimmed = timing.flatMap { Self.ticksOfITunes(tag, ofAll: $0.ticks) }
    let declared = isCounted ? timing.map { (trimmed ?? $0.ticks) * Int64(rate / $0.timescale) } : nil
    declaredFrames = declared
    promise = PromisedLength(
      frames: declared ?? facts.seconds.flatMap { $0 > 0 && $0 < 1e8 ? Int64($0 * Double(rate)) : nil },
      tolerance: Milliseconds(declared == nil ? 250 : 100),
      lacksEnd: try Self.lacksEnd(AudioFileStart(path), format), rate: rate)
    // Where iTunes' tag says what to leave out at the start, ffmpeg counts its seconds from before that.
    canEnter = isCounted && timing?.isEnterable == true && trimmed == nil
  }

  private static func lacksEnd(_ file: AudioFileStart, _ format: String) -> Bool {
    switch format {
    case "aac": MPEGPackets.endAmidOne(file.path)
    // Where the file is shorter than it says, ffmpeg makes its length fit.
    case "wma": lengthOfASF(file).map { $0 > file.size } ?? false
    default: SoundChunk(of: file).map { $0.present < $0.named } ?? false
    }
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    var wanted = buffer.count / channels
    if let declaredFrames { wanted = Int(min(Int64(wanted), max(0, declaredFrames - next))) }
    guard wanted > 0, !isOver else { return 0 }
    let run = if let run { run } else { try start(at: 0) }
    let size = channels * MemoryLayout<Float>.size
    let bytes = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * channels)]))
    bytes.copyBytes(from: rest)
    var filled = rest.count
    rest = []
    while filled < size {
      let got = try more(run, UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      if got == 0 {
        try end(run)
        return 0
      }
      filled += got
    }
    rest = Array(bytes[(filled / size * size)..<filled])
    next += Int64(filled / size)
    return filled / size
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    let rate = Int64(sampleRate)
    if canEnter, frame < next || frame - next > Self.leap * rate {
      run = try start(at: max(0, frame / rate - Self.lead))
    } else if frame < next {
      run = try start(at: 0)
    }
    // What is past the end delivers nothing.
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16_384 * channels)
    defer { block.deallocate() }
    while next < frame {
      let count = Int(min(frame - next, 16_384)) * channels
      if try read(UnsafeMutableBufferPointer(rebasing: block[..<count])) == 0 { return }
    }
  }

  /// Lets ffmpeg decode from a second of the recording on.
  private func start(at second: Int64) throws(AudioError) -> PipedProgram {
    guard let ffmpeg = AudioPrograms.ffmpeg else { throw .needsProgram(path, format.uppercased()) }
    // One that still runs is ended, and gives back its pipe, before the next begins.
    run = nil
    let place = second > 0 ? ["-ss", "\(second)"] : []
    let started: PipedProgram
    do {
      started = try PipedProgram(
        ffmpeg,
        ["-v", "error", "-nostdin"] + place + AudioPrograms.input(path) + [
          "-map", "0:a:0", "-vn", "-sn", "-dn", "-ar", "\(sampleRate)", "-ac", "\(channels)", "-c:a",
          "pcm_\(Self.sampleForm)", "-f", Self.sampleForm, "pipe:1",
        ], .reading)
    } catch {
      throw AudioError(kind: .unreadable, path: path, message: "cannot run ffmpeg: \(error.reason)")
    }
    run = started
    next = second * Int64(sampleRate)
    isOver = false
    rest = []
    return started
  }

  private func more(_ run: PipedProgram, _ buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
    do {
      if let count = try run.read(into: buffer, within: AudioPrograms.patience) { return count }
    } catch {
      throw AudioError(kind: .unreadable, path: path, message: "cannot read from ffmpeg: \(error.reason)")
    }
    run.kill()
    throw AudioError(
      kind: .unreadable, path: path,
      message: "ffmpeg did not respond for \(AudioPrograms.patience) s and was stopped")
  }

  /// Ends the decoding, also where the rest can't be decoded, unless that is all of the file. Callers compare
  /// with the length that the file states.
  private func end(_ run: PipedProgram) throws(AudioError) {
    isOver = true
    let ending = try? run.finish()
    guard let ending, ending.status != 0, next == 0 else { return }
    let said = AudioPrograms.lastWords(of: ending.talk, about: path, else: "exit status \(ending.status)")
    throw AudioError(kind: .damaged, path: path, message: "ffmpeg cannot decode it: \(said)")
  }

  /// Returns the number of ticks that iTunes states it encoded; nil if its numbers don't add up to all ticks.
  ///
  /// The tag has hexadecimal numbers: the second is the ticks before the sound, the third those behind it,
  /// and the fourth the sound itself.
  private static func ticksOfITunes(_ tag: String?, ofAll ticks: Int64) -> Int64? {
    guard let words = tag?.words, words.count > 3 else { return nil }
    let numbers = words[1...3].compactMap { Int64($0, radix: 16) }.filter { (0...1 << 40).contains($0) }
    guard numbers.count == 3, numbers.reduce(0, +) == ticks else { return nil }
    return numbers[2]
  }
}
