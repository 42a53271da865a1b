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
        tilawa import Recordings --into ~/recitations --reciter husary --riwayah hafs
        tilawa import memo.m4a memo-2.m4a --join --title night
      """)

  @Argument(help: "Audio files, or folders of them.", completion: .file()) var files: [String]

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
    guard !(move && link) else { throw ValidationError("--move and --link cannot be used together") }
    guard !(link && encode != nil) else {
      throw ValidationError("--link and --encode cannot be used together")
    }
    guard !(join && link) else { throw ValidationError("--join and --link cannot be used together") }
    guard join || files.count == 1 || !namesOneBundle else {
      throw ValidationError(Self.oneFile(files.count))
    }
    if let name, name.isEmpty || name.holds("/") || name.begins(with: ".") {
      throw ValidationError(
        "invalid --name \"\(name)\" (expected a folder name; use --into for a path)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let found = ImportedFiles(files, in: terminal.workplace)
    guard !join || found.files.count > 1 else { throw CommandFailure("--join needs at least two files") }
    let isMany = !join && found.files.count > 1
    guard !isMany || !namesOneBundle else { throw CommandFailure(Self.oneFile(found.files.count)) }
    let plan = try ImportPlan(
      into: into ?? ".", name: bundleName, numberingNames: isMany, move ? .move : link ? .link : .copy,
      encoding: encode, tagEncoding: tagEncoding, in: terminal.workplace)
    var outcome = Outcome.done
    for problem in found.problems {
      terminal.complain("tilawa: \(problem)")
      outcome = .failed
    }
    var results: [Imported] = []
    var remarks = Remarks()
    for item in join ? Array(found.files.prefix(1)) : found.files {
      let file = item.shownPath
      let facts = try recording.facts()
      do {
        let parts = try join ? plan.parts(found.files.map(\.shownPath), facts) : nil
        let (result, makeMarks) = try plan.apply(
          for: parts?.parts.first?.shownPath ?? file, joining: parts, below: join ? "" : item.subfolder,
          facts,
          marking: MarkRequest(), terminal.monitor)
        tell(result, join ? counted(found.files.count, "file") : file, isMany, terminal)
        if isMany { for remark in result.remarks { remarks.add(remark, file) } }
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
    if isMany {
      for line in remarks.lines { terminal.say(line) }
      terminal.say(Self.summary(results, of: found))
    }
    if json { terminal.write(Self.shape.document(of: results)) }
    return outcome
  }

  private var namesOneBundle: Bool { name != nil || recording.title != nil || recording.id != nil }

  private static func oneFile(_ count: Int) -> String {
    "--name, --title and --id need exactly one file, found \(count)"
  }

  /// `imported 297 of 300 files (2 already imported, 1 failed)`.
  private static func summary(_ results: [Imported], of found: ImportedFiles) -> String {
    let new = results.count { !$0.result.wasThere }
    let failed = found.files.count - results.count
    let rest = [
      (results.count - new, "already imported"), (failed, "failed"),
      (found.otherCount, "passed over, as they are not audio"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return "imported \(new) of \(counted(found.files.count, "file"))"
      + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
  }

  private var bundleName: String? {
    name.map { $0.ends(with: BundleName.ending) ? $0 : $0 + BundleName.ending }
  }

  private func tell(_ result: AudioImport.Result, _ file: String, _ isMany: Bool, _ terminal: Terminal) {
    let bundle = terminal.shown(result.bundle)
    if !json {
      terminal.print(bundle)
    }
    if result.wasThere {
      terminal.say("\(bundle) already contains \(file); nothing was done")
    } else if !isMany {
      let markers = result.markers == 0 ? "" : ", \(counted(result.markers, "marker")) from the file"
      terminal.say("imported \(file): \(result.duration.clock)\(markers)")
    }
    if !isMany { for remark in result.remarks { terminal.say("\(file): \(remark)") } }
  }

  /// What is to be known of several files: what applies to many of them is printed once.
  private struct Remarks {
    private var files: [(remark: String, files: [String])] = []

    mutating func add(_ remark: String, _ file: String) {
      if let index = files.firstIndex(where: { $0.remark == remark }) {
        files[index].files.append(file)
      } else {
        files.append((remark, [file]))
      }
    }

    var lines: [String] {
      files.map { remark, files in
        files.count > 3
          ? "\(counted(files.count, "file")), from \(files[0]) on: \(remark)"
          : "\(files.joined(separator: ", ")): \(remark)"
      }
    }
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
