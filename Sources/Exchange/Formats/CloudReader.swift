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
  /// True if relations are references.
  private(set) var hasReferences = false
  private var names: Set<String> = []
  private var left: [(name: String, place: Place)] = []

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    json = try JSONSource(input)
    for node in json.root["records"]?.items ?? json.root.items ?? [] {
      guard let record = CloudRecord(node) else {
        json.complain("this record lacks a \"recordType\" such as \"CD_Recording\"", at: node)
        continue
      }
      names.formUnion(record.keys)
      if record.hasReference { hasReferences = true }
      for list in ["segments", "markers", "recordings", "cdnSources", "reciterPriority", "notes"] {
        for name in record.names(list) { owners[name] = record.keys.first ?? owners[name] }
      }
      records[record.entity, default: []].append(record)
    }
  }

  mutating func collection() -> RecordingCollection {
    readReciters()
    var given = all("Recording")
    let places = places(of: given)
    var recordings = given.indices.map { recording(&given[$0]) }
    for var record in all("RecordingSegment") {
      guard let owner = owner(&record, "recording", places, only: recordings.count) else { continue }
      if let row = segment(&record) { recordings[owner].segments.append(row) }
      leave(record)
    }
    var numbered: [Int: [NumberedMarker]] = [:]
    for var record in all("AyahMarker") {
      guard let owner = owner(&record, "recording", places, only: recordings.count) else { continue }
      let row = marker(&record)
      if let row { recordings[owner].markers.append(row) }
      let index = row == nil ? nil : record.peek("markerIndex")
      numbered[owner, default: []].append((index, row?.row.at ?? .zero, record))
    }
    for markers in numbered.values { leave(markers) }
    for (record, recording) in zip(given, recordings) { finish(record, recording) }
    var collection = RecordingCollection(recordings)
    var seen: Set<String> = []
    collection.library.reciters = all("Reciter").compactMap { $0.keys.first.flatMap { reciters[$0] } }
      .filter { seen.insert($0.id).inserted }
    collection.library.files = files()
    compareSurahs()
    tellTheRest()
    return collection
  }

  func all(_ entity: String) -> [CloudRecord] { records[entity] ?? [] }

  func reciter(_ name: String) -> ReciterDraft? { reciters[name] }

  /// Where records stand in their list, by what others name them.
  func places(of records: [CloudRecord]) -> [String: Int] {
    Dictionary(records.enumerated().flatMap { index, record in record.keys.map { ($0, index) } }) {
      first, _ in
      first
    }
  }

  /// Returns the owner of a record: the one that it names, the one that names it, or the only one there is.
  /// If there is none, reports the record.
  mutating func owner<Owner>(
    _ record: inout CloudRecord, _ key: String, _ known: [String: Owner], only count: Int
  ) -> Owner? {
    let found =
      record.reference(key) { known[$0] }
      ?? record.keys.compactMap { owners[$0] }.compactMap { known[$0] }.first
      ?? (count == 1 && !record.has(key) ? known.values.first : nil)
    if found == nil {
      left.append(("\(record.entity) without its \(key)", json.place(record.node)))
      json.input.report.leaveOut()
    }
    return found
  }

  // MARK: What found no place

  /// Notes what of a record found no place.
  mutating func leave(_ record: CloudRecord) {
    for field in record.fields {
      // Lists of what names its owner itself.
      let list = field.value.items?.map { CloudRecord.recordName($0) }
      if let list, list.allSatisfy({ $0.map(names.contains) ?? false }) { continue }
      left.append(("\(record.entity).\(field.key)", json.place(record.node)))
    }
  }

  private typealias NumberedMarker = (index: Int?, at: Milliseconds, record: CloudRecord)

  /// Reports markers whose numbers don't follow from their times.
  private mutating func leave(_ markers: [NumberedMarker]) {
    let inOrder = markers.compactMap { marker in marker.index.map { ($0, marker.at) } }.sorted { $0 < $1 }
    let follows = zip(inOrder, inOrder.dropFirst()).allSatisfy { $0.1 <= $1.1 }
    for marker in markers {
      var record = marker.record
      if follows, marker.index != nil { record.passOver("markerIndex") }
      leave(record)
    }
  }

  /// Reports a status or coverage that doesn't follow from the rows.
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
      "Recording", "RecordingSegment", "AyahMarker", "Reciter", "ReciterCDNSource",
      CloudFile.playback.entity, "ReciterPriorityEntry", "ListeningSession", "Surah",
    ]).union(CloudFile.lists.map(\.entity))
    // Texts are not part of bundles; the library contains them.
    let texts: Set<String> = ["QuranVerse", "QuranWord"]
    for (entity, records) in records.sorted(by: { $0.key < $1.key }) where !known.contains(entity) {
      guard let first = records.first else { continue }
      json.input.report.leaveOut(records.count)
      json.input.add(
        .unplaced,
        "left out: \(records.count == 1 ? "1 record" : "\(records.count) records") of the type CD_\(entity)"
          + (texts.contains(entity) ? "; `tilawa text add` imports the texts" : ""),
        at: json.place(first.node))
    }
    for (name, items) in Dictionary(grouping: left, by: \.name).sorted(by: { $0.key < $1.key }) {
      json.input.add(
        .unplaced, "left out: \(name)\(occurrences(items.count))",
        at: items[0].place)
    }
  }

  // MARK: Recordings

  private func recording(_ record: inout CloudRecord) -> AnnotatedRecording {
    var recording = AnnotatedRecording(json.input)
    let given = [record.peek("id", \.string), record.name].compactMap(\.self)
    recording.facts.id =
      record.ownID("recording")
      ?? given.first { RecordingDraft.isIdentifier($0) && !$0.begins(with: CloudName.ours) } ?? ""
    recording.extras = record.identity(besides: recording.facts.id)
    if hasReferences { recording.extras.append(CloudName.relations) }
    for field in AnnotatedRecording.cloudFields { field.take(&record, &recording) }
    recording.facts.riwayah = record.take(.riwayah, "riwayah")
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
    let start = record.take(.seconds, "startOffsetSeconds")
    let end = record.take(.seconds, "endOffsetSeconds")
    guard let first = record.ayah(("surahNumber", "ayahNumber")), let start, let end else {
      json.complain("this segment lacks one of its two offsets, its surah or its ayah", at: record.node)
      return nil
    }
    let last = record.ayah(("endSurahNumber", "endAyahNumber"))
    record.passOver("endSurahNumber") { $0.integer == first.surah }
    guard last != nil || !record.has("endSurahNumber") else {
      json.complain("this segment ends in another surah, but does not name the ayah", at: record.node)
      return nil
    }
    var row = SegmentRow(AyahRange(first, last ?? first), start, end, at: place)
    let crosses = row.row.ayah?.crossesSurahs ?? false
    record.passOver("isCrosssurahSegment") { $0.bool == crosses }
    if crosses { row.row.joins = join(&record, row.row, place) }
    row.row.isConfirmed = record.take(.flag, "isManuallyAnnotated") ?? false
    // What a person marked has the score 0, which says nothing.
    if row.row.isConfirmed { record.passOver("confidenceScore") { $0.confidence == 0 } }
    row.row.confidence = record.take(.confidence, "confidenceScore")
    row.row.riwayah = record.take(.riwayah, "riwayah")
    row.row.reciter = record.reference("reciter", in: reciter)?.id
    row.extras = record.identity()
    // The app plays the lowest first.
    if let order = record.take(.integer(-1000...1000), "userSortOrder") {
      row.row.priority = -order
    } else if let order = record.take(.integer, "userSortOrder") {
      row.extras.append(ExtraKey("x-sort", .int(Int64(order))))
    }
    return row
  }

  /// A time within the segment; one that only the recording has is taken for a place there.
  private func join(_ record: inout CloudRecord, _ row: Segment, _ place: Place) -> [Milliseconds] {
    let join = record.take(["crossSurahJoinOffsetSeconds"]) { value, _ -> Milliseconds? in
      guard let join = value.seconds else { return nil }
      if join > .zero, row.start + join < row.end { return row.start + join }
      guard row.start < join, join < row.end else { return nil }
      json.input.add(
        .understood,
        "the join at \(join) is after the segment's end if counted from its start; it is read as a time in the "
          + "recording", at: place)
      return join
    }
    return [join].compactMap(\.self)
  }

  private func marker(_ record: inout CloudRecord) -> MarkerRow? {
    guard let at = record.take(.seconds, "positionSeconds") else {
      json.complain("this marker lacks \"positionSeconds\"", at: record.node)
      return nil
    }
    var row = Marker(at: at)
    var extras = record.identity()
    row.isConfirmed = record.take(.flag, "isConfirmed") ?? false
    row.riwayah = record.take(.riwayah, "riwayah")
    row.reciter = record.reference("reciterID", in: reciter)?.id
    switch record.take(.text, "markerType") {
    case "cropAfter": row.skip = SkipKind.other.rawValue
    case "cropBefore":
      // What is cut lies before it.
      row.skip = SkipKind.other.rawValue
      (row.at, row.end) = (.zero, at)
      extras.append(ExtraKey("x-crop", "before"))
    case let type:
      if let type, type != "ayah" { extras.append(ExtraKey("x-marker-type", .string(type))) }
      if let first = record.ayah(("assignedSurah", "assignedAyah")) {
        row.ayah = AyahRange(first, record.ayah(("assignedEndSurah", "assignedEndAyah")) ?? first)
      }
    }
    if row.end == nil { row.end = record.take(.seconds, "endPositionSeconds") }
    return MarkerRow(row, extras: extras, at: json.place(record.node))
  }
}

