import ArgumentParser
import Audio
import Diagnostics
import Fetching
import Files
import Library
import QuranIndex
import ScalarText
import TilawaFormat
import TilawaKit

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
    let plan = try SourceFetching(
      ayat, in: session, from: folder, root: place.root(in: terminal), in: terminal.workplace)
    var options = FetchOptions()
    options.parallel = parallel
    options.attempts = attempts
    options.stallSeconds = timeout
    options.totalSeconds = maxTime
    options.maximumBytes = Int64(maxSize) * 1_000_000
    options.allowsFiles = allowFile
    options.userAgent = "tilawa/\(tilawaVersion)"
    let (fetched, problems) = plan.fetched(options, terminal.monitor)
    if json {
      terminal.write(document(plan.plan, fetched, problems, terminal).documentText)
    } else {
      for file in fetched { terminal.print(terminal.shown(file.path)) }
    }
    for problem in problems {
      let address = problem.address.map { " from \($0)" } ?? ""
      terminal.complain(
        "tilawa: \(problem.need.text) is not fetched\(address): \(problem.reason)")
    }
    if !plan.plan.without.isEmpty {
      let runs = plan.plan.without.map(\.description).joined(separator: ", ")
      terminal.complain("tilawa: no source in \(session.riwayah.rawValue) can have \(runs)")
    }
    var told = ["\(fetched.count) fetched"]
    if plan.plan.here > 0 { told.append("\(plan.plan.here) here already, skipped") }
    if !problems.isEmpty { told.append("\(problems.count) not fetched") }
    terminal.say("tilawa: " + told.joined(separator: ", "))
    return problems.isEmpty && plan.plan.without.isEmpty ? outcome : .findings
  }

  private func document(
    _ plan: SourcePlan, _ fetched: [SourceFetching.Fetched], _ problems: [SourceFetching.Problem],
    _ terminal: Terminal
  ) -> JSONValue {
    [
      "version": 1,
      "fetched": JSONValue(fetched) { file in
        [
          "ayat": JSONValue(file.need.runs) { .string($0.description) },
          "file": .string(terminal.shown(file.path)),
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
