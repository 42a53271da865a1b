import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// Options that override `playback.yaml`, one for each of its keys.
struct QueueOverrides: ParsableArguments {
  @Option(help: "Play printed pages: 562 or 562-564.") var pages: String?

  @Option(help: .init("Lead into the range with this many ayat.", valueName: "n")) var connectBefore: Int?

  @Option(help: .init("Lead out of the range with this many ayat.", valueName: "n")) var connectAfter: Int?

  @Option(help: "Playback speed, from 0.5 to 2.0.") var speed: String?

  @Option(help: .init("Silence between ayat, up to 3 s.", valueName: "seconds")) var gap: String?

  @Option(help: .init("Silence of n times each ayah's length, 0-10.", valueName: "n")) var ayahPause: String?

  @Option(help: .init("Silence after each set, up to 60 s.", valueName: "seconds")) var setPause: String?

  @Option(help: .init("Play each ayah 1 to 100 times, or infinite.", valueName: "n"))
  var ayahRepeats: String?

  @Option(help: .init("Play the range 1 to 100 times, or infinite.", valueName: "n"))
  var rangeRepeats: String?

  @Option(help: .init("Then stop, or play \"5 ayat\" or \"2 pages\".", valueName: "what"))
  var afterLast: String?

  @Option(
    help: "Play this riwayah only.",
    completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(
    help: .init("Prefer this reciter; repeatable.", valueName: "id"),
    completion: .reciters)
  var reciter: [String] = []

  @Option(
    help: "Count ayat this way. (default: as --riwayah does)",
    completion: .list(Numbering.names))
  var numbering: String?

  @Flag(inversion: .prefixedNo, help: "Play the basmalah before surahs.") var basmalah: Bool?

  @Option(help: .init("Handle missing ayat.", valueName: "how")) var missing: MissingAyat?

  @Flag(
    inversion: .prefixedNo,
    help: "Repeat ayat, then windows of ayat, then the range.")
  var memorise: Bool?

  @Option(help: .init("With --memorise: repeat each ayah n times.", valueName: "n"))
  var each: Int?

  @Option(help: .init("With --memorise: use windows of n ayat.", valueName: "n")) var window: Int?

  @Option(help: .init("With --memorise: repeat each window n times.", valueName: "n"))
  var windowRepeats: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "With --memorise: add one ayah to each window.")
  var cumulative: Bool?

  @Option(help: .init("Play only these words of one ayah: 3-7.", valueName: "n-m")) var words: String?

  @Flag(inversion: .prefixedNo, help: "Show the word being recited.") var showWords: Bool?

  @Flag(inversion: .prefixedNo, help: "Show the number of the repetition.") var showRepetition: Bool?

  @Flag(inversion: .prefixedNo, help: "Show the reciter.") var showReciter: Bool?

  /// The options that also apply to a bundle that is named by its path.
  static let namesForBundles: Set = ["--range-repeats", "--set-pause", "--words"]

