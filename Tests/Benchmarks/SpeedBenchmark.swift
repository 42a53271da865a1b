import Foundation
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

/// Times pauses and marks of a long recording against decoding alone and against ffmpeg, as whole processes,
/// format by format.
///
/// With a folder of recordings, ffmpeg joins different ones, of several reciters, to the long one. Marking is
/// given their passages.
///
/// Without a folder, the package's generator makes the long recording. Marking then refuses the passage at
/// the end, after all of its work.
///
/// `sixHours` adds marking of six hours, from one format.
func runSpeed(recordings folder: String?, sixHours: Bool) throws {
  let manager = FileManager.default
  let scratch = manager.temporaryDirectory.path + "/tilawa-speed-\(UUID().uuidString)"
  try manager.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  defer { try? manager.removeItem(atPath: scratch) }
  let minutes = size("TILAWA_MINUTES", 60)
  let rounds = size("TILAWA_ROUNDS", 3)
  let hour = try LongRecording(folder, minutes: minutes, at: "\(scratch)/hour.wav")
  show(
    "  \(minutes) minutes, medians of \(rounds): seconds by the clock / of all cores together, x real time, most memory"
  )
  show("  a ratio is of bare decoding by one core, by the clock / of all cores together")
  for encoding in [AudioEncoding.wav, .flac, .mp3, .ogg, .opus] {
    let file = try hour.encoded(encoding)
    try measure(file, hour, name: encoding.rawValue, rounds: rounds)
    if encoding != .wav { try manager.removeItem(atPath: file) }
  }
  try manager.removeItem(atPath: hour.file)
  guard sixHours else { return }
  let long = try LongRecording(folder, minutes: 6 * minutes, at: "\(scratch)/six.flac")
  try measureMarking(long.file, long, name: "flac, six times as long", rounds: 1)
}

/// Printed at once, wherever it goes.
private func show(_ line: String) {
  print(line)
  fflush(nil)
}

// MARK: What is measured

/// An hour or so of recitation, and what is recited.
private struct LongRecording {
  let file: String
  let seconds: Int
  /// Options for `tilawa mark`.
  private(set) var passages: [String] = []
  private let isGenerated: Bool

  init(_ folder: String?, minutes: Int, at file: String) throws {
    self.file = file
    seconds = minutes * 60
    isGenerated = folder == nil
    guard let folder else {
      try Self.generated(seconds: seconds).write(to: file, encoding: file.hasSuffix(".wav") ? .wav : .flac)
      // About as long as surah 2 is in slow reading.
      passages = (0..<max(1, minutes / 60)).flatMap { _ in ["--passage", "2:1-2:140"] }
      return
    }
    let parts = try parts(of: folder)
    passages = parts.flatMap { $0.passage.flatMap { ["--passage", "\($0)"] } }
    let inputs = parts.flatMap { ["-i", $0.audio] }
    let same = parts.indices.map {
      "[\($0):a]aresample=44100,aformat=sample_fmts=s16:channel_layouts=mono[a\($0)];"
    }
    let joined = parts.indices.map { "[a\($0)]" }.joined() + "concat=n=\(parts.count):v=0:a=1[out]"
    try ffmpeg(inputs + ["-filter_complex", same.joined() + joined, "-map", "[out]", file])
  }

  /// Different recordings of more than two minutes as they were published, then the same once more.
  private func parts(of folder: String) throws -> [KnownRecording] {
    var stems: Set<String> = []
    let known = try KnownRecording.all(inFolder: folder).filter {
      $0.isPlain && $0.counting == .kufi && stems.insert($0.stem).inserted
    }
    var parts: [KnownRecording] = []
    var left = Double(seconds)
    while left > 0 {
      let before = left
      for recording in known where left > 0 {
        let length = try AudioProbe.properties(ofFileAt: recording.audio).duration.seconds
        guard length > 120 else { continue }
        parts.append(recording)
        left -= length
      }
      guard left < before else { throw ManifestError("no recording is longer than two minutes") }
    }
    return parts
  }

