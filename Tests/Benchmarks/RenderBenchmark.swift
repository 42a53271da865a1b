import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaSound

/// Runs a session on a folder of recordings with known boundaries: a library of all of them with their truth
/// as segments, a surah of it by three reciters, and its first ten ayat rendered twice and faster.
///
/// Prints whether each cut is the right stretch of its source, by correlation, and how its speed compares
/// with ffmpeg's.
func runRender(inFolder folder: String) throws {
  let library = FileManager.default.temporaryDirectory.appendingPathComponent("tilawa-render-\(getpid())")
    .path
  try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: library) }
  let recordings = try importAll(inFolder: folder, to: library)
  // By priority; some rows of the first two are left out, so that each has something to say.
  let reciters = try ["alafasy-067", "akhdar-067", "salama-067"].map { stem in
    guard let found = recordings.first(where: { $0.stem == stem }) else {
      throw ManifestError("there is no recording \"\(stem)\"")
    }
    return found
  }
  for recording in recordings where recording.stem.contains("-067") {
    if recording.reciter == reciters[0].reciter {
      try writeSegments(of: recording, to: library) { $0 % 3 != 0 }
    } else if recording.reciter == reciters[1].reciter {
      try writeSegments(of: recording, to: library) { $0 % 6 != 0 }
    }
  }
  let asked = reciters.flatMap { ["--reciter", identifier($0.reciter)] }
  let items = try resolved(asked, library)
  print("render: \(recordings.count) recordings; 67 by three reciters in order of priority")
  for reciter in reciters {
    let count = items.count { $0.reciter == identifier(reciter.reciter) }
    print("  \(reciter.reciter): \(count) of \(items.count) ayat")
  }
  try checkCuts(Array(items.prefix(10)), asked, library)
  try race(Array(items.prefix(10)), asked, library)
}

/// An ayah as `tilawa resolve` places it.
private struct PlacedAyah {
  let file: String
  let start: Double
  let end: Double
  let reciter: String
}

private func identifier(_ name: String) -> String {
  name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
}

/// Every recording once, by the first file that libsndfile or libmpg123 reads.
private func importAll(inFolder folder: String, to library: String) throws -> [KnownRecording] {
  var recordings: [KnownRecording] = []
  for recording in try KnownRecording.all(inFolder: folder)
  where !recordings.contains(where: { $0.stem == recording.stem }) && !recording.file.hasSuffix(".m4a") {
    let riwayah = recording.counting == .kufi ? "hafs" : "warsh"
    guard
      let program = Program(
        "tilawa",
        [
          "import", recording.audio, "--into", library, "--title", recording.stem, "--name", recording.stem,
          "--reciter", identifier(recording.reciter), "--riwayah", riwayah, "--numbering",
          recording.counting.rawValue,
        ]), try program.run() == 0
    else { throw ManifestError("\(recording.file) can't be imported") }
    try writeSegments(of: recording, to: library) { _ in true }
    recordings.append(recording)
  }
  return recordings
}

/// The truth as verified rows; of those ayat only whose number `keeps` takes.
private func writeSegments(
  of recording: KnownRecording, to library: String, keeps: (Int) -> Bool
) throws {
  var text = "tilawa: 1\nsegments:\n"
  for row in recording.rows {
    let span = "start: \(decimals(row.start, 3)), end: \(decimals(row.end ?? row.start, 3))"
    if let ayah = row.ayah, ayah.number > 0 {
      guard keeps(ayah.number) else { continue }
      text += "  - { ayah: \"\(ayah)\", \(span), verified: true }\n"
    } else {
      text += "  - { skip: opening, \(span) }\n"
    }
  }
  try text.write(
    toFile: "\(library)/\(recording.stem).tilawa/segments.yaml", atomically: true, encoding: .utf8)
}

private func resolved(_ asked: [String], _ library: String) throws -> [PlacedAyah] {
  struct Document: Decodable {
    struct Item: Decodable {
      let file, reciter: String
      let start, end: Double
    }
    let items: [Item]
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: Bundle.main.bundlePath + "/tilawa")
  process.arguments = ["resolve", "67", "--json", "--library", library] + asked
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return try JSONDecoder().decode(Document.self, from: data).items.map {
    PlacedAyah(file: $0.file, start: $0.start, end: $0.end, reciter: $0.reciter)
  }
}

// MARK: Cuts

private func checkCuts(_ items: [PlacedAyah], _ asked: [String], _ library: String) throws {
  for speed in [1.0, 1.25] {
    let output = "\(library)/out.wav"
    guard
      let program = Program(
        "tilawa",
        [
          "render", "67:1-10", "--no-basmalah", "--range-repeats", "2", "--speed", "\(speed)", "-o", output,
          "--library",
          library,
        ]
          + asked), try program.run() == 0
    else { throw ManifestError("render failed") }
    let cues = try AudioMetadata.read(fromFileAt: output).markers.map(\.at.seconds)
    guard cues.count == 2 * items.count else {
      throw ManifestError("\(cues.count) cues, not \(2 * items.count)")
    }
    let rendered = try Mono(output)
    var offsets: [[Double]] = []
    for (index, start) in cues.enumerated() {
      let item = items[index % items.count]
      let source = try Mono(item.file, from: item.start, to: item.end, rate: rendered.rate)
      let end = index + 1 < cues.count ? cues[index + 1] : rendered.seconds
      offsets.append(rendered.offsets(from: start, to: end, in: source, speed: speed))
    }
    let medians = offsets.map { median($0.map(abs)) }
    let edges = offsets.flatMap { [$0.first, $0.last].compactMap { $0 }.map(abs) }
    print(
      """
        at speed \(speed): \(cues.count) cuts, \(offsets.reduce(0) { $0 + $1.count }) windows of 80 ms found in their \
      source; off by a median of \(decimals(median(medians) * 1000, 2)) ms, of the worst cut \
      \(decimals((medians.max() ?? 0) * 1000, 2)) ms, at the first and last window of a cut at most \
      \(decimals((edges.max() ?? 0) * 1000, 2)) ms
      """)
  }
}

