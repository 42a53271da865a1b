import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

struct Record: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record into a new bundle.",
    discussion: """
      Records from a microphone or standard input, and saves the audio continuously. Press space or any other key \
      to set a marker, q or Ctrl-C to stop.

        tilawa record --title "Friday prayer" --reciter yasser-al-dosari --riwayah hafs
        tilawa record --title Halaqa --for 1:00:00 --channels 2
        arecord -f S16_LE -r 44100 | tilawa record --title Memo --input - --sample-rate 44100

      Exit status: 0 recorded; 1 no sound was received; 2 wrong usage or failure.
      """)

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Option(help: "Make the bundle in this folder. (default: .)", completion: .directory)
  var into: String?

  @Option(help: "Name the bundle. (default: from the title)") var name: String?

  @Option(help: .init("Use this recorder, or - for standard input."))
  var input: String?

  @Option(help: .init("Record this many samples per second.", valueName: "hz")) var sampleRate = 48000

  @Option(help: "Record 1 or 2 channels.") var channels = 1

  @Option(
    name: .customLong("for"), help: .init("Stop after this time: 45:00, 90 (seconds).", valueName: "duration")
  )
  var duration: String?

  @Flag(help: "Track the ayah live, and mark the bundle at the end.") var follow = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (4000...192_000).contains(sampleRate) else {
      throw ValidationError("invalid --sample-rate \(sampleRate) (expected 4000 to 192000 Hz)")
    }
    guard (1...2).contains(channels) else {
      throw ValidationError("invalid --channels \(channels) (expected 1 or 2)")
    }
    if let name, name.isEmpty || name.holds("/") || name.begins(with: ".") {
      throw ValidationError(
        "invalid --name \"\(name)\" (expected a folder name; use --into for a path)")
    }
    if let duration, (Milliseconds(duration) ?? .zero) <= .zero {
      throw ValidationError("invalid time \"\(duration)\" for --for (expected 90 or 45:00)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var facts = try recording.facts()
    let now = Timestamp(secondsSince1970: try terminal.workplace.now())
    facts.recordedAt = facts.recordedAt ?? now
    facts.importedAt = now
    let title = facts.title ?? "Recording \(now.text)"
    facts.title = title
    let folder = terminal.path(into ?? ".")
    guard try FileStatus.isFolder(folder) else {
      throw CommandFailure("cannot write in \(into ?? "."): no such folder")
    }
    if let outer = FoundBundle(containing: into ?? ".", in: terminal.workplace) {
      throw CommandFailure("\(outer.shownPath) is itself a bundle; use --into to name another folder")
    }
    var bundleName = name ?? BundleName.from(title)
    if !bundleName.ends(with: BundleName.ending) { bundleName += BundleName.ending }
    let path = PathText.joined(folder, bundleName)
    guard try FileStatus.ifAny(path, followingLinks: false) == nil else {
      throw CommandFailure("cannot create \(terminal.shown(path)): it already exists; use --name")
    }
    let remarks = facts.completed(from: folder, in: terminal.workplace)
    return try record(facts, remarks, at: path, in: terminal)
  }

  private func record(
    _ facts: AudioImport.Facts, _ remarks: [String], at path: String, in terminal: Terminal
  ) throws -> Outcome {
    let stated = try recording.passage.map { try TilawaCommandLine.passage($0, "--passage", .kufi) }
    let source = try open(in: terminal)
    defer { Surroundings.onInterrupt(nil) }
    try source.input.begin()
    guard var samples = try source.input.read() else {
      terminal.complain("tilawa: nothing was recorded: no sound from \(source.name)")
      return .findings
    }
    let format = source.input.format
    let recording = try BundleRecording(at: path, facts.draft, reciter: facts.reciterFile, format: format)
    terminal.print(terminal.shown(path))
    remarks.forEach(terminal.say)
    let keyboard = input == "-" ? nil : terminal.keyboard()
    let limit = duration.flatMap { Milliseconds($0) }
    var meter = LevelMeter(format)
    let bundle = FoundBundle(at: path, in: terminal.workplace)
    var markers = 0
    let heard =
      follow && terminal.showsProgress
      ? HeardAyah(stated, sampleRate: format.sampleRate, channels: format.channels) : nil
    if follow, terminal.showsProgress, heard == nil {
      terminal.complain("tilawa: cannot track the recitation: \(OwnThread.refusal)")
    }
    defer { heard?.end() }
    while true {
      if let limit, case let rest = limit.frame(rate: format.sampleRate) - recording.frames,
        rest * Int64(format.channels) <= Int64(samples.count)
      {
        try recording.write(Array(samples.prefix(Int(rest) * format.channels)))
        break
      }
      try recording.write(samples)
      meter.add(samples)
      heard?.hear(samples)
      var hasEnded = source.hasEnded()
      while let key = keyboard?.key(waitingMilliseconds: 0) {
        if key == UInt8(ascii: "q") {
          hasEnded = true
        } else {
          try bundle.mark(recording.position)
          markers += 1
        }
      }
      if terminal.showsProgress, let level = meter.takeLine() {
        let marks = markers == 0 ? "" : "  \(counted(markers, "marker"))"
        terminal.talk.showPassing(
          String(
            "\(recording.position.clock)  \(level)\(marks)\(heard?.text ?? "")".prefix(terminal.width - 1)))
      }
      if hasEnded { break }
      guard let more = try source.input.read() else { break }
      samples = more
    }
    source.stop()
    terminal.talk.erasePassing()
    try recording.finish()
    try bundle.describeAudio()
    terminal.say(
      "recorded \(recording.position.clock) from \(source.name)\(markers == 0 ? "" : ", \(counted(markers, "marker"))")"
    )
    guard follow else { return .done }
    return try mark(bundle, with: stated, in: terminal)
  }

  /// Marks what was recorded as `tilawa mark` would.
  private func mark(_ bundle: FoundBundle, with passages: [AyahRange], in terminal: Terminal) throws
    -> Outcome
  {
    var request = MarkRequest()
    if !passages.isEmpty { request.passages = { _ in passages } }
    let plan = try MarkPlan(for: bundle, request, in: terminal.workplace, terminal.monitor)
      .apply(terminal.monitor)
    return try MarkReport.tell(plan, isDryRun: false, asJSON: false, in: terminal)
  }

  /// The source of the sound.
  private struct Source {
    let name: String
    let input: SampleInput
    let hasEnded: () -> Bool
    let stop: () -> Void
  }

  private func open(in terminal: Terminal) throws -> Source {
    let format = RenderFormat(sampleRate: sampleRate, channels: channels)
    let flag = InterruptFlag()
    if input == "-" {
      Surroundings.onInterrupt { flag.set() }
      return Source(
        name: "standard input",
        input: SampleInput(raw: format, shownAs: "standard input") { () throws(FileError) in
          try terminal.readChunk(atMost: 16384)
        }, hasEnded: { flag.isSet }, stop: {})
    }
    let recorder: SoundRecorder
    do {
      recorder = try SoundRecorder(format, searchPath: terminal.environment["PATH"] ?? "", only: input)
    } catch let failure as Failure where failure.remedy == .installingProgram {
      throw CommandFailure("\(failure); use --input - to record another program's output")
    }
    Surroundings.onInterrupt {
      flag.set()
      recorder.interrupt()
    }
    return Source(
      name: recorder.name, input: recorder.input, hasEnded: { flag.isSet }, stop: { recorder.interrupt() })
  }
}

