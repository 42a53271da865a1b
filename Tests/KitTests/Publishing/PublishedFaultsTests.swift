import Foundation
import Testing
import TilawaBase
import TilawaLibrary
import TilawaTestSupport

@testable import TilawaKit

/// The published files of bundles that can't be trusted, or whose audio differs from its record.
@Suite struct PublishedFaultsTests {
  private static let rows = """
    tilawa: 1
    segments:
      - { ayah: "112:1", start: 0.000, end: 1.000 }
      - { ayah: "112:2", start: 1.000, end: 2.000 }

    """

  /// A library of one bundle with two seconds of audio.
  private func library(_ audio: String = "bytes: 32044, duration: 2.000") throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nreciter: ali\nriwayah: hafs\naudio: { file: audio.wav, \(audio) }\n",
      "a.tilawa/segments.yaml": Self.rows,
    ])
    try write(silentWAV(frames: 16_000), to: folder)
    return folder
  }

  private func write(_ bytes: [UInt8], to folder: TemporaryFolder, _ name: String = "a.tilawa/audio.wav")
    throws
  {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(of: name)))
  }

  @Test func aFaultTakesNothingOfWhatWasPublishedAway() throws {
    let library = try library()
    let site = try PublishedSite()
    #expect(try site.publish(library.path) { $0.audio = .copy }.faults.isEmpty)
    let before = try site.files()
    let faults: [(String, () throws -> Void)] = [
      ("segments.yaml", { try library.write(Self.rows + "  - { ayah: \n", to: "a.tilawa/segments.yaml") }),
      ("16011 bytes", { try self.write(Array(silentWAV(frames: 16_000).prefix(16_011)), to: library) }),
      ("0 bytes", { try self.write([], to: library) }),
    ]
    for (message, spoil) in faults {
      try spoil()
      // Each time anew, as long as it lasts.
      for _ in 1...2 {
        let outcome = try site.publish(library.path) { $0.audio = .copy }
        #expect(
          outcome.faults.count == 1 && outcome.faults.allSatisfy { $0.message.contains(message) },
          "\(outcome.faults)")
        #expect(outcome.recordings == 1 && outcome.rows == 2)
      }
      #expect(try site.files() == before)
      try library.write(Self.rows, to: "a.tilawa/segments.yaml")
      try write(silentWAV(frames: 16_000), to: library)
      #expect(try site.publish(library.path) { $0.audio = .copy }.faults.isEmpty)
      #expect(try site.files() == before)
    }
    #expect(try site.reached() == Set(before.keys))
  }

  @Test func audioThatIsNotWhatIsRecordedIsNotPublished() throws {
    let other = String(repeating: "0b", count: 32)
    for (facts, use, message) in [
      ("bytes: 32043", PublishedRoot.AudioUse.copy, "32044 bytes, not 32043"),
      ("bytes: 32043", .cut, "32044 bytes, not 32043"),
      ("bytes: 32043", .reference, "32044 bytes, not 32043"),
      ("sha256: \(other), bytes: 32044", .copy, "not \(other)"),
      ("sha256: \(other), bytes: 32044", .cut, "not \(other)"),
    ] {
      let (site, library) = (try PublishedSite(), try library(facts))
      let outcome = try site.publish(library.path) { $0.audio = use }
      #expect(outcome.faults.contains { $0.message.contains(message) }, "\(facts) \(use): \(outcome.faults)")
      #expect(try site.files().keys.allSatisfy { !$0.hasSuffix(".wav") })
    }
  }

  /// The author of the bundle may have put a link to a private file there, and a key that allows it.
  @Test func onlyThePublisherAllowsLinksOut() throws {
    for use in [PublishedRoot.AudioUse.copy, .cut, .reference] {
      let library = try library("external: true")
      let folder = try TemporaryFolder()
      let secret = silentWAV(frames: 16_000).dropLast(6) + Array("SECRET".utf8)
      try write(Array(secret), to: folder, "private.wav")
      try FileManager.default.removeItem(atPath: library.path(of: "a.tilawa/audio.wav"))
      try FileTransfer.link(library.path(of: "a.tilawa/audio.wav"), to: folder.path(of: "private.wav"))
      let site = try PublishedSite()
      func isOut() throws -> Bool {
        try site.files().values.contains { $0.firstRange(of: Array("SECRET".utf8)) != nil }
      }
      let outcome = try site.publish(library.path) { ($0.audio, $0.baseURL) = (use, "https://a.example/") }
      #expect(outcome.faults.contains { $0.message.contains("--follow-links") }, "\(outcome.faults)")
      #expect(try !isOut())
      let allowed = try site.publish(library.path) { ($0.audio, $0.followsLinks) = (use, true) }
      #expect(allowed.faults.isEmpty)
      #expect(try isOut() == (use != .reference))
    }
  }

  @Test func aPieceThatBeginsPastTheEndIsNotPublished() throws {
    let library = try library()
    try library.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1-3\", start: 0.000, end: 4.000, joins: [1.000, 2.500] }\n",
      to: "a.tilawa/segments.yaml")
    let site = try PublishedSite()
    let outcome = try site.publish(library.path) { $0.audio = .cut }
    #expect(outcome.rows == 1 && outcome.ayat == 2 && outcome.refusedRows == 1)
    #expect(try site.reached() == Set(site.files().keys))
  }
}
