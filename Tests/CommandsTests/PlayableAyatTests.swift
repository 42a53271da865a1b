import Foundation
import Testing
import TilawaBase
import TilawaKit
import TilawaTestSupport

@testable import TilawaCommandLine

/// All commands agree on whether an ayah of a bundle can be played.
struct PlayableAyatTests {
  /// A bundle, and which ayat of surah 112 it can play.
  struct Case: CustomStringConvertible, Sendable {
    let name: String
    /// The ayat that it can play. Nil if that depends on the readable part of a broken file; the answer of
    /// `resolve` is expected then.
    let plays: [Int]?
    var audio = wholeAudio
    var facts = "file: audio.wav, bytes: 64044, duration: 4.000"
    var riwayah = "hafs"
    var rows = wholeRows
    /// Puts something else in the place of the audio.
    var prepare: @Sendable (TemporaryFolder) throws -> Void = { _ in }
    /// True if the bundle has audio that a listener could be sent.
    var isAudioHere = true
    /// True if the audio is packed. A bundle without audio is packed as it is.
    var isPacked: Bool?

    var description: String { name }
  }

  /// Four seconds.
  static let wholeAudio = silentWAV(frames: 32_000)
  static let wholeRows = """
      - { ayah: "112:1", start: 0.000, end: 1.000 }
      - { ayah: "112:2", start: 1.000, end: 2.000 }
      - { ayah: "112:3", start: 2.000, end: 3.000 }
      - { ayah: "112:4", start: 3.000, end: 4.000 }

    """

  static func pointer(_ first: String) -> [UInt8] {
    Array("\(first)\noid sha256:\(String(repeating: "0a", count: 32))\nsize 64044\n".utf8)
  }

  static let cases: [Case] = [
    Case(name: "whole", plays: [1, 2, 3, 4]),
    Case(name: "missing audio", plays: [], prepare: remove, isAudioHere: false),
    Case(name: "half a copy", plays: [], audio: Array(wholeAudio.prefix(16_011)), isAudioHere: false),
    Case(name: "0 bytes", plays: [], audio: [], isAudioHere: false),
    Case(
      name: "0 bytes, none recorded", plays: [], audio: [], facts: "file: audio.wav, duration: 4.000",
      isAudioHere: false),
    Case(name: "longer than recorded", plays: [], audio: wholeAudio + [0, 0], isAudioHere: false),
    Case(
      name: "pointer", plays: [], audio: pointer("version https://git-lfs.github.com/spec/v1"),
      isAudioHere: false),
    Case(
      name: "pointer with a byte order mark", plays: [],
      audio: [0xEF, 0xBB, 0xBF] + pointer("version https://git-lfs.github.com/spec/v1"), isAudioHere: false),
    Case(
      name: "pointer with the old address", plays: [],
      audio: pointer("version https://hawser.github.com/spec/v1"), isAudioHere: false),
    Case(name: "link out", plays: [], prepare: linkOut, isAudioHere: false),
    Case(name: "a folder", plays: [], prepare: makeFolder, isAudioHere: false),
    Case(name: "no audio named", plays: [], facts: "duration: 4.000", isAudioHere: false, isPacked: true),
    Case(name: "audio outside", plays: [], facts: "file: ../audio.wav", isAudioHere: false),
    Case(
      name: "row past the end", plays: [1, 2, 3],
      rows: changed("start: 3.000, end: 4", "start: 5.000, end: 6")),
    Case(name: "row across the end", plays: [1, 2, 3, 4], rows: changed("end: 4.000", "end: 4.500")),
    Case(
      name: "rows past the end, no duration", plays: [1, 2, 3], facts: "file: audio.wav, bytes: 64044",
      rows: changed("start: 2.000, end: 3.000", "start: 2.000, end: 9.000").replacing(
        "start: 3.000, end: 4", with: "start: 9.000, end: 10")),
    Case(
      name: "run past the end", plays: [1, 2, 3],
      rows: "  - { ayah: \"112:1-4\", start: 0.000, end: 6.000, joins: [1.000, 2.000, 5.000] }\n"),
    Case(name: "no duration", plays: [1, 2, 3, 4], facts: "file: audio.wav, bytes: 64044"),
    Case(name: "neither size nor duration", plays: [1, 2, 3, 4], facts: "file: audio.wav"),
    Case(
      name: "half a copy, no size", plays: [1, 2], audio: Array(wholeAudio.prefix(32_044)),
      facts: "file: audio.wav, duration: 4.000"),
    Case(name: "broken row", plays: [1, 3, 4], rows: changed("start: 1.000", "start: one")),
    Case(
      name: "broken file", plays: nil,
      rows: changed("end: 2.000 }", "end: 2.000, [").replacing("112:3", with: "11")),
    Case(name: "no riwayah", plays: [], riwayah: "hafz"),
    Case(name: "row of no length", plays: [1, 2, 3], rows: changed("start: 3.000", "start: 4.000")),
  ]

