import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

struct Import: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make bundles from audio files.",
    discussion: """
      Makes a folder named TITLE.tilawa for each file, with the audio and a recording.yaml. Tags and cue \
      points of the file are used, and nothing is ever overwritten.

        tilawa import memo.m4a --title "Friday prayer" --reciter yasser-al-dosari --riwayah hafs
        tilawa import memo.m4a --mark
        tilawa import *.mp3 --into ~/recitations --reciter husary --riwayah hafs
        tilawa import memo.m4a memo-2.m4a --join --title night
      """)

  @Argument(help: "Audio files.", completion: .file()) var files: [String]

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Option(help: "Make the bundles in this folder. (default: .)", completion: .directory)
  var into: String?

  @Option(help: "Name the bundle. (default: from the title)") var name: String?

  @Flag(help: "Join the files into one recording, by recording time or name.") var join = false

  @Flag(help: "Remove the file once its bundle is complete.") var move = false

  @Flag(help: "Link to the file instead of copying it.") var link = false

  @Option(help: .init("Convert the audio.", valueName: "encoding"))
  var encode: AudioEncoding?

  @Option(help: .init("Assume this encoding of tags. (default: guessed)", valueName: "name"))
  var tagEncoding: TextEncoding?

  @Flag(name: .customLong("mark"), help: "Find the ayat and write markers.") var marks = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(move && link) else { throw ValidationError("--move and --link can't be used together") }
    guard !(link && encode != nil) else {
      throw ValidationError("--link and --encode can't be used together")
    }
    guard !join || files.count > 1 else { throw ValidationError("--join takes at least two files") }
    guard !(join && link) else { throw ValidationError("--join and --link can't be used together") }
    guard join || files.count == 1 || (name == nil && recording.title == nil && recording.id == nil) else {
      throw ValidationError("--name, --title and --id belong to one file, and \(files.count) are given")
    }
    if let name, name.isEmpty || name.holds("/") || name.begins(with: ".") {
      throw ValidationError(
        "--name \"\(name)\" is not the name of a folder; use --into for the folder around it")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try ImportPlan(
      into: into ?? ".", name: bundleName, move ? .move : link ? .link : .copy, encoding: encode,
      tagEncoding: tagEncoding,
      in: terminal.workplace)
    var outcome = Outcome.done
    var results: [Imported] = []
    for file in join ? Array(files.prefix(1)) : files {
      let facts = try recording.facts()
      do {
        let parts = try join ? plan.parts(files, facts) : nil
        let first = parts?.parts.first?.shownPath ?? file
        let (result, makeMarks) = try plan.apply(
          for: first, joining: parts, facts, marking: MarkRequest(), terminal.monitor)
        tell(result, join ? counted(files.count, "file") : file, terminal)
        // The bundle is there, also when nobody can be listened to in it.
        results.append((terminal.shown(result.bundle), result, nil))
        guard marks, let made = try makeMarks() else { continue }
        results[results.count - 1].marks = made
        // Doubtful results are reported.
        _ = try MarkReport.tell(made, isDryRun: false, asJSON: false, in: terminal)
      } catch {
        terminal.complain("tilawa: \(Self.message(error, terminal))")
        outcome = .failed
      }
    }
    if json { terminal.write(Self.shape.document(of: results)) }
    return outcome
  }

  private var bundleName: String? {
    name.map { $0.ends(with: BundleName.ending) ? $0 : $0 + BundleName.ending }
  }

  private func tell(_ result: AudioImport.Result, _ file: String, _ terminal: Terminal) {
    let bundle = terminal.shown(result.bundle)
    if !json {
      terminal.print(bundle)
    }
    if result.wasThere {
      terminal.say("\(bundle) holds \(file) already; nothing was done")
    } else {
      let markers = result.markers == 0 ? "" : ", \(result.markers) markers from the file"
      terminal.say("imported \(file): \(result.duration.clock)\(markers)")
    }
    for remark in result.remarks { terminal.say("\(file): \(remark)") }
  }

  typealias Imported = (bundle: String, result: AudioImport.Result, marks: MarkPlan?)

  static let shape = OutputShape<[Imported]>(
    "import",
    [.key("bundles", .list(of: .object(keys)), { $0 }, "Bundles that were made or found.")])

  private static let keys: [JSONKey<Imported>] = [
    .key(.bundle, { $0.bundle }), .key("is_new", .flag, { !$0.result.wasThere }, "Whether it was made now."),
    .key(.duration, { $0.result.duration }),
    .key(
      .markerCount, { (try? $0.marks?.changes.get())?.marks.markers.count ?? $0.result.markers }),
    .key(
      "passages", .list(of: .text), { $0.marks?.recited.map(\.description) ?? [] },
      "With --mark: what is recited, as far as it was told or heard, in order; with nothing found, and without --mark, none."
    ),
    .key(
      "unnamed",
      .list(
        of: .object([
          .key(.start, \.span.start), .key(.end, \.span.end),
          .key(
            "guesses", .list(of: .text), { $0.guesses.map(\.description) },
            "What it may be, the likeliest first."),
        ])), { $0.marks?.listening.unnamed ?? [] },
      "With --mark: where somebody recites of whom can't be told what it is."),
    .key(.remarks, { $0.result.remarks }),
  ]

  private static func message(_ error: any Error, _ terminal: Terminal) -> String {
    switch error {
    case let error as FileError: error.message(showing: terminal.shown(error.path))
    case let error as AudioError: error.message(showing: terminal.shown(error.path))
    case let obstacle as Failure: obstacle.text
    default: "\(error)"
    }
  }
}
