import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

struct Tap: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Set markers by pressing a key as you listen.",
    discussion: """
      Press space, or any other key, when a new ayah begins; u to undo the last press; q or Ctrl-C to quit. Your reaction \
      time is measured from the pauses of the recording and subtracted, and each press is moved to the quietest point of \
      its pause. With --from, the markers are named in order, and the screen shows the next ayah.

        tilawa tap friday.tilawa --from 18:1
        tilawa tap friday.tilawa --start 12:30 --from 18:32 --speed 1.5

      Existing markers stay. Presses within a quarter of a second of one are ignored.

      Exit status: 0 markers were written; 1 no key was pressed; 2 wrong usage, or the recording cannot be played.
      """)

  @OptionGroup var target: BundleArguments

  @Option(help: "The first ayah: 18:1.") var from: String?

  @Option(help: .init("Start playing at this time: 263.5, 4:23.5.", valueName: "time")) var start: String?

  @Option(help: .init("Playback speed, from 0.5 to 2.", valueName: "factor")) var speed = 1.0

  @Option(help: .init("Your reaction time in milliseconds. (default: measured)", valueName: "ms"))
  var reaction: Int?

  @Option(
    help: .init(
      "Read presses from a file, one time per line, without playing; - is "
        + "standard input.", valueName: "file"))
  var keys: String?

  @Option(help: .init("The player to use. (default: the first that works)", valueName: "name"))
  var player: String?

  @Flag(help: "Show what would change without writing anything.") var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (0.5...2).contains(speed) else {
      throw ValidationError("invalid --speed \(speed) (expected 0.5 to 2)")
    }
    if let reaction, !(-2000...5000).contains(reaction) {
      throw ValidationError("invalid --reaction \(reaction) (expected -2000 to 5000 milliseconds)")
    }
    if let start, Milliseconds(start) == nil {
      throw ValidationError("invalid time \"\(start)\" for --start (expected 263.5 or 4:23.5)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try target.find(in: terminal)
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try bundle.require(.relying(on: [.recording, .markers]))
    let first = try from.map { try passage($0, "--from", bundle.knownCounting()).first }
    let audio = try bundle.audioPath()
    let taps =
      try keys.map { try read($0, in: terminal) }
      ?? listen(
        to: audio,
        ayah: { number in
          guard let first, let counting = bundle.counting else { return nil }
          return (0..<number).reduce(first) { ayah, _ in ayah.flatMap { counting.next(after: $0) } }
        }, texts: TextsAtHand(around: bundle), in: terminal)
    guard !taps.isEmpty else {
      terminal.complain("tilawa: no key was pressed; nothing was changed")
      return .findings
    }
    let progress = terminal.progress("looking for pauses")
    let pauses = try PauseFinder.pauses(inFileAt: audio) {
      progress.update($0.count, of: ($1 ?? .zero).count)
    }.pauses
    progress.finish()
    let tapped = TappedBoundaries(
      taps: taps, pauses: pauses, reaction: reaction.map { Milliseconds(Int64($0)) })
    return try write(tapped, from: first, to: found, in: terminal)
  }

  private func write(
    _ tapped: TappedBoundaries, from first: Ayah?, to found: FoundBundle, in terminal: Terminal
  ) throws -> Outcome {
    // Listening took its time; what is changed is what is there now.
    var plan = try BundlePlan.tapping(found, tapped, from: first)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    let markers = plan.content.markers
    let verb = dryRun ? "would be set" : "set"
    let how = reaction != nil ? "as given" : tapped.isMeasured ? "measured" : "assumed"
    terminal.say(
      """
      \(found.shownPath)/markers.yaml: \(counted(markers.count, "marker")) \(verb), \(tapped.atPauses) at pauses; \
      reaction \(tapped.reaction) s, \(how)
      """)
    let left = tapped.boundaries.count - markers.count
    if left > 0 {
      terminal.say("tilawa: \(counted(left, "press", plural: "presses")) ignored, at existing markers")
    }
    return markers.isEmpty ? .findings : .done
  }

  private func read(_ file: String, in terminal: Terminal) throws -> [Milliseconds] {
    let source = try terminal.source(file)
    return try String(decoding: source.bytes, as: UTF8.self).lines.enumerated()
      .compactMap { index, line in
        guard let word = line.words(by: " ").first else { return nil }
        guard let time = Milliseconds(word) else {
          throw CommandFailure(
            "\(source.path):\(index + 1): invalid time \"\(line)\" (expected 263.5 or 4:23.5)")
        }
        return time
      }
  }

  /// Plays, and gives the positions at which keys were pressed; `ayah` says what a press means after that many others.
  private func listen(
    to audio: String, ayah: (Int) -> Ayah?, texts: TextsAtHand, in terminal: Terminal
  ) throws -> [Milliseconds] {
    guard let keyboard = terminal.keyboard() else {
      throw CommandFailure(
        "cannot read keys: standard input is not a terminal; use --keys FILE to read presses from a file")
    }
    let format = try RenderFormat(fitting: [audio], encoding: nil)
    let start = start.flatMap { Milliseconds($0) } ?? .zero
    let length = try AudioProbe.properties(ofFileAt: audio).duration
    guard let span = TimeSpan(start, length), span.length > .zero else {
      throw CommandFailure("--start \(start) is after the end of the recording at \(length)")
    }
    var settings = RenderStream.Settings(format: format)
    settings.speed = speed
    let stream = RenderStream(settings, of: [Stretch(file: audio, span: span, label: "")])
    let player = try SoundPlayer(format, searchPath: terminal.environment["PATH"] ?? "", only: player)
    let feed = PlayerFeed(player, format)
    var taps: [Milliseconds] = []
    // The words of the ayah that comes next.
    var (told, words) = (Ayah?.none, [String]())
    var isOver = false
    let isInterrupted = InterruptFlag()
    Surroundings.onInterrupt { isInterrupted.set() }
    defer {
      Surroundings.onInterrupt(nil)
      terminal.talk.erasePassing()
    }
    func heard() -> Milliseconds { start + (Milliseconds(seconds: player.position * speed) ?? .zero) }
    while true {
      if !isOver, player.waitingTime == 0 { isOver = try !feed.next { try stream.read() } }
      let position = heard()
      if isOver, player.isHeard { break }
      if isInterrupted.isSet {
        player.stop()
        return taps
      }
      if let key = keyboard.key(waitingMilliseconds: min(50, max(5, player.waitingTime))) {
        if key == UInt8(ascii: "q") {
          player.stop()
          return taps
        }
        if key == UInt8(ascii: "u") { _ = taps.popLast() } else { taps.append(heard()) }
      }
      if terminal.showsProgress {
        var parts = ["\(position.clock) of \(length.clock)"]
        parts.append(counted(taps.count, "press", plural: "presses"))
        if let next = ayah(taps.count) { parts.append("next \(next)") }
        let next = ayah(taps.count)
        if next != told {
          (told, words) = (next, texts.lines(of: next.map { AyahRange($0) }, width: terminal.width - 1))
        }
        terminal.talk.showPassing(
          [parts.joined(separator: "  "), "space or any key: an ayah begins  u undo  q quit"]
            .map { String($0.prefix(max(1, terminal.width - 1))) } + words)
      }
    }
    try player.finish()
    return taps
  }
}
