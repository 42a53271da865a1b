import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// A command that writes and the folder that it runs in, for tests that make it fail.
struct FaultJob: Sendable, CustomTestStringConvertible {
  /// The arguments of the command.
  let arguments: [String]
  /// The contents of the files in the folder, by path.
  var files: [String: String] = Self.library
  /// Commands that are run in the folder before.
  var before: [[String]] = []
  /// The standard input of the command.
  var input = ""
  /// True if the command writes several files one by one, each as a whole.
  var isPiecemeal = false
  /// True if work that was done before the fault stays, though the rest is missing.
  var keepsParts = false
  /// True if the command shows unreadable files as part of its output.
  var showsFaults = false

  var testDescription: String { arguments.joined(separator: " ") }

  /// The words of the command that it runs, such as `journal bookmark add`.
  var command: String {
    let names = Set(commandWords)
    let ways = (1...3).reversed().map { arguments.prefix($0).joined(separator: " ") }
    return ways.first(where: names.contains) ?? arguments[0]
  }

  // MARK: What they work on

  static let recording =
    "tilawa: 1\nid: a\ntitle: A\nriwayah: hafs\naudio: { file: a.wav, duration: 8.000 }\nreciter: ali\n"
  static let segments = """
    tilawa: 1
    segments:
      - { ayah: "112:1", start: 0.500, end: 2.000 }  # ours
      - { ayah: "112:2", start: 2.000, end: 4.000, confidence: 0.50 }

    """
  static let markers = """
    tilawa: 1
    markers:
      - { at: 4.000, ayah: "112:3" }
      - { at: 5.000, end: 7.000, ayah: "112:4" }

    """
  static let words = "tilawa: 1\nwords:\n  - { ayah: \"112:1\", word: 1, start: 0.500, end: 1.000 }\n"
  /// A placeholder that is replaced with eight seconds of a tone with pauses.
  static let audio = "(audio)"

  /// A bundle with all there is but the audio.
  static let library = [
    "a.tilawa/recording.yaml": recording, "a.tilawa/segments.yaml": segments,
    "a.tilawa/markers.yaml": markers, "a.tilawa/words.yaml": words,
  ]
  private static let heard = library(adding: ["a.tilawa/a.wav": audio])
  private static func library(adding files: [String: String]) -> [String: String] {
    library.merging(files) { $1 }
  }
  private static let theirs = library(adding: [
    "theirs.tilawa/recording.yaml": recording,
    "theirs.tilawa/segments.yaml": segments.replacing("end: 2.000", with: "end: 1.900"),
    "theirs.tilawa/markers.yaml": markers.replacing("5.000", with: "5.100"),
  ])
  private static let detaching = [
    ["audio", "checksum", "--update", "a.tilawa"], ["audio", "detach", "a.tilawa", "--to", "x.wav"],
  ]
  private static let alone = [
    "a.tilawa/recording.yaml": recording, "a.tilawa/a.wav": audio,
  ]
  private static let journal = [
    "journal/notes.yaml": "tilawa: 1\nnotes:\n  - { ayat: \"18:10\", text: the cave }\n",
    "journal/bookmarks.yaml": "tilawa: 1\nbookmarks:\n  - { ayah: \"18:10\" }\n  - { page: 3 }\n",
    "journal/memorised.yaml": "tilawa: 1\nmemorised:\n  - { ayat: \"112:1-4\", since: 2023-03-01 }\n",
  ]
  private static let book = [
    "journal/x": "", "shelf/caves.yaml": "tilawa: 1\nid: caves\ntitle: The Caves\npages: 100\n",
  ]
  private static let guide = [
    "guides/fajr.yaml":
      "tilawa: 1\nid: fajr\ntitle: Fajr\nprayer: fajr\nschool: shafi\nsteps:\n  - step: 1\n    title: Takbir\n    hear: takbir\n"
  ]
  private static let text = (1...4).map { "112|\($0)|In words, \($0)" }.joined(separator: "\n") + "\n"
  private static let conflict = """
    tilawa: 1
    segments:
    <<<<<<< ours
      - { ayah: "112:1", start: 0.500, end: 2.000 }
    =======
      - { ayah: "112:1", start: 0.500, end: 1.000 }
    >>>>>>> theirs

    """