  /// Encodes the recording in another format and returns the path of the file.
  func encoded(_ encoding: AudioEncoding) throws -> String {
    if encoding == .wav { return file }
    let target = file.dropLast(3) + encoding.rawValue
    if isGenerated {
      var recitation = Self.generated(seconds: seconds)
      recitation.sampleRate = encoding == .opus ? 48_000 : 44_100
      try recitation.write(to: String(target), encoding: encoding)
    } else {
      let rate: [String] = encoding == .mp3 ? ["-b:a", "64k"] : []
      let codec: [String] =
        switch encoding {
        case .ogg: ["-c:a", "libvorbis"]
        case .opus: ["-c:a", "libopus"]
        default: []
        }
      try ffmpeg(["-i", file] + codec + rate + [String(target)])
    }
    return String(target)
  }

  private func ffmpeg(_ arguments: [String]) throws {
    guard let program = Program("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments),
      try program.run() == 0
    else { throw ManifestError("ffmpeg is needed to make a long recording, and could not") }
  }

  private static func generated(seconds: Int) -> GeneratedRecitation {
    let lengths: [Int64] = [4100, 7300, 2900, 11_200, 5600, 3300]
    var passages: [GeneratedRecitation.Passage] = []
    var left = Int64(seconds) * 1000
    while left > 0 {
      let length = lengths[passages.count % lengths.count]
      passages.append(.init(length, pauseAfter: 600))
      left -= length + 600
    }
    var recitation = GeneratedRecitation(passages)
    recitation.sampleRate = 44_100
    return recitation
  }
}

// MARK: Measuring

private func measure(_ file: String, _ recording: LongRecording, name: String, rounds: Int) throws {
  let silence = Program("ffmpeg", "-nostdin", "-i", file, "-af", "silencedetect", "-f", "null", "-")
  var (bare, pauses, peer) = ([ProgramRun](), [ProgramRun](), [ProgramRun]())
  for _ in 0..<rounds {
    bare.append(try measured { try decode(file) })
    if let run = try Program("tilawa", "audio", "pauses", file)?.measured() { pauses.append(run) }
    if let run = try silence?.measured() { peer.append(run) }
  }
  guard let bare = ProgramRun.median(bare) else { return }
  show("  \(name): bare decoding \(costs(bare))")
  for (what, runs) in [("pauses", pauses), ("ffmpeg silencedetect", peer)] {
    guard let run = ProgramRun.median(runs) else { continue }
    let byClock = decimals(run.seconds / bare.seconds, 2)
    let ofCores = decimals(run.processorSeconds / max(bare.processorSeconds, 1e-6), 2)
    show("    \(what) \(costs(run)), ratio \(byClock) / \(ofCores), \(run.peakMegabytes) MB")
  }
  try measureMarking(file, recording, name: name, rounds: rounds)
}

private func measureMarking(
  _ file: String, _ recording: LongRecording, name: String, rounds: Int
) throws {
  guard let program = Program("tilawa", ["mark", file] + recording.passages) else { return }
  let seconds = try AudioProbe.properties(ofFileAt: file).duration.seconds
  var runs: [ProgramRun] = []
  for _ in 0..<rounds { runs.append(try program.measured()) }
  guard let run = ProgramRun.median(runs) else { return }
  show(
    """
        mark \(costs(run)), \(decimals(seconds / run.seconds, 0)) x real time (\(decimals(seconds / 3600, 2)) h \
    of \(name)), \(run.peakMegabytes) MB, exit \(run.status)
    """)
}

private func costs(_ run: ProgramRun) -> String {
  "\(decimals(run.seconds, 2)) / \(decimals(run.processorSeconds, 2)) s"
}

private func decode(_ file: String) throws {
  var reader = try AudioReader(fileAt: file)
  let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 65_536 * reader.channels)
  defer { block.deallocate() }
  while try reader.read(into: block) > 0 {}
}