private func median(_ values: [Double]) -> Double {
  values.isEmpty ? .infinity : values.sorted()[values.count / 2]
}

/// One channel of sound.
private struct Mono {
  var samples: [Float]
  let rate: Int

  var seconds: Double { Double(samples.count) / Double(rate) }

  /// All of a file, or a part; `rate` must be a multiple or a part of the file's.
  init(_ path: String, from start: Double = 0, to end: Double? = nil, rate: Int? = nil) throws {
    var reader = try AudioReader(fileAt: path)
    let own = reader.sampleRate
    let first = Milliseconds(Int64((start * 1000).rounded())).frame(rate: own)
    try reader.seek(toFrame: first)
    let count = end.map { Milliseconds(Int64(($0 * 1000).rounded())).frame(rate: own) - first }
    samples = []
    while case let block = try reader.readMono(frames: 65536), !block.isEmpty {
      samples += block
      if let count, samples.count >= count {
        samples.removeLast(samples.count - Int(count))
        break
      }
    }
    self.rate = rate ?? own
    guard let rate, rate != own else { return }
    let before = samples
    // Between two samples a line will do: what is compared is where waves lie, not how they look.
    samples = (0..<(before.count * rate / own)).map { index in
      let place = Double(index) * Double(own) / Double(rate)
      let left = Int(place)
      let part = Float(place - Double(left))
      let right = min(left + 1, before.count - 1)
      return before[left] * (1 - part) + before[right] * part
    }
  }

  /// Returns the distance of each loud window between two times from its expected position in `source`, in
  /// seconds.
  ///
  /// Windows that don't resemble anything within 30 ms are left out.
  func offsets(from start: Double, to end: Double, in source: Mono, speed: Double) -> [Double] {
    let length = rate * 80 / 1000
    let reach = rate * 30 / 1000
    let first = Int((start * Double(rate)).rounded())
    let last = min(samples.count, Int((end * Double(rate)).rounded())) - length
    var result: [Double] = []
    for place in stride(from: first, to: max(first, last), by: rate / 5) {
      let window = samples[place..<(place + length)]
      guard window.reduce(0, { $0 + $1 * $1 }) > 0.0004 * Float(length) else { continue }
      // Their middles are compared: within a window sound goes by at its own speed, whatever the whole does.
      let expected = (Double(place - first) + Double(length) / 2) * speed - Double(length) / 2
      var best = (score: Float(0.9), shift: 0)
      for shift in -reach...reach {
        let from = Int(expected.rounded()) + shift
        guard from >= 0, from + length <= source.samples.count else { continue }
        let score = correlation(window, source.samples[from..<(from + length)])
        if score > best.score { best = (score, shift) }
      }
      if best.score > 0.9 { result.append(Double(best.shift) / Double(rate)) }
    }
    return result
  }

  private func correlation(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Float {
    var (product, powerA, powerB): (Float, Float, Float) = (0, 0, 0)
    for (x, y) in zip(a, b) {
      product += x * y
      powerA += x * x
      powerB += y * y
    }
    return product / max(1e-9, (powerA * powerB).squareRoot())
  }
}

// MARK: Speed

private func race(_ items: [PlacedAyah], _ asked: [String], _ library: String) throws {
  let seconds = items.reduce(0) { $0 + $1.end - $1.start } * 2 / 1.25
  var inputs: [String] = []
  var filter = ""
  for index in 0..<(2 * items.count) {
    let item = items[index % items.count]
    inputs += ["-ss", "\(item.start)", "-to", "\(item.end)", "-i", item.file]
    filter += "[\(index):a]aresample=44100,atempo=1.25[a\(index)];"
  }
  filter += (0..<(2 * items.count)).map { "[a\($0)]" }.joined()
  filter += "concat=n=\(2 * items.count):v=0:a=1"
  let render = [
    "render", "67:1-10", "--no-basmalah", "--range-repeats", "2", "--speed", "1.25", "--sample-rate", "44100",
    "--channels",
    "1",
    "--library", library, "-o", "\(library)/out.wav",
  ]
  let programs = [
    Program("tilawa", render + asked + ["--no-loudness"]), Program("tilawa", render + asked),
    Program(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-y"] + inputs
        + ["-filter_complex", filter, "-ac", "1", "\(library)/peer.wav"]),
  ].compactMap { $0 }
  let names = ["tilawa --no-loudness", "tilawa, levels matched", "ffmpeg"]
  let times = try medians(rounds: 5, programs.map { program in { try program.run() } })
  for (name, time) in zip(names, times) {
    print(
      "  \(name): \(decimals(time, 2)) s for \(decimals(seconds, 0)) s of audio, \(decimals(seconds / time, 0)) x real time"
    )
  }
}
