import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRemote

struct Fetch: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download audio of reciters or bundles.",
    discussion: """
      Downloads audio of a reciter's sources, of a published library, or of bundles, and prints the path of each \
      file. Existing files are not downloaded again; a recorded checksum must match.

        tilawa audio fetch --reciter husary kahf
        tilawa audio fetch --reciter husary "juz 30" --parallel 8
        tilawa audio fetch kahf --library https://example.org/library/
        tilawa audio fetch friday.tilawa

      Exit status: 0 everything is here; 1 some audio is not, or faults were reported; 2 wrong usage, or the \
      library cannot be read.
      """)

  @Argument(help: "Bundles; with --reciter or a published library, ayat.", completion: .directory)
  var what: [String] = []

  @OptionGroup var place: LibrariesArguments

  @OptionGroup var listener: SessionArguments

  @Option(help: "Download at most this many files at once.") var parallel = 4

  @Option(help: .init("Refuse files larger than this many megabytes.", valueName: "MB")) var maxSize = 500

  @Option(help: "Retry a stalled download this often.") var attempts = 5

  @Option(help: .init("Give up a transfer after this long without data.", valueName: "seconds"))
  var timeout = 30

  @Option(help: .init("Give up a file after this many seconds in all.", valueName: "seconds"))
  var maxTime = 7200

  @Flag(help: "Also read file: addresses of sources.") var allowFile = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard (1...64).contains(parallel), (1...100).contains(attempts), (1...100_000).contains(maxSize),
      (1...86_400).contains(timeout), (1...604_800).contains(maxTime)
    else {
      throw CommandFailure(
        "--parallel takes 1 to 64, --attempts 1 to 100, --timeout 1 to 86400, --max-time 1 to 604800 and --max-size 1 to 100000"
      )
    }
    let isAboutAyat = place.library.contains(where: LibraryRequest.isAddress)
    if isAboutAyat, !what.isEmpty { return try fetchAyat(terminal) }
    if listener.reciter.isEmpty, !isAboutAyat { return try fetchBundles(terminal) }
    guard !what.isEmpty else {
      throw CommandFailure(
        "no ayat named; try tilawa audio fetch \(listener.reciter.first.map { "--reciter \($0) " } ?? "")kahf, or 1:1-114:6 for all"
      )
    }
    return try fetchSources(terminal)
  }
}

// MARK: - Audio of published libraries

extension Fetch {
  /// Brings what plays the ayat: what is published, and for the reciters who are named files of their sources.
  private func fetchAyat(_ terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    listener.tellCounting(of: session, in: terminal)
    let ayat = try PassageArguments.ayat(what, counting: session.counting)
    let libraries = try place.open(in: terminal)
    let resolution = libraries.resolve(ayat, in: session)
    var outcome = resolution.faults.tell(in: terminal)
    let hearings = ayat.compactMap { ayah in
      resolution.answers[ayah].flatMap { $0.isPlayable ? $0.best : nil }
    }
    let published = PublishedAudioFetching(hearings.compactMap(\.published))
    var brought = Brought()
    let own = Set(hearings.filter { $0.published == nil && $0.availability == .available }.map(\.file)).count
    brought.here = published.here + own
    for (file, result) in zip(published.wanted, published.fetched(options, terminal.monitor)) {
      switch result {
      case .success(let bytes):
        brought.take(file.audio.path ?? file.shown, bytes: bytes, isPrinted: !json, terminal)
      case .failure(let error): brought.fail(file.shown, error.description, terminal)
      }
    }
    try fetchSources(
      of: hearings.filter { $0.availability == .remote && $0.published == nil }.map(\.ayah),
      session, libraries, into: &brought, terminal)
    if json { terminal.write(Brought.shape.document(of: brought)) }
    let report = ResolutionReport(
      resolution, of: ayat, in: session, library: place.root(in: terminal), from: terminal.workingDirectory)
    for complaint in report.complaints { terminal.complain("tilawa: \(complaint)") }
    outcome = report.isComplete ? outcome.and(brought.outcome) : .findings
    var told = ["\(brought.fetched.count) fetched"]
    if brought.here > 0 { told.append("\(brought.here) already here") }
    if !brought.failed.isEmpty { told.append("\(brought.failed.count) not fetched") }
    terminal.say("tilawa: " + told.joined(separator: ", "))
    return outcome
  }

