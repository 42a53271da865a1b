import Foundation
import Synchronization
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaLibrary

/// The files of a published library, made in the plainest way that `spec/companions/publish.md` allows.
final class PublishedSite: Sendable {
  let files = Mutex<[String: [UInt8]]>([:])

  /// Makes the files for the library in `folder`. A shard has at most `partSize` recordings.
  init(of folder: String, partSize: Int = .max) throws {
    let library = try LibraryFolder(at: folder, shownFrom: folder)
    var shards: [Ayah: [PublishedHearing]] = [:]
    var held: [Int: [HeldKey: PublishedHeld.Entry]] = [:]
    for path in library.bundles {
      let bundle = TilawaBundle(readingAt: path, shownAs: PathText.shown(path, from: folder))
      guard let servable = ServableRows(of: bundle, SoundInspector()) else { continue }
      for (ayah, hearing) in try Self.hearings(servable, bundle) { shards[ayah, default: []].append(hearing) }
      guard case .available = bundle.audioPresence else { continue }
      for row in servable.rows { Self.hold(row, servable.counting, in: &held) }
    }
    var root = PublishedRoot()
    root.audio = .copy
    root.recordings = library.bundles.count
    let reciters = PublishedReciters()
    root.reciters = try add(reciters.bytes, PublishedAddress.reciters)
    for (surah, ayat) in Dictionary(grouping: shards.keys, by: \.surah).sorted(by: { $0.key < $1.key }) {
      var index = PublishedSurah()
      index.surah = surah
      for ayah in ayat.sorted() { index.items.append(try entry(ayah, shards[ayah] ?? [], partSize)) }
      var list = PublishedHeld()
      list.surah = surah
      list.items = (held[surah] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      var item = PublishedRoot.Surah()
      item.surah = surah
      item.index = try add(index.bytes, PublishedAddress.surah(surah))
      item.held = try add(list.bytes, PublishedAddress.held(surah))
      root.items.append(item)
    }
    _ = try add(root.bytes, PublishedAddress.root)
  }

  private func add(_ bytes: [UInt8], _ path: String) throws -> FileDigest {
    files.withLock { $0[path] = bytes }
    return try FileDigest.of(bytes)
  }

  private func entry(
    _ ayah: Ayah, _ recordings: [PublishedHearing], _ partSize: Int
  ) throws -> PublishedSurah.Entry {
    var entry = PublishedSurah.Entry()
    entry.ayah = ayah.number
    var rest = recordings.sorted { a, b in
      guard let a = a.rank, let b = b.rank else { return false }
      return a.isBefore(b)
    }[...]
    while !rest.isEmpty {
      var document = PublishedAyah()
      document.ayah = ayah
      document.part = entry.parts.count + 1
      document.items = Array(rest.prefix(partSize))
      rest = rest.dropFirst(partSize)
      var part = PublishedSurah.Part()
      part.file = try add(document.bytes, PublishedAddress.ayah(ayah, part: document.part))
      part.recordings = document.items.count
      entry.parts.append(part)
      entry.rows += document.items.reduce(0) { $0 + $1.rows.count }
    }
    return entry
  }

  private static func hearings(
    _ servable: ServableRows, _ bundle: TilawaBundle
  ) throws -> [Ayah: PublishedHearing] {
    let recording = bundle.recording?.content
    var facts = PublishedHearing()
    facts.path = bundle.shownPath
    facts.key = try PublishedAddress.key(ofBundleAt: facts.path)
    facts.reciter = bundle.reciterID
    facts.riwayah = bundle.riwayah
    facts.counting = servable.counting
    (facts.recordedAt, facts.importedAt) = (recording?.recordedAt?.value, recording?.importedAt?.value)
    facts.reciterName = ReciterNames().names(of: bundle.reciterID, in: bundle)?.name
    facts.audio.file = recording?.audio?.file?.value ?? ""
    if case .available(let path, let bytes) = bundle.audioPresence {
      facts.audio.state = .copied
      facts.audio.sha256 = try FileDigest.of(path).sha256
      facts.audio.bytes = Int(bytes)
      facts.audio.address = PublishedAddress.audio(facts.audio.sha256 ?? "", like: path)
    }
    var result: [Ayah: PublishedHearing] = [:]
    guard let source = bundle.segments?.source else { return [:] }
    let lines = LineTable(of: source)
    for row in servable.rows {
      for piece in row.pieces {
        var published = PublishedRow()
        published.ayat = piece.ayat
        if row.segment.ayah != piece.ayat { published.whole = row.segment.ayah }
        (published.start, published.end, published.joins) = (piece.span.start, piece.span.end, piece.joins)
        published.isVerified = row.segment.isVerified
        published.priority = row.segment.priority ?? 0
        published.confidence = row.segment.confidence
        if row.reciter != facts.reciter { published.reciter = row.reciter }
        if row.riwayah != facts.riwayah { published.riwayah = row.riwayah }
        (published.index, published.position) = (row.segment.index, row.position)
        published.line = lines.position(at: row.segment.bytes.range.lowerBound).line
        result[piece.ayah, default: facts].rows.append(published)
      }
    }
    for ayah in result.keys {
      let own = result[ayah] ?? facts
      result[ayah]?.rows.sort {
        PublishedRank($0, in: own).isBefore(PublishedRank($1, in: own))
      }
    }
    return result
  }

  private struct HeldKey: Hashable, Comparable {
    let reciter: String?
    let riwayah: Riwayah
    let counting: CountingSystem

    static func < (a: Self, b: Self) -> Bool {
      (a.reciter ?? "", a.riwayah.rawValue, a.counting.rawValue)
        < (b.reciter ?? "", b.riwayah.rawValue, b.counting.rawValue)
    }
  }

  private static func hold(
    _ row: ServableRows.Row, _ counting: CountingSystem, in held: inout [Int: [HeldKey: PublishedHeld.Entry]]
  ) {
    guard let range = row.segment.ayah else { return }
    let key = HeldKey(reciter: row.reciter, riwayah: row.riwayah, counting: counting)
    for ayah in counting.ayat(in: range) + (range.first.number == 0 ? [range.first] : [])
    where ayah.number > 0 || ayah == range.first || ayah == range.last {
      var entry = held[ayah.surah]?[key] ?? PublishedHeld.Entry()
      (entry.reciter, entry.riwayah, entry.counting) = (key.reciter, key.riwayah, key.counting)
      entry.ayat.insert(ayah.number)
      if row.segment.isVerified { entry.verified.insert(ayah.number) }
      held[ayah.surah, default: [:]][key] = entry
    }
  }

  /// Serves the site as web servers do, with tags that show whether a file has changed.
  func server() throws -> LoopbackServer {
    try LoopbackServer { [self] request in
      let path = String(request.target.split(separator: "?")[0].dropFirst())
      guard let bytes = files.withLock({ $0[path] }), let tag = try? FileDigest.of(bytes).sha256 else {
        return .init(404)
      }
      if request.headers["if-none-match"] == "\"\(tag)\"" { return .init(304, ["ETag: \"\(tag)\""]) }
      return .init(200, ["ETag: \"\(tag)\""], body: bytes)
    }
  }
}
