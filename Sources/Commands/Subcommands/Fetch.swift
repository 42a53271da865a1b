import ArgumentParser
import Audio
import Diagnostics
import Fetching
import Files
import Library
import QuranIndex
import ScalarText
import TilawaFormat

struct Fetch: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download audio of reciters, or of pointer files.",
    discussion: """
      With --reciter it fetches the files that hold the ayat, from the sources of reciters/*.yaml in the library:

        tilawa fetch --reciter husary kahf
        tilawa fetch --reciter husary "juz 30" --parallel 8

      They go to the source's cache, else below $XDG_CACHE_HOME/tilawa, else ~/.cache/tilawa, and resolve finds \
      them there. A file is there wholly, and can be decoded, or not at all; what an interruption left is gone on with \
      the next time. What is here is not fetched again.

      Without --reciter it takes bundles, and runs the tool whose pointer stands in place of their audio: \
      git lfs pull, git annex get, dvc pull.

      Only http and https addresses are asked, and followed. Proxies are taken from http_proxy, https_proxy and \
      no_proxy. Prints the path of each file that came.

      Exit status: 0 all is here; 1 something isn't, or faults were told; 2 used wrongly, or the library can't be read.
      """)

  @Argument(help: "Ayat with --reciter: 18:10, kahf, juz 30; else bundles.", completion: .directory)
  var what: [String] = []

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @Option(help: "How many files are fetched at the same time.") var parallel = 4

  @Option(help: .init("The largest file that is taken, in megabytes.", valueName: "MB")) var maxSize = 500

  @Option(help: "How often a file is asked for without getting any further.") var attempts = 5

  @Option(help: .init("After how many seconds of silence a transfer is given up.", valueName: "seconds"))
  var timeout = 30

  @Option(help: .init("After how many seconds in all a file is given up.", valueName: "seconds"))
  var maxTime = 7200

  @Flag(help: "Read file: addresses of sources, too.") var allowFile = false

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
    if listener.reciter.isEmpty { return try fetchPointers(terminal) }
    guard !what.isEmpty else {
      throw CommandFailure(
        "say which ayat to fetch, as in tilawa fetch --reciter \(listener.reciter[0]) kahf; 1:1-114:6 is all")
    }
    return try fetchSources(terminal)
  }
}

// MARK: - Files of sources

extension Fetch {
  private func fetchSources(_ terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    let ayat = try PassageArguments.ayat(what, counting: session.counting)
    let folder = try place.open(in: terminal)
    let outcome = folder.faults.tell(in: terminal)
    let known = Set(folder.reciters)
    for reciter in listener.reciter where !known.contains(reciter) {
      let near = nearestName(to: reciter, in: folder.reciters).map { "; did you mean \($0)?" }
      throw CommandFailure("no file in reciters/ is of \"\(reciter)\"\(near ?? "")")
    }
    let plan = folder.filesToFetch(for: ayat, in: session)
    var orders: [FileFetcher.Order] = []
    var wanted: [SourceNeed] = []
    var problems: [(need: SourceNeed, reason: String, address: String?)] = []
    for need in plan.needs {
      if let reason = reasonAgainst(need, folder, terminal) {
        problems.append((need, reason, need.files.first?.address))
        continue
      }
      wanted.append(need)
      orders.append(FileFetcher.Order(need.files.compactMap { file in file.address.map { ($0, file.path) } }))
    }
    var options = FetchOptions()
    options.parallel = parallel
    options.attempts = attempts
    options.stallSeconds = timeout
    options.totalSeconds = maxTime
    options.maximumBytes = Int64(maxSize) * 1_000_000
    options.allowsFiles = allowFile
    options.userAgent = "tilawa/\(tilawaVersion)"
    let progress = terminal.progress("fetching \(orders.count) file\(orders.count == 1 ? "" : "s")")
    let count = Int64(orders.count)
    let outcomes = FileFetcher(options).fetch(orders) { done in progress.update(Int64(done), of: count) }
    progress.finish()
    var fetched: [(need: SourceNeed, path: String, bytes: Int64)] = []
    for (need, outcome) in zip(wanted, outcomes) {
      switch outcome {
      case .fetched(let target, let bytes): fetched.append((need, terminal.shown(target), bytes))
      case .failed(let address, let error): problems.append((need, error.description, address))
      }
    }
    if json {
      terminal.write(document(plan, fetched, problems).documentText)
    } else {
      for file in fetched { terminal.print(file.path) }
    }
    for problem in problems {
      let address = problem.address.map { " from \($0)" } ?? ""
      terminal.complain(
        "tilawa: \(problem.need.text) is not fetched\(address): \(problem.reason)")
    }
    if !plan.without.isEmpty {
      let runs = plan.without.map(\.description).joined(separator: ", ")
      terminal.complain("tilawa: no source in \(session.riwayah.rawValue) can have \(runs)")
    }
    var told = ["\(fetched.count) fetched"]
    if plan.here > 0 { told.append("\(plan.here) here already, skipped") }
    if !problems.isEmpty { told.append("\(problems.count) not fetched") }
    terminal.say("tilawa: " + told.joined(separator: ", "))
    return problems.isEmpty && plan.without.isEmpty ? outcome : .findings
  }