  /// Fetches the ayat that only a reciter's source has, with --remote.
  private func fetchSources(
    of ayat: [Ayah], _ session: Session, _ libraries: Libraries, into brought: inout Brought,
    _ terminal: Terminal
  ) throws {
    guard !ayat.isEmpty else { return }
    var session = session
    if session.reciters.isEmpty { session.reciters = libraries.reciters }
    let plan = try SourceFetching(
      ayat, in: session, from: libraries,
      roots: place.roots(in: terminal).filter { !LibraryRequest.isAddress($0) }, in: terminal.workplace)
    let (files, problems) = plan.fetched(options, terminal.monitor)
    for file in files { brought.take(file.path, bytes: file.bytes, isPrinted: !json, terminal) }
    for problem in problems {
      brought.fail(problem.need.text, problem.reason, from: problem.address, terminal)
    }
  }
}

// MARK: - Files of sources

extension Fetch {
  private func fetchSources(_ terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    listener.tellCounting(of: session, in: terminal)
    let ayat = try PassageArguments.ayat(what, counting: session.counting)
    let libraries = try place.open(in: terminal)
    let outcome = (libraries.faults + libraries.folders.flatMap(\.faults)).tell(in: terminal)
    let plan = try SourceFetching(
      ayat, in: session, from: libraries,
      roots: place.roots(in: terminal).filter { !LibraryRequest.isAddress($0) }, in: terminal.workplace)
    let (fetched, problems) = plan.fetched(options, terminal.monitor)
    if json {
      terminal.write(
        Brought.shape.document(
          of: Brought(
            fetched: fetched.map { (terminal.shown($0.path), $0.need.runs, Int64($0.bytes)) },
            failed: problems.map { (nil, $0.address, $0.need.runs, $0.reason) }, here: plan.plan.here,
            without: plan.plan.without)))
    } else {
      for file in fetched { terminal.print(terminal.shown(file.path)) }
    }
    for problem in problems {
      let address = problem.address.map { " from \($0)" } ?? ""
      terminal.complain(
        "tilawa: \(problem.need.text) was not fetched\(address): \(problem.reason)")
    }
    if !plan.plan.without.isEmpty {
      let runs = plan.plan.without.map(\.description).joined(separator: ", ")
      terminal.complain("tilawa: no source in \(session.riwayah.rawValue) covers \(runs)")
    }
    var told = ["\(fetched.count) fetched"]
    if plan.plan.here > 0 { told.append("\(plan.plan.here) already here") }
    if !problems.isEmpty { told.append("\(problems.count) not fetched") }
    terminal.say("tilawa: " + told.joined(separator: ", "))
    return problems.isEmpty && plan.plan.without.isEmpty ? outcome : .findings
  }

  private var options: FetchOptions {
    var options = FetchOptions()
    options.parallel = parallel
    options.attempts = attempts
    options.stallSeconds = timeout
    options.totalSeconds = maxTime
    options.maximumBytes = Int64(maxSize) * 1_000_000
    options.allowsFiles = allowFile
    options.userAgent = "tilawa/\(tilawaVersion)"
    return options
  }
}

// MARK: - Bundles

extension Fetch {
  /// The result for the requested audio.
  struct Brought {
    var outcome = Outcome.done
    var fetched: [(path: String, ayat: [AyahRange], bytes: Int64?)] = []
    var failed: [(path: String?, address: String?, ayat: [AyahRange], reason: String)] = []
    var here = 0
    var without: [AyahRange] = []

    mutating func fail(
      _ file: String, _ reason: String, from address: String? = nil, _ terminal: Terminal
    ) {
      let place = address.map { " from \($0)" } ?? ""
      terminal.complain("tilawa: \(file) was not fetched\(place): \(reason)")
      outcome = outcome.and(.findings)
      failed.append((file, address, [], reason))
    }

    mutating func take(_ file: String, bytes: Int64?, isPrinted: Bool, _ terminal: Terminal) {
      fetched.append((file, [], bytes))
      if isPrinted { terminal.print(file) }
    }

