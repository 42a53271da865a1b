import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaTestSupport

/// The cases of `spec/conformance/status`, `resolve` and `queue`: the status that follows from a bundle's
/// rows, the file that plays an ayah, and the order of playback.
///
/// With `TILAWA_RECORD=1` in the environment the answers are rewritten, and the test still fails once. Check
/// them against the pages of `spec/` before you keep them.
struct ValueCaseTests {
  @Test func statusOfBundles() throws {
    let folder = "\(ConformanceSuite.folder)/status"
    let names = try FileTree.entries(ofFolder: folder).filter { $0.hasSuffix(".tilawa") }
    #expect(names.count >= 8)
    for name in names {
      let annotation = Annotation(of: TilawaBundle(readingAt: "\(folder)/\(name)", shownAs: name))
      let found: JSONValue = [
        "status": JSONValue(annotation.status?.rawValue),
        "coverage": JSONValue(annotation.held.runs) { .string($0.description) },
        "missing": JSONValue(annotation.missing) { .string($0.description) },
        "jumps": JSONValue(annotation.jumps) {
          [
            "from": .string($0.from.label), "to": .string($0.to.label),
            "missing": .string($0.missing.description),
          ]
        },
      ]
      try compare(found, with: "\(folder)/\(name.dropLast(7)).status.json")
    }
  }

  @Test func answersOfLibraries() throws {
    try forEachCase(of: "resolve") { folder, question in
      let question = try JSONDecoder().decode(ResolveQuestion.self, from: question)
      var session = Session(reciters: question.reciters ?? [])
      session.riwayah = try question.riwayah.map { try #require(Riwayah($0)) } ?? .hafs
      session.counting = try question.numbering.map { try #require(CountingSystem($0)) } ?? .kufi
      session.allowsRemote = question.remote ?? false
      session.fillsFromAnyone = question.fill == "any"
      let ayat = try question.ayat.flatMap { session.counting.ayat(in: try #require(AyahRange($0))) }
      let library = try LibraryFolder(at: folder, shownFrom: folder)
      let answers = library.resolve(ayat, in: session).answers
      return .object(
        ayat.map { ayah in
          .init(ayah.description, answers[ayah].flatMap { $0.isPlayable ? $0.best.map(json) : nil } ?? .null)
        })
    }
  }

  @Test func queuesOfSettings() throws {
    try forEachCase(of: "queue") { folder, question in
      let question = try JSONDecoder().decode(QueueQuestion.self, from: question)
      var files = LibraryFiles()
      files.read(.playback, at: "\(folder)/playback.yaml", shownAs: "playback.yaml")
      let playback = try #require(files.playback?.content)
      var settings = QueueSettings()
      settings.apply(playback.keys)
      if let name = question.profile ?? playback.defaultProfile?.value {
        settings.apply(try #require(playback.profile(named: name)).keys)
      }
      let library = try LibraryFolder(at: folder, shownFrom: folder)
      let (sources, _) = library.sources(of: try #require(QueueAyat(settings)), settings)
      var queue = PlaybackQueue(settings, sources)
      queue.limit = question.limit.map { Milliseconds($0) }
      let isCancelled = settings.missing == .cancel && !queue.missing.isEmpty
      return [
        "missing": JSONValue(queue.missing) { .string($0.description) },
        "items": .array(isCancelled ? [] : queue.map(json)),
      ]
    }
  }

  private func forEachCase(of kind: String, _ answer: (String, Data) throws -> JSONValue) throws {
    let folder = "\(ConformanceSuite.folder)/\(kind)"
    let names = try FileTree.entries(ofFolder: folder)
    #expect(names.count >= 12)
    for name in names {
      let question = Data(try FileContents.read("\(folder)/\(name)/question.json"))
      try compare(try answer("\(folder)/\(name)/library", question), with: "\(folder)/\(name)/answer.json")
    }
  }

  private func compare(_ found: JSONValue, with path: String) throws {
    #expect(try Golden.text(of: path, recording: found.documentText) == found.documentText, "\(path)")
  }

  private func json(_ hearing: Hearing) -> JSONValue {
    if let source = hearing.source, !source.isHere {
      return [
        "address": JSONValue(source.address), "reciter": JSONValue(hearing.reciter),
        "shared": .bool(hearing.isShared),
      ]
    }
    return [
      "file": .string("\(hearing.bundle)/\(hearing.audio)"), "start": .int(hearing.span.start.count),
      "end": .int(hearing.span.end.count), "reciter": JSONValue(hearing.reciter),
      "verified": .bool(hearing.isVerified), "shared": .bool(hearing.isShared),
    ]
  }

  private func json(_ item: QueueItem) -> JSONValue {
    [
      "part": .string(item.part.rawValue), "ayat": .string(item.ayat.description),
      "start": .int(item.start.count), "length": .int(item.length.count),
      "sound": item.sound.map { sound in
        [
          "file": .string(sound.shownFile), "start": .int(sound.span.start.count),
          "end": .int(sound.span.end.count),
        ]
      } ?? .null,
    ]
  }
}

private struct ResolveQuestion: Decodable {
  let ayat: [String]
  let riwayah: String?
  let reciters: [String]?
  let numbering: String?
  let remote: Bool?
  let fill: String?
}

private struct QueueQuestion: Decodable {
  let profile: String?
  let limit: Int64?
}