  @Sendable private static func remove(_ folder: TemporaryFolder) throws {
    try FileManager.default.removeItem(atPath: folder.path(of: "lib/a.tilawa/audio.wav"))
  }
  @Sendable private static func linkOut(_ folder: TemporaryFolder) throws {
    try FileManager.default.moveItem(
      atPath: folder.path(of: "lib/a.tilawa/audio.wav"), toPath: folder.path(of: "elsewhere.wav"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "lib/a.tilawa/audio.wav"), withDestinationPath: folder.path(of: "elsewhere.wav")
    )
  }
  @Sendable private static func makeFolder(_ folder: TemporaryFolder) throws {
    try remove(folder)
    try FileTransfer.makeFolder(folder.path(of: "lib/a.tilawa/audio.wav"))
  }
  private static func changed(_ old: String, _ new: String) -> String {
    wholeRows.replacing(old, with: new)
  }

  @Test(arguments: cases) func everybodyAgrees(_ bundle: Case) async throws {
    let folder = try TemporaryFolder([
      "lib/a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\ntitle: a\nreciter: ali\nriwayah: \(bundle.riwayah)\naudio: { \(bundle.facts) }\n",
      "lib/a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n\(bundle.rows)",
    ])
    try Data(bundle.audio).write(to: URL(fileURLWithPath: folder.path(of: "lib/a.tilawa/audio.wav")))
    try bundle.prepare(folder)
    var answers = try Answers(folder)
    try answers.ask()
    try await answers.askProduct()
    try answers.askPublished()
    let plays = try bundle.plays ?? #require(answers.playable.first).ayat
    for (who, ayat) in answers.playable {
      #expect(ayat == plays, "\(who) says that \(ayat) can be played")
    }
    #expect(answers.reportedCount == plays.count)
    #expect(answers.isListedAsHere == bundle.isAudioHere)
    #expect(answers.isPacked == bundle.isPacked ?? bundle.isAudioHere)
  }
}

/// The answers of the commands about surah 112 in a library of one bundle.
private struct Answers {
  let folder: TemporaryFolder
  private(set) var playable: [(who: String, ayat: [Int])] = []
  private(set) var reportedCount = 0
  private(set) var isListedAsHere = false
  private(set) var isPacked = false

