import Foundation
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// A home with the library `recitations`, in which the examples of help can be run. The files that they name
/// exist.
///
/// `friday.tilawa` contains the first 31 ayat of al-Kahf, each 40 s long, from 0:20 on. `husary.tilawa`
/// contains short surahs. A bundle that only an example names is another version of `friday.tilawa`. All
/// audio is silent.
struct HelpWorld {
  let folder: TemporaryFolder
  var library: String { folder.path(of: "recitations") }

  init(for command: [String]) throws {
    folder = try TemporaryFolder(Self.texts)
    let verb =
      command.dropFirst().first { !["edit", "audio", "git", "editor", "setup"].contains($0) }.map {
        $0 == "journal" ? command.first { ["bookmark", "class"].contains($0) } ?? $0 : $0
      } ?? ""
    for name in ["friday", "husary"] {
      try FileManager.default.linkItem(
        atPath: Self.silence.get().path(of: name), toPath: path("\(name).tilawa/audio.wav"))
    }
    for name in [
      ".config/helix", ".config/fish/completions", ".local/share/bash-completion/completions", ".zfunc",
      "phone",
    ] {
      try FileTransfer.makeFolder(folder.path(of: name))
    }
    if verb == "assign" {
      try folder.write(
        "tilawa: 1\nmarkers:\n  - { at: 1265.000 }\n", to: "recitations/friday.tilawa/markers.yaml")
    }
    if verb == "text" {
      try folder.write(
        GeneratedQuranText.references().replacing(#/^1\|1\|.*\n/#, with: "1|1|بسم ٱللَّهِ ٱلرَّحۡمَـٰنِ ٱلرَّحِيمِ\n"),
        to: "recitations/quran-uthmani.txt")
      try folder.write(GeneratedQuranText.references(arabic: false), to: "recitations/en.txt")
      try folder.write(GeneratedQuranText.words(), to: "recitations/words.tsv")
    }
    for name in command where name.hasSuffix(".tilawa") && !Self.isTaken(name) {
      // What agreement is written to is made.
      if !command.contains("--consensus") || name != "ours.tilawa" { try copyFriday(to: name) }
    }
    if command.contains("memo.flac") || command.contains("audio.flac") {
      for name in ["memo.flac", "audio.flac"] { try ExampleRecitation.write(to: path(name)) }
    }
    if verb == "import", command.contains("Recordings") {
      try FileTransfer.makeFolder(path("Recordings/2024"))
      try ExampleRecitation.write(to: path("Recordings/2024/memo.flac"))
    }
    if command.contains("facts.csv") {
      try folder.write("bundle,place\nfriday.tilawa,Fez\nhusary,Cairo\n", to: "recitations/facts.csv")
    }
    if verb == "patch" {
      try folder.write(
        """
        tilawa: 1
        recording: friday
        answers:
          - { file: segments, start: 420.000, end: 460.000, ayah: "18:11", verdict: right }

        """, to: "recitations/answers.yaml")
    }
    if verb == "attach" {
      _ = try run("tilawa audio checksum --update friday.tilawa")
      try FileTransfer.makeFolder(folder.path(of: "Recordings"))
      try FileManager.default.moveItem(
        atPath: path("friday.tilawa/audio.wav"), toPath: folder.path(of: "Recordings/old.wav"))
      try FileManager.default.copyItem(
        atPath: folder.path(of: "Recordings/old.wav"), toPath: path("New Recording 12.m4a"))
    }
    if command.contains("--other-copy") {
      try FileTransfer.makeFolder(folder.path(of: "Recordings"))
      try FileManager.default.copyItem(
        atPath: path("friday.tilawa/audio.wav"), toPath: folder.path(of: "Recordings/old.wav"))
    }
    if command.contains("git") || command.contains("blame")
      || command.contains(where: { $0.contains("HEAD") })
      || command.contains("main")
    {
      try makeHistory()
    }
    for line in Self.before[verb] ?? [] where !command.contains("add") { _ = try run(line) }
  }

  /// Runs one shell command, in this process if it doesn't need a shell; `~` is the home. Returns all of its
  /// output, followed by `[exit 1]` if that is its exit status.
  func run(_ line: String) throws -> String {
    let line = line.replacing("~/", with: folder.path + "/").replacing("/media", with: folder.path)
    if line.contains(where: "|><*".contains) {
      return try BuiltProgram.shell(
        line, in: library,
        environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path(of: "data"), "COLUMNS": "100"])
    }
    let words = Self.words(of: line)
    var surroundings = ["HOME": folder.path, "COLUMNS": "100"]
    for name in ["PATH"] { surroundings[name] = ProcessInfo.processInfo.environment[name] }
    return transcript(Array(words.dropFirst()), in: library, environment: surroundings)
  }

  /// The words of a line, with what is quoted as one.
  static func words(of line: String) -> [String] {
    line.components(separatedBy: "\"").enumerated().reduce(into: [""]) { words, part in
      if part.offset % 2 == 1 {
        words[words.count - 1] += part.element
      } else {
        let more = part.element.components(separatedBy: " ")
        words[words.count - 1] += more[0]
        words += more.dropFirst()
      }
    }.filter { !$0.isEmpty }
  }
}

extension HelpWorld {
  private func path(_ name: String) -> String { folder.path(of: "recitations/\(name)") }

  private static func isTaken(_ name: String) -> Bool {
    ["friday.tilawa", "husary.tilawa"].contains(name) || name.contains(":") || name.contains("/")
  }

  /// Another version: one boundary lies elsewhere.
  private func copyFriday(to name: String) throws {
    try FileManager.default.copyItem(atPath: path("friday.tilawa"), toPath: path(name))
    let moved = try folder.text(of: "recitations/friday.tilawa/segments.yaml")
      .replacing("460.000", with: "46\(name.utf8.count % 10).250")
    try folder.write(moved, to: "recitations/\(name)/segments.yaml")
  }

