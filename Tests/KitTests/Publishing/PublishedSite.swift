import Foundation
import Testing
import TilawaBase
import TilawaLibrary
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit

extension WorkMonitor {
  /// Nobody looks on.
  static let silent = WorkMonitor { _ in Nothing() }

  private struct Nothing: WorkStage {
    func update(_ done: Int64, of total: Int64) {}
    func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
    func finish() {}
  }
}

/// A site that tests publish.
struct PublishedSite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func publish(
    _ library: String, isDry: Bool = false, _ change: (inout PublishRequest) -> Void = { _ in }
  ) throws -> PublishOutcome {
    var request = PublishRequest(library: library, site: folder.path)
    request.settling = 20_000_000
    change(&request)
    let workplace = Workplace(
      environment: ["PATH": "/usr/bin:/bin"], workingDirectory: library, clock: { 0 })
    return try PublishPlan(request, in: workplace, .silent).apply(isDry: isDry, .silent)
  }

  /// Returns the published files by address, without the publisher's own notes.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
    where !name.hasPrefix(SiteNotes.folder) {
      let path = folder.path(of: name)
      if (try? FileStatus.ifAny(path))?.kind == .file { files[name] = try FileContents.read(path) }
    }
    return files
  }

  func file<Document: PublishedDocument>(_ address: String, _ type: Document.Type = Document.self) throws
    -> Document
  {
    try Document(reading: FileContents.read(folder.path(of: address)))
  }

  /// Follows every checksum from the root on; gives the addresses that lead somewhere.
  func reached() throws -> Set<String> {
    let files = try files()
    var reached: Set<String> = [PublishedAddress.root]
    func take(_ address: String, _ digest: FileDigest) throws {
      let bytes = try #require(files[address], "\(address) is missing")
      #expect(try FileDigest.of(bytes) == digest, "\(address) is another file")
      reached.insert(address)
    }
    let root: PublishedRoot = try file(PublishedAddress.root)
    try take(PublishedAddress.page, try #require(root.page))
    try take(PublishedAddress.reciters, root.reciters)
    _ = try file(PublishedAddress.reciters, PublishedReciters.self)
    try take(PublishedAddress.directory, root.directory)
    var count = 0
    for group in try file(PublishedAddress.directory, PublishedDirectory.self).items {
      try take(PublishedAddress.group(group.group), group.file)
      for entry in try file(PublishedAddress.group(group.group), PublishedGroup.self).items {
        count += 1
        try take(PublishedAddress.recording(entry.key), entry.file)
        let recording: PublishedRecording = try file(PublishedAddress.recording(entry.key))
        #expect(recording.path == entry.path)
        if let address = recording.audio?.address { reached.insert(address) }
      }
    }
    #expect(count == root.recordings)
    for surah in root.items {
      try take(PublishedAddress.surah(surah.surah), surah.index)
      try take(PublishedAddress.held(surah.surah), surah.held)
      _ = try file(PublishedAddress.held(surah.surah), PublishedHeld.self)
      let index: PublishedSurah = try file(PublishedAddress.surah(surah.surah))
      #expect(index.items.reduce(0) { $0 + $1.rows } == surah.rows)
      for entry in index.items {
        var rows = 0
        for (number, part) in entry.parts.enumerated() {
          let address = PublishedAddress.ayah(.init(surah.surah, entry.ayah), part: number + 1)
          try take(address, part.file)
          let shard: PublishedAyah = try file(address)
          #expect(shard.items.count == part.recordings)
          rows += shard.items.reduce(0) { $0 + $1.rows.count }
          for row in shard.items.flatMap(\.rows) {
            if let cut = row.cut { try take(cut.address, cut.file) }
          }
        }
        #expect(rows == entry.rows)
      }
    }
    return reached
  }
}