  init(_ folder: TemporaryFolder) throws { self.folder = folder }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let recording = TerminalRecording(in: folder.path, input: "", environment: ["HOME": folder.path])
    _ = runTilawa(arguments, in: recording.terminal)
    let data = Data(recording.output.utf8)
    return try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any], "\(arguments): \(recording.talk)")
  }

  private static func numbers(_ items: Any?, where isPlayable: ([String: Any]) -> Bool = { _ in true })
    -> [Int]
  {
    (items as? [[String: Any]] ?? []).filter(isPlayable).compactMap {
      ($0["ayah"] as? String).flatMap { Int($0.split(separator: ":").last ?? "") }
    }
  }

  /// Returns the ayat that aren't in `missing`.
  private static func rest(of missing: Any?) -> [Int] {
    let gone = (missing as? [String] ?? []).flatMap { run -> [Int] in
      let ends = run.split(separator: ":").last?.split(separator: "-").compactMap { Int($0) } ?? []
      return Array((ends.first ?? 1)...(ends.last ?? 1))
    }
    return (1...4).filter { !gone.contains($0) }
  }

  mutating func ask() throws {
    let resolved = try json("resolve", "112", "--library", "lib", "--json")
    playable.append(
      ("resolve", Self.numbers(resolved["items"]) { $0["availability"] as? String == "available" }))
    playable.append(
      ("queue", Self.rest(of: try json("queue", "112", "--library", "lib", "--json")["missing"])))
    let coverage = try json("coverage", "112", "--library", "lib", "--json")["coverage"] as? [String: Any]
    playable.append(("coverage", Self.rest(of: coverage?["missing"])))
    let missing =
      try json("coverage", "--missing", "112", "--library", "lib", "--json")["coverage"] as? [String: Any]
    playable.append(("coverage --missing", Self.rest(of: missing?["missing"])))
    let each = try json("coverage", "112", "--library", "lib", "--each-reciter", "--json")["by_reciter"]
    let own = (each as? [[String: Any]])?.first?["coverage"] as? [String: Any]
    playable.append(("coverage --each-reciter", Self.rest(of: own?["missing"] ?? ["112:1-4"])))
    let entries = try json("list", "lib", "--json")["bundles"] as? [[String: Any]]
    isListedAsHere = entries?.first?["availability"] as? String == "available"

    func writes(_ file: String, _ arguments: String...) -> Bool {
      _ = transcript(arguments + ["-o", file], in: folder.path)
      return !FileStatus.isAbsent(folder.path(of: file))
    }
    playable.append(
      ("cut", (1...4).filter { writes("cut\($0).wav", "cut", "112:\($0)", "--library", "lib") }))
    playable.append(
      (
        "render",
        (1...4).filter {
          writes(
            "render\($0).wav", "render", "112:\($0)", "--library", "lib", "--missing", "cancel",
            "--no-basmalah")
        }
      ))
    _ = transcript(
      ["cut", "--per-ayah", "-o", "cdn", "112", "--library", "lib", "--pattern", "{surah}-{ayah}.wav"],
      in: folder.path)
    playable.append(
      ("cut --per-ayah", (1...4).filter { !FileStatus.isAbsent(folder.path(of: "cdn/112-\($0).wav")) }))
    _ = transcript(["report", "--library", "lib", "-o", "page.html"], in: folder.path)
    let page = try? folder.text(of: "page.html")
    let count = page?.firstRange(of: ">ayat that can be heard: ").flatMap { range in
      page.flatMap { Int($0[range.upperBound...].prefix { $0 != " " }) }
    }
    reportedCount = count ?? 0
    isPacked = writes("a.tilawa.zip", "pack", "lib/a.tilawa")
  }

  mutating func askProduct() async throws {
    let library = RecitationLibrary(at: URL(filePath: folder.path(of: "lib")))
    let found = try await library.resolve(Passage("112:1-4")).found
    playable.append(("RecitationLibrary.resolve", found.map(\.ayat.first.number)))
    let queued = try await library.queue(Passage("112")).found
    playable.append(("RecitationLibrary.queue", queued.map(\.ayat.first.number)))
  }

  /// Publishes the library, and queries the published one.
  mutating func askPublished() throws {
    _ = transcript(["publish", "lib", "-o", "site", "--audio", "copy"], in: folder.path)
    let site = folder.path(of: "site")
    let server = try LoopbackServer { request in
      let path = PathText.joined(site, String(request.target.split(separator: "?")[0].dropFirst()))
      guard let bytes = try? FileContents.read(path) else { return .init(404) }
      return .init(200, body: bytes)
    }
    defer { server.close() }
    let answer = try json("resolve", "112", "--library", server.address + "/", "--json")
    let faults = answer["faults"] as? [Any] ?? ["\(answer)"]
    #expect(faults.isEmpty, "\(faults) \(server.requests.map(\.target))")
    playable.append(
      (
        "publish",
        Self.numbers(answer["items"]) { ["available", "remote"].contains($0["availability"] as? String) }
      ))
  }
}
