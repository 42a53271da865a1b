import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound
import TilawaTestSupport

/// Follows every recording of a folder as if it were played live. Prints how soon, and for how much of the
/// time, the right ayah was reported.
///
/// The recordings are followed with or without their passage stated, and then with parts repeated, left out
/// or inserted. Last come sounds that aren't the passage: talk, noise, another passage, and the files of
/// `sounds`.
func runFollow(
  inFolder folder: String, _ options: BenchmarkOptions, isUnaided: Bool, sounds: [String]
) throws {
  var stems: Set<String> = []
  let recordings = try KnownRecording.all(inFolder: folder).filter { stems.insert($0.stem).inserted }
  let models = try ModelChoice(options, recordings)
  let before = usedTime()
  print("follow: passage \(isUnaided ? "not given" : "given"), \(models.description)")
  print("  group             recordings   hours  right  wrong  nothing  words  lag  95 %  never  of  slips")
  let runs = inParallel(recordings) { recording -> FollowedRecording? in
    guard let sound = MonoSound(ofFileAt: recording.audio) else { return nil }
    return FollowedRecording(
      recording.rows, sound, isUnaided ? nil : recording.passage, recording.counting,
      models.model(for: recording), words: SpokenWord.all(of: recording.stem, inFolder: folder))
  }
  let known = zip(recordings, runs).compactMap { recording, run in run.map { (recording, $0) } }
  for group in KnownRecording.groups { printRow(group, known.filter { $0.0.group == group }.map(\.1)) }
  printRow("all", known.map(\.1))
  let after = usedTime()
  let hours = known.reduce(0) { $0 + $1.1.seconds } / 3600
  print(
    "  CPU \(decimals((after.seconds - before.seconds) / hours, 1)) s an hour, at most \(after.megabytes) MB")
  if ProcessInfo.processInfo.environment["TILAWA_DETAIL"] != nil {
    for (recording, run) in known { printRow(recording.file, [run]) }
  }
  followSplices(recordings.filter { $0.isPlain && $0.rows.count >= 4 }, models, isUnaided: isUnaided)
  try followOthers(recordings, models, isUnaided: isUnaided, sounds)
}

private func followSplices(_ recordings: [KnownRecording], _ models: ModelChoice, isUnaided: Bool) {
  print("  spliced in or out, and how soon the ayah was right behind it")
  for kind in Splice.allCases {
    let runs = inParallel(Array(recordings.indices)) { index -> FollowedRecording? in
      let recording = recordings[index]
      guard let sound = MonoSound(ofFileAt: recording.audio) else { return nil }
      let foreign = recordings.first { !$0.sharesReciter(with: recording) && $0.rows.count > 20 }
      let spliced = SplicedRecording(
        recording, sound, kind, foreign: foreign.flatMap { MonoSound(ofFileAt: $0.audio) },
        seed: UInt64(index) + 1)
      return FollowedRecording(
        spliced.rows, spliced.sound, isUnaided ? nil : recording.passage, recording.counting,
        models.model(for: recording), onlyLeaps: kind != .nothing)
    }
    printRow("\(kind)", runs.compactMap { $0 })
  }
}

/// Prints what is reported for sounds that aren't the passage. Nothing should be.
private func followOthers(
  _ recordings: [KnownRecording], _ models: ModelChoice, isUnaided: Bool, _ paths: [String]
) throws {
  print("  of other sounds   minutes  places told  from 0.9 up, an hour  something told, of the time")
  var sounds: [(name: String, sound: MonoSound, passage: [AyahRange]?)] = []
  let stated = isUnaided ? nil : [AyahRange(Ayah(36, 1), Ayah(36, 83))]
  var random = SystemRandomNumberGenerator()
  let noise = (0..<120 * 16_000).map { _ in Float.random(in: -0.1...0.1, using: &random) }
  sounds.append(("noise", MonoSound(noise, rate: 16_000), stated))
  let talk = (1...20).map { SpokenRecitation.Utterance.talk(sounds: 80, seed: UInt64($0)) }
  sounds.append(
    ("talk", MonoSound(SpokenRecitation(talk).samples(), rate: SpokenRecitation.sampleRate), stated))
  if !isUnaided {
    for recording in recordings where recording.group == "continuous" && recording.rows.count > 20 {
      guard let sound = MonoSound(ofFileAt: recording.audio) else { continue }
      let first = recording.passage.first?.first.surah ?? 0
      sounds.append(
        (recording.stem, sound, [AyahRange(Ayah(first == 18 ? 17 : 18, 1), Ayah(first == 18 ? 17 : 18, 40))]))
    }
  }
  for path in paths {
    guard let sound = MonoSound(ofFileAt: path) else { throw ManifestError("cannot read \(path)") }
    sounds.append((path.split(separator: "/").last.map(String.init) ?? path, sound, stated))
  }
  let runs = inParallel(sounds) { item in
    FollowedRecording([], item.sound, item.passage, .kufi, .shipped)
  }
  for (item, run) in zip(sounds, runs) {
    let sure = run.places.filter { $0.ayah != nil && $0.confidence >= 0.9 }.count
    print(
      "  \(item.name)\(cell("", 20 - item.name.count))" + cell(decimals(run.seconds / 60, 1), 5)
        + cell("\(run.places.filter { $0.ayah != nil }.count)", 13)
        + cell(decimals(Double(sure) / run.seconds * 3600, 1), 22)
        + cell(decimals(run.toldShare, 3), 28))
  }
}

