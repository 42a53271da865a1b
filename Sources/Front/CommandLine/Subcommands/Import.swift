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
      """)

  @Argument(help: "Audio files.", completion: .file()) var files: [String]

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Option(help: "Make the bundles in this folder. (default: .)", completion: .directory)
  var into: String?

  @Option(help: "Name the bundle. (default: from the title)") var name: String?

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
    guard !(move && link) else { throw ValidationError("--move and --link cannot be used together") }
    guard !(link && encode != nil) else {
      throw ValidationError("--link and --encode cannot be used together")
    }
    guard files.count == 1 || (name == nil && recording.title == nil && recording.id == nil) else {
      throw ValidationError("--name, --title and --id need exactly one file, found \(files.count)")
    }
    if let name, name.isEmpty || name.holds("/") || name.begins(with: ".") {
      throw ValidationError(
        "invalid --name \"\(name)\" (expected a folder name; use --into for a path)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try ImportPlan(
      into: into ?? ".", name: bundleName, move ? .move : link ? .link : .copy, encoding: encode,
      tagEncoding: tagEncoding,
      in: terminal.workplace)
    var outcome = Outcome.done
    var results: [Imported] = []
    for file in files {
      let facts = try recording.facts()
      do {
        let (result, makeMarks) = try plan.apply(for: file, facts, marking: MarkRequest(), terminal.monitor)
        tell(result, file, terminal)
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
      terminal.say("\(bundle) already contains \(file); nothing was done")
    } else {
      let markers = result.markers == 0 ? "" : ", \(result.markers) markers from the file"
      terminal.say("imported \(file): \(result.duration.clock)\(markers)")
    }
    for remark in result.remarks { terminal.say("\(file): \(remark)") }
  }

  typealias Imported = (bundle: String, result: AudioImport.Result, marks: MarkPlan?)

  static let shape = OutputShape<[Imported]>(
    "import",
    [.key("bundles", .list(of: .object(keys)), { $0 }, "Bundles that were created or found.")])

  private static let keys: [JSONKey<Imported>] = [
    .key(.bundle, { $0.bundle }),
    .key("is_new", .flag, { !$0.result.wasThere }, "True if it was newly created."),
    .key(.duration, { $0.result.duration }),
    .key(
      .markerCount, { (try? $0.marks?.changes.get())?.marks.markers.count ?? $0.result.markers }),
    .key(
      "passages", .list(of: .text), { $0.marks?.recited.map(\.description) ?? [] },
      "With --mark: recited passages, as given or heard, in order; empty if none, or without --mark."
    ),
    .key(
      "unnamed",
      .list(
        of: .object([
          .key(.start, \.span.start), .key(.end, \.span.end),
          .key(
            "guesses", .list(of: .text), { $0.guesses.map(\.description) },
            "Possible passages, likeliest first."),
        ])), { $0.marks?.listening.unnamed ?? [] },
      "With --mark: stretches of unidentified recitation."),
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