  /// The given options that need a queue; `--speed` does not.
  var namesForQueues: [String] {
    let given: [(String, Bool)] = [
      ("--pages", pages != nil), ("--connect-before", connectBefore != nil),
      ("--connect-after", connectAfter != nil), ("--gap", gap != nil), ("--ayah-pause", ayahPause != nil),
      ("--set-pause", setPause != nil), ("--ayah-repeats", ayahRepeats != nil),
      ("--range-repeats", rangeRepeats != nil),
      ("--after-last", afterLast != nil), ("--riwayah", riwayah != nil), ("--reciter", !reciter.isEmpty),
      ("--numbering", numbering != nil), ("--basmalah", basmalah != nil), ("--missing", missing != nil),
      ("--memorise", memorise != nil), ("--each", each != nil), ("--window", window != nil),
      ("--window-repeats", windowRepeats != nil), ("--cumulative", cumulative != nil),
      ("--words", words != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  func apply(to settings: inout QueueSettings) throws {
    if let pages {
      guard let run = PageRun(pages), run.pages != nil else {
        throw CommandFailure("invalid pages \"\(pages)\" (expected 562 or 562-564, from 1 to 604)")
      }
      settings.passage = .pages(run)
    }
    try set(&settings.connectBefore, "--connect-before", connectBefore, 0...286)
    try set(&settings.connectAfter, "--connect-after", connectAfter, 0...286)
    try set(&settings.speed, "--speed", speed, "a number from 0.5 to 2.0") {
      Double($0).flatMap(PlaybackSpeed.init)
    }
    try set(&settings.gap, "--gap", gap, "a time of at most 3 s") { text in
      Milliseconds(text).flatMap { $0.count <= 3000 ? $0 : nil }
    }
    try set(&settings.ayahPause, "--ayah-pause", ayahPause, "a number from 0 to 10") {
      Double($0).flatMap(PauseFactor.init)
    }
    try set(&settings.setPause, "--set-pause", setPause, "a time of at most 60 s") { text in
      Milliseconds(text).flatMap { $0.count <= 60_000 ? $0 : nil }
    }
    if let words {
      guard let run = WordRun(words) else {
        throw CommandFailure("invalid --words \"\(words)\" (expected numbers of words, such as 3-7 or 3)")
      }
      settings.words = run
    }
    let repeats = "a whole number from 1 to 100, or infinite"
    try set(&settings.ayahRepeats, "--ayah-repeats", ayahRepeats, repeats, Self.repeats)
    try set(&settings.rangeRepeats, "--range-repeats", rangeRepeats, repeats, Self.repeats)
    try set(&settings.afterLast, "--after-last", afterLast, "stop, \"5 ayat\" or \"2 pages\"") {
      AfterLast($0)
    }
    if let riwayah { settings.ask(for: try SessionArguments.riwayah(named: riwayah)) }
    if !reciter.isEmpty { settings.reciters = reciter }
    if let numbering { settings.count(by: try Numbering(numbering).counting) }
    settings.hasBasmalah = basmalah ?? settings.hasBasmalah
    settings.missing = missing ?? settings.missing
    try applyLearning(to: &settings)
    settings.showsWords = showWords ?? settings.showsWords
    settings.showsRepetition = showRepetition ?? settings.showsRepetition
    settings.showsReciter = showReciter ?? settings.showsReciter
  }

  private func applyLearning(to settings: inout QueueSettings) throws {
    if memorise == false { settings.memorisation = nil }
    let isAsked = each != nil || window != nil || windowRepeats != nil || cumulative != nil
    guard memorise == true || isAsked else { return }
    if memorise == false {
      throw CommandFailure(
        "--no-memorise cannot be used with --each, --window, --window-repeats or --cumulative")
    }
    var learning = settings.memorisation ?? Memorisation()
    try set(&learning.each, "--each", each, 1...100)
    try set(&learning.window, "--window", window, 2...100)
    try set(&learning.windowRepeats, "--window-repeats", windowRepeats, 1...100)
    learning.isCumulative = cumulative ?? learning.isCumulative
    settings.memorisation = learning
  }

  private func set(
    _ setting: inout Int, _ name: String, _ value: Int?, _ range: ClosedRange<Int>
  ) throws {
    guard let value else { return }
    guard range.contains(value) else {
      throw CommandFailure(
        "invalid \(name) \(value) (expected \(range.lowerBound) to \(range.upperBound))")
    }
    setting = value
  }

  private func set<Value>(
    _ setting: inout Value, _ name: String, _ text: String?, _ noun: String, _ read: (String) -> Value?
  ) throws {
    guard let text else { return }
    guard let value = read(text) else {
      throw CommandFailure("invalid \(name) \"\(text)\" (expected \(noun))")
    }
    setting = value
  }

  private static func repeats(_ text: String) -> Repeats? {
    if text == "infinite" { return .infinite }
    return Int(text).flatMap { (1...100).contains($0) ? .times($0) : nil }
  }
}
