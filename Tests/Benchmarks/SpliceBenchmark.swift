import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

/// Splices parts into and out of the recordings of a folder, marks them, and prints how well the marks agree
/// with the truth, by kind of splice.
///
/// The splices are the same each time. Every tenth ayah is changed, and at least one.
func runSplices(inFolder folder: String, _ options: BenchmarkOptions) throws {
  var stems: Set<String> = []
  let recordings = try KnownRecording.all(inFolder: folder).filter {
    $0.isPlain && $0.rows.count >= 4 && stems.insert($0.stem).inserted
  }
  let models = try ModelChoice(options, recordings)
  let sounds = inParallel(recordings) { MonoSound(ofFileAt: $0.audio) }
  let scratch = NSTemporaryDirectory() + "tilawa-splices-\(ProcessInfo.processInfo.processIdentifier)"
  try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: scratch) }

  print("splices: passage given, opening not told, \(models.description); F1 at 500 ms, in pauses")
  print("  kind              recordings  splices  boundaries      P      R     F1  misnamed")
  var all = BoundaryScore()
  for kind in Splice.allCases {
    let results = inParallel(Array(recordings.indices)) { index -> (score: BoundaryScore, places: Int)? in
      guard let sound = sounds[index] else { return nil }
      let others = recordings.indices.filter { !recordings[$0].sharesReciter(with: recordings[index]) }
      let foreign = others.compactMap { sounds[$0] }.max { $0.samples.count < $1.samples.count }
      let spliced = SplicedRecording(
        recordings[index], sound, kind, foreign: foreign, seed: UInt64(index) + 1)
      let path = "\(scratch)/\(kind)-\(index).wav"
      defer { try? FileManager.default.removeItem(atPath: path) }
      do {
        try spliced.sound.write(to: path)
        let features = try SpeechFeatures(ofFileAt: path)
        let model = models.model(for: recordings[index])
        let found = try marks(of: recordings[index], features, model)?.markers.boundaries ?? []
        let score = BoundaryScore(
          truth: ScoredBoundary.all(of: spliced.rows), predicted: found, tolerance: 0.5,
          windows: spliced.windows)
        return (score, spliced.places)
      } catch {
        print("  left out: \(recordings[index].file): \(error)")
        return nil
      }
    }
    let known = zip(recordings, results).compactMap { recording, result in result.map { (recording, $0) } }
    let pooled = known.reduce(BoundaryScore()) { $0 + $1.1.score }
    all = all + pooled
    let places = known.reduce(0) { $0 + $1.1.places }
    printRow("\(kind)", known.count, places, pooled)
    for (recording, result) in known where result.score.f1 < 0.9 {
      print("      \(recording.file)  \(decimals(result.score.f1, 3))")
    }
  }
  printRow("all", recordings.count, 0, all)
}