    static let shape = OutputShape<Brought>(
      "audio-fetch",
      [
        .key(
          "fetched",
          .list(
            of: .object([
              .key(.path, { $0.path }), .key(.ayat, { $0.ayat.map(\.description) }),
              .nullable(.bytes, { $0.bytes.map { Int($0) } }),
            ])), \.fetched, "Fetched files."),
        .key("here_count", .count, \.here, "Number of files that were already here."),
        .key(
          "failed",
          .list(
            of: .object([
              .nullable(.path, { $0.path }), .nullable(.url, { $0.address }),
              .key(.ayat, { $0.ayat.map(\.description) }), .key(.message, { $0.reason }),
            ])), \.failed, "Files that were not fetched, and why."),
        .key(
          "without_source", .list(of: .text), { $0.without.map(\.description) },
          "Runs of ayat that no source covers."),
      ])
  }

  private func fetchBundles(_ terminal: Terminal) throws -> Outcome {
    var targets = BundleTargets()
    targets.paths = what.isEmpty ? ["."] : what
    targets.noIgnore = place.access.noIgnore
    var brought = Brought()
    var downloads: [AudioFetching] = []
    let found = targets.find(in: terminal) { problem in
      terminal.complain("tilawa: \(problem)")
      brought.outcome = .failed
    }
    for target in found {
      let plan = PointerFetching(target)
      switch plan.step {
      case .unnamed:
        terminal.complain("tilawa: recording.yaml of \(target.shownPath) names no audio")
        brought.outcome = brought.outcome.and(.findings)
      case .nothing:
        brought.here += 1
        terminal.say("tilawa: \(plan.shownFile) is already here")
      case .noRepository(let pointer):
        brought.fail(plan.shownFile, "it is \(pointer.noun) outside a repository", terminal)
      case .impossible(let presence):
        if let download = download(for: target, presence, plan, into: &brought, terminal) {
          downloads.append(download)
        }
      case .command(let command):
        let line = command.text(from: terminal.workingDirectory)
        if let problem = bring(plan, line, command.program, terminal) {
          brought.fail(plan.shownFile, problem, terminal)
        } else {
          brought.take(plan.shownFile, bytes: nil, isPrinted: !json, terminal)
        }
      }
    }
    download(downloads, into: &brought, terminal)
    if json { terminal.write(Brought.shape.document(of: brought)) }
    return brought.outcome
  }

  /// The download for a bundle whose audio no tool fetches; nil, and reported, if there is none.
  private func download(
    for target: BundleTarget, _ presence: AudioPresence, _ plan: PointerFetching,
    into brought: inout Brought, _ terminal: Terminal
  ) -> AudioFetching? {
    let bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording])
    do throws(Failure) {
      if let download = try AudioFetching(of: bundle) { return download }
      let remark = presence.remark(on: plan.file) ?? "it cannot be fetched"
      let isUnnamed = if case .missing(found: nil) = presence { true } else { false }
      let more = isUnnamed ? ", and recording.yaml gives no address (audio.url)" : ""
      brought.fail(plan.shownFile, remark + more, terminal)
    } catch {
      let address = bundle.recording?.content?.audio?.url?.value
      brought.fail(plan.shownFile, error.description, from: address, terminal)
    }
    return nil
  }

  private func download(_ files: [AudioFetching], into brought: inout Brought, _ terminal: Terminal) {
    guard !files.isEmpty else { return }
    for (file, reason) in zip(files, AudioFetching.fetch(files, options, terminal.monitor)) {
      if let reason {
        brought.fail(file.shownFile, reason, from: file.address, terminal)
        continue
      }
      let size = (try? FileStatus.ifAny(terminal.path(file.shownFile)))?.size
      brought.take(file.shownFile, bytes: size, isPrinted: !json, terminal)
      if file.lacksChecksum {
        let advice = "tilawa audio checksum --update \(ShellText.quoted(file.shownBundle))"
        terminal.say(
          "tilawa: \(file.shownFile): not verified: recording.yaml has no checksum; run `\(advice)` to add it"
        )
      }
    }
  }

  /// Runs the pointer's tool, whose command line is `line`; gives what went wrong.
  private func bring(
    _ plan: PointerFetching, _ line: String, _ program: String, _ terminal: Terminal
  ) -> String? {
    do throws(PointerFetching.Failure) {
      try plan.apply(in: terminal.workplace) { terminal.say("tilawa: \(line)") }
      return nil
    } catch {
      switch error {
      case .notInstalled: return "\(program) is not installed; install it and run: \(line)"
      case .unusable(let reason): return reason
      case .ended(let status, let said):
        return "\(line) failed with status \(status)" + (said.isEmpty ? "" : ": \(withoutControls(said))")
      case .stillMissing: return "the tool finished, but the audio is still missing"
      }
    }
  }
}
