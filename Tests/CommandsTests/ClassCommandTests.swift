import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaBase

/// A teacher's class: students, what they are to learn, and the words in which they err.
@Suite struct ClassCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["journal/x": ""]) }

  private func run(on day: Int = 5, _ arguments: String..., input: String = "") -> String {
    // Midnight of 2024-01-01 in UTC.
    let now = 1_704_067_200 + (day - 1) * 86400 + 3600
    return transcript(
      ["journal", "class"] + arguments, in: folder.path, input: input,
      environment: ["SOURCE_DATE_EPOCH": "\(now)", "HOME": "/nowhere"])
  }

  private func file(_ student: String) throws -> String {
    try folder.text(of: "journal/class/\(student).yaml")
  }

  /// What `follow --mistakes` prints.
  private let slips = """
    {"version":1,"type":"place","at":1.000,"ayah":"112:1","word":1,"confidence":0.99}
    {"version":1,"type":"slip","at":4.000,"slip":"left_out","ayah":"112:1","word":4,"last_ayah":"112:2","last_word":1}
    {"version":1,"type":"slip","at":9.000,"slip":"repeated","ayah":"112:3","word":1,"last_ayah":"112:3","last_word":1}

    """

  @Test func aClassOfThreeThroughAWeek() throws {
    // Monday: three students, and what they are to learn.
    #expect(
      run(on: 1, "add", "amina", "--name", "Amina Yusuf") == """
        [stderr]
        journal/class/amina.yaml: name: Amina Yusuf

        """)
    try folder.write("student,name\nbilal,Bilal\nhafsa,\"Hafsa, the younger\"\n", to: "students.csv")
    #expect(
      run(on: 1, "import", "students", "students.csv").contains("hafsa.yaml: name: \"Hafsa, the younger\""))
    #expect(
      run(on: 1, "assign", "amina", "ikhlas", "--due", "2024-01-03") == """
        [stderr]
        journal/class/amina.yaml: assignments: { ayat: "112:1-4", given: 2024-01-01, due: 2024-01-03 }

        """)
    _ = run(on: 1, "assign", "bilal", "112:1-2", "--due", "2024-01-05")
    _ = run(on: 1, "assign", "bilal", "113")
    _ = run(on: 1, "assign", "Hafsa, the younger", "114", "--due", "2024-01-04", "--note", "slowly")
    // Tuesday to Thursday: they recite.
    #expect(
      run(
        on: 2, "record", "amina", "112:1-4", "--mistake", "112:2:2 tajweed the madd", "--mistake",
        "112:2 word 2 tajweed", "--mistake", "112:4:5", "--by", "Maryam"
      ).hasSuffix(
        """
        amina.yaml: lessons: { date: 2024-01-02, ayat: "112:1-4", heard_by: Maryam }
        journal/class/amina.yaml: mistakes: { ayah: "112:2", word: 2, kind: tajweed, date: 2024-01-02, count: 2, note: the madd }
        journal/class/amina.yaml: mistakes: { ayah: "112:4", word: 5, kind: wrong, date: 2024-01-02 }

        """))
    try folder.write(slips, to: "bilal.jsonl")
    _ = run(on: 3, "record", "bilal", "112", "--from", "bilal.jsonl", "--learnt")
    #expect(run(on: 3, "record", "bilal", "112", "--mistake", "112:2:2 left-out").contains("kind: left_out"))
    // The same again on the same day is counted.
    #expect(run(on: 3, "record", "bilal", "112:1-2", "--mistake", "112:2:2 left_out").contains("count: 2"))
    #expect(run(on: 4, "record", "amina", "112", "--learnt").contains("learnt: 2024-01-04"))
    #expect(
      run(on: 4, "record", "hafsa", "113", "--learnt", "--mistake", "114:1:1 hesitation").hasSuffix(
        """
        tilawa: warning: 1 mistake outside of 113:1-5
        tilawa: warning: hafsa has no open assignment within 113:1-5

        """))
    #expect(
      try file("bilal") == """
        tilawa: 1
        name: Bilal
        assignments:
          - { ayat: "112:1-2", given: 2024-01-01, due: 2024-01-05, learnt: 2024-01-03 }
          - { ayat: "113:1-5", given: 2024-01-01 }
        lessons:
          - { date: 2024-01-03, ayat: "112:1-4" }
          - { date: 2024-01-03, ayat: "112:1-2" }
        mistakes:
          - { ayah: "112:1", word: 4, words: 2, kind: left_out, date: 2024-01-03 }
          - { ayah: "112:3", word: 1, kind: repeated, date: 2024-01-03 }
          - { ayah: "112:2", word: 2, kind: left_out, date: 2024-01-03, count: 2 }

        """)
    // Friday: who is late, and what to practise together.
    #expect(
      run(on: 5).replacing(#/ +\n/#, with: "\n") == """
        student             last lesson  due                           learnt
        Amina Yusuf         2024-01-04                                 112:1-4
        Bilal               2024-01-03   113:1-5                       112:1-2
        Hafsa, the younger  2024-01-04   114:1-6 by 2024-01-04 (late)

        word     mistakes  kinds              students
        112:2:2         4  left_out, tajweed  amina, bilal
        112:1:4         1  left_out           bilal
        112:2:1         1  left_out           bilal
        112:3:1         1  repeated           bilal
        112:4:5         1  wrong              amina
        114:1:1         1  hesitation         hafsa

        """)
    #expect(run(on: 4, "list", "hafsa").contains("114:1-6 by 2024-01-04  "))
    let json = run(on: 5, "list", "hafsa", "bilal", "--json", "--limit", "1")
    #expect(json.contains("\"overdue\": true") && json.contains("\"mistake_count\": 2"))
    #expect(!json.contains("amina") && json.contains("\"note\": \"slowly\""))
    let lint = transcript("lint", "journal", in: folder.path)
    #expect(lint.contains("nothing to report") || !lint.contains("[exit"), "\(lint)")
    #expect(transcript("fmt", "journal", in: folder.path) == "")
  }

  @Test func tablesGoOutAndComeBack() throws {
    _ = run("add", "amina", "--note", "on Fridays, at 5")
    _ = run("assign", "amina", "18:10", "--note", "a \"slow\" start")
    _ = run("record", "amina", "kahf 1-10", "--mistake", "18:10:3 vowel")
    let before = try file("amina")
    for table in ["students", "assignments", "lessons", "mistakes"] {
      let csv = run("export", table)
      #expect(csv.hasPrefix("student,"))
      #expect(run("import", table, "-", input: csv) == "[stderr]\nnothing changed\n")
      #expect(run("export", table, "-o", "\(table).csv").contains("wrote 1 row to \(table).csv"))
      let mode = (try? FileStatus.ifAny(folder.path(of: "\(table).csv")))?.mode ?? 0
      #expect(mode & 0o777 == 0o600)
    }
    #expect(
      run("export", "mistakes") == """
        student,ayah,word,words,kind,date,count,note
        amina,18:10,3,,vowel,2024-01-05,,

        """)
    #expect(
      run("import", "students", "-", "-n", input: "student;name\nbilal;B\n").contains("nothing was written"))
    #expect(try file("amina") == before)
    try FileTransfer.remove(folder.path(of: "journal/class/amina.yaml"))
    for table in ["students", "assignments", "lessons", "mistakes"] {
      _ = run("import", table, "\(table).csv")
    }
    #expect(try file("amina") == before)
  }

  @Test func whatIsWrongIsReportedAndNothingWritten() throws {
    #expect(run() == "[stderr]\nthere are no students; tilawa journal class add ID adds one\n")
    _ = run("add", "amina")
    let before = try file("amina")
    #expect(before == "tilawa: 1\nname: amina\n")
    for (arguments, said) in [
      (["add", "Amina"], "there is a student called amina"),
      (["add", "a/b"], "\"a/b\" is not a valid id"),
      (["assign", "amin", "112"], "no such student: \"amin\"; did you mean amina?"),
      (["assign", "amina", "112:9"], "112:9 does not exist"),
      (["record", "amina", "112", "--mistake", "112:1"], "invalid mistake \"112:1\""),
      (["record", "amina", "112", "--mistake", "112:1:1 tajwed"], "did you mean tajweed?"),
      (["record", "amina", "112", "--mistake", "112:9:1"], "112:9 does not exist"),
    ] {
      let found = transcript(
        ["journal", "class"] + arguments, in: folder.path,
        environment: ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"])
      #expect(found.contains(said) && found.hasSuffix("[exit 2]\n"), "\(found)")
    }
    // A word that isn't there is a warning, as everywhere.
    #expect(
      run("record", "amina", "112", "--mistake", "112:1:9").contains(
        "warning: 112:1 has 4 words, and no word 9"))
    try folder.write(before, to: "journal/class/amina.yaml")
    for (table, text, said) in [
      ("lessons", "name,date\n", "the first line names no column \"student\""),
      (
        "lessons", "student,date,ayat\nnobody,2024-01-05,112\n",
        "<stdin>:2:1: error: no such student: \"nobody\""
      ),
      ("lessons", "student,date,aya\namina,2024-01-05,112\n", "did you mean ayat?"),
      ("lessons", "student,date\namina,2024-01-05\n", "ayat is missing"),
      ("mistakes", "student,ayah,word,kind,date\namina,112:1,1,bad,2024-01-05\n", "\"bad\" is not one of"),
      ("mistakes", "student,ayah\namina,112:1,1\n", "3 fields, and the first line names 2"),
      ("students", "student,shoe\namina,39\n", "students have no column \"shoe\""),
    ] {
      let found = run("import", table, "-", input: text)
      #expect(found.contains(said) && found.hasSuffix("[exit 2]\n"), "\(found)")
    }
    #expect(
      run("record", "amina", "112", "--from", "-", input: "{\"a\":1}\n").contains(
        "<stdin>:1:1: error: not a line of"))
    #expect(try file("amina") == before)
    try folder.write("tilawa: 1\nname: [\n", to: "journal/class/amina.yaml")
    #expect(run("assign", "amina", "112").hasSuffix("[exit 2]\n"))
    #expect(try file("amina") == "tilawa: 1\nname: [\n")
  }

  @Test func twoTeachersOfOneClassAreMerged() throws {
    _ = run("add", "amina")
    _ = run("assign", "amina", "112")
    try folder.write(try file("amina"), to: "base/journal/class/amina.yaml")
    try folder.write(try file("amina"), to: "theirs/journal/class/amina.yaml")
    _ = run("record", "amina", "112", "--mistake", "112:1:1", "--learnt")
    _ = transcript(
      "journal", "class", "record", "amina", "112", "--by", "Maryam", "--mistake", "112:2:1", "--date",
      "2024-01-06", "--library", "theirs", in: folder.path, environment: ["HOME": "/nowhere"])
    let merged = transcript(
      "merge", "base/journal/class/amina.yaml", "journal/class/amina.yaml",
      "theirs/journal/class/amina.yaml", in: folder.path)
    #expect(
      merged == """
        tilawa: 1
        name: amina
        assignments:
          - { ayat: "112:1-4", given: 2024-01-05, learnt: 2024-01-05 }
        lessons:
          - { date: 2024-01-05, ayat: "112:1-4" }
          - { date: 2024-01-06, ayat: "112:1-4", heard_by: Maryam }
        mistakes:
          - { ayah: "112:1", word: 1, kind: wrong, date: 2024-01-05 }
          - { ayah: "112:2", word: 1, kind: wrong, date: 2024-01-06 }

        """)
    let diff = transcript(
      "diff", "base/journal/class/amina.yaml", "journal/class/amina.yaml", in: folder.path)
    #expect(diff.contains("learnt") && diff.contains("+ 112:1"), "\(diff)")
  }

  @Test func aClassStaysWithItsTeacher() throws {
    _ = run("add", "amina", "--name", "secret-name")
    let path = folder.path(of: "journal/class")
    #expect(((try? FileStatus.ifAny(path))?.mode ?? 0) & 0o777 == 0o700)
    #expect(((try? FileStatus.ifAny(path + "/amina.yaml"))?.mode ?? 0) & 0o777 == 0o600)
    // Neither a journal in a bundle nor one beside bundles leaves the library.
    try folder.write(
      "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav }\n", to: "a.tilawa/recording.yaml")
    try folder.write(try file("amina"), to: "a.tilawa/journal/class/amina.yaml")
    try folder.write("tilawa: 1\nid: b\n", to: "journal/class/b.tilawa/recording.yaml")
    func tilawa(_ arguments: String...) -> String {
      transcript(arguments, in: folder.path, environment: ["HOME": "/nowhere"])
    }
    let packed = tilawa("pack", "a.tilawa", "--without-audio", "-o", "a.tilawa.zip")
    #expect(packed.contains("a.tilawa/journal/class/amina.yaml: kept locally"), "\(packed)")
    let unpacked = tilawa("unpack", "a.tilawa.zip", "--into", "out")
    #expect((try? FileStatus.ifAny(folder.path(of: "out/a.tilawa/recording.yaml"))) != nil, "\(unpacked)")
    #expect((try? FileStatus.ifAny(folder.path(of: "out/a.tilawa/journal"))) == nil)
    let published = tilawa("publish", ".", "-o", "site")
    let files = FileManager.default.enumerator(atPath: folder.path(of: "site"))?.allObjects as? [String] ?? []
    #expect(!files.isEmpty, "\(published)")
    for name in files {
      #expect(!name.contains("class") && !name.contains("journal"), "\(name)")
      let bytes = (try? FileContents.read(folder.path(of: "site/\(name)"))) ?? []
      #expect(!String(decoding: bytes, as: UTF8.self).contains("secret-name"), "\(name)")
    }
  }
}
