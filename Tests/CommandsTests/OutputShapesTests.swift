import ArgumentParser
import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// Holds what commands print with `--json` and `--jsonl` against the schemas that are made from their keys.
@Suite(.serialized) struct OutputShapesTests {
  private static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": "/none",
  ]

  /// Commands as they are typed, by the shape of their output: with findings, without any, and with faults.
  private static let runs: [(shape: String, commands: [String])] = [
    (
      "about",
      [
        "about 112:1 --json --library .", "about 2:255 --json --library empty --journal empty",
        "about 112:2 --json --library . --limit 1",
        "about 113:1 --json --library . --reciter husary --riwayah hafs --numbering warsh --remote --fill any",
      ]
    ),
    (
      "list",
      [
        "list --json", "list empty --json", "list --json --surah 114", "list --jsonl",
        "list --json --sort date --reverse --since 2020 --until 2030 --reciter husary --riwayah hafs --status partial",
        "list --json --verified --no-ignore", "list --json --unfinished",
      ]
    ),
    ("show", ["show . --json", "show friday.tilawa pointer.tilawa every-field.tilawa --json"]),
    (
      "lint",
      [
        "lint . --json", "lint friday.tilawa --json", "lint . --format json --max-findings 1",
        "lint . --jsonl",
        "lint . --json --checksums --strict --select S,A --ignore A706 --exit-zero --no-ignore",
        "lint --json --changed HEAD", "lint late.tilawa --json --fix", "lint overlap.tilawa --json --fix",
        "lint friday.tilawa --jsonl", "lint . --format jsonl --max-findings 1",
      ]
    ),
    (
      "review",
      [
        "review friday.tilawa markers.tilawa --json", "review done.tilawa --json", "review . --jsonl",
        "review . --json --limit 2",
      ]
    ),
    (
      "audio-checksum",
      [
        "audio checksum friday.tilawa pointer.tilawa bare.tilawa gone.tilawa --json",
        "audio checksum . --json",
        "audio checksum hers.tilawa --update --json",
      ]
    ),
    ("explain", ["explain S203 --json", "explain Y001 --json", "explain --json"]),
    (
      "follow",
      ["follow fatihah.flac --passage 1 --passage 112", "follow leaps.flac --passage 67:1-12 --mistakes"]
    ),
    (
      "mark",
      [
        "mark friday.tilawa --passage 112 --method lengths --json --dry-run",
        "mark noise.wav --dry-run --json",
        "mark friday.tilawa/audio.wav --method lengths --json",
        "mark fatihah.flac --passage 1 --words --json", "mark every-field.tilawa --rakah --json --dry-run",
        "mark friday.tilawa --rakah --json",
        "mark hers.tilawa --passage 112 --method lengths --threshold -30 --min-length 0.2 --json --dry-run",
        "mark fatihah.flac --riwayah hafs --numbering kufi --json",
        "mark ours.tilawa --passage 112 --method lengths --replace --segment --json --dry-run",
      ]
    ),
    (
      "audio-pauses",
      [
        "audio pauses friday.tilawa/audio.wav --json", "audio pauses noise.wav --json",
        "audio pauses friday.tilawa/audio.wav --json --threshold -30 --min-length 0.2",
        "audio pauses noise.wav --json --fixed",
      ]
    ),
    (
      "import",
      [
        "import noise.wav --title Noise --json", "import noise.wav --title Noise --json",
        "import noise.wav --json --name all --into empty --reciter husary --riwayah hafs --passage 112 --numbering kufi "
          + "--recorded-at 2024-01-05 --place P --notes N --id all --of-prayer fajr",
        "import fatihah.flac --json --name found --mark --riwayah hafs",
      ]
    ),
    (
      "git-blame",
      [
        "git blame 112 friday.tilawa --json", "git blame 1:1 friday.tilawa --json",
        "git blame 112:3 late.tilawa --json",
        "git blame 18:10 journal/bookmarks.yaml --json",
      ]
    ),
    (
      "diff",
      [
        "diff friday.tilawa hers.tilawa --json", "diff friday.tilawa friday.tilawa --json",
        "diff friday.tilawa every-field.tilawa --json", "diff HEAD --json -- friday.tilawa late.tilawa",
        "diff friday.tilawa hers.tilawa --json --tolerance 0.5",
      ]
    ),
    (
      "merge",
      [
        "merge friday.tilawa ours.tilawa hers.tilawa --json -n",
        "merge friday.tilawa friday.tilawa hers.tilawa --json -n",
        "merge friday.tilawa every-field.tilawa hers.tilawa --audio-changed --json -n",
        "merge friday.tilawa ours.tilawa hers.tilawa --prefer theirs --tolerance 0.5 --json -n",
        "merge ours.tilawa hers.tilawa --no-base --prefer none --json -n",
      ]
    ),
    (
      "compare",
      [
        "compare friday.tilawa hers.tilawa --json", "compare friday.tilawa friday.tilawa ours.tilawa --json",
        "compare friday.tilawa ours.tilawa --json --consensus agreed.tilawa -n",
        "compare friday.tilawa short.tilawa hers.tilawa --json --worst 1",
        "compare friday.tilawa hers.tilawa --json --tolerance 0.5",
        "compare --reference friday.tilawa hers.tilawa --json",
        "compare --reference friday.tilawa times.txt --json",
        "compare --reference friday.tilawa none.txt --gaps gaps.tsv --json",
        "compare --reference friday.tilawa hers.tilawa --json --tolerance 0.5",
      ]
    ),
    (
      "convert",
      [
        "convert --list --json", "convert friday.tilawa friday.srt --json",
        "convert labels.txt new.tilawa --json",
        "convert labels.txt hers.tilawa --json", "convert every-field.tilawa all.csv --json",
        "convert every-field.tilawa all.json --to cloudkit --json",
        "convert friday.tilawa n.srt --json --dry-run",
        "convert labels.txt marked.tilawa --json --as-markers --riwayah hafs --title T --reciter husary",
      ]
    ),
    (
      "resolve",
      [
        "resolve 112 --library . --json", "resolve 112:1 2:255 --library . --explain --json",
        "resolve 113:1 --library . --remote --json", "resolve 1:1 --library empty --json",
        "resolve 112 113:1 2:255 --library . --remote --explain --jsonl",
        "resolve 112:2 --library . --format json",
        "resolve 112-114 --library . --library empty --json --reciter nobody --reciter husary --fill any --riwayah hafs "
          + "--numbering warsh --no-ignore --remote",
      ]
    ),
    (
      "coverage",
      [
        "coverage 112-114 --json", "coverage 112-114 --each-reciter --json",
        "coverage --by juz --json --library empty",
        "coverage --missing 112-114 --json", "coverage --missing 112 --by page --each-reciter --json",
        "coverage 112-114 --json --reciter nobody --reciter husary --fill any --riwayah hafs --numbering warsh --remote",
      ]
    ),
    (
      "publish",
      [
        "publish . -o empty/site --json -n", "publish . -o empty/whole --json --audio copy --notes --title T",
        "publish . -o empty/whole --json --audio copy --notes --title T --fresh",
        "publish . -o empty/other --json --base-url https://a.example/ --no-ignore --follow-links",
        "publish . -o empty/site --json --check --audio copy",
      ]
    ),
    (
      "pack",
      [
        "pack friday.tilawa late.tilawa -o packed.zip --json --strip-personal --without-audio",
        "pack friday.tilawa -o friday.zip --audio opus@32k --json", "pack friday.tilawa --check --json",
        "pack friday.tilawa --bagit -o friday.bag --json",
      ]
    ),
    (
      "unpack",
      [
        "unpack packed.zip --into unpacked --check --json", "unpack packed.zip --into unpacked --json",
        "unpack packed.zip --into unpacked --json",
        "unpack friday.zip --merge --audio-changed --check --json",
        "unpack friday.bag --into unpacked --force --json",
      ]
    ),
    (
      "audio-attach",
      [
        "audio attach unpacked/late.tilawa friday.tilawa/audio.wav --json -n",
        "audio attach friday.tilawa friday.tilawa/audio.wav --json",
        "audio attach --find . --json -n", "audio attach --find friday.tilawa unpacked pointer.tilawa --json",
      ]
    ),
    (
      "audio-detach",
      [
        "audio detach friday.tilawa --force --json -n", "audio detach friday.tilawa --to empty --json -n",
        "audio detach friday.tilawa --other-copy unpacked/friday.tilawa --json -n",
      ]
    ),
    (
      "queue",
      [
        "queue 112 --json --library .", "queue 112 --jsonl --library .", "queue 112-113 --json --library .",
        "queue --from memorised --json --library .",
        "queue 112 --memorise --json --library .", "queue 2:255 --json --library .",
        "queue 2:255 --jsonl --library empty",
        "queue 112 --range-repeats infinite --for 1m --json --library .",
        "queue 112:2-3 --json --library . --range-repeats 2 --ayah-repeats 2 --connect-before 1 "
          + "--connect-after 1 --gap 0.5 --speed 1.5 --basmalah --missing fill --reciter nobody --riwayah hafs",
        "queue 112 --jsonl --library . --memorise --each 2 --window 2 --window-repeats 2 --no-basmalah --missing cancel",
        "queue --pages 604 --json --library . --numbering warsh --show-words --no-show-reciter --no-show-repetition",
        "queue 112:2 --json --library . --settings listening.yaml --profile night",
        "queue --resume --json --library .", "queue --resume --jsonl --library .",
        "queue --resume --json --library . --settings listening.yaml --profile night --connect-after 1 --range-repeats 2 --gap 1",
      ]
    ),
    (
      "journal-bookmark-list",
      [
        "journal bookmark list --json --library .",
        "journal bookmark list --json --library empty --journal empty",
      ]
    ),
    (
      "journal-class-list",
      [
        "journal class --json --library .", "journal class list amina --limit 1 --json --library .",
        "journal class list --json --library empty --journal empty",
      ]
    ),
    ("reciter-list", ["reciter list --json", "reciter list --json --library empty"]),
    ("reciter-show", ["reciter show husary --json"]),
    ("reciter-add", ["reciter add New --json --source https://a.example/{surah}.mp3"]),
    (
      "journal-list",
      [
        "journal list bookmarks --json --library .",
        "journal list memorised --json --library . --due",
        "journal list memorised --json --library . --reverse",
        "journal list bookmarks --json --library . --sort label --search cave --since 2020",
        "journal list notes --json --library empty --journal empty",
      ]
    ),
    (
      "audio-fetch",
      [
        "audio fetch --reciter husary 113 --json --library .",
        "audio fetch pointer.tilawa friday.tilawa bare.tilawa --json",
        "audio fetch --reciter husary 112:1 --json --library . --riwayah warsh",
      ]
    ),
    (
      "quran-passage",
      [
        "quran 2:255 kahf --json", "quran 1:1 --numbering warsh --json", "quran 2:999 xyzzy --json",
        "quran 7:206 --json",
      ]
    ),
    (
      "quran-map",
      ["quran map 2:1-5 --from warsh --to hafs --json", "quran map 2:999 --from kufi --to basri --json"]
    ),
    (
      "text-passage",
      [
        "text 112 --json --library .", "text 112:1-2 --words --json --library .",
        "text 2:255 --json --library .", "text 112 --in en --numbering warsh --json --library .",
      ]
    ),
    (
      "text-search",
      [
        "text search any --json --library .", "text search ONE --json --library . --in en --limit 1",
        "text search one --whole --json --library .",
      ]
    ),
    ("text-list", ["text list --json --library ."]),
    (
      "shelf-list",
      [
        "shelf list --json --library .", "shelf list --json --library empty --journal empty --status read",
        "shelf list --json --library . --sort rating --reverse --search cave",
        "shelf list --json --library . --favourite", "shelf list --json --library . --wished",
      ]
    ),
    ("shelf-show", ["shelf show caves --json --library .", "shelf show gone --json --library ."]),
    (
      "guide-show",
      [
        "guide fajr --json --library .", "guide fajr --hear --json --library .", "guide --json --library .",
        "guide --json --library empty",
        "guide fajr --rakah 1 --hear --limit 1 --riwayah hafs --json --library .",
      ]
    ),
    (
      "guide-list",
      [
        "guide list --json --library .", "guide list --prayer isha --json --library .",
        "guide list --bookmarked --json --library .",
        "guide list --school shafi --search dawn --json --library .",
      ]
    ),
    ("quran-surahs", ["quran surahs --json"]), ("quran-riwayat", ["quran riwayat --json"]),
    (
      "error",
      [
        "list nowhere --json", "audio pauses nowhere.wav --json", "explain nothing --json",
        "resolve xyzzy --json",
        "mark friday.tilawa --bogus --json", "queue --resume --json --library empty --journal empty",
        "lint nowhere --jsonl --fix -",
        "queue 112 --range-repeats infinite --json --library .", "import nowhere.wav --jsonl",
        "merge friday.tilawa/segments.yaml ours.tilawa/segments.yaml --no-base --json",
        "convert friday.tilawa - --to srt --json",
      ]
    ),
  ]

  @Test func everyShapeIsWrittenDown() throws {
    let folder = try Self.library()
    for (shape, commands) in Self.runs {
      let text = try #require(OutputShapes.named(shape)).schema.compactText
      for command in commands {
        let recording = TerminalRecording(in: folder.path, environment: Self.environment)
        _ = runTilawa(command.components(separatedBy: " "), in: recording.terminal)
        let said = recording.output
        let isLines = shape == "follow" || command.contains("jsonl") && shape != "error"
        let texts = isLines ? said.split(separator: "\n").map(String.init) : [said]
        #expect(!said.isEmpty, "\(command): \(recording.talk)")
        let schema = try JSONSchema(text, part: isLines ? "line" : nil)
        for text in texts {
          do {
            let faults = schema.faults(of: try JSONText(text))
            #expect(faults.isEmpty, "\(command): \(faults.joined(separator: "\n"))\n\(text.prefix(2000))")
          } catch {
            Issue.record("\(command): \(error)\n\(text)\n\(recording.talk)")
          }
        }
      }
    }
  }

  @Test func theManifestOfExportedFilesIsWrittenDown() throws {
    let folder = try Self.library()
    _ = transcript(
      "cut", "--per-ayah", "-o", "cdn", "112", "--pattern", "{number}.wav", in: folder.path,
      environment: Self.environment)
    let manifest = try JSONText(folder.text(of: "cdn/manifest.json"))
    #expect(manifest["items"]?.items.isEmpty == false)
    let schema = try JSONSchema(#require(OutputShapes.named("manifest")).schema.compactText)
    #expect(schema.faults(of: manifest) == [])
  }

  @Test func everyCommandWithJSONHasItsSchemaAndIsRun() throws {
    let shapes = Set(Self.runs.map(\.shape))
    // What follows prints nothing but lines.
    var names: Set<String> = ["error", "follow"]
    for (name, command) in Self.commands(subcommandList, []) {
      let help = Tilawa.helpMessage(for: command, columns: 200)
      guard help.contains("\n  --json ") else { continue }
      names.insert(name)
      #expect(OutputShapes.named(name) != nil, "\(name) has --json, and is not in OutputShapes")
      let commands = Self.runs.first { $0.shape == name }?.commands ?? []
      #expect(commands.contains { $0.contains("--json") }, "\(name) is not run")
      #expect(
        !help.contains("\n  --jsonl ") || commands.contains { $0.contains("--jsonl") },
        "\(name) --jsonl is not run")
    }
    #expect(shapes == names)
    let described = OutputShapes.all.map(\.name)
    #expect(described == names.union(["manifest"]).sorted())
    #expect(described.allSatisfy { DocumentKind(named: $0) == nil }, "a shape is called like a file")
  }

  private static func commands(
    _ commands: [any ParsableCommand.Type], _ above: [String]
  ) -> [(name: String, command: any ParsableCommand.Type)] {
    commands.flatMap { command in
      let names = above + [command._commandName]
      let below = command.configuration.subcommands
      return below.isEmpty ? [(names.joined(separator: "-"), command)] : Self.commands(below, names)
    }
  }

  // MARK: The vocabulary

  @Test func aKeyMeansOneThingEverywhere() throws {
    let keys = OutputShapes.all.flatMap { shape in
      Self.keys(in: (shape.keys + shape.lines.flatMap(\.keys))).map { (shape: shape.name, key: $0) }
    }
    let terms = Dictionary(grouping: keys.map(\.key).filter(\.isTerm), by: \.name)
    for (shape, key) in keys {
      #expect(key.name.wholeMatch(of: #/[a-z][a-z0-9]*(_[a-z0-9]+)*/#) != nil, "\(key.name) in \(shape)")
      #expect(!key.meaning.isEmpty, "\(shape) doesn't say what \(key.name) means")
      guard let term = terms[key.name]?.first else { continue }
      #expect(key.isTerm && key.meaning == term.meaning, "\(shape) says for itself what \(key.name) is")
    }
  }

  private static func keys(in keys: [JSONKeyType]) -> [JSONKeyType] {
    keys.flatMap { [$0] + Self.keys(in: $0.type.keys) }
  }

  /// The tables of all keys in `Examples/guides/output.md` are up to date. With `TILAWA_RECORD=1` in the
  /// environment they are rewritten, and the test still fails once.
  @Test func theTablesAreThoseOfTheKeys() throws {
    let terms = Dictionary(
      Self.keys(in: OutputShapes.all.flatMap { $0.keys + $0.lines.flatMap(\.keys) }).filter(\.isTerm)
        .map { ($0.name, $0) }
    ) { first, _ in first }.values.sorted { $0.name < $1.name }
    let shapes = OutputShapes.all.map { "### \($0.name)\n\n\($0.tables)" }.joined(separator: "\n")
    var page = try ConformanceSuite.text(of: "Examples/guides/output.md")
    let stored = page
    for (name, text) in [("terms", OutputDescription.table(terms)), ("shapes", shapes)] {
      let (begin, end) = ("<!-- \(name) -->\n", "<!-- end \(name) -->\n")
      let first = try #require(page.range(of: begin))
      let last = try #require(page.range(of: end))
      page.replaceSubrange(first.upperBound..<last.lowerBound, with: text)
    }
    if page != stored, ProcessInfo.processInfo.environment["TILAWA_RECORD"] != nil {
      try page.write(
        toFile: "\(ConformanceSuite.repository)/Examples/guides/output.md", atomically: true, encoding: .utf8)
    }
    #expect(page == stored, "Examples/guides/output.md is not what the keys say; run with TILAWA_RECORD=1")
  }

  // MARK: The validator

  @Test func theValidatorFindsWhatIsWrong() throws {
    let schema = """
      {"$id": "a", "type": "object", "properties": {"n": {"type": "integer", "minimum": 1}, "t": {"enum": ["x"]}},
       "required": ["n"], "additionalProperties": false, "$defs": {"odd": {"multipleOf": 2}}}
      """
    let whole = try JSONSchema(schema)
    #expect(whole.faults(of: try JSONText("{\"n\": 1, \"t\": \"x\"}")) == [])
    for text in [
      "{}", "[]", "{\"n\": 0}", "{\"n\": 1.5}", "{\"n\": 1, \"m\": 1}", "{\"n\": 1, \"t\": \"y\"}",
    ] {
      #expect(whole.faults(of: try JSONText(text)) != [], "\(text)")
    }
    #expect(
      try JSONSchema(schema, part: "odd").faults(of: .null) == [
        ": the keyword \"multipleOf\" is unknown to the validator"
      ])
    #expect(throws: (any Error).self) { try JSONSchema(schema, part: "none") }
    for text in ["{} {}", "{\"a\": 1, \"a\": 2}", "[1,]", "01", ""] {
      #expect(throws: (any Error).self, "\(text)") { try JSONText(text) }
    }
  }

  // MARK: A library with all kinds of things

  private static func library() throws -> TemporaryFolder {
    let recording = { (id: String, rest: String) in
      "tilawa: 1\nid: \(id)\nreciter: husary\nriwayah: hafs\n\(rest)"
    }
    let audio = "audio:\n  file: audio.wav\n  duration: 9.000\n"
    let rows = """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 0.400, end: 2.645, verified: true }
        - { ayah: "112:2", start: 2.645, end: 4.685, confidence: 0.87 }
        - { ayah: "112:3", start: 4.685, end: 6.505 }
        - { ayah: "112:4", start: 6.505, end: 8.600, priority: 2 }

      """
    let folder = try TemporaryFolder([
      "empty/.keep": "",
      "listening.yaml":
        "tilawa: 1\nspeed: 1.5\nprofiles:\n  - { name: night, gap: 0.5, missing: fill, after_last: 2 ayat }\n",
      "friday.tilawa/recording.yaml": recording(
        "friday", "title: Friday\n" + audio + "passage: \"112:1-4\"\n"),
      "friday.tilawa/segments.yaml": rows,
      "friday.tilawa/words.yaml":
        "tilawa: 1\nwords:\n  - { ayah: \"112:1\", word: 1, start: 0.400, end: 1.000, confidence: 0.5 }\n",
      "hers.tilawa/recording.yaml": recording("hers", audio),
      "hers.tilawa/segments.yaml": rows.replacing("4.685", with: "4.900").replacing("112:4", with: "112:2")
        .replacing(" }\n\n", with: ", note: hers }\n\n"),
      "ours.tilawa/recording.yaml": recording("ours", audio),
      "ours.tilawa/segments.yaml": rows.replacing("4.685", with: "4.300"),
      "short.tilawa/recording.yaml": recording("short", audio),
      "short.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.400, end: 3.000 }\n",
      "done.tilawa/recording.yaml": recording("done", "audio:\n  file: audio.wav\n  duration: 2.000\n"),
      "done.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"114:1\", start: 0.000, end: 2.000, verified: true }\n",
      "markers.tilawa/recording.yaml": recording("markers", audio),
      "markers.tilawa/markers.yaml": """
      tilawa: 1
      markers:
        - { at: 0.400, ayah: "112:1", confidence: 0.60 }
        - { at: 3.000 }
        - { at: 5.000, skip: takbir, confirmed: true }

      """,
      "pointer.tilawa/recording.yaml": recording(
        "pointer", "audio:\n  file: audio.flac\n  sha256: \"\(String(repeating: "0b5c", count: 16))\"\n"),
      "pointer.tilawa/audio.flac":
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0b5c", count: 16))\nsize 5\n",
      "pointer.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"113:1\", start: 0.000, end: 2.000 }\n",
      "bare.tilawa/recording.yaml": "tilawa: 1\nid: bare\n",
      "gone.tilawa/recording.yaml": recording("gone", audio),
      "late.tilawa/recording.yaml": recording("late", audio), "late.tilawa/segments.yaml": rows,
      "overlap.tilawa/recording.yaml": recording("friday", audio + "riwaya: warsh\n"),
      "overlap.tilawa/segments.yaml": rows.replacing("end: 2.645", with: "end: 3.000"),
      "broken.tilawa/recording.yaml": "tilawa: 1\nid: [broken\n",
      "broken.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 6455, end: x }\n",
      "reciters/husary.yaml": """
      tilawa: 1
      id: husary
      name: Husary
      riwayah: hafs
      sources:
        - { url: "http://127.0.0.1:9/", pattern: "{surah3}{ayah3}.wav", cache: ../cache }

      """,
      "journal/bookmarks.yaml":
        "tilawa: 1\nbookmarks:\n  - { ayah: \"18:10\", label: cave, color: green }\n  - { page: 294 }\n",
      "journal/memorised.yaml": "tilawa: 1\nmemorised:\n  - { ayat: \"112:1-2\" }\n  - { ayat: \"113:1\" }\n",
      "journal/listening.yaml": """
      tilawa: 1
      ayat: "112:1-4"
      ayah: "112:2"
      at: 2024-01-01T12:00:00Z

      """,
      "shelf/caves.yaml": "tilawa: 1\nid: caves\ntitle: Caves\npages: 300\nauthors: [A, B]\n",
      "journal/shelf/caves.yaml":
        "tilawa: 1\nbook: caves\nstatus: reading\npage: 20\ngoal: 9\nsessions:\n  - { date: 2024-01-05, minutes: 45, pages: 20 }\n",
      "journal/shelf/gone.yaml": "tilawa: 1\nbook: gone\n",
      "journal/class/amina.yaml": """
      tilawa: 1
      name: Amina
      assignments:
        - { ayat: "112:1-4", given: 2024-01-01, due: 2024-01-04 }
        - { ayat: "113:1-5", learnt: 2024-01-02 }
      lessons:
        - { date: 2024-01-02, ayat: "113:1-5" }
      mistakes:
        - { ayah: "113:1", word: 1, words: 2, kind: wrong, date: 2024-01-02 }

      """,
      "journal/class/bilal.yaml": "tilawa: 1\nname: Bilal\nassignments:\n  - { ayat: \"114:1\" }\n",
      "guides/fajr.yaml": """
      tilawa: 1
      id: fajr
      title: Dawn
      prayer: fajr
      school: shafi
      steps:
        - { step: 1, title: Standing, description: Recite., hear: ["112:1-4", takbir] }
      rakah_notes:
        - { rakah: 1, text: A }
        - { text: B }
      notes:
        - { text: C }

      """,
      "journal/guides.yaml":
        "tilawa: 1\nguides:\n  - { guide: fajr, bookmarked: true, read: 2024-01-05, progress: 0.5 }\n",
      "texts/texts.yaml": """
      tilawa: 1
      texts:
        - { id: en, kind: translation, language: en, passage: "112:1-4", title: Four, file: en.txt }
        - { id: words, kind: word_by_word, language: en, passage: "112:1-4", riwayah: hafs, file: words.tsv }

      """,
      "texts/en.txt": "say he is one\nthe one sought\nbegets not\nnor is any like him\n",
      "texts/words.tsv": "112:1:1\tqul\tsay\n112:1:2\thuwa\n",
      "labels.txt": "0.400000\t2.645000\t112:1\n2.645000\t4.500000\t112:2\n",
      "times.txt": "2.600\n4.000\n", "none.txt": "", "gaps.tsv": "2.645\t112:1\t2.5\t2.7\t0\t0\tstop\n",
    ])
    var recitation = GeneratedRecitation([
      .init(1500, pauseAfter: 700), .init(1300, pauseAfter: 700), .init(1500, pauseAfter: 700),
      .init(2100, pauseAfter: 0),
    ])
    recitation.sampleRate = 8000
    for bundle in ["friday", "hers", "ours", "markers", "late", "overlap", "short"] {
      try recitation.write(to: folder.path(of: "\(bundle).tilawa/audio.wav"), encoding: .wav)
    }
    try GeneratedRecitation([]).write(to: folder.path(of: "noise.wav"), encoding: .wav)
    try ExampleRecitation.write(to: folder.path(of: "fatihah.flac"))
    try LeapingRecitation.recitation.write(to: folder.path(of: "leaps.flac"), encoding: .flac)
    try FileManager.default.copyItem(
      atPath: "\(ConformanceSuite.repository)/Examples/every-field.tilawa",
      toPath: folder.path(of: "every-field.tilawa"))
    _ = try BuiltProgram.shell(
      """
      git init -q . && git config user.email a@example.org && git config user.name A && git add friday.tilawa \
      late.tilawa journal/bookmarks.yaml && git commit -qm first && sed -i.b 's/4.685/4.700/g' late.tilawa/segments.yaml
      """, in: folder.path)
    return folder
  }
}