  /// Why a file is not even asked for.
  private func reasonAgainst(_ need: SourceNeed, _ folder: LibraryFolder, _ terminal: Terminal) -> String? {
    guard let file = need.files.first else { return "it has no address" }
    if file.folder.isEmpty {
      return "nothing tells where to keep it; give the source a cache, or set XDG_CACHE_HOME"
    }
    let root = (try? PathText.realPath(terminal.path(place.root(in: terminal)))) ?? ""
    let homes = [terminal.path(place.root(in: terminal)), root] + (terminal.cacheFolder.map { [$0] } ?? [])
    guard let home = homes.first(where: { PathText.lies(file.folder, in: $0) }) else {
      return "its cache \(file.folder) lies outside the library; files are written only below it"
    }
    for file in need.files {
      guard AudioProbe.isName(ofAudio: file.name) else {
        return
          "\(PathText.name(of: file.name)) is no name of audio; it should end in .mp3, .opus, .flac or the like"
      }
      if let part = LinkRule.oddPart(of: file.path, below: home) {
        return "\(terminal.shown(part)) is a link or a hidden folder, and nothing is written there"
      }
    }
    return nil
  }

  private func document(
    _ plan: SourcePlan, _ fetched: [(need: SourceNeed, path: String, bytes: Int64)],
    _ problems: [(need: SourceNeed, reason: String, address: String?)]
  ) -> JSONValue {
    [
      "version": 1,
      "fetched": JSONValue(fetched) { file in
        [
          "ayat": JSONValue(file.need.runs) { .string($0.description) }, "file": .string(file.path),
          "bytes": .number("\(file.bytes)"),
        ]
      },
      "here": JSONValue(plan.here),
      "failed": JSONValue(problems) { problem in
        [
          "ayat": JSONValue(problem.need.runs) { .string($0.description) },
          "address": JSONValue(problem.address), "because": .string(problem.reason),
        ]
      },
      "without_source": JSONValue(plan.without) { .string($0.description) },
    ]
  }
}

// MARK: - Pointers

extension Fetch {
  private func fetchPointers(_ terminal: Terminal) throws -> Outcome {
    var targets = BundleTargets()
    targets.paths = what.isEmpty ? ["."] : what
    targets.noIgnore = place.noIgnore
    var outcome = Outcome.done
    var results: [JSONValue] = []
    func fail(_ problem: String, _ worse: Outcome) {
      terminal.complain("tilawa: \(problem)")
      outcome = outcome.and(worse)
    }
    for target in targets.find(in: terminal, problem: { fail($0, .failed) }) {
      let bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording])
      guard let file = bundle.recording?.content?.audio?.file?.value, let presence = bundle.audioPresence
      else {
        fail("recording.yaml of \(target.shownPath) names no audio", .findings)
        continue
      }
      let shown = PathText.joined(target.shownPath, file)
      var problem: String?
      switch presence {
      case .pointer(let pointer):
        let path = PathText.joined(target.path, file)
        problem = bring(pointer, at: path, terminal)
        if problem == nil {
          if case .available = bundle.audioPresence {
            if !json { terminal.print(shown) }
          } else {
            problem = "the tool is done, and the audio is still not here"
          }
        }
      case .available: terminal.say("tilawa: \(shown) is here already, skipped")
      default: problem = presence.remark(on: file) ?? "it can't be fetched"
      }
      if let problem { fail("\(shown) is not fetched: \(problem)", .findings) }
      results.append(["file": .string(shown), "problem": JSONValue(problem)])
    }
    if json {
      let document: JSONValue = ["version": 1, "results": .array(results)]
      terminal.write(document.documentText)
    }
    return outcome
  }

  /// Runs the pointer's tool; gives what went wrong.
  private func bring(_ pointer: AudioPointer, at path: String, _ terminal: Terminal) -> String? {
    guard let command = FetchingCommand(for: pointer, at: path) else {
      return "it is \(pointer.noun) and lies in no repository"
    }
    let line = command.text(from: terminal.workingDirectory)
    guard
      let program = ChildProgram(
        named: command.program, searchPath: terminal.environment["PATH"] ?? "/usr/bin:/bin")
    else { return "\(command.program) is not installed; the command would be: \(line)" }
    terminal.say("tilawa: \(line)")
    do throws(FileError) {
      let ending = try program.run(command.arguments)
      guard ending.status != 0 else { return nil }
      let said = ending.talk.filledLines.last.map(String.init) ?? ""
      return "\(line) ends with status \(ending.status)" + (said.isEmpty ? "" : ": \(withoutControls(said))")
    } catch {
      return error.description
    }
  }
}
