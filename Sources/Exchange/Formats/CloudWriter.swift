import TilawaBase
import TilawaFormat
import TilawaQuran

/// What names a reciter's record: its id in attributes of ids, its name in relations.
struct CloudReciter {
  let id: String
  let record: String
  let riwayah: Riwayah?
}

/// Makes records of recordings, reciters and the files of a library.
struct CloudWriter {
  private var records: [JSONValue] = []
  var losses = Losses()
  /// What rows of a journal say that no record has a place for, by key and list.
  var lost: [String: Int] = [:]
  /// The records of reciters, by our ids.
  private var reciters: [String: CloudReciter] = [:]
  /// The riwayat of reciters whose recordings are all in one.
  private var usual: [String: Riwayah] = [:]
  /// Whether relations are references of CloudKit; SwiftData writes the name of the record as text.
  private var hasReferences = false

  mutating func text(_ collection: RecordingCollection) -> ForeignText {
    hasReferences =
      collection.recordings.contains { extra(CloudName.relationKey, $0.extras) != nil }
      || collection.library.files[.playback]?.holds("\n\(CloudName.relationKey):") ?? false
    let named = Dictionary(grouping: collection.recordings) { $0.facts.reciter ?? "" }
    usual = named.compactMapValues { recordings in
      let riwayat = Set(recordings.map(\.facts.riwayah))
      return riwayat.count == 1 ? riwayat.first.flatMap(\.self) : nil
    }
    for profile in collection.library.reciters + collection.recordings.compactMap(\.reciter) { add(profile) }
    for (index, recording) in collection.recordings.enumerated() { add(recording, index) }
    if let text = collection.library.files[.playback] { addPlayback(text) }
    if let text = collection.library.files[.bookmarks] { addBookmarks(text) }
    if let text = collection.library.files[.listening] { addListening(text) }
    addJournal(collection.library.files)
    return ForeignText(document, losses: losses)
  }

  /// The records so far.
  var document: String { (["records": .array(records)] as JSONValue).documentText }

  enum Value {
    case text(String)
    case seconds(Milliseconds)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case date(Timestamp)
    /// The name of another record.
    case relation(String)
    /// The same where the model says that it is a reference; and several.
    case reference(String)
    case references([String])
  }

  private static func reference(_ name: String) -> JSONValue {
    ["recordName": .string(name), "action": "NONE"]
  }

  mutating func add(_ entity: String, _ name: String, _ fields: [(String, Value?)]) {
    var members: [JSONValue.Member] = [
      .init("CD_entityName", ["value": .string(entity), "type": "STRING"])
    ]
    for (key, value) in fields {
      guard let value else { continue }
      let pair: (JSONValue, JSONValue) =
        switch value {
        case .text(let text): (.string(text), "STRING")
        case .seconds(let time): (time.json, "DOUBLE")
        case .number(let number): (.number("\(number)"), "DOUBLE")
        case .integer(let number): (.int(Int64(number)), "INT64")
        case .flag(let flag): (.int(flag ? 1 : 0), "INT64")
        case .date(let stamp): (.int(CloudDate.milliseconds(stamp)), "TIMESTAMP")
        case .relation(let name) where !hasReferences: (.string(name), "STRING")
        case .relation(let name), .reference(let name): (Self.reference(name), "REFERENCE")
        case .references(let names): (JSONValue(names) { Self.reference($0) }, "REFERENCE_LIST")
        }
      members.append(.init("CD_\(key)", ["value": pair.0, "type": pair.1]))
    }
    records.append([
      "recordName": .string(name), "recordType": .string("CD_\(entity)"), "fields": .object(members),
    ])
  }

  private func extra(_ key: String, _ extras: [ExtraKey]) -> String? { CloudName.text(key, extras) }

  /// Counts the keys of the user's own that no record has.
  private mutating func count(_ extras: [ExtraKey], besides kept: String...) {
    losses.add(.xkeys, extras.count { !CloudName.keys.contains($0.key) && !kept.contains($0.key) })
  }

  // MARK: Reciters

