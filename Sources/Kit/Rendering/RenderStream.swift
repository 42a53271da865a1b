package import TilawaBase
import TilawaSound

/// Stretches of recordings in sequence, as one stream of samples in one format.
///
/// Memory depends neither on the number of stretches nor on their length. `next` is called for one stretch
/// at a time, and the sequence may be infinite. Consecutive stretches of a file without a gap are played
/// through without a cut.
package final class RenderStream {
  /// Settings for the processing of the sound.
  package struct Settings: Sendable {
    /// The format of the stream.
    package var format: RenderFormat
    /// The speed relative to the recitation; the pitch stays.
    package var speed = 1.0
    /// The factors for the samples of files, by path; 1 for others.
    package var gains: [ExactText: Float] = [:]
    /// True if cuts in the middle of sound are faded.
    package var softensCuts = true

    /// Creates settings with only a format.
    package init(format: RenderFormat) { self.format = format }
  }

  /// The number of frames read so far.
  package private(set) var framesOut: Int64 = 0
  /// Called for each stretch just before its first frame is read, with that frame's number.
  package var onStart: (_ stretch: Stretch, _ frame: Int64) -> Void = { _, _ in }

  /// Called for each stretch whose file ends early, with the missing duration.
  package var onShortage: (_ stretch: Stretch, _ missing: Milliseconds) -> Void = { _, _ in }

  private let settings: Settings
  private let next: () throws(AudioError) -> Stretch?
  private let files = OpenFiles()
  private var run: Run?
  /// The number of frames of silence left, of a gap or in place of missing audio.
  private var silenceLeft: Int64 = 0
  /// The next stretch, if it was fetched but has not begun.
  private var waiting: Stretch?

  /// Consecutive stretches of one file that are played through.
  private struct Run {
    let file: OpenFiles.File
    let chain: StateChain
    /// The number of its first frame in the stream.
    let start: Int64
    var stretch: Stretch
    /// The number of frames left of the stretch, in the format of its file.
    var framesLeft: Int64
  }

  /// Creates a stream of the stretches that `next` returns, until it returns nil.
  package init(_ settings: Settings, _ next: @escaping () throws(AudioError) -> Stretch?) {
    self.settings = settings
    self.next = next
  }

  /// Creates a stream of `stretches`.
  package convenience init(_ settings: Settings, of stretches: [Stretch]) {
    var rest = stretches[...]
    self.init(settings) { () throws(AudioError) in rest.popFirst() }
  }

  /// Returns the next interleaved samples, some thousand frames, or nil at the end.
  package func read() throws(AudioError) -> [Float]? {
    while true {
      var samples: [Float]
      if silenceLeft > 0 {
        let frames = Int(min(silenceLeft, 8192))
        silenceLeft -= Int64(frames)
        samples = [Float](repeating: 0, count: frames * settings.format.channels)
      } else {
        if run == nil, try !begin() { return nil }
        guard let run else { continue }
        samples = try advance(run)
      }
      guard !samples.isEmpty else { continue }
      framesOut += Int64(samples.count / settings.format.channels)
      return samples
    }
  }

  /// Begins a run, a silence, or the gap before one of them. Returns false at the end.
  private func begin() throws(AudioError) -> Bool {
    let upcoming = if let waiting { waiting } else { try next() }
    waiting = nil
    guard var stretch = upcoming else { return false }
    if stretch.gap > .zero {
      silenceLeft = stretch.gap.frame(rate: settings.format.sampleRate)
      stretch.gap = .zero
      waiting = stretch
      return true
    }
    onStart(stretch, framesOut)
    guard let path = stretch.file else {
      silenceLeft = stretch.span.length.frame(rate: settings.format.sampleRate)
      return true
    }
    let file = try files.file(path)
    try file.reader.seek(toFrame: stretch.span.start.frame(rate: file.reader.sampleRate))
    let chain = try StateChain(
      settings, gain: settings.gains[ExactText(path)] ?? 1, sampleRate: file.reader.sampleRate,
      channels: file.reader.channels, file: path)
    run = Run(
      file: file, chain: chain, start: framesOut, stretch: stretch,
      framesLeft: stretch.span.frames(rate: file.reader.sampleRate))
    return true
  }

  /// Returns the next block of a run. At the end of a stretch, goes on with the next one or ends the run.
  private func advance(_ before: Run) throws(AudioError) -> [Float] {
    var run = before
    let file = run.file
    let wanted = Int(min(run.framesLeft, 8192))
    let samples = wanted > 0 ? try file.reader.read(frames: wanted) : []
    let got = samples.count / file.reader.channels
    run.framesLeft -= Int64(got)
    if got == wanted, run.framesLeft > 0 {
      self.run = run
      return run.chain.pass(samples, isLast: false)
    }
    if run.framesLeft > 0 {
      onShortage(run.stretch, Milliseconds(frames: run.framesLeft, rate: file.reader.sampleRate))
    }
    waiting = try next()
    if run.framesLeft == 0, let following = waiting, run.stretch.runsInto(following) {
      waiting = nil
      let result = run.chain.pass(samples, isLast: false)
      run.stretch = following
      run.framesLeft = following.span.frames(rate: file.reader.sampleRate)
      self.run = run
      onStart(following, run.start + run.chain.framesExpected)
      return result
    }
    self.run = nil
    return run.chain.pass(samples, isLast: true)
  }
}

extension TimeSpan {
  fileprivate func frames(rate: Int) -> Int64 { end.frame(rate: rate) - start.frame(rate: rate) }
}

/// The files read last, so that a repeated ayah doesn't open its file each time.
private final class OpenFiles {
  final class File {
    let path: String
    var reader: AudioReader

    init(_ path: String) throws(AudioError) {
      self.path = path
      reader = try AudioReader(fileAt: path)
    }
  }

  /// The open files, with the last used one at the end.
  private var files: [File] = []

  func file(_ path: String) throws(AudioError) -> File {
    if let last = files.last, last.path.isExactly(path) { return last }
    if let index = files.firstIndex(where: { $0.path.isExactly(path) }) {
      files.append(files.remove(at: index))
    } else {
      if files.count == 4 { files.removeFirst() }
      files.append(try File(path))
    }
    return files[files.count - 1]
  }
}
