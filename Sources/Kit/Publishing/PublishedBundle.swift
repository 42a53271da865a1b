import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaSound

/// The published parts of a bundle.
struct PublishedBundle: Sendable {
  /// A line in the file of an ayah.
  struct Line: Sendable {
    /// The slot of the ayah, by ``AyahSlots``.
    let slot: Int
    /// The rank of its best row.
    let rank: PublishedRank
    let rows: Int
    let held: [HeldAyat]
    let bytes: [UInt8]
  }

  /// The path of the bundle in the library.
  let path: String
  let key: String
  /// The content of the recording's file.
  let recording: [UInt8]
  let entry: PublishedGroup.Entry
  /// The lines, in the order of the mushaf.
  let lines: [Line]
  /// The reciters who are heard, with their names in the bundle.
  let reciters: [NamedReciter]
  /// The number of rows that are served to some session.
  let servedRows: Int
  /// The number of rows with ayat that are not served, by reason.
  let refusals: [Refusal: Int]
  /// The names of the values that are left out because they are too long for readers.
  let leftOut: [String]
  /// The path of the audio in the bundle, the addresses of its published files, its checksum if it was
  /// needed, and true if the audio isn't available anywhere.
  var audioFile: String?
  var audio: [String] = []
  var audioDigest: FileDigest?
  var isSilent = false
}

/// A reciter with the names in a bundle.
struct NamedReciter: Hashable, Sendable {
  var id: String
  var name: String?
  var shortName: String?
  var arabicName: String?

  /// Returns true if this name is chosen, independently of the order in which bundles are read.
  func comes(before other: NamedReciter) -> Bool {
    func bytes(_ reciter: NamedReciter) -> [UInt8] {
      let names = [reciter.name, reciter.shortName, reciter.arabicName]
      // Reciters with a name come before those without.
      return names.flatMap { $0.map { [1] + Array($0.utf8) + [0] } ?? [2] }
    }
    return bytes(self).lexicographicallyPrecedes(bytes(other))
  }
}

/// Makes the published parts of bundles.
struct BundlePublishing: Sendable {
  let request: PublishRequest
  let audio: AudioPublishing

  /// Publishes a bundle. Throws if a file can't be written.
  func publish(_ bundle: TilawaBundle, at path: String, _ sound: PublishedSound?) throws -> PublishedBundle {
    let key = try PublishedAddress.key(ofBundleAt: path)
    var leftOut: [String] = []
    let facts = facts(of: bundle, at: path, key, sound, &leftOut)
    let servable = ServableRows(of: bundle, SoundInspector())
    let recording = recording(bundle, facts, sound, &leftOut)
    let lines = try servable.map { try self.lines(of: $0, facts, bundle, sound) } ?? []
    var entry = PublishedGroup.Entry()
    (entry.key, entry.path, entry.title, entry.reciter) = (key, path, facts.title, facts.reciter)
    (entry.riwayah, entry.date, entry.rows) = (facts.riwayah, facts.date, servable?.rows.count ?? 0)
    let bytes = recording.bytes
    entry.file = try FileDigest.of(bytes)
    guard bytes.count <= PublishedLimits.recordingBytes else {
      throw Failure("\(path) has more rows than a published library may contain")
    }
    var published = PublishedBundle(
      path: path, key: key, recording: bytes, entry: entry, lines: lines,
      reciters: reciters(facts, servable, bundle), servedRows: entry.rows,
      refusals: servable?.refusals ?? [:], leftOut: leftOut)
    if let sound {
      (published.audioFile, published.audio) = (sound.audio.file, sound.addresses)
      published.audioDigest = sound.digest
      published.isSilent = [.missing, .pointer].contains(sound.audio.state)
    }
    return published
  }

  // MARK: - The recording

  private func facts(
    of bundle: TilawaBundle, at path: String, _ key: String, _ sound: PublishedSound?,
    _ leftOut: inout [String]
  ) -> PublishedHearing {
    let recording = bundle.recording?.content
    func short(_ text: String?, _ name: String) -> String? {
      guard let text, text.utf8.count > PublishedLimits.longestName else { return text }
      leftOut.append(name)
      return nil
    }
    var facts = PublishedHearing()
    (facts.key, facts.path) = (key, path)
    facts.id = short(recording?.id?.value, "id")
    facts.title = short(recording?.title?.value, "title")
    facts.reciter = short(bundle.reciterID, "reciter")
    facts.reciterName = short(ownName(of: facts.reciter, bundle)?.name, "reciter_name")
    facts.riwayah = bundle.riwayah
    facts.counting = bundle.counting ?? .kufi
    facts.recordedAt = recording?.recordedAt?.value
    facts.importedAt = recording?.importedAt?.value
    if let sound { facts.audio = sound.audio }
    return facts
  }

  private func ownName(of id: String?, _ bundle: TilawaBundle) -> NamedReciter? {
    guard let id, let reciter = bundle.reciter?.content, reciter.id?.value.isExactly(id) == true else {
      return nil
    }
    func short(_ text: String?) -> String? {
      text.flatMap { $0.isEmpty || $0.utf8.count > PublishedLimits.longestName ? nil : $0 }
    }
    return NamedReciter(
      id: id, name: short(reciter.name?.value), shortName: short(reciter.shortName?.value),
      arabicName: short(reciter.arabicName?.value))
  }