/// The level of the last tenth of a second, as a bar.
struct LevelMeter {
  private let period: Int
  private var count = 0
  private var peak: Float = 0
  private var line: String?

  init(_ format: RenderFormat) { period = format.sampleRate * format.channels / 10 }

  mutating func add(_ samples: [Float]) {
    for sample in samples { peak = max(peak, abs(sample)) }
    count += samples.count
    guard count >= period else { return }
    line = Self.line(peak)
    count = 0
    peak = 0
  }

  /// The newest line, once.
  mutating func takeLine() -> String? {
    defer { line = nil }
    return line
  }

  /// From -60 dBFS in 30 steps; full scale is said in words, because it is too late then.
  static func line(_ peak: Float) -> String {
    var decibels = -60
    while decibels < 0, Float.decibels(decibels + 1) <= peak { decibels += 1 }
    let filled = (decibels + 60) / 2
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    return "[\(bar)] \(decibels) dB" + (peak >= 0.999 ? "  too loud" : "")
  }
}

extension Float {
  /// The height of a sample at a level in dBFS, 0 to -60.
  fileprivate static func decibels(_ level: Int) -> Float {
    // A twentieth of a decade each.
    (0..<(-level)).reduce(Float(1)) { height, _ in height * 0.891_250_9 }
  }
}