  private static let diff = #"""
    {"version": 1, "diffs": [{"old_version": "a.tilawa", "new_version": "b.tilawa", "files": [{"file":
    "segments.yaml", "offset": 0.0, "changes": [{"change": "changed", "label": "112:1", "list":
    "segments", "start": 0.5, "old": {"ayah": "112:1", "start": 0.5, "end": 2.0}, "new": {"ayah":
    "112:1", "start": 0.5, "end": 1.9}, "fields": ["end"], "counterpart": null}]}]}]}

    """#

  /// At least one for each command that writes.
  static let all: [FaultJob] = [
    FaultJob(
      arguments: ["import", "x.wav", "--title", "A night", "--riwayah", "hafs"], files: ["x.wav": audio]),
    FaultJob(
      arguments: ["import", "x.wav", "--title", "A night", "--riwayah", "hafs", "--move"],
      files: ["x.wav": audio], isPiecemeal: true),
    FaultJob(
      arguments: [
        "record", "--input", "-", "--title", "T", "--riwayah", "hafs", "--sample-rate", "8000",
      ],
      files: [:], input: String(repeating: "ab", count: 8000), isPiecemeal: true, keepsParts: true),
    FaultJob(arguments: ["new", "b.tilawa", "--title", "B", "--riwayah", "hafs"], files: [:]),
    FaultJob(
      arguments: ["mark", "a.tilawa", "--passage", "112", "--method=lengths"], files: alone),
    FaultJob(
      arguments: ["mark", "a.tilawa", "--passage", "112", "--method=lengths", "--segment"], files: alone),
    FaultJob(arguments: ["edit", "confirm", "a.tilawa", "--all"]),
    FaultJob(
      arguments: ["edit", "unconfirm", "a.tilawa", "--all"],
      files: library(adding: [
        "a.tilawa/segments.yaml": segments.replacing("end: 2.000", with: "end: 2.000, verified: true")
      ])),
    FaultJob(arguments: ["edit", "adjust", "a.tilawa", "--shift", "0.500"]),
    FaultJob(arguments: ["edit", "split", "a.tilawa", "1.000"]),
    FaultJob(arguments: ["edit", "name", "a.tilawa", "112:2", "112:3"]),
    FaultJob(arguments: ["edit", "move", "a.tilawa", "112:2", "2.100", "3.900"]),
    FaultJob(arguments: ["edit", "delete", "a.tilawa", "112:2"]),
    FaultJob(arguments: ["set", "a.tilawa", "title=B", "reciter=", "passage=112"]),
    FaultJob(arguments: ["edit", "join", "a.tilawa", "112:1"]),
    FaultJob(arguments: ["segment", "a.tilawa"]),
    FaultJob(
      arguments: ["segment", "a.tilawa", "--reopen"],
      files: library(adding: ["a.tilawa/markers.yaml": ""]).filter { !$0.value.isEmpty }),
    FaultJob(
      arguments: ["tap", "a.tilawa", "--keys", "keys", "--from", "112:1"],
      files: alone.merging(["keys": "0.5\n2.2\n4.1\n"]) { $1 }),
    FaultJob(
      arguments: ["edit", "assign", "a.tilawa", "--from", "112:3"],
      files: library(adding: [
        "a.tilawa/markers.yaml": "tilawa: 1\nmarkers:\n  - { at: 4.000 }\n  - { at: 5.000 }\n"
      ])),
    FaultJob(
      arguments: ["lint", "--fix", "."],
      files: library(adding: [
        "a.tilawa/segments.yaml": segments.replacing("\"112:1\"", with: "112:1,").replacing(",,", with: ","),
        "a.tilawa/recording.yaml": recording.replacing("hafs", with: "Hafs"),
      ]), isPiecemeal: true),
    FaultJob(
      arguments: ["fmt", "."],
      files: library(adding: [
        "a.tilawa/segments.yaml": segments.replacing(", start", with: ",   start"),
        "a.tilawa/words.yaml": words.replacing(", start", with: ",   start"),
      ]), isPiecemeal: true),
    FaultJob(arguments: ["audio", "checksum", "--update", "a.tilawa"], files: heard),
    FaultJob(arguments: ["migrate", "a.tilawa"]),
    FaultJob(arguments: ["journal", "bookmark", "add", "18:11"], files: journal),
    FaultJob(arguments: ["journal", "bookmark", "remove", "1"], files: journal),
    FaultJob(arguments: ["journal", "add", "notes", "18:11", "--text", "more"], files: journal),
    FaultJob(arguments: ["journal", "set", "notes", "1", "--text", "other"], files: journal),
    FaultJob(arguments: ["journal", "remove", "notes", "1"], files: journal),
    FaultJob(arguments: ["journal", "recall", "112", "--grade", "4"], files: journal),
    FaultJob(arguments: ["journal", "export", "notes", "-o", "notes.csv"], files: journal),
    FaultJob(
      arguments: ["journal", "import", "records.json", "--journal", "other"],
      files: journal.merging(["other/x": ""]) { $1 },
      before: [["journal", "export", "notes", "--format", "cloudkit", "-o", "records.json"]]),
    FaultJob(arguments: ["journal", "class", "add", "amina", "--name", "Amina"], files: journal),
    FaultJob(arguments: ["journal", "class", "assign", "amina", "112"], files: journal, before: student),
    FaultJob(
      arguments: ["journal", "class", "record", "amina", "112", "--mistake", "112:2:1"], files: journal,
      before: student),
    FaultJob(
      arguments: ["journal", "class", "export", "students", "-o", "s.csv"], files: journal, before: student),
    FaultJob(
      arguments: ["journal", "class", "import", "students", "s.csv", "--journal", "other"],
      files: journal.merging(["other/x": ""]) { $1 },
      before: student + [["journal", "class", "export", "students", "-o", "s.csv"]]),
    FaultJob(
      arguments: ["cut", "112:1", "-o", "cut.wav", "--library", "."], files: heard),
    FaultJob(
      arguments: ["cut", "112:1", "-o", "cut.flac", "--library", "."], files: heard),
    FaultJob(
      arguments: ["render", "112:1", "--no-basmalah", "-o", "r.wav"], files: heard),
    FaultJob(
      arguments: ["render", "112:1", "--no-basmalah", "-o", "r.opus", "--force"], files: heard,
      isPiecemeal: true),
    FaultJob(arguments: ["reciter", "add", "Ali Jaber"], files: [:]),
    FaultJob(
      arguments: ["text", "add", "t.txt", "--language", "en", "--passage", "112"], files: ["t.txt": text]),
    FaultJob(
      arguments: ["text", "export", "-o", "t.json"],
      files: library(adding: ["t.txt": text]),
      before: [["text", "add", "t.txt", "--language", "en", "--passage", "112"]]),
    FaultJob(arguments: ["shelf", "add", "The Caves", "--pages", "100"], files: ["journal/x": ""]),
    FaultJob(arguments: ["shelf", "set", "caves", "--status", "reading"], files: book),
    FaultJob(
      arguments: ["shelf", "session", "caves", "--minutes", "30", "--page", "12"], files: book),
    FaultJob(
      arguments: ["shelf", "remove", "caves", "--force"], files: book,
      before: [["shelf", "set", "caves", "--status", "reading"]], isPiecemeal: true),
    FaultJob(arguments: ["shelf", "export", "-o", "books.json"], files: book),
    FaultJob(
      arguments: ["shelf", "import", "books.json", "--library", "other"],
      files: book.merging(["other/journal/x": ""]) { $1 },
      before: [["shelf", "export", "-o", "books.json"]], isPiecemeal: true),
    FaultJob(arguments: ["guide", "export", "-o", "g.json"], files: guide),
    FaultJob(
      arguments: ["guide", "import", "g.json", "--library", "other"],
      files: guide.merging(["other/x": ""]) { $1 }, before: [["guide", "export", "-o", "g.json"]]),
    FaultJob(arguments: ["merge", "a.tilawa", "theirs.tilawa"], files: theirs),
    FaultJob(
      arguments: ["merge", "a.tilawa/segments.yaml", "theirs.tilawa/segments.yaml", "-o", "out.yaml"],
      files: theirs),
    FaultJob(
      arguments: [
        "git", "merge-driver", "--base", "a.tilawa/segments.yaml", "--ours", "a.tilawa/segments.yaml",
        "--theirs",
        "theirs.tilawa/segments.yaml", "--path", "a.tilawa/segments.yaml",
      ], files: theirs),
    FaultJob(
      arguments: ["git", "resolve-conflicts", "a.tilawa", "--ours"],
      files: library(adding: ["a.tilawa/segments.yaml": conflict])),
    FaultJob(
      arguments: ["compare", "a.tilawa", "theirs.tilawa", "--consensus", "c.tilawa"], files: theirs),
    FaultJob(arguments: ["patch", "a.tilawa", "p.json"], files: library(adding: ["p.json": diff])),
    // Without recording.yaml, which can't be read then, the page says so.
    FaultJob(
      arguments: ["report", "a.tilawa", "-o", "r.html"], files: heard, keepsParts: true, showsFaults: true),
    FaultJob(
      arguments: ["convert", "labels.txt", "a.tilawa", "--force"],
      files: library(adding: ["labels.txt": "1.0\t2.0\t112:1\n2.0\t3.0\t112:2\n"])),
    FaultJob(
      arguments: ["convert", "labels.txt", "n.tilawa", "--title", "N"],
      files: ["labels.txt": "1.0\t2.0\t112:1\n2.0\t3.0\t112:2\n"]),
    FaultJob(arguments: ["convert", "a.tilawa", "out.TextGrid"]),
    FaultJob(
      arguments: ["convert", "a.tilawa", "ayat/", "--to", "everyayah"], files: heard, isPiecemeal: true),
    FaultJob(arguments: ["audio", "waveform", "a.tilawa", "-o", "w.svg"], files: heard),
    FaultJob(arguments: ["audio", "waveform", "a.tilawa", "-o", "w.dat"], files: heard),
    FaultJob(
      arguments: ["cut", "--per-ayah", "-o", "cdn", "112:1-2", "--library", "."], files: heard,
      isPiecemeal: true),
    FaultJob(arguments: ["pack", "a.tilawa", "-o", "a.tilawa.zip"], files: heard),
    FaultJob(
      arguments: ["unpack", "a.tilawa.zip", "--into", "other"],
      files: heard.merging(["other/x": ""]) { $1 }, before: [["pack", "a.tilawa", "-o", "a.tilawa.zip"]]),
    FaultJob(
      arguments: ["audio", "detach", "a.tilawa", "--to", "other"],
      files: heard.merging(["other/x": ""]) { $1 },
      before: [["audio", "checksum", "--update", "a.tilawa"]], isPiecemeal: true),
    FaultJob(
      arguments: ["audio", "attach", "a.tilawa", "x.wav"], files: heard, before: detaching, isPiecemeal: true),
    FaultJob(
      arguments: ["audio", "attach", "a.tilawa", "x.wav", "--move"], files: heard, before: detaching,
      isPiecemeal: true),
    FaultJob(
      arguments: ["publish", "library", "-o", "site", "--audio=copy"],
      files: Dictionary(uniqueKeysWithValues: heard.map { ("library/" + $0.key, $0.value) }),
      isPiecemeal: true),
    FaultJob(arguments: ["editor", "schema", "--install", "."], files: [:], isPiecemeal: true),
    FaultJob(arguments: ["editor", "setup", "vscode"], files: [:], isPiecemeal: true),
  ]

  /// Commands that write, and are tried elsewhere, with the reason.
  static let elsewhere = [
    "studio":
      "each edit goes through the session of `review`; Tests/Trials/studio/server kills it while it writes",
    "review": "asks a person; EditingSessionTests and ListeningReviewTests have its edits",
    "play":
      "needs a player; its journal is written as that of `journal bookmark add`, and ListeningCommandTests kill it",
    "learn": "writes one file as `audio waveform` does, after minutes of work",
    "audio fetch": "FetchingTests break its transfers off; its files are made as those of `cut`",
    "setup manual":
      "takes seconds to make its pages, and writes each as `audio waveform` its file; ManualTests",
    "git install": "git writes its own settings; GitInstallTests",
    "git uninstall": "as git install",
  ]

  /// Makes a student.
  private static let student = [["journal", "class", "add", "amina", "--name", "Amina"]]

  /// Commands that write nothing but what they print.
  static let readers: Set<String> = [
    "follow", "explain", "queue", "journal bookmark list", "journal list",
    "journal kinds", "journal class list",
    "list",
    "show", "about", "resolve", "coverage", "reciter list", "reciter show", "quran passage",
    "quran map", "quran surahs", "quran riwayat", "text passage", "text search", "text list", "shelf list",
    "shelf show", "shelf keys", "guide show", "guide list", "diff", "audio pauses", "git blame", "editor lsp",
    "setup completions", "help", "git check",
  ]
}
