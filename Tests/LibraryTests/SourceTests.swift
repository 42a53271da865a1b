import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary
@testable import TilawaRemote

/// Reciters who are known by the files of sources.
struct SourceTests {
  private func reciter(_ id: String, riwayah: String = "hafs", _ sources: String...) -> String {
    "tilawa: 1\nid: \(id)\nname: \(id)\nriwayah: \(riwayah)\nsources:\n"
      + sources.map { "  - { \($0) }\n" }.joined()
  }

  private func bundle(_ name: String, _ rows: String..., by reciter: String) -> [String: String] {
    [
      "\(name).tilawa/recording.yaml":
        "tilawa: 1\nid: \(name)\nriwayah: hafs\nreciter: \(reciter)\naudio: { file: a.flac }\n",
      "\(name).tilawa/segments.yaml": "tilawa: 1\nsegments:\n"
        + rows.map { "  - { \($0) }\n" }.joined(),
    ]
  }

  /// Returns lines such as `1:1 husary available here/001001.wav 0.000-1.000`, with `shared` if the stretch
  /// is, or the reason why there is no answer.
  private func resolve(
    _ reference: String, _ files: [String: String], audio: [String] = [], in session: Session
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    for name in audio {
      try FileTransfer.makeFolder(PathText.folder(of: folder.path(of: name)))
      try AtomicFile.write(
        silentWAV(frames: name.hasSuffix(".flac") ? 80_000 : 8000), to: folder.path(of: name))
    }
    let library = try LibraryFolder(
      at: folder.path, shownFrom: folder.path, cacheFolder: folder.path(of: ".cache"))
    let range = try #require(AyahRange(reference))
    let ayat = session.counting.ayat(in: range)
    let resolution = library.resolve(ayat, in: session)
    #expect(resolution.faults.map(\.message) == [])
    let coverage = library.coverage(of: ayat, in: session)
    return ayat.map { ayah in
      let answer = resolution.answers[ayah]
      #expect((answer?.isPlayable ?? false) == coverage.all.found.contains(ayah), "\(ayah)")
      guard let best = answer?.best else {
        return "\(ayah) "
          + (answer?.refusals.keys.map { $0.reason(in: session) }.sorted().joined(separator: "; ") ?? "none")
      }
      let place =
        best.availability == .remote ? best.source?.address ?? "" : "\(best.bundle)/\(best.audio)"
      return "\(ayah) \(best.reciter ?? "-") \(best.availability.rawValue) \(place) "
        + "\(best.span.start)-\(best.span.end)" + (best.isShared ? " shared" : "")
    }
  }

  private var remote: Session {
    var session = Session(reciters: ["husary"])
    session.allowsRemote = true
    return session
  }

