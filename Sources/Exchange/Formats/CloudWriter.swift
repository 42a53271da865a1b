import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

/// Makes records of recordings, reciters and the files of a library.
struct CloudWriter {
  private var records: [JSONValue] = []
  private var losses = Losses()
  /// Names of the records of reciters, by our ids.
  private var reciters: [String: String] = [:]

  mutating func text(_ collection: RecordingCollection) -> ForeignText {
    for profile in collection.library.reciters + collection.recordings.compactMap(\.reciter) { add(profile) }
    for (index, recording) in collection.recordings.enumerated() { add(recording, index) }
    if let text = collection.library.files[.playback] { addPlayback(text) }
    if let text = collection.library.files[.bookmarks] { addBookmarks(text) }
    if let text = collection.library.files[.listening] { addListening(text) }
    let document: JSONValue = ["records": .array(records)]
    return ForeignText(document.documentText, losses: losses)
  }

  private enum Value {
    case text(String)
    case seconds(Milliseconds)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case date(Timestamp)
  }

  private mutating func add(_ entity: String, _ name: String, _ fields: [(String, Value?)]) {
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
        }
      members.append(.init("CD_\(key)", ["value": pair.0, "type": pair.1]))
    }
    records.append([
      "recordName": .string(name), "recordType": .string("CD_\(entity)"), "fields": .object(members),
    ])
  }

  private func extra(_ key: String, _ extras: [ExtraKey]) -> String? {
    extras.first { $0.key == key }.map(\.value.plainText)
  }

  // MARK: Reciters

  private mutating func add(_ profile: ReciterProfile) {
    guard reciters[profile.id] == nil else { return }
    let name = extra("x-cloud-id", profile.extras) ?? profile.id
    reciters[profile.id] = name
    add(
      "Reciter", name,
      [
        ("id", .text(name)), ("name", .text(profile.name)), ("shortName", profile.shortName.map(Value.text)),
        ("style", profile.style.map(Value.text)), ("coverImageURL", profile.image.map(Value.text)),
        ("sortOrder", profile.sortOrder.map(Value.integer)),
      ])
    if profile.arabicName != nil { losses.add(.meta) }
    losses.add(.xkeys, profile.extras.count { $0.key != "x-cloud-id" })
    for (index, source) in profile.sources.enumerated() {
      let format = source.format ?? source.pattern.words(by: ".").last.map(String.init) ?? "mp3"
      let naming = CloudPattern.name(of: source.pattern, format: format)
      let template = naming == nil ? CloudPattern.template(source) : nil
      guard let url = source.url, naming != nil || template != nil else {
        losses.add(.meta)
        continue
      }
      let riwayah = source.riwayah ?? profile.riwayah
      let kept = ["x-cdn-folder", "x-cdn-version"]
      losses.add(.xkeys, source.extras.count { !kept.contains($0.key) })
      losses.add(.meta, (source.bitrate == nil ? 0 : 1) + (source.cache == nil ? 0 : 1))
      add(
        "ReciterCDNSource", "\(name)-source-\(index + 1)",
        [
          ("reciter", .text(name)), ("baseURL", naming == nil ? nil : .text(url)),
          ("urlTemplate", template.map(Value.text)), ("riwayah", riwayah.map { .text($0.rawValue) }),
          ("audioFileFormat", source.format == nil && naming == nil ? nil : .text(format)),
          ("namingPatternType", .text(naming ?? "url_template")),
          ("sortOrder", .integer(index)),
          ("cdnFolderId", extra("x-cdn-folder", source.extras).map(Value.text)),
          ("cdnVersion", extra("x-cdn-version", source.extras).flatMap { Int($0) }.map(Value.integer)),
        ])
    }
  }

  /// The record of a reciter; one of whom nobody knows more than the id is made with it for a name.
  private mutating func reciter(_ id: String?, named name: String? = nil) -> String? {
    guard let id = id ?? name.flatMap({ RecordingDraft.identifier(from: $0) }) else { return nil }
    if reciters[id] == nil { add(ReciterProfile(id: id, name: name ?? id)) }
    return reciters[id]
  }

  // MARK: Recordings

  private mutating func add(_ recording: AnnotatedRecording, _ index: Int) {
    losses.add(
      Losses(of: .cloudKit, WritingOptions(), in: recording, excluding: [.meta, .xkeys, .note, .marker]))
    let facts = recording.facts
    let audio = facts.audio
    let name = facts.id.isEmpty ? "recording-\(index + 1)" : facts.id
    let lost: [Bool] = [
      audio?.sha256 != nil, audio?.sampleRate != nil, audio?.channels != nil, audio?.url != nil,
      facts.numbering != nil, !facts.passage.isEmpty, facts.place != nil,
    ]
    losses.add(.meta, lost.count { $0 })
    losses.add(.xkeys, recording.extras.count { $0.key != "x-storage-path" })
    losses.add(
      .note, recording.segments.count { $0.row.note != nil } + recording.markers.count { $0.row.note != nil })
    if recording.counting != .kufi { losses.add(.numbering, recording.segments.count) }
    let ayat = recording.segments.compactMap(\.row.ayah)
    add(
      "Recording", name,
      [
        ("id", .text(name)), ("title", facts.title.map(Value.text)),
        ("sourceFileName", facts.sourceFile.map(Value.text)),
        ("storagePath", (extra("x-storage-path", recording.extras) ?? audio?.file).map(Value.text)),
        ("durationSeconds", audio?.duration.map(Value.seconds)),
        ("fileFormat", audio?.format.map(Value.text)),
        ("fileSizeBytes", audio?.bytes.map { .integer(Int($0)) }),
        ("importedAt", facts.importedAt.map(Value.date)),
        ("recordedAt", facts.recordedAt.map(Value.date)),
        ("annotationStatus", .text(recording.segments.isEmpty ? "unannotated" : "partial")),
        ("riwayah", facts.riwayah.map { .text($0.rawValue) }), ("notes", facts.notes.map(Value.text)),
        ("coversSurahStart", ayat.map(\.first.surah).min().map(Value.integer)),
        ("coversSurahEnd", ayat.map(\.last.surah).max().map(Value.integer)),
        (
          "reciter",
          reciter(facts.reciter, named: recording.reciter?.name ?? recording.reciterName).map(Value.text)
        ),
      ])
    for (place, segment) in recording.segments.enumerated() {
      add(segment, "\(name)-segment-\(place + 1)", name)
    }
    for (place, marker) in recording.markersInTime.enumerated() {
      add(marker, "\(name)-marker-\(place + 1)", name, place)
    }
  }

  private mutating func add(_ segment: SegmentRow, _ name: String, _ recording: String) {
    let row = segment.row
    guard let ayat = row.ayah else { return }
    // There is a place for the join between two surahs, and for no other.
    let join = ayat.crossesSurahs && row.joins.count == 1 ? row.joins.first : nil
    if !row.joins.isEmpty, join == nil { losses.add(.joins) }
    losses.add(.xkeys, segment.extras.count { $0.key != "x-sort" })
    let order = extra("x-sort", segment.extras).flatMap { Int($0) } ?? row.priority.map { -$0 }
    add(
      "RecordingSegment", name,
      [
        ("id", .text(name)), ("recording", .text(recording)), ("startOffsetSeconds", .seconds(row.start)),
        ("endOffsetSeconds", .seconds(row.end)), ("surahNumber", .integer(ayat.first.surah)),
        ("ayahNumber", .integer(ayat.first.number)), ("endSurahNumber", .integer(ayat.last.surah)),
        ("endAyahNumber", .integer(ayat.last.number)), ("isCrosssurahSegment", .flag(ayat.crossesSurahs)),
        ("crossSurahJoinOffsetSeconds", join.map(Value.seconds)),
        ("riwayah", row.riwayah.map { .text($0.rawValue) }),
        ("reciter", reciter(row.reciter).map(Value.text)),
        ("isManuallyAnnotated", .flag(row.isVerified)), ("confidenceScore", row.confidence.map(Value.number)),
        ("userSortOrder", order.map(Value.integer)),
      ])
  }

  private mutating func add(_ marker: MarkerRow, _ name: String, _ recording: String, _ index: Int) {
    let row = marker.row
    let crop = extra("x-crop", marker.extras)
    let type = crop == "before" ? "cropBefore" : row.skip != nil ? "cropAfter" : "ayah"
    losses.add(.xkeys, marker.extras.count { $0.key != "x-crop" })
    if row.confidence != nil { losses.add(.marker) }
    add(
      "AyahMarker", name,
      [
        ("id", .text(name)), ("recording", .text(recording)),
        ("positionSeconds", .seconds(crop == "before" ? row.end ?? row.at : row.at)),
        ("markerIndex", .integer(index)),
        ("isConfirmed", .flag(row.isConfirmed)), ("assignedSurah", row.ayah.map { .integer($0.first.surah) }),
        ("assignedAyah", row.ayah.map { .integer($0.first.number) }),
        ("assignedEndSurah", row.ayah.map { .integer($0.last.surah) }),
        ("assignedEndAyah", row.ayah.map { .integer($0.last.number) }),
        ("endPositionSeconds", crop == nil ? row.end.map(Value.seconds) : nil),
        ("reciterID", reciter(row.reciter).map(Value.text)),
        ("riwayah", row.riwayah.map { .text($0.rawValue) }),
        ("markerType", .text(type)),
      ])
  }

  // MARK: Files of the library

  private mutating func addPlayback(_ text: String) {
    let source = SourceText(path: LibraryFileKind.playback.path, bytes: Array(text.utf8))
    guard let playback = BundleFile<Playback>(playback: source).content else { return }
    // The app has one set of settings.
    losses.add(.meta, playback.profiles.count)
    let keys = playback.keys
    let after = keys.afterLast?.value
    var (action, ayat, pages) = (String?.none, Int?.none, Int?.none)
    switch after {
    case .stop: action = "stop"
    case .ayat(let count): (action, ayat) = ("continueAyaat", count)
    case .pages(let count): (action, pages) = ("continuePages", count)
    case nil: break
    }
    func count(_ repeats: Repeats?) -> Value? { repeats.map { .integer($0.count ?? -1) } }
    let lost: [Bool] = [
      keys.numbering != nil, keys.basmalah != nil, keys.missing != nil, keys.memorisation != nil,
      keys.showsWords != nil,
    ]
    losses.add(.meta, lost.count { $0 })
    let range = keys.ayat?.value
    add(
      "PlaybackSettings", "playback",
      [
        ("id", .text("playback")), ("startSurah", range.map { .integer($0.first.surah) }),
        ("startAyah", range.map { .integer($0.first.number) }),
        ("endSurah", range.map { .integer($0.last.surah) }),
        ("endAyah", range.map { .integer($0.last.number) }),
        ("usePageRange", keys.pages == nil && range == nil ? nil : .flag(keys.pages != nil)),
        ("startPage", keys.pages.map { .integer($0.value.first) }),
        ("endPage", keys.pages.map { .integer($0.value.last) }),
        ("connectionAyahBefore", keys.connectBefore.map { .integer($0.value) }),
        ("connectionAyahAfter", keys.connectAfter.map { .integer($0.value) }),
        ("playbackSpeed", keys.speed.map { .number($0.value.factor) }),
        ("gapBetweenAyaatMs", keys.gap.map { .integer(Int($0.value.count)) }),
        ("ayahRepeatCount", count(keys.ayahRepeats?.value)),
        ("rangeRepeatCount", count(keys.rangeRepeats?.value)),
        ("afterRepeatAction", action.map(Value.text)),
        ("afterRepeatContinueAyaatCount", ayat.map(Value.integer)),
        ("afterRepeatContinuePagesCount", pages.map(Value.integer)),
        ("selectedRiwayah", keys.riwayah.map { .text($0.value.rawValue) }),
        ("showRepetitionCounter", keys.showsRepetition.map { .flag($0.value) }),
        ("showReciterName", keys.showsReciter.map { .flag($0.value) }),
      ])
    for (index, entry) in (keys.reciters?.value ?? []).enumerated() {
      guard let id = entry.id?.value, let name = reciter(id) else { continue }
      add(
        "ReciterPriorityEntry", "playback-reciter-\(index + 1)",
        [
          ("id", .text("playback-reciter-\(index + 1)")), ("settings", .text("playback")),
          ("order", .integer(index)),
          ("reciterId", .text(name)), ("isEnabled", .flag(entry.isEnabled)),
        ])
    }
  }

  private mutating func addBookmarks(_ text: String) {
    let source = SourceText(path: LibraryFileKind.bookmarks.path, bytes: Array(text.utf8))
    for (index, row) in (BundleFile<BookmarksFile>(bookmarks: source).content?.rows ?? []).enumerated() {
      add(
        "UserBookmark", "bookmark-\(index + 1)",
        [
          ("surah", row.ayah.map { .integer($0.value.surah) }),
          ("ayah", row.ayah.map { .integer($0.value.number) }),
          ("page", row.page.map { .integer($0.value) }), ("label", row.label.map { .text($0.value) }),
          ("color", row.color.map { .text($0.value) }), ("createdAt", row.created.map { .date($0.value) }),
        ])
    }
  }

  private mutating func addListening(_ text: String) {
    let source = SourceText(path: LibraryFileKind.listening.path, bytes: Array(text.utf8))
    guard let listening = BundleFile<Listening>(listening: source).content, let ayah = listening.ayah?.value
    else {
      return
    }
    losses.add(
      .meta, (listening.profile == nil ? 0 : 1) + (listening.ayat.map { $0.value.isSingle ? 0 : 1 } ?? 0))
    add(
      "ListeningSession", "listening",
      [
        ("lastSurah", .integer(ayah.surah)), ("lastAyah", .integer(ayah.number)),
        ("lastUpdated", listening.at.map { .date($0.value) }),
        ("totalListeningSeconds", listening.listened.map { .seconds($0.value) }),
      ])
  }
}
