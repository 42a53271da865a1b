import Foundation
import Testing
import TilawaKit
import TilawaTestSupport

/// The answers of a library, and its messages about files that it can't read.
@Suite struct RecitationLibraryTests {
  private static func files(_ name: String, _ rows: String) -> [String: String] {
    [
      "\(name).tilawa/recording.yaml":
        "tilawa: 1\nid: \(name)\nriwayah: hafs\nreciter: \(name)\naudio: { file: a.flac, bytes: 5, duration: 9.000 }\n",
      "\(name).tilawa/a.flac": "sound", "\(name).tilawa/segments.yaml": "tilawa: 1\nsegments:\n\(rows)",
    ]
  }

  private func library(_ files: [String: String]...) throws -> (TemporaryFolder, RecitationLibrary) {
    let folder = try TemporaryFolder(files.reduce(into: [:]) { $0.merge($1) { first, _ in first } })
    return (folder, RecitationLibrary(at: URL(filePath: folder.path, directoryHint: .isDirectory)))
  }

  @Test func aFileThatCanNotBeReadIsNotNobody() async throws {
    let (folder, library) = try library(
      Self.files("a", "  - { ayah: \"1:1\", start: 0.000, end: 4.000 }\n"),
      Self.files("b", "  - { ayah: \"1:2\", start: 0.000, end: \n"))
    let answer = try await library.resolve(Passage("1:1-3"))
    #expect(
      answer.found.map(\.passage.description) == ["1:1"]
        && answer.missing.map(\.description) == ["1:2", "1:3"])
    #expect(answer.faults.map(\.code) == [.faulty] && answer.faults[0].url?.lastPathComponent == "b.tilawa")
    #expect(answer[.init(1, 1)]?.reciter == "a" && answer[.init(1, 2)] == nil)
    let queue = try await library.queue(Passage("1:1-3"))
    #expect(
      queue.found.count == 1 && queue.missing.map(\.description) == ["1:2-3"] && queue.faults.count == 1)
    #expect(try await library.resolve([.init(1, 1), .init(1, 900)]).missing.map(\.description) == ["1:900"])
    await #expect(throws: TilawaError.self) {
      try await RecitationLibrary(at: URL(filePath: folder.path(of: "no"))).bundles()
    }
  }

  @Test func eachQuestionReadsAnew() async throws {
    let (folder, library) = try library(Self.files("a", "  - { ayah: \"1:1\", start: 0.000, end: 4.000 }\n"))
    #expect(try await library.resolve(Passage("1:2")).found.isEmpty)
    for (path, text) in Self.files("c", "  - { ayah: \"1:2\", start: 0.000, end: 4.000 }\n") {
      try folder.write(text, to: path)
    }
    let best = try #require(try await library.resolve(Passage("1:2")).found.first)
    #expect(best.reciter == "c" && best.file.path == folder.path(of: "c.tilawa/a.flac"))
    #expect(try await library.bundles().map(\.lastPathComponent) == ["a.tilawa", "c.tilawa"])
    #expect(try await library.recordings().flatMap(\.rows).count == 2)
  }

  @Test func rowsSayAllThatFilesDo() throws {
    let (folder, _) = try library(
      Self.files(
        "a",
        """
          - { ayah: "1:1-2", start: 0.000, end: 1.000, joins: [0.500], verified: true, confidence: 0.8, reciter: me }
          - { ayah: "1:3", start: 1.000, end: 2.000, confidence: 0.95, riwayah: warsh }
          - { ayah: "1:4", start: 2.000, end: 3.000, confidence: 0.2 }
          - { ayah: "1:5", start: 3.000, end: 4.000, confidence: 0 }
          - { skip: takbir, start: 4.000, end: 5.000 }

        """))
    let bundle = try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa")))
    #expect(bundle.rows.map(\.review) == [.confirmed, .sure(0.95), .doubtful(0.2), .rejected, .none])
    #expect(bundle.rows[0].joins == [.milliseconds(500)] && bundle.rows[0].confidence == 0.8)
    #expect(bundle.rows.map(\.reciter) == ["me", nil, nil, nil, nil] && bundle.rows[1].riwayah == "warsh")
    #expect(bundle.rows[4].skip == .takbir)
    #expect(try bundle.review().doubtful.map { $0.passage?.description } == ["1:5", "1:4", nil])
    #expect(try JSONDecoder().decode([Row].self, from: JSONEncoder().encode(bundle.rows)) == bundle.rows)
  }

  @Test func errorsSayWhatAndWhere() async throws {
    let (folder, _) = try library(Self.files("a", "  - { ayah: \"1:1\", start: 1.000, end: 0.500 \n"))
    let missing = #expect(throws: TilawaError.self) {
      try RecitationBundle(at: URL(filePath: folder.path(of: "gone.tilawa")))
    }
    #expect(missing?.code == .missing && missing?.url?.path == folder.path(of: "gone.tilawa"))
    #expect(missing?.localizedDescription == missing?.description && missing?.isTransient == false)
    let faulty = #expect(throws: TilawaError.self) {
      try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa"))).review()
    }
    #expect(faulty?.code == .faulty && faulty?.findings.isEmpty == false)
    #expect(faulty?.findings.allSatisfy { $0.url.path == folder.path(of: "a.tilawa/segments.yaml") } == true)
    let bundle = try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa")))
    let unknown = await #expect(throws: TilawaError.self) {
      try await bundle.planExport(to: URL(filePath: folder.path(of: "a.xyz")))
    }
    #expect(unknown != nil)
  }
}