  @Test func takesFilesThatAreHereAndAddressesWhenAllowed() throws {
    let files = [
      "reciters/husary.yaml": reciter(
        "husary", "url: \"https://a.example/h\", pattern: \"{surah3}{ayah3}.wav\", cache: ../here")
    ]
    let audio = ["here/001001.wav", "here/001002.wav"]
    #expect(
      try resolve("1:2-3", files, audio: audio, in: Session(reciters: ["husary"])) == [
        "1:2 husary available here/001002.wav 0.000-1.000",
        "1:3 its file is not here",
      ])
    #expect(
      try resolve("1:2-3", files, audio: audio, in: remote) == [
        "1:2 husary available here/001002.wav 0.000-1.000",
        "1:3 husary remote https://a.example/h/001003.wav 0.000-0.000",
      ])
  }

  @Test func followsNoLinkOutOfTheLibrary() throws {
    let folder = try TemporaryFolder()
    func library(_ cache: String) throws -> LibraryFolder {
      try folder.write(
        reciter("husary", "pattern: \"{surah3}{ayah3}.wav\", cache: \(cache)"), to: "lib/reciters/husary.yaml"
      )
      return try LibraryFolder(at: folder.path(of: "lib"), shownFrom: folder.path(of: "lib"))
    }
    for name in ["lib/here/001001.wav", "elsewhere/001002.wav", "elsewhere/001003.wav"] {
      try FileTransfer.makeFolder(PathText.folder(of: folder.path(of: name)))
      try AtomicFile.write(silentWAV(frames: 8000), to: folder.path(of: name))
    }
    for (name, target) in [
      ("lib/here/001002.wav", "../../elsewhere/001002.wav"), ("lib/here/001003.wav", "001001.wav"),
      ("lib/linked", "../elsewhere"), ("elsewhere/001001.wav", "../lib/here/001001.wav"),
    ] {
      try FileTransfer.link(folder.path(of: name), to: target)
    }
    for (cache, served) in [("../here", [1, 3]), ("../linked", []), ("../../elsewhere", [2, 3])] {
      let answers = try library(cache).resolve((1...3).map { Ayah(1, $0) }, in: Session()).answers
      for number in 1...3 {
        let answer = try #require(answers[Ayah(1, number)])
        #expect((answer.best != nil) == served.contains(number), "\(cache) \(number)")
        #expect((answer.refusals[.linkOutside] == 1) == !served.contains(number), "\(cache) \(number)")
      }
      // Nor counted as here by who fetches.
      let plan = try Libraries([library(cache)]).filesToFetch(
        for: (1...3).map { Ayah(1, $0) }, in: Session(reciters: ["husary"]))
      #expect(plan.here == served.count)
    }
  }

  @Test func followsTheOrderOfTheIssue() throws {
    let files = bundle("own", "ayah: \"1:1\", start: 1, end: 2", by: "husary")
      .merging(bundle("other", "ayah: \"1:3\", start: 1, end: 2", by: "minshawi")) { $1 }
      .merging([
        "reciters/husary.yaml": reciter(
          "husary", "url: \"https://a.example/\", pattern: \"{surah3}{ayah3}.wav\"",
          "cache: ../here, pattern: \"{surah}_{ayah}.wav\"")
      ]) { $1 }
    let audio = ["own.tilawa/a.flac", "other.tilawa/a.flac", "here/1_1.wav", "here/1_2.wav"]
    // Own recordings, files that are here, files to be fetched; and a preferred reciter's before another's own.
    var session = remote
    session.reciters = ["husary", "minshawi"]
    #expect(
      try resolve("1:1-3", files, audio: audio, in: session) == [
        "1:1 husary available own.tilawa/a.flac 1.000-2.000",
        "1:2 husary available here/1_2.wav 0.000-1.000",
        "1:3 husary remote https://a.example/001003.wav 0.000-0.000",
      ])
    session.allowsRemote = false
    #expect(
      try resolve("1:3", files, audio: audio, in: session)
        == ["1:3 minshawi available other.tilawa/a.flac 1.000-2.000"])
    // Somebody else, when that is allowed, and only for what is missing.
    session.reciters = ["husary"]
    #expect(try resolve("1:3", files, audio: audio, in: session)[0].contains("not here"))
    session.fillsFromAnyone = true
    #expect(
      try resolve("1:2-3", files, audio: audio, in: session) == [
        "1:2 husary available here/1_2.wav 0.000-1.000",
        "1:3 minshawi available other.tilawa/a.flac 1.000-2.000",
      ])
  }

  @Test func passesOverWhatIsNotHere() throws {
    let files = bundle("first", "ayah: \"1:1\", start: 1, end: 2, verified: true", by: "husary")
      .merging(bundle("second", "ayah: \"1:1\", start: 3, end: 4", by: "minshawi")) { $1 }
    let session = Session(reciters: ["husary", "minshawi"])
    #expect(
      try resolve("1:1", files, audio: ["second.tilawa/a.flac"], in: session)
        == ["1:1 minshawi available second.tilawa/a.flac 3.000-4.000"])
    #expect(
      try resolve("1:1", files, in: session) == ["1:1 husary missing first.tilawa/a.flac 1.000-2.000"])
    var pointer = files
    pointer["first.tilawa/a.flac"] =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 5\n"
    #expect(
      try resolve("1:1", pointer, in: session) == ["1:1 husary pointer first.tilawa/a.flac 1.000-2.000"])
  }

  @Test func keepsRiwayatApart() throws {
    let files = [
      "reciters/a.yaml": reciter(
        "husary", riwayah: "warsh", "url: \"https://w.example/\", pattern: \"{surah3}{ayah3}.mp3\"",
        "url: \"https://h.example/\", pattern: \"{surah3}{ayah3}.mp3\", riwayah: hafs"),
      "reciters/b.yaml":
        "tilawa: 1\nid: nobody\nname: N\nsources:\n  - { url: \"https://n.example/\", pattern: \"{surah}.mp3\" }\n",
    ]
    #expect(
      try resolve("2:5", files, in: remote) == ["2:5 husary remote https://h.example/002005.mp3 0.000-0.000"])
    var session = Session(riwayah: .qaloon)
    session.allowsRemote = true
    #expect(
      try resolve("2:5", files, in: session) == [
        "2:5 its riwayah is unknown; add a line such as \"riwayah: hafs\" to recording.yaml or the reciter's file"
      ])
  }

  @Test func namesFilesByTheirPatterns() throws {
    let cases = [
      ("{surah3}{ayah3}.mp3", "2:255", "002255.mp3"), ("{surah}/{ayah}.ogg", "2:255", "2/255.ogg"),
      ("{number}.mp3", "2:1", "8.mp3"), ("{number}.mp3", "114:6", "6236.mp3"),
      ("S{surah3}A{ayah}.flac", "114:6", "S114A6.flac"), ("{surah3}.mp3", "18:10", "018.mp3"),
      ("{surah3}/../{ayah}.mp3", "1:1", nil), ("/{surah}{ayah}", "1:1", nil), ("..", "1:1", nil),
      ("{ayah3}.mp3", "1:1", nil), ("{sura}.mp3", "1:1", nil), ("{surah}}.mp3", "1:1", nil),
      ("{number}.mp3", "2:0", nil), ("{surah3}{ayah3}.mp3", "2:0", "002000.mp3"),
    ]
    for (pattern, ayah, name) in cases {
      let range = try #require(AyahRange(ayah))
      #expect(SourcePattern(pattern)?.name(of: range.first, .kufi) == name, "\(pattern)")
    }
  }

  /// Kufi 2:1 and 2:2 are one ayah of the last Madani count; 1:7 is two of it.
  @Test func mapsCounts() throws {
    let files = [
      "reciters/h.yaml": reciter(
        "husary", "url: \"https://a.example/\", pattern: \"{surah3}{ayah3}.mp3\", numbering: madani_last"),
      "reciters/w.yaml": reciter("whole", "url: \"https://b.example/\", pattern: \"{surah} a.mp3\""),
    ]
    #expect(
      try resolve("2:2-3", files, in: remote) == [
        "2:2 husary remote https://a.example/002001.mp3 0.000-0.000 shared",
        "2:3 husary remote https://a.example/002002.mp3 0.000-0.000",
      ])
    #expect(try resolve("1:7", files, in: remote)[0].contains("divides the text differently"))
    var session = remote
    session.reciters = ["whole"]
    #expect(
      try resolve("1:7", files, in: session)
        == ["1:7 whole remote https://b.example/1%20a.mp3 0.000-0.000 shared"])
  }

  @Test func takesNothingFromFaultyFiles() throws {
    let folder = try TemporaryFolder([
      "reciters/a.yaml": reciter(
        "husary", riwayah: "hafz", "url: \"https://a.example/\", pattern: \"{surah}{ayah}.mp3\""),
      "reciters/b.yaml": reciter(
        "minshawi", "url: \"https://b.example/\", pattern: \"{surah}{ayah}.mp3\""),
      "reciters/c.yaml": reciter(
        "minshawi", "url: \"https://c.example/\", pattern: \"{surah}{ayah}.mp3\""),
      "reciters/deep/d.yaml": reciter("deep", "url: \"https://d.example/\", pattern: \"{surah}.mp3\""),
      "reciters/.e.yaml": "nonsense", "reciters/notes.txt": "nonsense",
    ])
    try FileTransfer.link(folder.path(of: "reciters/link.yaml"), to: "a.yaml")
    let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
    var session = Session()
    session.allowsRemote = true
    let resolution = library.resolve([Ayah(1, 1)], in: session, explaining: true)
    #expect(resolution.answers[Ayah(1, 1)]?.best?.source?.address == "https://b.example/11.mp3")
    #expect(resolution.answers[Ayah(1, 1)]?.others.isEmpty == true)
    #expect(resolution.faults.map(\.path) == ["reciters/a.yaml", "reciters/c.yaml"])
  }

  @Test func explainsEveryCandidate() throws {
    let folder = try TemporaryFolder(
      bundle("own", "ayah: \"1:1\", start: 1, end: 2", by: "husary").merging([
        "own.tilawa/a.flac": "sound", "here/1_1.wav": "no sound",
        "reciters/h.yaml": reciter(
          "husary", "url: \"https://a.example/\", pattern: \"{surah}.mp3\"",
          "cache: ../here, pattern: \"{surah}_{ayah}.wav\"",
          "url: \"https://w.example/\", pattern: \"{surah}.mp3\", riwayah: warsh"),
      ]) { $1 })
    let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
    var session = Session()
    session.allowsRemote = true
    let answer = library.resolve([Ayah(1, 1)], in: session, explaining: true).answers[Ayah(1, 1)]
    let best = try #require(answer?.best)
    #expect(best.source == nil)
    #expect(answer?.others.map { $0.reason(itLosesTo: best) } == ["its file must be downloaded"])
    #expect(
      answer?.refusedRows.map { $0.refusal.reason(in: session) } == [
        "its file cannot be decoded; remove it and download it again",
        "it is in warsh, not hafs",
      ])
  }
}