private func printRow(_ name: String, _ recordings: Int, _ places: Int, _ score: BoundaryScore) {
  func cell(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
  print(
    "  \(name)\(cell("", 16 - name.count))" + cell("\(recordings)", 12) + cell("\(places)", 9)
      + cell("\(score.truthCount)", 12) + cell(decimals(score.precision, 3), 7)
      + cell(decimals(score.recall, 3), 7) + cell(decimals(score.f1, 3), 7)
      + cell("\(score.misnamedCount)", 10))
}

/// A kind of change that is made to a recording.
enum Splice: CaseIterable {
  case nothing, phraseAgain, ayahAgain, threeAyatAgain, ayahDropped, foreignVoice
}

/// Samples of one channel.
struct MonoSound: Sendable {
  var samples: [Float]
  let rate: Int

  init(_ samples: [Float], rate: Int) {
    self.samples = samples
    self.rate = rate
  }

  init?(ofFileAt path: String) {
    do {
      var reader = try AudioReader(fileAt: path)
      rate = reader.sampleRate
      samples = []
      while case let more = try reader.readMono(frames: rate), !more.isEmpty { samples += more }
    } catch {
      return nil
    }
  }

  func write(to path: String) throws(AudioError) {
    var writer = try AudioWriter(path: path, encoding: .wav, sampleRate: rate, channels: 1)
    try writer.write(samples)
    try writer.finish()
  }

  subscript(_ from: Double, _ to: Double) -> ArraySlice<Float> {
    let first = min(samples.count, max(0, Int(from * Double(rate))))
    return samples[first..<max(first, min(samples.count, Int(to * Double(rate))))]
  }

  /// The quietest moment of a stretch.
  func quietest(_ from: Double, _ to: Double) -> Double {
    let hop = 0.02
    var best = (time: from, power: Float.infinity)
    var time = from
    while time + 0.08 < to {
      let power = self[time, time + 0.08].reduce(0) { $0 + $1 * $1 }
      if power < best.power { best = (time + 0.04, power) }
      time += hop
    }
    return best.time
  }

  /// A stretch at another rate.
  func resampled(_ from: Double, _ to: Double, rate other: Int) -> [Float] {
    let stretch = Array(self[from, to])
    guard other != rate, stretch.count > 1 else { return stretch }
    let count = Int(Double(stretch.count - 1) * Double(other) / Double(rate))
    return (0..<count).map { index in
      let place = Double(index) * Double(rate) / Double(other)
      let left = Int(place)
      return stretch[left] + (stretch[left + 1] - stretch[left]) * Float(place - Double(left))
    }
  }
}

/// A recording with something spliced in or out, and what is recited where then.
struct SplicedRecording {
  private(set) var sound: MonoSound
  private(set) var rows: [RecitedRow] = []
  private(set) var windows = PauseWindows()
  /// The number of ayat that were changed.
  private(set) var places = 0

  private let recording: KnownRecording
  private let original: MonoSound

  init(
    _ recording: KnownRecording, _ original: MonoSound, _ kind: Splice, foreign: MonoSound?, seed: UInt64
  ) {
    self.recording = recording
    self.original = original
    sound = MonoSound([], rate: original.rate)
    var random = Numbers(state: seed)
    let count = recording.rows.count
    var chosen: Set<Int> = []
    for _ in 0..<max(1, count / 10) { chosen.insert(Int(random.next() % UInt64(max(1, count - 2))) + 1) }
    sound.samples += original[0, recording.rows[0].start]
    for index in 0..<count {
      let (start, end) = span(index)
      guard kind != .nothing, chosen.contains(index) else {
        add(index)
        continue
      }
      switch kind {
      case .nothing: break
      case .phraseAgain:
        let length = end - start
        guard length > 5 else {
          add(index)
          continue
        }
        let from = original.quietest(start + 0.1 * length, start + 0.4 * length)
        let to = original.quietest(max(from + 1, start + 0.5 * length), start + 0.85 * length)
        add(index, pieces: [(start, to), (from, end)])
      case .ayahAgain:
        add(index)
        add(index)
      case .threeAyatAgain:
        add(index)
        for other in max(0, index - 2)...index { add(other) }
      case .ayahDropped: break
      case .foreignVoice:
        add(index)
        let length = 5 + Double(random.next() % 15)
        let from = 10 + Double(random.next() % 100)
        let pause = [Float](repeating: 0, count: original.rate / 2)
        let at = time
        sound.samples += pause + (foreign?.resampled(from, from + length, rate: original.rate) ?? []) + pause
        rows[rows.count - 1].end = at
        let window = recording.windows.window(of: end)
        windows.add(boundary: at, from: at - (end - window.lowerBound), to: at + 0.5)
      }
      places += 1
    }
  }

  private var time: Double { Double(sound.samples.count) / Double(sound.rate) }

  /// An ayah with the silence up to the next.
  private func span(_ index: Int) -> (start: Double, end: Double) {
    let end =
      index + 1 < recording.rows.count
      ? recording.rows[index + 1].start : Double(original.samples.count) / Double(original.rate)
    return (recording.rows[index].start, end)
  }

  private mutating func add(_ index: Int, pieces: [(Double, Double)]? = nil) {
    let (start, end) = span(index)
    let at = time
    if let last = rows.indices.last, rows[last].end == nil { rows[last].end = at }
    for (number, piece) in (pieces ?? [(start, end)]).enumerated() {
      if number > 0 { sound.samples += [Float](repeating: 0, count: original.rate * 3 / 10) }
      sound.samples += original[piece.0, piece.1]
    }
    rows.append(RecitedRow(recording.rows[index].ayah, start: at, end: nil))
    let window = recording.windows.window(of: start)
    windows.add(boundary: at, from: at - (start - window.lowerBound), to: at + window.upperBound - start)
  }
}

private struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