  private mutating func add(_ profile: ReciterDraft) {
    guard reciters[profile.id] == nil else { return }
    let (id, name) = CloudName.identity(profile.extras, else: "reciter-\(profile.id)", id: profile.id)
    let riwayah = profile.riwayah ?? usual[profile.id]
    reciters[profile.id] = CloudReciter(id: id, record: name, riwayah: riwayah)
    // The model has one source, within the record; further ones are records of the app's second age.
    let own = profile.sources.first.flatMap { isOwn($0, of: profile) ? $0 : nil }
    add(
      "Reciter", name,
      [
        ("id", .text(id)), ("name", .text(profile.name)), ("shortName", profile.shortName.map(Value.text)),
        ("riwayah", riwayah.map { .text($0.rawValue) }),
        ("remoteBaseURL", own?.url.map(Value.text)), ("localCacheDirectory", own?.cache.map(Value.text)),
        ("audioFileFormat", own.map { .text(format($0)) }),
        ("fileNamingPattern", own.map { .text($0.pattern) }),
        ("coverImageURL", profile.image.map(Value.text)), ("sortOrder", profile.sortOrder.map(Value.integer)),
        ("style", profile.style.map(Value.text)),
      ])
    if profile.arabicName != nil { losses.add(.meta) }
    count(profile.extras)
    for (index, source) in profile.sources.enumerated() {
      losses.add(.meta, (source.bitrate == nil ? 0 : 1) + (source.numbering == nil ? 0 : 1))
      if own == nil || index > 0 { add(source, index, of: profile, name: name) }
    }
  }

  private func format(_ source: ReciterDraft.Source) -> String {
    source.format ?? source.pattern.words(by: ".").dropFirst().last.map(String.init) ?? "mp3"
  }

  private func isOwn(_ source: ReciterDraft.Source, of profile: ReciterDraft) -> Bool {
    source.extras.isEmpty && (source.riwayah ?? profile.riwayah) == profile.riwayah
      && CloudPattern.isOfFirstAge(source.pattern)
  }

  private mutating func add(
    _ source: ReciterDraft.Source, _ index: Int, of profile: ReciterDraft, name reciter: String
  ) {
    let format = format(source)
    let naming = CloudPattern.name(of: source.pattern, format: format)
    let template = naming == nil ? CloudPattern.template(source) : nil
    if source.cache != nil { losses.add(.meta) }
    count(source.extras, besides: "x-cdn-folder", "x-cdn-version")
    guard let url = source.url, naming != nil || template != nil else {
      losses.add(.meta)
      return
    }
    let (id, name) = CloudName.identity(source.extras, else: "source-\(index + 1)-of-\(reciter)")
    add(
      "ReciterCDNSource", name,
      [
        ("id", .text(id)), ("reciter", .relation(reciter)),
        ("baseURL", naming == nil ? nil : .text(url)),
        ("urlTemplate", template.map(Value.text)),
        ("riwayah", (source.riwayah ?? profile.riwayah).map { .text($0.rawValue) }),
        ("audioFileFormat", source.format == nil && naming == nil ? nil : .text(format)),
        ("namingPatternType", .text(naming ?? "url_template")),
        ("sortOrder", .integer(index)),
        ("cdnFolderId", extra("x-cdn-folder", source.extras).map(Value.text)),
        ("cdnVersion", extra("x-cdn-version", source.extras).flatMap { Int($0) }.map(Value.integer)),
      ])
  }

  /// The record of a reciter; one of whom nobody knows more than the id is made with it for a name.
  mutating func reciter(_ id: String?, named name: String? = nil) -> CloudReciter? {
    guard let id = id ?? name.flatMap({ RecordingDraft.identifier(from: $0) }) else { return nil }
    if reciters[id] == nil { add(ReciterDraft(id: id, name: name ?? id)) }
    return reciters[id]
  }

  // MARK: Recordings

  private mutating func add(_ recording: AnnotatedRecording, _ index: Int) {
    let facts = recording.facts
    let audio = facts.audio
    let (id, name) = CloudName.identity(
      recording.extras, else: facts.id.isEmpty ? "unnamed-\(index + 1)" : "recording-\(facts.id)",
      id: facts.id.isEmpty ? nil : facts.id)
    let lost: [Bool] = [
      audio?.sha256 != nil, audio?.sampleRate != nil, audio?.channels != nil, audio?.url != nil,
      facts.countsOtherwise, !facts.passage.isEmpty, facts.place != nil,
    ]
    losses.add(.meta, lost.count { $0 })
    count(recording.extras, besides: "x-storage-path")
    losses.add(
      .note, recording.segments.count { $0.row.note != nil } + recording.markers.count { $0.row.note != nil })
    if recording.counting != .kufi { losses.add(.numbering, recording.segments.count) }
    let ayat = recording.segments.compactMap(\.row.ayah)
    let status = facts.status ?? recording.annotation.status
    let reciter = reciter(facts.reciter, named: recording.reciter?.name ?? recording.reciterName)
    add(
      "Recording", name,
      [
        ("id", .text(id)), ("title", facts.title.map(Value.text)),
        ("sourceFileName", facts.sourceFile.map(Value.text)),
        ("storagePath", (extra("x-storage-path", recording.extras) ?? audio?.file).map(Value.text)),
        ("durationSeconds", audio?.duration.map(Value.seconds)),
        ("fileFormat", audio?.format.map(Value.text)),
        ("fileSizeBytes", audio?.bytes.map { .integer(Int($0)) }),
        ("importedAt", facts.importedAt.map(Value.date)),
        ("recordedAt", facts.recordedAt.map(Value.date)),
        ("annotationStatus", status.map { .text($0.rawValue) }),
        ("notes", facts.notes.map(Value.text)),
        ("coversSurahStart", ayat.map(\.first.surah).min().map(Value.integer)),
        ("coversSurahEnd", ayat.map(\.last.surah).max().map(Value.integer)),
        ("reciter", reciter.map { .relation($0.record) }),
      ])
    // A recording has no riwayah there but its reciter's.
    let riwayah = facts.riwayah == reciter?.riwayah ? nil : facts.riwayah
    for (place, segment) in recording.segments.enumerated() {
      add(segment, "segment-\(place + 1)-of-\(name)", name, riwayah)
    }
    for (place, marker) in recording.markersInTime.enumerated() {
      add(marker, "marker-\(place + 1)-of-\(name)", name, place, riwayah)
    }
  }

