import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// Listening that is resumed where one stopped: `tilawa play --resume`, `tilawa queue --resume`.
struct ResumedListening {
  enum Way {
    /// The queue is printed.
    case printing(JSONArguments)
    /// It is played, from the very moment, and recorded in the journal unless that isn't wanted.
    case playing(SoundArguments, player: String?, records: Bool)
  }

  let arguments: QueueArguments
  let journal: JournalArguments
  let way: Way

  func run(in terminal: Terminal) throws -> Outcome {
    guard arguments.range.isEmpty, arguments.from == nil else {
      throw CommandFailure("--resume continues where you stopped, and cannot be used with ayat or a bundle")
    }
    let files = try journal.folder(library: arguments.place.folder(in: terminal), in: terminal).read()
    let errors = files.diagnostics.filter {
      $0.severity == .error && DocumentKind(ofFileAt: $0.place.path) == .listening
    }
    guard errors.isEmpty else {
      terminal.complain(errors.inOrder())
      return .failed
    }
    if let listening = files.listening?.content, let bundle = listening.bundle?.value {
      return try resume(bundle, listening, in: terminal)
    }
    guard let listening = files.listening?.content, let rest = listening.rest else {
      terminal.complain("tilawa: nothing to resume yet; tilawa play records where you stop")
      return .findings
    }
    var said = "stopped at \(rest.first)"
    if let position = listening.position?.value, position > .zero { said += ", \(position) s into it" }
    tell(said, listening, rest.first, in: terminal)
    var arguments = arguments
    // Another profile that is asked for has other people.
    let isSame = arguments.profile == nil
    arguments.profile = arguments.profile ?? listening.profile?.value
    let opened = try arguments.open(
      in: terminal, journal: journal,
      resuming: .init(
        rest: rest, reciter: isSame ? listening.reciter?.value : nil,
        riwayah: isSame ? listening.riwayah?.value : nil, listening: isSame ? listening : nil))
    switch way {
    case .printing(let output): return try QueueReport.print(opened, as: output, in: terminal)
    case .playing(let sound, let player, let records):
      guard let outcome = opened.tell(in: terminal) else { return .findings }
      try opened.play(
        sound, player: player, journal: journal, records: records,
        library: arguments.place.folder(in: terminal), in: terminal)
      return outcome
    }
  }

  /// Tells when one stopped where, and how much was listened in all.
  private func tell(
    _ text: String, _ listening: TilawaFormat.Listening, _ ayah: Ayah?, in terminal: Terminal
  ) {
    var said = text
    if let ayah, let page = Division.page.number(of: ayah) { said += ", page \(page)" }
    if let at = listening.at { said += ", \(at.value.text)" }
    if let listened = listening.listened { said += "; listened \(listened.value.clock) in all" }
    terminal.say(said)
  }

  /// A bundle that was heard by itself goes on in the very moment of its recording.
  private func resume(
    _ path: String, _ listening: TilawaFormat.Listening, in terminal: Terminal
  ) throws -> Outcome {
    if let name = arguments.namesForBundles.first {
      throw CommandFailure("\(name) applies to ayat of a library, but the last playback was of \(path)")
    }
    let root = try LibraryArguments.root(arguments.place.folder(in: terminal), in: terminal)
    let given = path.begins(with: "/") ? path : PathText.joined(root, path)
    guard let found = FoundBundle(containing: given, in: terminal.workplace) else {
      throw CommandFailure("cannot resume \(given): not found")
    }
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try bundle.require(.relying(on: [.recording, .segments, .markers]))
    let position = listening.position?.value ?? .zero
    let place = listening.ayah.map { ", \($0.value)" } ?? ""
    tell(
      "stopped at \(position) s of \(found.shownPath)\(place)", listening, listening.ayah?.value, in: terminal
    )
    guard case .playing(let sound, let player, let records) = way else {
      if case .printing(let output) = way, output.isAny {
        throw CommandFailure(
          "\(found.shownPath) was played on its own and has no queue; use `tilawa play --resume` to continue it"
        )
      }
      terminal.say("use `tilawa play --resume` to continue")
      return .done
    }
    var settings = QueueSettings()
    settings.speed = listening.speed?.value ?? settings.speed
    try arguments.overrides.apply(to: &settings)
    let wanted = ListenedPart(listening)
    var playing = BundlePlaying(
      bundle, wanted.selection(try bundle.knownCounting()), takesSkips: wanted.takesSkips,
      speed: settings.speed, sound: sound, journal: journal)
    playing.beginning = position
    playing.player = player
    playing.records = records
    playing.library = arguments.place.folder(in: terminal)
    return try playing.run(in: terminal)
  }
}
