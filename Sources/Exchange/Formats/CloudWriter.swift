import TilawaBase
import TilawaFormat
import TilawaQuran

/// Makes records of recordings, reciters and the files of a library.
struct CloudWriter {
  private var records: [JSONValue] = []
  var losses = Losses()
  /// The number of values in rows of a file that no record can carry, by key and list.
  var lost: [String: Int] = [:]
  /// The records of reciters, by our ids.
  var reciters: [String: CloudReciter] = [:]
  /// The riwayat of reciters whose recordings are all in one.
  private(set) var usual: [String: Riwayah] = [:]
  /// True if relations are CloudKit references. SwiftData writes the name of the record as text.
  private var hasReferences = false

  mutating func text(_ collection: RecordingCollection) -> ForeignText {
    let key = CloudName.relations.key
    hasReferences =
      collection.recordings.contains { CloudName.text(key, $0.extras) != nil }
      || collection.library.files[.playback]?.holds("\n\(key):") ?? false
    let named = Dictionary(grouping: collection.recordings) { $0.facts.reciter ?? "" }
    usual = named.compactMapValues { recordings in
      let riwayat = Set(recordings.map(\.facts.riwayah))
      return riwayat.count == 1 ? riwayat.first.flatMap(\.self) : nil
    }
    for profile in collection.library.reciters + collection.recordings.compactMap(\.reciter) { add(profile) }
    for (index, recording) in collection.recordings.enumerated() { add(recording, index) }
    add(collection.library.files)
    return ForeignText(document, losses: losses)
  }

  /// The records so far.
  var document: String { (["records": .array(records)] as JSONValue).documentText }

  /// The name of another record, as this file has relations.
  func relation(_ name: String) -> CloudValue { hasReferences ? .reference(name) : .text(name) }

  mutating func add(_ entity: String, _ name: String, _ attributes: [CloudAttribute]) {
    let members = ([("entityName", .text(entity))] + attributes).compactMap { key, value in
      value.map { JSONValue.Member("CD_\(key)", ["value": $0.json, "type": .string($0.type)]) }
    }
    records.append([
      "recordName": .string(name), "recordType": .string("CD_\(entity)"), "fields": .object(members),
    ])
  }

  /// Counts the keys of the user's own that no record has.
  mutating func count(_ extras: [ExtraKey], besides kept: String...) {
    losses.add(.xkeys, extras.count { !CloudName.keys.contains($0.key) && !kept.contains($0.key) })
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
    let reciter = reciter(facts.reciter, named: recording.reciter?.name ?? recording.reciterName)
    let head: [CloudAttribute] = [("id", .text(id))]
    add(
      "Recording", name,
      head + AnnotatedRecording.cloudFields.map { $0.attribute(recording) } + [
        ("reciter", reciter.map { relation($0.record) })
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
    let order = CloudName.text("x-sort", segment.extras).flatMap { Int($0) } ?? row.priority.map { -$0 }
    let reciter = reciter(row.reciter)
    add(
      "RecordingSegment", name,
      [
        ("id", .text(id)), ("recording", relation(recording)), ("startOffsetSeconds", .seconds(row.start)),
        ("endOffsetSeconds", .seconds(row.end)), ("surahNumber", .integer(ayat.first.surah)),
        ("ayahNumber", .integer(ayat.first.number)), ("endSurahNumber", .integer(ayat.last.surah)),
        ("endAyahNumber", .integer(ayat.last.number)), ("isCrosssurahSegment", .flag(ayat.crossesSurahs)),
        ("crossSurahJoinOffsetSeconds", join.map { .seconds($0 - row.start) }),
        ("riwayah", .text((row.riwayah ?? riwayah)?.rawValue)),
        ("reciter", reciter.map { relation($0.record) }), ("isManuallyAnnotated", .flag(row.isConfirmed)),
        ("confidenceScore", .number(row.confidence)), ("userSortOrder", .integer(order)),
      ])
  }

  private mutating func add(
    _ marker: MarkerRow, _ name: String, _ recording: String, _ index: Int, _ riwayah: Riwayah?
  ) {
    let row = marker.row
    let crop = CloudName.text("x-crop", marker.extras)
    // Of the app's second age is what the model has no name for; a plain marker needs none of it.
    let type =
      crop == "before"
      ? "cropBefore" : row.skip != nil ? "cropAfter" : CloudName.text("x-marker-type", marker.extras)
    let last = row.ayah.flatMap { $0.isSingle ? nil : $0.last }
    count(marker.extras, besides: "x-crop", "x-marker-type")
    if row.confidence != nil { losses.add(.conf) }
    if !row.joins.isEmpty { losses.add(.joins) }
    if let skip = row.skip, skip != SkipKind.other.rawValue { losses.add(.skip) }
    let (id, name) = CloudName.identity(marker.extras, else: name)
    let reciter = reciter(row.reciter)
    add(
      "AyahMarker", name,
      [
        ("id", .text(id)), ("recording", relation(recording)),
        ("positionSeconds", .seconds(crop == "before" ? row.end ?? row.at : row.at)),
        ("markerIndex", .integer(index)), ("isConfirmed", .flag(row.isConfirmed)),
        ("assignedSurah", .integer(row.ayah?.first.surah)),
        ("assignedAyah", .integer(row.ayah?.first.number)), ("assignedEndSurah", .integer(last?.surah)),
        ("assignedEndAyah", .integer(last?.number)),
        ("endPositionSeconds", crop == nil ? .seconds(row.end) : nil), ("reciterID", .text(reciter?.id)),
        ("riwayah", .text((row.riwayah ?? riwayah)?.rawValue)), ("markerType", .text(type)),
      ])
  }
}