  private mutating func add(
    _ segment: SegmentRow, _ name: String, _ recording: String, _ riwayah: Riwayah?
  ) {
    let row = segment.row
    guard let ayat = row.ayah else { return }
    // There is a place for the join between two surahs, and for no other.
    let join = ayat.crossesSurahs && row.joins.count == 1 ? row.joins.first : nil
    if !row.joins.isEmpty, join == nil { losses.add(.joins) }
    count(segment.extras, besides: "x-sort")
    let (id, name) = CloudName.identity(segment.extras, else: name)
    let order = extra("x-sort", segment.extras).flatMap { Int($0) } ?? row.priority.map { -$0 }
    add(
      "RecordingSegment", name,
      [
        ("id", .text(id)), ("recording", .relation(recording)),
        ("startOffsetSeconds", .seconds(row.start)),
        ("endOffsetSeconds", .seconds(row.end)), ("surahNumber", .integer(ayat.first.surah)),
        ("ayahNumber", .integer(ayat.first.number)), ("endSurahNumber", .integer(ayat.last.surah)),
        ("endAyahNumber", .integer(ayat.last.number)), ("isCrosssurahSegment", .flag(ayat.crossesSurahs)),
        ("crossSurahJoinOffsetSeconds", join.map { .seconds($0 - row.start) }),
        ("riwayah", (row.riwayah ?? riwayah).map { .text($0.rawValue) }),
        ("reciter", reciter(row.reciter).map { .relation($0.record) }),
        ("isManuallyAnnotated", .flag(row.isVerified)), ("confidenceScore", row.confidence.map(Value.number)),
        ("userSortOrder", order.map(Value.integer)),
      ])
  }

  private mutating func add(
    _ marker: MarkerRow, _ name: String, _ recording: String, _ index: Int, _ riwayah: Riwayah?
  ) {
    let row = marker.row
    let crop = extra("x-crop", marker.extras)
    // Of the app's second age is what the model has no name for; a plain marker needs none of it.
    let type =
      crop == "before" ? "cropBefore" : row.skip != nil ? "cropAfter" : extra("x-marker-type", marker.extras)
    let last = row.ayah.flatMap { $0.isSingle ? nil : $0.last }
    count(marker.extras, besides: "x-crop", "x-marker-type")
    if row.confidence != nil { losses.add(.conf) }
    if !row.joins.isEmpty { losses.add(.joins) }
    if let skip = row.skip, skip != SkipKind.other.rawValue { losses.add(.skip) }
    let (id, name) = CloudName.identity(marker.extras, else: name)
    add(
      "AyahMarker", name,
      [
        ("id", .text(id)), ("recording", .relation(recording)),
        ("positionSeconds", .seconds(crop == "before" ? row.end ?? row.at : row.at)),
        ("markerIndex", .integer(index)),
        ("isConfirmed", .flag(row.isConfirmed)), ("assignedSurah", row.ayah.map { .integer($0.first.surah) }),
        ("assignedAyah", row.ayah.map { .integer($0.first.number) }),
        ("assignedEndSurah", last.map { .integer($0.surah) }),
        ("assignedEndAyah", last.map { .integer($0.number) }),
        ("endPositionSeconds", crop == nil ? row.end.map(Value.seconds) : nil),
        ("reciterID", reciter(row.reciter).map { .text($0.id) }),
        ("riwayah", (row.riwayah ?? riwayah).map { .text($0.rawValue) }),
        ("markerType", type.map(Value.text)),
      ])
  }
}