  private func recording(
    _ bundle: TilawaBundle, _ facts: PublishedHearing, _ sound: PublishedSound?, _ leftOut: inout [String]
  ) -> PublishedRecording {
    let own = bundle.recording?.content
    var recording = PublishedRecording()
    (recording.key, recording.id, recording.path) = (facts.key, facts.id, facts.path)
    (recording.title, recording.reciter, recording.riwayah) = (facts.title, facts.reciter, facts.riwayah)
    recording.counting = bundle.counting
    recording.passage = own?.passage?.value.map(\.value).filter(\.isForward) ?? []
    recording.prayer = own?.prayer?.value.rawValue
    (recording.recordedAt, recording.importedAt) = (facts.recordedAt, facts.importedAt)
    recording.audio = sound?.audio
    if request.includesNotes {
      recording.place = own?.place?.value
      recording.notes = own?.notes?.value
      if recording.place?.utf8.count ?? 0 > PublishedLimits.longestName {
        recording.place = nil
        leftOut.append("place")
      }
      if recording.notes?.utf8.count ?? 0 > PublishedLimits.longestText {
        recording.notes = nil
        leftOut.append("notes")
      }
    }
    recording.items = bundle.segments?.content?.rows.map { published($0.value) } ?? []
    return recording
  }

  private func published(_ segment: Segment) -> Segment {
    var row = segment
    if row.ayah.map({ !$0.isForward }) ?? false { row.ayah = nil }
    if row.priority == 0 { row.priority = nil }
    if !request.includesNotes { row.note = nil }
    return row
  }

  // MARK: - The ayat

  private func lines(
    of servable: ServableRows, _ facts: PublishedHearing, _ bundle: TilawaBundle, _ sound: PublishedSound?
  ) throws -> [PublishedBundle.Line] {
    guard let source = bundle.segments?.source else { return [] }
    let table = LineTable(of: source)
    var bySlot: [Int: [(row: PublishedRow, by: HeldBy)]] = [:]
    for row in servable.rows {
      let segment = row.segment
      let line = table.position(at: segment.bytes.range.lowerBound).line
      let by = HeldBy(reciter: row.reciter, riwayah: row.riwayah, counting: servable.counting)
      for piece in row.pieces {
        var published = PublishedRow()
        published.ayat = piece.ayat
        if let whole = segment.ayah, whole != piece.ayat { published.whole = whole }
        (published.start, published.end, published.joins) = (piece.span.start, piece.span.end, piece.joins)
        published.cutOff = piece.cut
        (published.isVerified, published.priority) = (segment.isVerified, segment.priority ?? 0)
        published.confidence = segment.confidence
        if row.reciter.map({ Array($0.utf8) }) != facts.reciter.map({ Array($0.utf8) }) {
          published.reciter = row.reciter
        }
        if row.riwayah != facts.riwayah { published.riwayah = row.riwayah }
        (published.relation, published.index) = (piece.relation, segment.index)
        (published.position, published.line) = (row.position, line)
        published.cut = try sound?.cut(piece.span)
        bySlot[AyahSlots.slot(of: piece.ayah), default: []].append((published, by))
      }
    }
    var head = JSONBytes()
    facts.writeFacts(to: &head)
    return bySlot.sorted { $0.key < $1.key }.map { slot, rows in
      line(of: rows, slot, facts, head.bytes)
    }
  }

  private func line(
    of rows: [(row: PublishedRow, by: HeldBy)], _ slot: Int, _ facts: PublishedHearing, _ head: [UInt8]
  ) -> PublishedBundle.Line {
    let ranked = rows.map { (rank: PublishedRank($0.row, in: facts), row: $0.row) }
      .sorted { $0.rank.isBefore($1.rank) }
    var json = JSONBytes()
    json.raw(head)
    for (index, ranked) in ranked.enumerated() {
      if index > 0 { json.raw(",") }
      ranked.row.write(to: &json)
    }
    json.raw("]}")
    let surah = AyahSlots.ayah(at: slot).surah
    return PublishedBundle.Line(
      slot: slot, rank: ranked[0].rank, rows: rows.count,
      held: facts.canBeHeard ? rows.compactMap { HeldAyat($0.row, by: $0.by, ofSurah: surah) } : [],
      bytes: json.bytes)
  }

  private func reciters(
    _ facts: PublishedHearing, _ servable: ServableRows?, _ bundle: TilawaBundle
  ) -> [NamedReciter] {
    var seen: Set<ExactText> = []
    var reciters: [NamedReciter] = []
    for id in [facts.reciter] + (servable?.rows.map(\.reciter) ?? []) {
      guard let id, seen.insert(ExactText(id)).inserted else { continue }
      reciters.append(ownName(of: id, bundle) ?? NamedReciter(id: id))
    }
    return reciters
  }
}