private func printRow(_ name: String, _ runs: [FollowedRecording]) {
  guard !runs.isEmpty else { return }
  let lags = runs.flatMap(\.lags).sorted()
  func sum(_ value: (FollowedRecording) -> Double) -> Double { runs.reduce(0) { $0 + value($1) } }
  let time = max(sum(\.time), 1e-9)
  let words = sum(\.wordTime)
  print(
    "  \(name)\(cell("", 18 - name.count))" + cell("\(runs.count)", 10)
      + cell(decimals(sum(\.seconds) / 3600, 2), 8) + cell(decimals(sum(\.right) / time, 3), 7)
      + cell(decimals(1 - (sum(\.right) + sum(\.nothing)) / time, 3), 7)
      + cell(decimals(sum(\.nothing) / time, 3), 9)
      + cell(words > 0 ? decimals(sum(\.rightWord) / words, 3) : "", 7)
      + cell(lags.isEmpty ? "" : decimals(lags[lags.count / 2], 2), 5)
      + cell(lags.isEmpty ? "" : decimals(lags[lags.count * 95 / 100], 2), 6)
      + cell("\(runs.reduce(0) { $0 + $1.missed })", 7)
      + cell("\(runs.reduce(0) { $0 + $1.missed + $1.lags.count })", 4)
      + cell("\(runs.reduce(0) { $0 + $1.slips })", 7))
}

private func cell(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns the CPU time in seconds and the peak memory in megabytes that the process has used so far.
func usedTime() -> (seconds: Double, megabytes: Int) {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024)
}

/// A word of which is known when it is heard.
struct SpokenWord: Sendable {
  var ayah: Ayah
  var number: Int
  var start: Double
  var end: Double

  /// Returns the words of a recording if the folder has them, and an empty list otherwise.
  static func all(of stem: String, inFolder folder: String) -> [SpokenWord] {
    let text = (try? String(contentsOfFile: "\(folder)/words/\(stem).words.tsv", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t")
      guard cells.count >= 6, let surah = Int(cells[0]), let ayah = Int(cells[1]), let word = Int(cells[2]),
        let start = Double(cells[4]), let end = Double(cells[5])
      else { return nil }
      return SpokenWord(ayah: Ayah(surah, ayah), number: word, start: start, end: end)
    }
  }
}

/// The places that were reported while a recording was followed, compared with what is recited.
struct FollowedRecording: Sendable {
  private(set) var places: [RecitationFollower.Place] = []
  let seconds: Double
  /// The seconds in which an ayah is recited. The next two are the parts in which it was reported and in
  /// which none was.
  private(set) var time = 0.0
  private(set) var right = 0.0
  private(set) var nothing = 0.0
  private(set) var wordTime = 0.0
  private(set) var rightWord = 0.0
  /// The seconds from the beginning of each ayah until it was reported.
  private(set) var lags: [Double] = []
  private(set) var missed = 0
  /// The number of times that words were reported as left out or repeated.
  private(set) var slips = 0
  /// The share of the time in which an ayah was reported.
  private(set) var toldShare = 0.0

  private static let step = 0.05

  init(
    _ rows: [RecitedRow], _ sound: MonoSound, _ passage: [AyahRange]?, _ counting: CountingSystem,
    _ model: AcousticModel, words: [SpokenWord] = [], onlyLeaps: Bool = false
  ) {
    seconds = Double(sound.samples.count) / Double(sound.rate)
    let follower = RecitationFollower(passage, counting: counting, model: model, sampleRate: sound.rate)
    let block = sound.rate / 10
    for first in stride(from: 0, to: sound.samples.count, by: block) {
      let last = min(first + block, sound.samples.count)
      let events = follower.hear(Array(sound.samples[first..<last]), isLast: last == sound.samples.count)
      for event in events {
        switch event {
        case .place(let place): places.append(place)
        case .slip: slips += 1
        }
      }
    }
    compare(rows, words)
    for (index, row) in rows.enumerated() {
      guard let ayah = row.ayah else { continue }
      let end = row.end ?? (index + 1 < rows.count ? rows[index + 1].start : seconds)
      let isInTurn = index > 0 && rows[index - 1].ayah.flatMap { counting.next(after: $0) } == ayah
      if onlyLeaps, index == 0 || isInTurn || rows[index - 1].ayah == ayah { continue }
      let told = places.first { $0.ayah == ayah && $0.at.seconds > row.start - 0.5 && $0.at.seconds < end }
      if let told { lags.append(told.at.seconds - row.start) } else { missed += 1 }
    }
  }

  private mutating func compare(_ rows: [RecitedRow], _ words: [SpokenWord]) {
    var (told, row, word) = (-1, 0, 0)
    var time = 0.0
    var toldTime = 0.0
    while time < seconds {
      while told + 1 < places.count, places[told + 1].at.seconds <= time { told += 1 }
      let place = told >= 0 ? places[told] : nil
      if place?.ayah != nil { toldTime += Self.step }
      while row + 1 < rows.count, rows[row + 1].start <= time { row += 1 }
      if row < rows.count, let ayah = rows[row].ayah, rows[row].start <= time, time < rows[row].end ?? seconds
      {
        self.time += Self.step
        if place?.ayah == ayah { right += Self.step }
        if place?.ayah == nil { nothing += Self.step }
      }
      while word + 1 < words.count, words[word + 1].start <= time { word += 1 }
      if word < words.count, words[word].start <= time, time < words[word].end {
        wordTime += Self.step
        if place?.ayah == words[word].ayah, place?.word == words[word].number { rightWord += Self.step }
      }
      time += Self.step
    }
    toldShare = toldTime / max(seconds, 1e-9)
  }
}
