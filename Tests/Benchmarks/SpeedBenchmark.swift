import Audio
import Foundation
import QuranIndex
import TestSupport
import Timing

/// Pauses and marks of long recordings against decoding alone and against ffmpeg, as whole processes.
///
/// Without a folder everything is made by the package's generator, and marking refuses the passage at its end, having done
/// all its work. With a folder of recordings, marking runs on those of one sample rate, one behind the other, over and over.
func runSpeed(recordings folder: String?) throws {
  let manager = FileManager.default
  let scratch = manager.temporaryDirectory.path + "/tilawa-speed-\(UUID().uuidString)"
  try manager.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  defer { try? manager.removeItem(atPath: scratch) }
  let minutes = size("TILAWA_MINUTES", 60)
  try measurePauses(in: scratch, minutes: minutes)
  for hours in [1, 6] {
    let file = "\(scratch)/\(hours).flac"
    let passage: [String]
    if let folder {
      passage = try writeLoop(of: folder, seconds: hours * minutes * 60, to: file)
    } else {
      try generated(minutes: hours * minutes, rate: 44_100).write(to: file, encoding: .flac)
      // About as long as surah 2 is in slow reading.
      passage = (0..<hours).flatMap { _ in ["--passage", "2:1-2:140"] }
    }
    try measureMarking(file, passage, rounds: hours == 1 ? 3 : 1)
    try manager.removeItem(atPath: file)
  }
}

private func generated(minutes: Int, rate: Int) -> GeneratedRecitation {
  let lengths: [Int64] = [4100, 7300, 2900, 11_200, 5600, 3300]
  var passages: [GeneratedRecitation.Passage] = []
  var left = Int64(minutes) * 60_000
  while left > 0 {
    let length = lengths[passages.count % lengths.count]
    passages.append(.init(length, pauseAfter: 600))
    left -= length + 600
  }
  var recitation = GeneratedRecitation(passages)
  recitation.sampleRate = rate
  return recitation
}

private func measurePauses(in scratch: String, minutes: Int) throws {
  print("  pauses in \(minutes) generated minutes: seconds by the clock, then of all cores together")
  for encoding in [AudioEncoding.wav, .flac, .mp3, .ogg, .opus] {
    let file = "\(scratch)/long.\(encoding.rawValue)"
    try generated(minutes: minutes, rate: encoding == .opus ? 48_000 : 44_100)
      .write(to: file, encoding: encoding)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let programs = [
      Program("tilawa", "pauses", file),
      Program("ffmpeg", "-nostdin", "-i", file, "-af", "silencedetect", "-f", "null", "-"),
    ]
    var decoding: [Double] = []
    var runs = programs.map { _ in [ProgramRun]() }
    for _ in 0..<3 {
      decoding += try medians(rounds: 1, [{ try decode(file) }])
      for (index, program) in programs.enumerated() {
        if let run = try program?.measured() { runs[index].append(run) }
      }
    }
    let bare = decoding.sorted()[decoding.count / 2]
    var line = "    \(encoding.rawValue): bare decoding \(decimals(bare, 2))"
    for (name, runs) in zip(["pauses", "silencedetect"], runs) {
      guard let run = ProgramRun.median(runs) else { continue }
      line +=
        ", \(name) \(decimals(run.seconds, 2)) / \(decimals(run.processorSeconds, 2)) (\(decimals(run.seconds / bare, 2)) x bare)"
    }
    print(line)
  }
}

private func decode(_ file: String) throws {
  var reader = try AudioReader(fileAt: file)
  let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 65_536 * reader.channels)
  defer { block.deallocate() }
  while try reader.read(into: block) > 0 {}
}

private func measureMarking(_ file: String, _ passage: [String], rounds: Int) throws {
  guard let program = Program("tilawa", ["mark", file] + passage) else { return }
  let seconds = try AudioProbe.properties(ofFileAt: file).duration.seconds
  var runs: [ProgramRun] = []
  for _ in 0..<rounds { runs.append(try program.measured()) }
  guard let run = ProgramRun.median(runs) else { return }
  print(
    """
      mark, \(decimals(seconds / 3600, 2)) h of flac: \(decimals(run.seconds, 2)) s by the clock \
    (\(decimals(seconds / run.seconds, 0)) x real time), \(decimals(run.processorSeconds, 2)) s of all cores, \
    \(run.peakMegabytes) MB, exit \(run.status)
    """)
}

/// Recordings of one reading rate and no noise, over and over; gives the passages as options.
private func writeLoop(of folder: String, seconds: Int, to file: String) throws -> [String] {
  let rate = 22_050
  let known = try KnownRecording.all(inFolder: folder).filter {
    $0.group == "continuous" && $0.counting == .kufi && $0.passage.count == 1
  }
  var writer = try AudioWriter(path: file, encoding: .flac, sampleRate: rate, channels: 1)
  var options: [String] = []
  var left = seconds * rate
  while left > 0 {
    let before = left
    for recording in known where left > 0 {
      var reader = try AudioReader(fileAt: recording.audio)
      guard reader.sampleRate == rate, (reader.declaredFrames ?? 0) > 120 * Int64(rate) else { continue }
      while case let samples = try reader.readMono(frames: rate), !samples.isEmpty {
        try writer.write(samples)
        left -= samples.count
      }
      options += recording.passage.flatMap { ["--passage", "\($0)"] }
    }
    guard left < before else { throw ManifestError("no recording at \(rate) Hz is longer than two minutes") }
  }
  try writer.finish()
  return options
}
