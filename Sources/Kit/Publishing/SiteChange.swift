import TilawaBase
import TilawaLibrary
import TilawaQuran

/// The changes to the files of ayat that follow from changed bundles.
struct SiteChange: Sendable {
  /// An updated file of an ayah.
  struct Made: Sendable {
    /// The entry, without parts if no lines are left.
    var entry = PublishedSurah.Entry()
    /// The ayat of removed lines, and of new ones.
    var gone: [HeldAyat] = []
    var new: [HeldAyat] = []
  }

  private var lines: [Int: [PublishedBundle.Line]] = [:]
  private var outdated: [Int: Set<[UInt8]>] = [:]

  /// Marks the lines of a recording in these slots as outdated.
  mutating func remove(_ key: String, from slots: [Int]) {
    for slot in slots { outdated[slot, default: []].insert(Array(key.utf8)) }
  }

  mutating func add(_ key: String, _ lines: [PublishedBundle.Line]) {
    for line in lines { self.lines[line.slot, default: []].append(line) }
  }

  func touches(_ slot: Int) -> Bool { lines[slot] != nil || outdated[slot] != nil }

  /// Writes the files of a slot: the lines of its `parts` without outdated ones, and the new lines in their
  /// places.
  func made(_ slot: Int, of parts: [[UInt8]], rows: Int, _ writer: SiteWriter) throws -> Made {
    let ayah = AyahSlots.ayah(at: slot)
    var made = Made()
    made.entry.ayah = ayah.number
    made.entry.rows = rows
    let outdated = outdated[slot] ?? []
    var kept: [ArraySlice<UInt8>] = []
    for part in parts {
      for line in try Self.lines(of: part) {
        if outdated.contains(LineKey.bytes(of: line)) {
          let hearing = try Self.hearing(line)
          made.entry.rows -= hearing.rows.count
          made.gone += hearing.held(ofSurah: ayah.surah)
        } else {
          kept.append(line)
        }
      }
    }
    let new = (lines[slot] ?? []).sorted { $0.rank.isBefore($1.rank) }
    for line in new {
      made.entry.rows += line.rows
      made.new += line.held
    }
    made.entry.parts = try Self.merged(kept, new, ayah, writer)
    return made
  }

  /// Merges lines; both lists are in order. Only lines beside new ones are parsed.
  private static func merged(
    _ kept: [ArraySlice<UInt8>], _ new: [PublishedBundle.Line], _ ayah: Ayah, _ writer: SiteWriter
  ) throws -> [PublishedSurah.Part] {
    var making = AyahFileMaking(ayah, writer)
    var next = 0
    for line in new {
      var (low, high) = (next, kept.count)
      while low < high {
        let middle = (low + high) / 2
        guard let rank = try hearing(kept[middle]).rank else { throw SiteMaking.NotAsNoted() }
        if rank.isBefore(line.rank) { low = middle + 1 } else { high = middle }
      }
      for line in kept[next..<low] { try making.add(line) }
      next = low
      try making.add(line.bytes)
    }
    for line in kept[next...] { try making.add(line) }
    return try making.finish()
  }

  private static func hearing(_ line: ArraySlice<UInt8>) throws -> PublishedHearing {
    guard let hearing = try? PublishedHearing(line: Array(line)) else { throw SiteMaking.NotAsNoted() }
    return hearing
  }

  /// Returns the lines of a part without the commas at their ends.
  private static func lines(of part: [UInt8]) throws -> [ArraySlice<UInt8>] {
    var lines = part.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 2, lines.removeLast().elementsEqual("]}".utf8) else { throw SiteMaking.NotAsNoted() }
    return lines.dropFirst().map { $0.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }
  }
}

extension PublishedHearing {
  /// True if its audio is available.
  var canBeHeard: Bool { ![.missing, .pointer].contains(audio.state) }

  /// Returns the ayat of a surah in its rows.
  fileprivate func held(ofSurah surah: Int) -> [HeldAyat] {
    guard canBeHeard else { return [] }
    return rows.compactMap { row in
      guard let riwayah = row.riwayah ?? riwayah else { return nil }
      return HeldAyat(
        row, by: HeldBy(reciter: row.reciter ?? reciter, riwayah: riwayah, counting: counting), ofSurah: surah
      )
    }
  }
}
