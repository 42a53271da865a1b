import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Attach: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Add the audio to a bundle that came without it.",
    usage: """
      tilawa audio attach <bundle> <audio> [--move | --link] [--align-audio] [--dry-run]
      tilawa audio attach --find <folder> ... [<bundle> ...] [--move | --link] [--dry-run]
      """,
    discussion: """
      Finds the recording by the checksum in recording.yaml, whatever the file is called, and copies it into \
      the bundle. Without a checksum, size and duration must match.

        tilawa audio attach friday.tilawa "New Recording 12.m4a"
        tilawa audio attach --find ~/Recordings --find /media/phone
        tilawa audio attach --find ~/Recordings friday.tilawa

      Exit status: 0 the audio is in place; 1 with --find, some was not found; 2 the audio does not match, or \
      a file could not be read.
      """)

  @Argument(
    help: "A bundle and its audio; with --find, bundles.", completion: .file())
  var paths: [String] = []

  @Option(
    help: .init("Search this folder by checksum (repeatable).", valueName: "folder"),
    completion: .directory)
  var find: [String] = []

  @Flag(help: "Move the file instead of copying it.") var move = false

  @Flag(help: "Link to the file instead of copying it.")
  var link = false

  @Flag(help: "Accept another encoding, and move the rows to fit.")
  var alignAudio = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "With --find: include ignored bundles.") var noIgnore = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(move && link) else { throw ValidationError("--move and --link cannot be used together") }
    guard find.isEmpty || !alignAudio else {
      throw ValidationError("--find searches by checksum and cannot be used with --align-audio")
    }
    guard find.isEmpty else { return }
    guard !noIgnore else { throw ValidationError("--no-ignore needs --find") }
    switch paths.count {
    case 0: throw ValidationError("name a bundle and its audio, or use --find to search a folder")
    case 1:
      throw ValidationError(
        "name the audio as well: tilawa audio attach \(ShellText.quoted(paths[0])) AUDIO; or use --find to search a folder"
      )
    case 2: return
    default:
      throw ValidationError(
        "expected a bundle and its audio, found \(paths.count) names; use --find for many bundles")
    }
  }

  private var request: AttachPlan.Request {
    AttachPlan.Request(transfer: move ? .move : link ? .link : .copy, alignsAudio: alignAudio)
  }

  func run(in terminal: Terminal) throws -> Outcome {
    guard find.isEmpty else { return try findAll(terminal) }
    var arguments = BundleArguments()
    arguments.bundle = paths[0]
    let place = try arguments.find(in: terminal)
    let plan = try AttachPlan(paths[1], to: place, request, in: terminal.workplace, terminal.monitor)
    if !dryRun { try plan.apply(terminal.monitor) }
    tell(plan, terminal)
    if json { terminal.write(Self.shape.document(of: (dryRun, [Result(plan, paths[1])], nil))) }
    return .done
  }

  /// The result for a bundle.
  struct Result {
    let bundle: String
    let outcome: String
    let file, audio: String?
    let move: Milliseconds?
    let remarks: [String]

    init(_ bundle: String, _ outcome: String, audio: String? = nil) {
      (self.bundle, self.outcome, self.audio) = (bundle, outcome, audio)
      (file, move, remarks) = (nil, nil, [])
    }

    init(_ plan: AttachPlan, _ audio: String) {
      (bundle, outcome) = (plan.bundle.shownPath, plan.isThere ? "here" : "attached")
      (file, self.audio, move, remarks) = (plan.file, audio, plan.move, plan.remarks)
    }
  }

  static let shape = OutputShape<
    (isDryRun: Bool, results: [Result], counts: (files: Int, read: Int)?)
  >(
    "audio-attach",
    [
      .key(.dryRun, { $0.isDryRun }),
      .key("results", .list(of: .object(keys)), { $0.results }, "Result for each bundle."),
      .nullable(
        "files_seen", .count, { $0.counts?.files }, "With --find: number of files in the folders."),
      .nullable("files_read", .count, { $0.counts?.read }, "With --find: number of files read."),
    ])

  private static let keys: [JSONKey<Result>] = [
    .key(.bundle, \.bundle),
    .key(
      "outcome", .word(["attached", "here", "not_found", "unknown", "impossible", "failed"]), \.outcome,
      "`here`: already in the bundle; `unknown`: recording.yaml has no checksum to search for."),
    .nullable(.file, \.file), .nullable(.path, \.audio),
    .nullable("offset", .move, \.move, "Offset by which rows moved, in seconds; null if they did not."),
    .key(.remarks, \.remarks),
  ]

  private func findAll(_ terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    let given = GivenPaths(
      paths.isEmpty ? ["."] : paths, takesIgnored: noIgnore, in: terminal.workplace)
    let (targets, problems) = given.bundles()
    for problem in problems {
      terminal.complain("tilawa: \(problem.text)")
      outcome = .failed
    }
    let finding = try AudioFinding(
      for: targets, under: find, request, in: terminal.workplace, terminal.monitor)
    for problem in finding.problems {
      terminal.complain("tilawa: \(problem.message(showing: terminal.shown(problem.path)))")
    }
    var (attached, here, missing) = (0, 0, 0)
    var results: [Result] = []
    for (target, result) in finding.results {
      switch result {
      case .here:
        here += 1
        results.append(Result(target.shownPath, result.word))
      case .found(let path, let plan):
        do {
          if !dryRun { try plan.apply(terminal.monitor) }
          tell(plan, terminal)
          attached += 1
          results.append(Result(plan, terminal.shown(path)))
        } catch {
          try terminal.tell(error)
          outcome = outcome.and(.failed)
          results.append(Result(target.shownPath, "failed", audio: terminal.shown(path)))
        }
      case .notFound, .unknown, .impossible:
        missing += 1
        results.append(Result(target.shownPath, result.word))
        terminal.complain("tilawa: \(target.shownPath): \(result.reason ?? "")")
        outcome = outcome.and(.findings)
      }
    }
    var told = ["\(attached) \(dryRun ? "found" : "attached")"]
    if here > 0 { told.append("\(here) already here") }
    if missing > 0 { told.append("\(missing) not found") }
    let looked = counted(finding.counts.files, "file")
    terminal.say(
      "tilawa: " + told.joined(separator: ", ") + " (\(looked) seen, \(finding.counts.read) read)")
    if json { terminal.write(Self.shape.document(of: (dryRun, results, finding.counts))) }
    return outcome
  }

  private func tell(_ plan: AttachPlan, _ terminal: Terminal) {
    let file = "\(plan.bundle.shownPath)/\(plan.file)"
    if plan.isThere {
      terminal.say("tilawa: \(file) is already here")
    } else if !json {
      terminal.print(file)
    }
    if let move = plan.move {
      let way = move > .zero ? "later" : "earlier"
      terminal.say("tilawa: rows \(dryRun ? "would be" : "are") \(Milliseconds(abs(move.count))) s \(way)")
    }
    for remark in plan.remarks { terminal.say("tilawa: \(remark)") }
    if dryRun { terminal.say("tilawa: nothing was changed") }
  }
}

extension AudioFinding.Result {
  /// The word for it in JSON.
  fileprivate var word: String {
    switch self {
    case .found: "attached"
    case .here: "here"
    case .unknown: "unknown"
    case .notFound: "not_found"
    case .impossible: "impossible"
    }
  }

  /// Why there is nothing to be attached.
  fileprivate var reason: String? {
    switch self {
    case .found, .here: nil
    case .unknown: "recording.yaml has no checksum to search for"
    case .notFound: "its audio was not found"
    case .impossible(let reason): reason
    }
  }
}
