import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

/// Makes recordings, reciters and the files of a library of an app's records.
struct CloudReader {
  let json: JSONSource
  var records: [String: [CloudRecord]] = [:]
  /// Reciters by the names of their records and by their ids.
  var reciters: [String: ReciterProfile] = [:]
  var left: [(entity: String, key: String, place: Place)] = []

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws(ExchangeFailure) {
    json = try JSONSource(source, options, report)
    for node in json.root["records"]?.items ?? json.root.items ?? [] {
      guard let record = CloudRecord(node) else {
        json.complain("a record has a \"recordType\" such as \"CD_Recording\"", at: node)
        continue
      }
      records[record.entity, default: []].append(record)
    }
  }

  mutating func collection() -> RecordingCollection {
    readReciters()
    var recordings = all("Recording").map { recording($0) }
    let places = Dictionary(
      recordings.enumerated().flatMap { index, found in found.names.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    func index(_ name: String?) -> Int? { name.flatMap { places[$0] } }
    var orphans: [String: Int] = [:]
    for record in all("RecordingSegment") {
      var record = record
      guard let place = index(record.reference("recording")) ?? (recordings.count == 1 ? 0 : nil) else {
        orphans["segments", default: 0] += 1
        continue
      }
      if let row = segment(record) { recordings[place].recording.segments.append(row) }
    }
    for record in all("AyahMarker") {
      var record = record
      guard let place = index(record.reference("recording")) ?? (recordings.count == 1 ? 0 : nil) else {
        orphans["markers", default: 0] += 1
        continue
      }
      if let row = marker(record) { recordings[place].recording.markers.append(row) }
    }
    for (noun, count) in orphans.sorted(by: { $0.key < $1.key }) {
      json.report.add(
        ExchangeRules.unplaced, "\(count) \(noun) of recordings that are not here left out",
        at: json.place(json.root))
    }
    var collection = RecordingCollection(recordings.map(\.recording))
    var seen: Set<String> = []
    collection.library.reciters = all("Reciter").compactMap { reciters[$0.name] }.filter {
      seen.insert($0.id).inserted
    }
    if let text = playback() { collection.library.files[.playback] = text }
    if let text = bookmarks() { collection.library.files[.bookmarks] = text }
    if let text = listening() { collection.library.files[.listening] = text }
    tellTheRest()
    return collection
  }

  func all(_ entity: String) -> [CloudRecord] { records[entity] ?? [] }

  mutating func leave(_ record: CloudRecord, except derived: Set<String> = []) {
    for field in record.fields where !derived.contains(field.key) {
      left.append((record.entity, field.key, json.place(record.node)))
    }
  }

  private func tellTheRest() {
    let known: Set<String> = [
      "Recording", "RecordingSegment", "AyahMarker", "Reciter", "ReciterCDNSource", "PlaybackSettings",
      "ReciterPriorityEntry", "UserBookmark", "ListeningSession",
    ]
    for (entity, records) in records.sorted(by: { $0.key < $1.key }) where !known.contains(entity) {
      guard let first = records.first else { continue }
      json.report.add(
        ExchangeRules.unplaced,
        "\(records.count == 1 ? "1 record" : "\(records.count) records") of the type CD_\(entity) left out",
        at: json.place(first.node))
    }
    var counts: [String: (count: Int, place: Place)] = [:]
    for item in left {
      counts["\(item.entity).\(item.key)", default: (0, item.place)].count += 1
    }
    for (name, item) in counts.sorted(by: { $0.key < $1.key }) {
      json.report.add(
        ExchangeRules.unplaced, "\(name) left out (\(item.count == 1 ? "once" : "\(item.count) times"))",
        at: item.place)
    }
  }

  private func riwayah(_ text: String?, _ record: CloudRecord) -> Riwayah? {
    guard let text else { return nil }
    guard let riwayah = Riwayah(text) else {
      json.complain("\"\(text)\" is no riwayah that is known", at: record.node)
      return nil
    }
    return riwayah
  }

  // MARK: Reciters

  private mutating func readReciters() {
    var sources: [String: [(order: Int, source: ReciterProfile.Source)]] = [:]
    for given in all("ReciterCDNSource") {
      var record = given
      let owner = record.reference("reciter") ?? ""
      let order = record.integer("sortOrder") ?? 0
      if let source = source(&record) { sources[owner, default: []].append((order, source)) }
      _ = record.take("id")
      leave(record)
    }
    var ids: Set<String> = []
    for given in all("Reciter") {
      var record = given
      let uuid = record.text("id")
      let name = record.text("name") ?? "Unknown Reciter"
      let base = RecordingDraft.identifier(from: name) ?? uuid ?? record.name
      var id = base
      var number = 2
      while !ids.insert(id).inserted {
        id = "\(base)-\(number)"
        number += 1
      }
      var profile = ReciterProfile(id: id, name: name)
      profile.shortName = record.text("shortName")
      profile.style = record.text("style")
      profile.image = record.text("coverImageURL")
      profile.sortOrder = record.integer("sortOrder")
      profile.riwayah = riwayah(record.text("riwayah"), record)
      // The first versions of the app had one source, within the reciter.
      let url = record.text("remoteBaseURL")
      let format = record.text("audioFileFormat")
      let naming = record.text("namingPatternType")
      if let url, let pattern = CloudPattern.pattern(named: naming ?? "surah_ayah", format: format ?? "mp3") {
        var source = ReciterProfile.Source(url: url, pattern: pattern)
        source.format = format
        profile.sources.append(source)
      }
      let own = (sources[record.name] ?? []) + (uuid == record.name ? [] : sources[uuid ?? ""] ?? [])
      profile.sources += own.enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      .map(\.element.source)
      if let uuid { profile.extras.append(ExtraKey("x-cloud-id", .string(uuid))) }
      leave(record, except: ["recordings", "cdnSources"])
      reciters[record.name] = profile
      if let uuid { reciters[uuid] = profile }
    }
  }

  private func source(_ record: inout CloudRecord) -> ReciterProfile.Source? {
    let base = record.text("baseURL")
    let template = record.text("urlTemplate")
    let format = record.text("audioFileFormat")
    let naming = record.text("namingPatternType")
    let riwayah = riwayah(record.text("riwayah"), record)
    var source: ReciterProfile.Source
    if let template {
      guard let parts = CloudPattern.parts(ofTemplate: template) else {
        json.complain("the template \"\(template)\" holds what no pattern can say", at: record.node)
        return nil
      }
      source = ReciterProfile.Source(url: parts.url, pattern: parts.pattern)
    } else if let base,
      let pattern = CloudPattern.pattern(named: naming ?? "surah_ayah", format: format ?? "mp3")
    {
      source = ReciterProfile.Source(url: base, pattern: pattern)
    } else {
      json.complain("a source has a \"baseURL\" and a way of naming, or a \"urlTemplate\"", at: record.node)
      return nil
    }
    source.format = format
    source.riwayah = riwayah
    if let folder = record.text("cdnFolderId") {
      source.extras.append(ExtraKey("x-cdn-folder", .string(folder)))
    }
    if let version = record.integer("cdnVersion") {
      source.extras.append(ExtraKey("x-cdn-version", .int(Int64(version))))
    }
    return source
  }

  func reciter(_ name: String?) -> ReciterProfile? { name.flatMap { reciters[$0] } }

  // MARK: Recordings

  private mutating func recording(_ given: CloudRecord) -> (names: [String], recording: AnnotatedRecording) {
    var record = given
    var recording = AnnotatedRecording()
    recording.facts.numbering = json.options.numbering
    let id = record.text("id")
    recording.facts.id = [id, record.name].compactMap(\.self).first { RecordingDraft.isIdentifier($0) } ?? ""
    recording.facts.title = record.text("title")
    recording.facts.sourceFile = record.text("sourceFileName")
    recording.facts.notes = record.text("notes")
    recording.facts.importedAt = record.date("importedAt")
    recording.facts.recordedAt = record.date("recordedAt")
    recording.facts.riwayah = riwayah(record.text("riwayah"), record)
    let path = record.text("storagePath")
    var audio = RecordingDraft.Audio(file: path?.words(by: "/").last.map(String.init) ?? "")
    audio.duration = record.seconds("durationSeconds")
    audio.format = record.text("fileFormat")
    audio.bytes = record.take("fileSizeBytes")?.number.flatMap { Int64($0) }
    if path != nil || audio.duration != nil { recording.facts.audio = audio }
    if let path, path != audio.file { recording.extras.append(ExtraKey("x-storage-path", .string(path))) }
    if let profile = reciter(record.reference("reciter")) {
      recording.facts.reciter = profile.id
      recording.reciter = profile
    }
    // State and coverage are derived here.
    leave(record, except: ["annotationStatus", "coversSurahStart", "coversSurahEnd", "segments", "markers"])
    return ([record.name, id ?? record.name], recording)
  }

  private func ayat(_ surah: Int?, _ ayah: Int?, _ endSurah: Int?, _ endAyah: Int?) -> AyahRange? {
    guard let surah, let ayah else { return nil }
    return AyahRange(Ayah(surah, ayah), Ayah(endSurah ?? surah, endAyah ?? ayah))
  }

  private mutating func segment(_ given: CloudRecord) -> SegmentRow? {
    var record = given
    let place = json.place(record.node)
    let start = record.seconds("startOffsetSeconds")
    let end = record.seconds("endOffsetSeconds")
    let ayat = ayat(
      record.integer("surahNumber"), record.integer("ayahNumber"), record.integer("endSurahNumber"),
      record.integer("endAyahNumber"))
    guard let start, let end, let ayat else {
      json.complain("a segment has its two offsets, a surah and an ayah", at: record.node)
      return nil
    }
    var row = SegmentDraft(ayah: ayat, start: start, end: end)
    let crosses = record.flag("isCrosssurahSegment")
    if let join = record.seconds("crossSurahJoinOffsetSeconds"), crosses ?? ayat.crossesSurahs {
      // Said to count from the segment, and used as a place in the recording: taken for what it can be.
      if start < join, join < end {
        row.joins = [join]
      } else if start < start + join, start + join < end {
        row.joins = [start + join]
      } else {
        json.report.add(
          ExchangeRules.unplaced, "the join at \(join) lies outside of \(ayat) and is left out", at: place)
      }
    }
    row.isVerified = record.flag("isManuallyAnnotated") ?? false
    let confidence = record.take("confidenceScore")?.confidence
    // What a person marked has the score 0, which says nothing.
    row.confidence = row.isVerified && confidence == 0 ? nil : confidence
    row.riwayah = riwayah(record.text("riwayah"), record)
    row.reciter = reciter(record.reference("reciter"))?.id
    var extras: [ExtraKey] = []
    if let order = record.integer("userSortOrder") {
      // The app plays the lowest first.
      if abs(order) <= 1000 {
        row.priority = -order
      } else {
        extras.append(ExtraKey("x-sort", .int(Int64(order))))
      }
    }
    leave(record, except: ["id"])
    return SegmentRow(row, extras: extras, at: place)
  }

  private mutating func marker(_ given: CloudRecord) -> MarkerRow? {
    var record = given
    guard let at = record.seconds("positionSeconds") else {
      json.complain("a marker has \"positionSeconds\"", at: record.node)
      return nil
    }
    var row = MarkerDraft(at: at)
    var extras: [ExtraKey] = []
    row.ayah = ayat(
      record.integer("assignedSurah"), record.integer("assignedAyah"), record.integer("assignedEndSurah"),
      record.integer("assignedEndAyah"))
    row.isConfirmed = record.flag("isConfirmed") ?? false
    row.end = record.seconds("endPositionSeconds")
    row.riwayah = riwayah(record.text("riwayah"), record)
    row.reciter = reciter(record.reference("reciterID"))?.id
    switch record.text("markerType") {
    case "cropAfter":
      row.ayah = nil
      row.skip = "other"
      extras.append(ExtraKey("x-crop", "after"))
    case "cropBefore":
      // What is cut lies before it.
      row.ayah = nil
      row.skip = "other"
      row.end = at
      row.at = .zero
      extras.append(ExtraKey("x-crop", "before"))
    case let type?:
      if type != "ayah" { extras.append(ExtraKey("x-marker-type", .string(type))) }
    case nil: break
    }
    leave(record, except: ["id", "markerIndex"])
    return MarkerRow(row, extras: extras, at: json.place(record.node))
  }
}