  /// Audio as long as the rows say, for all worlds together.
  private static let silence = Result {
    let folder = try TemporaryFolder()
    for (name, seconds) in [("friday", 1280), ("husary", 400)] {
      try AtomicFile.write(silentWAV(frames: seconds * 8000), to: folder.path(of: name))
    }
    return folder
  }

  /// Five commits; of the last four each moves one boundary. A branch `topic` has the last one.
  private func makeHistory() throws {
    _ = try BuiltProgram.shell(
      """
      git init -q -b main . && git config user.email you@example.org && git config user.name You
      printf '*.wav\\n' > .gitignore && git add . && git commit -qm first
      for end in 500.100 500.200 500.300 500.400; do
        sed -i "s/500\\.[0-9]*/$end/" friday.tilawa/segments.yaml
        if [ $end = 500.400 ]; then git checkout -q -b topic; fi
        git commit -qam $end
      done
      """, in: library, environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "HOME": folder.path])
  }

  /// Commands that are run first, so that there are entries to show, change and remove.
  private static let before: [String: [String]] = [
    "bookmark": ["tilawa journal bookmark add 1:1", "tilawa journal bookmark add 1:2"],
    "class": [
      "tilawa journal class add amina", "tilawa journal class export students -o students.csv",
      "tilawa journal class assign amina 18:1-10", "tilawa journal class export assignments -o week.csv",
    ],
    "journal": [
      "tilawa journal add categories tafsir", "tilawa journal add notes 18:10 --text \"the cave\"",
      "tilawa journal add notes 18:11 --text \"their ears\"", "tilawa journal add memorised 67",
      "tilawa journal add favourites 2:255 --note a",
      "tilawa journal add vocabulary 18:10:4 --arabic الكهف --meaning \"the cave\"",
    ],
    "shelf": [
      "tilawa shelf add \"The Study of the Cave\" --authors \"Ahmad Salim\" --pages 310 --language en --status reading"
    ],
    "guide": ["tilawa guide import guides.json"],
    "text": [
      "tilawa text add quran-uthmani.txt --riwayah hafs", "tilawa text add en.txt --language en",
      "tilawa text add words.tsv --language en",
    ],
    "checksum": ["tilawa audio checksum --update friday.tilawa"],
    "convert": ["tilawa convert friday.tilawa labels.txt"],
    "reciter": ["tilawa reciter add \"Mahmoud Khalil al-Husary\" --riwayah hafs"],
    "unpack": [
      "cp -r friday.tilawa monday.tilawa | cat", "tilawa pack monday.tilawa -o two-nights.tilawa.zip",
      "tilawa pack friday.tilawa", "rm -r monday.tilawa | cat",
    ],
    "queue": ["tilawa journal add memorised 67 --since 2023-03-01"],
  ]

  /// The files of text; the values are rows in the order of their ayat.
  private static let texts: [String: String] = {
    let kahf = (1...31).map { ayah -> String in
      let mark = ayah <= 10 ? "verified: true" : "confidence: 0.\(ayah > 25 ? 85 : 99)"
      return "  - { ayah: \"18:\(ayah)\", start: \(ayah * 40 - 20).000, end: \(ayah * 40 + 20).000, \(mark) }"
    }
    var seconds = 0
    let short = [(1, 7), (67, 30), (78, 40), (2, 0)].flatMap { surah, count in
      (count == 0 ? [255] : Array(1...count)).map { ayah -> String in
        seconds += 4
        return
          "  - { ayah: \"\(surah):\(ayah)\", start: \(seconds).000, end: \(seconds + 4).000, verified: true }"
      }
    }
    func recording(_ id: String, _ title: String, _ reciter: String, _ duration: Int) -> String {
      """
      tilawa: 1
      id: \(id)
      title: \(title)
      audio:
        file: audio.wav
        duration: \(duration).000
      reciter: \(reciter)
      riwayah: hafs
      numbering: kufi

      """
    }
    let home = [
      "friday.tilawa/recording.yaml": recording("friday", "Friday prayer", "yasser-al-dosari", 1280),
      "friday.tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + kahf.joined(separator: "\n") + "\n",
      "friday.tilawa/markers.yaml": "tilawa: 1\nmarkers:\n  - { at: 1265.000, ayah: \"18:32\" }\n",
      "husary.tilawa/recording.yaml": recording("husary", "Short surahs", "husary", 400),
      "husary.tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + short.joined(separator: "\n") + "\n",
      "playback.yaml":
        "tilawa: 1\nreciters:\n  - { id: al-dosari }\n  - { id: husary }\n  - { id: yasser-al-dosari }\n",
      "goodreads_library_export.csv":
        "Book Id,Title,Author,Number of Pages,Date Read,Exclusive Shelf\n1,The Cave,Ahmad Salim,120,,to-read\n",
      "guides.json": """
      [{"content_id": "fajr-shafi", "title": "Fajr", "prayer_name": "fajr", "sect": "sunni", "rakah_count": 2,
        "content_type": "guide", "text_content": {"steps": [{"step": 1, "title": "Al-Fatihah"}]}}]
      """,
      "amina.jsonl": """
      {"version":1,"type":"slip","at":4.000,"slip":"left_out","ayah":"18:4","word":1,"last_ayah":"18:4","last_word":3}

      """,
      "records.json": """
      {"records": [{"recordType": "CD_FavoriteVerse", "fields": {"CD_surahNumber": {"value": 2},
        "CD_verseNumber": {"value": 255}}}]}
      """,
    ]
    return Dictionary(uniqueKeysWithValues: home.map { ("recitations/\($0.key)", $0.value) })
  }()
}