extension AnnotatedRecording {
  /// The app's fields of a recording, apart from its reciter.
  static let cloudFields: [CloudField<AnnotatedRecording>] = [
    CloudField("title", \.facts.title, .text), CloudField("sourceFileName", \.facts.sourceFile, .text),
    CloudField("storagePath", \.storagePath, .text),
    CloudField("durationSeconds", \.facts.knownAudio.duration, .seconds),
    CloudField("fileFormat", \.facts.knownAudio.format, .text),
    CloudField("fileSizeBytes", \.facts.knownAudio.size, .integer),
    CloudField("importedAt", \.facts.importedAt, .date), CloudField("recordedAt", \.facts.recordedAt, .date),
    CloudField("annotationStatus") { recording in
      (recording.facts.status ?? recording.annotation.status).map { .text($0.rawValue) }
    },
    CloudField("notes", \.facts.notes, .text),
    CloudField("coversSurahStart") {
      $0.segments.compactMap(\.row.ayah?.first.surah).min().map { .integer($0) }
    },
    CloudField("coversSurahEnd") {
      $0.segments.compactMap(\.row.ayah?.last.surah).max().map { .integer($0) }
    },
  ]

  /// The annotation status and facts that follow from its rows.
  fileprivate var annotation: Annotation {
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

  /// Where the app has the audio, whose name alone a bundle keeps.
  fileprivate var storagePath: String? {
    get { CloudName.text("x-storage-path", extras) ?? facts.audio?.file }
    set {
      let name = newValue?.words(by: "/").last.map(String.init) ?? ""
      facts.knownAudio.file = name
      if let newValue, newValue != name { extras.append(ExtraKey("x-storage-path", .string(newValue))) }
    }
  }
}

extension RecordingDraft {
  /// The audio, of which something is known once anything of it is set.
  fileprivate var knownAudio: Audio {
    get { audio ?? Audio(file: "") }
    set { audio = newValue }
  }
}

extension RecordingDraft.Audio {
  fileprivate var size: Int? {
    get { bytes.map { Int($0) } }
    set { bytes = newValue.map { Int64($0) } }
  }
}
