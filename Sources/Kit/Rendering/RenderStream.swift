package import TilawaBase
import TilawaSound

/// Stretches of recordings, one after the other, as one stream of samples in one format.
///
/// Memory depends neither on how many stretches there are nor on how long they are: `next` is asked for one
/// when its turn comes, and may go on for ever. Stretches that follow each other without a gap in the
/// same file are played through, and not cut.
package final class RenderStream {
  /// What becomes of the sound on its way.
  package struct Settings: Sendable {
    /// Of the stream.
    package var format: RenderFormat
    /// How many times as fast as it was recited; the pitch stays.
    package var speed = 1.0
    /// A factor for the samples of a file, by path; 1 for others.
    package var gains: [ExactText: Float] = [:]
    /// Whether cuts in the middle of sound are faded.
    package var softensCuts = true

    /// Nothing but the format.
    package init(format: RenderFormat) { self.format = format }
  }

  /// Frames that have come out so far.
  package private(set) var framesOut: Int64 = 0
  /// Told of each stretch when its first frame is about to come out, with that frame's number.
  package var onStart: (_ stretch: Stretch, _ frame: Int64) -> Void = { _, _ in }

  /// Told of each stretch whose file ends before it does, with how much is missing.
  package var onShortage: (_ stretch: Stretch, _ missing: Milliseconds) -> Void = { _, _ in }

  private let settings: Settings
  private let next: () throws(AudioError) -> Stretch?
  private let files = OpenFiles()
  private var run: Run?
  /// Of a gap, or of what is missing.
  private var silenceLeft: Int64 = 0
  /// What was asked for and has not begun.
  private var waiting: Stretch?

  /// Stretches of one file that are played through.
  private struct Run {
    let file: OpenFiles.File
    let chain: StateChain
    /// The number of its first frame in the stream.
    let start: Int64
    var stretch: Stretch
    /// Of the stretch in its file.
    var framesLeft: Int64
  }

  /// The stream of what `next` gives until it gives nil.
  package init(_ settings: Settings, _ next: @escaping () throws(AudioError) -> Stretch?) {
    self.settings = settings
    self.next = next
  }

  /// The stream of `stretches`.
  package convenience init(_ settings: Settings, of stretches: [Stretch]) {
    var rest = stretches[...]
    self.init(settings) { () throws(AudioError) in rest.popFirst() }
  }

  /// The next samples, interleaved, some thousand frames of them; nil at the end.
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

  /// Begins a run, a silence, or the gap before one of them; false at the end.
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

  /// Goes on by a block, at the end of a stretch into the next or to the end of the run.
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

/// The few files read last, so that an ayah that is repeated isn't opened each time.
private final class OpenFiles {
  final class File {
    let path: String
    var reader: AudioReader

    init(_ path: String) throws(AudioError) {
      self.path = path
      reader = try AudioReader(fileAt: path)
    }
  }

  /// The one used last is the last.
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
