import TilawaBase
import TilawaFormat
import TilawaQuran

/// Makes recordings, reciters and the files of a library of an app's records.
struct CloudReader {
  let json: JSONSource
  var records: [String: [CloudRecord]] = [:]
  /// Reciters by the names of their records and by their ids.
  var reciters: [String: ReciterDraft] = [:]
  /// Where records say in a list what is theirs: names of owners by those of what they own.
  var owners: [String: String] = [:]
  private var names: Set<String> = []
  /// Whether relations are references.
  private var hasReferences = false
  private var left: [(name: String, place: Place)] = []

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    json = try JSONSource(input)
    for node in json.root["records"]?.items ?? json.root.items ?? [] {
      guard var record = CloudRecord(node) else {
        json.complain("this record lacks a \"recordType\" such as \"CD_Recording\"", at: node)
        continue
      }
      names.formUnion(record.keys)
      if record.hasReference { hasReferences = true }
      for list in ["segments", "markers", "recordings", "cdnSources", "reciterPriority", "notes"] {
        for name in record.names(list) { if let owner = record.keys.first { owners[name] = owner } }
      }
      record.passOver("entityName")
      records[record.entity, default: []].append(record)
    }
  }

  mutating func collection() -> RecordingCollection {
    readReciters()
    var given = all("Recording")
    var recordings = given.indices.map { recording(&given[$0]) }
    var places: [String: Int] = [:]
    for (index, record) in all("Recording").enumerated() {
      for key in record.keys where places[key] == nil { places[key] = index }
    }
    for var record in all("RecordingSegment") {
      let owner = owner(&record, "recording", places, only: recordings.count)
      guard let owner else { continue }
      if let row = segment(&record) { recordings[owner].segments.append(row) }
      leave(record)
    }
    var numbered: [Int: [(index: Int?, at: Milliseconds, record: CloudRecord)]] = [:]
    for var record in all("AyahMarker") {
      guard let owner = owner(&record, "recording", places, only: recordings.count) else { continue }
      let row = marker(&record)
      if let row { recordings[owner].markers.append(row) }
      let index = row == nil ? nil : record.peek("markerIndex")
      numbered[owner, default: []].append((index, row?.row.at ?? .zero, record))
    }
    for markers in numbered.values { leave(markers) }
    for index in recordings.indices { finish(given[index], recordings[index]) }
    var collection = RecordingCollection(recordings)
    var seen: Set<String> = []
    collection.library.reciters = all("Reciter").compactMap { $0.keys.first.flatMap { reciters[$0] } }.filter
    {
      seen.insert($0.id).inserted
    }
    if let text = playback(hasReferences: hasReferences) { collection.library.files[.playback] = text }
    if let text = bookmarks() { collection.library.files[.bookmarks] = text }
    if let text = listening() { collection.library.files[.listening] = text }
    collection.library.files.merge(journal()) { first, _ in first }
    compareSurahs()
    tellTheRest()
    return collection
  }

  func all(_ entity: String) -> [CloudRecord] { records[entity] ?? [] }

  func reciter(_ name: String) -> ReciterDraft? { reciters[name] }

  /// What a record belongs to: what it names, what names it, or the only one there is. Without any it is told.
  mutating func owner<Owner>(
    _ record: inout CloudRecord, _ key: String, _ known: [String: Owner], only count: Int
  ) -> Owner? {
    let found =
      record.reference(key) { known[$0] }
      ?? record.keys.compactMap { owners[$0] }.compactMap { known[$0] }.first
      ?? (count == 1 && !record.has(key) ? known.values.first : nil)
    if found == nil {
      left.append(("\(record.entity), whose \(key) is not here,", json.place(record.node)))
      json.input.report.leaveOut()
    }
    return found
  }

  /// Notes what of a record found no place.
  mutating func leave(_ record: CloudRecord) {
    for field in record.fields {
      // Lists of what names its owner itself.
      let list = field.value.items?.map { CloudRecord.recordName($0) }
      if let list, list.allSatisfy({ $0.map(names.contains) ?? false }) { continue }
      left.append(("\(record.entity).\(field.key)", json.place(record.node)))
    }
  }

  /// The numbers of markers follow from their times; those that don't are told.
  private mutating func leave(_ markers: [(index: Int?, at: Milliseconds, record: CloudRecord)]) {
    let inOrder = markers.compactMap { marker in marker.index.map { ($0, marker.at) } }.sorted { $0 < $1 }
    let follows = zip(inOrder, inOrder.dropFirst()).allSatisfy { $0.1 <= $1.1 }
    for marker in markers {
      var record = marker.record
      if follows, marker.index != nil { record.passOver("markerIndex") }
      leave(record)
    }
  }

  /// State and coverage follow from the rows; those that don't are told.
  private mutating func finish(_ given: CloudRecord, _ recording: AnnotatedRecording) {
    var record = given
    let ayat = recording.segments.compactMap(\.row.ayah)
    let status = recording.annotation.status?.rawValue
    record.passOver("annotationStatus") { $0.string == status }
    record.passOver("coversSurahStart") { $0.integer == ayat.map(\.first.surah).min() }
    // The app looks at where rows begin.
    let ends = [ayat.map(\.last.surah).max(), ayat.map(\.first.surah).max()]
    record.passOver("coversSurahEnd") { ends.contains($0.integer) }
    leave(record)
  }

  private func tellTheRest() {
    let known = Set([
      "Recording", "RecordingSegment", "AyahMarker", "Reciter", "ReciterCDNSource", "PlaybackSettings",
      "ReciterPriorityEntry", "UserBookmark", "ListeningSession", "Surah",
    ]).union(CloudJournal.all.map(\.entity))
    // Texts are no part of bundles; the library keeps them.
    let texts: Set<String> = ["QuranVerse", "QuranWord"]
    for (entity, records) in records.sorted(by: { $0.key < $1.key }) where !known.contains(entity) {
      guard let first = records.first else { continue }
      json.input.report.leaveOut(records.count)
      json.input.add(
        .unplaced,
        "\(records.count == 1 ? "1 record" : "\(records.count) records") of the type CD_\(entity) left out"
          + (texts.contains(entity) ? "; tilawa text add takes texts from the file" : ""),
        at: json.place(first.node))
    }
    var counts: [String: (count: Int, place: Place)] = [:]
    for item in left { counts[item.name, default: (0, item.place)].count += 1 }
    for (name, item) in counts.sorted(by: { $0.key < $1.key }) {
      json.input.add(
        .unplaced, "\(name) left out (\(item.count == 1 ? "once" : "\(item.count) times"))", at: item.place)
    }
  }

  func riwayah(_ record: inout CloudRecord) -> Riwayah? {
    record.take(["riwayah"]) { value, _ in value.string.flatMap { Riwayah($0) } }
  }

  // MARK: Recordings

  private mutating func recording(_ record: inout CloudRecord) -> AnnotatedRecording {
    var recording = AnnotatedRecording()
    recording.facts.numbering = json.input.options.numbering
    let given = [record.peek("id") { $0.string }, record.name].compactMap(\.self)
    let id =
      record.ownID("recording")
      ?? given.first { RecordingDraft.isIdentifier($0) && !$0.begins(with: CloudName.ours) } ?? ""
    recording.facts.id = id
    recording.extras = record.identity(besides: id)
    if hasReferences { recording.extras.append(ExtraKey(CloudName.relationKey, "references")) }
    recording.facts.title = record.text("title")
    recording.facts.sourceFile = record.text("sourceFileName")
    recording.facts.notes = record.text("notes")
    recording.facts.importedAt = record.date("importedAt")
    recording.facts.recordedAt = record.date("recordedAt")
    recording.facts.riwayah = riwayah(&record)
    let path = record.text("storagePath")
    var audio = RecordingDraft.Audio(file: path?.words(by: "/").last.map(String.init) ?? "")
    audio.duration = record.seconds("durationSeconds")
    audio.format = record.text("fileFormat")
    audio.bytes = record.integer("fileSizeBytes").map { Int64($0) }
    if path != nil || audio.duration != nil || audio.format != nil || audio.bytes != nil {
      recording.facts.audio = audio
    }
    if let path, path != audio.file { recording.extras.append(ExtraKey("x-storage-path", .string(path))) }
    let profile =
      record.reference("reciter", in: reciter)
      ?? record.keys.compactMap { owners[$0] }.compactMap(reciter).first
    if let profile {
      recording.facts.reciter = profile.id
      recording.reciter = profile
      // The model has no other place for it.
      recording.facts.riwayah = recording.facts.riwayah ?? profile.riwayah
    }
    return recording
  }

  private func segment(_ record: inout CloudRecord) -> SegmentRow? {
    let place = json.place(record.node)
    let start = record.seconds("startOffsetSeconds")
    let end = record.seconds("endOffsetSeconds")
    let first = record.ayah(("surahNumber", "ayahNumber"))
    guard let start, let end, let first else {
      json.complain("this segment lacks one of its two offsets, its surah or its ayah", at: record.node)
      return nil
    }
    let last = record.ayah(("endSurahNumber", "endAyahNumber"))
    record.passOver("endSurahNumber") { $0.integer == first.surah }
    guard last != nil || !record.has("endSurahNumber") else {
      json.complain("this segment ends in another surah, and doesn't say in which ayah", at: record.node)
      return nil
    }
    let ayat = AyahRange(first, last ?? first)
    var row = SegmentDraft(ayah: ayat, start: start, end: end)
    record.passOver("isCrosssurahSegment") { $0.bool == ayat.crossesSurahs }
    if ayat.crossesSurahs { row.joins = join(&record, row, place) }
    row.isVerified = record.flag("isManuallyAnnotated") ?? false
    // What a person marked has the score 0, which says nothing.
    if row.isVerified { record.passOver("confidenceScore") { $0.confidence == 0 } }
    row.confidence = record.confidence("confidenceScore")
    row.riwayah = riwayah(&record)
    row.reciter = record.reference("reciter", in: reciter)?.id
    var extras = record.identity()
    if let order = record.integer("userSortOrder") {
      // The app plays the lowest first.
      if order.magnitude <= 1000 {
        row.priority = -order
      } else {
        extras.append(ExtraKey("x-sort", .int(Int64(order))))
      }
    }
    return SegmentRow(row, extras: extras, at: place)
  }

  /// A time within the segment; one that only the recording has is taken for a place there.
  private func join(_ record: inout CloudRecord, _ row: SegmentDraft, _ place: Place) -> [Milliseconds] {
    let join = record.take(["crossSurahJoinOffsetSeconds"]) { value, _ -> Milliseconds? in
      guard let join = value.seconds else { return nil }
      if join > .zero, row.start + join < row.end { return row.start + join }
      guard row.start < join, join < row.end else { return nil }
      json.input.add(
        .understood,
        "the join at \(join) lies behind the segment's end if it counts from its start; it is taken for a place in the "
          + "recording", at: place)
      return join
    }
    return [join].compactMap(\.self)
  }

  private func marker(_ record: inout CloudRecord) -> MarkerRow? {
    guard let at = record.seconds("positionSeconds") else {
      json.complain("this marker lacks \"positionSeconds\"", at: record.node)
      return nil
    }
    var row = MarkerDraft(at: at)
    var extras = record.identity()
    row.isConfirmed = record.flag("isConfirmed") ?? false
    row.riwayah = riwayah(&record)
    row.reciter = record.reference("reciterID", in: reciter)?.id
    switch record.text("markerType") {
    case "cropAfter": row.skip = SkipKind.other.rawValue
    case "cropBefore":
      // What is cut lies before it.
      row.skip = SkipKind.other.rawValue
      row.end = at
      row.at = .zero
      extras.append(ExtraKey("x-crop", "before"))
    case let type:
      if let type, type != "ayah" { extras.append(ExtraKey("x-marker-type", .string(type))) }
      if let first = record.ayah(("assignedSurah", "assignedAyah")) {
        row.ayah = AyahRange(first, record.ayah(("assignedEndSurah", "assignedEndAyah")) ?? first)
      }
    }
    if row.end == nil { row.end = record.seconds("endPositionSeconds") }
    return MarkerRow(row, extras: extras, at: json.place(record.node))
  }
}

extension AnnotatedRecording {
  /// What follows from its rows.
  var annotation: Annotation {
    var bundle = TilawaBundle()
    for (kind, text) in bundleTexts {
      let source = SourceText(path: kind.fileName, bytes: Array(text.utf8))
      switch kind {
      case .recording: bundle.recording = BundleFile(recording: source)
      case .segments: bundle.segments = BundleFile(segments: source)
      case .markers: bundle.markers = BundleFile(markers: source)
      case .reciter, .words: break
      }
    }
    return Annotation(of: bundle)
  }
}
