import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// A strict reader of the app's records, which accepts only what the data models allow. Attributes must be in
/// the schema and have its types. UUIDs must be where they belong. Relations must name existing records.
struct StrictCloudTests {
  private enum Kind: Hashable {
    case uuid, text, integer, double, date
    case relation(String)
    case list(String)
  }

  private static let schema: [String: [String: Kind]] = [
    "PlaybackSettings": [
      "id": .uuid, "startSurah": .integer, "startAyah": .integer, "endSurah": .integer, "endAyah": .integer,
      "usePageRange": .integer, "startPage": .integer, "endPage": .integer, "connectionAyahBefore": .integer,
      "connectionAyahAfter": .integer, "playbackSpeed": .double, "gapBetweenAyaatMs": .integer,
      "ayahRepeatCount": .integer, "rangeRepeatCount": .integer, "afterRepeatAction": .text,
      "afterRepeatContinueAyaatCount": .integer, "afterRepeatContinuePagesCount": .integer,
      "selectedRiwayah": .text, "showWordByWordHighlight": .integer, "showRepetitionCounter": .integer,
      "showReciterName": .integer,
    ],
    "ReciterPriorityEntry": [
      "id": .uuid, "order": .integer, "reciterId": .uuid, "isEnabled": .integer,
      "settings": .relation("PlaybackSettings"),
    ],
    "Reciter": [
      "id": .uuid, "name": .text, "shortName": .text, "riwayah": .text, "remoteBaseURL": .text,
      "localCacheDirectory": .text, "audioFileFormat": .text, "fileNamingPattern": .text,
      "isDownloaded": .integer, "downloadedSurahsJSON": .text, "coverImageURL": .text, "sortOrder": .integer,
    ],
    "Recording": [
      "id": .uuid, "title": .text, "sourceFileName": .text, "storagePath": .text, "durationSeconds": .double,
      "fileFormat": .text, "fileSizeBytes": .integer, "importedAt": .date, "recordedAt": .date,
      "annotationStatus": .text, "notes": .text, "coversSurahStart": .integer, "coversSurahEnd": .integer,
      "reciter": .relation("Reciter"),
    ],
    "RecordingSegment": [
      "id": .uuid, "recording": .relation("Recording"), "startOffsetSeconds": .double,
      "endOffsetSeconds": .double, "surahNumber": .integer, "ayahNumber": .integer,
      "endSurahNumber": .integer,
      "endAyahNumber": .integer, "isCrosssurahSegment": .integer, "crossSurahJoinOffsetSeconds": .double,
      "isManuallyAnnotated": .integer, "confidenceScore": .double,
    ],
    "AyahMarker": [
      "id": .uuid, "recording": .relation("Recording"), "positionSeconds": .double, "markerIndex": .integer,
      "isConfirmed": .integer, "assignedSurah": .integer, "assignedAyah": .integer,
    ],
    "UserBookmark": [
      "id": .uuid, "surahNumber": .integer, "ayahNumber": .integer, "pageNumber": .integer, "label": .text,
      "createdAt": .date, "colorHex": .text,
    ],
    "ListeningSession": [
      "id": .uuid, "lastSurah": .integer, "lastAyah": .integer, "lastPage": .integer, "lastUpdatedAt": .date,
      "totalListeningSeconds": .double,
    ],
    "NoteCategory": [
      "id": .text, "name": .text, "colorHex": .text, "createdAt": .date, "notes": .list("QuranNote"),
    ],
    "QuranNote": [
      "id": .text, "surahNumber": .integer, "verseNumber": .integer, "arabicText": .text,
      "englishTranslation": .text, "userNote": .text, "createdAt": .date, "updatedAt": .date,
      "category": .relation("NoteCategory"),
    ],
    "Surah": [
      "id": .text, "surahNumber": .integer, "name": .text, "arabicName": .text, "revelationType": .text,
      "numberOfVerses": .integer, "verses": .list("QuranVerse"),
    ],
    "QuranVerse": [
      "id": .text, "surahNumber": .integer, "verseNumber": .integer, "fullEnglishTranslation": .text,
      "words": .list("QuranWord"),
    ],
    "QuranWord": ["arabic": .text, "englishTranslation": .text, "position": .integer, "verseId": .text],
  ]

  /// Returns the objections of a strict reader, in words.
  private func faults(_ text: String, references: Bool = false) throws -> [String] {
    let root = try JSONText.parse(SourceText(path: "", bytes: Array(text.utf8)))
    let records = root["records"]?.items ?? []
    var faults: [String] = []
    var types: [String: String] = [:]
    var ids: Set<String> = []
    for record in records {
      let name = record["recordName"]?.string ?? ""
      let type = record["recordType"]?.string ?? ""
      if name.isEmpty || types.updateValue(type, forKey: name) != nil { faults.append("record name \(name)") }
    }
    func resolves(_ value: JSONNode?, _ target: String) -> Bool {
      (value?["recordName"]?.string ?? value?.string).map { types[$0] == "CD_\(target)" } ?? false
    }
    for record in records {
      let entity = String((record["recordType"]?.string ?? "").dropFirst(3))
      guard let schema = Self.schema[entity] else {
        faults.append("entity \(entity)")
        continue
      }
      let fields = record["fields"]?.members ?? []
      if schema["id"] != nil, !fields.contains(where: { $0.key == "CD_id" }) {
        faults.append("\(entity) without id")
      }
      for (key, field) in fields where key != "CD_entityName" {
        let (value, type) = (field["value"], field["type"]?.string)
        let isRight: Bool
        switch schema[String(key.dropFirst(3))] {
        case .uuid:
          isRight = type == "STRING" && value?.string.flatMap { UUID(uuidString: $0) } != nil
          if key == "CD_id", !ids.insert(value?.string ?? "").inserted {
            faults.append("\(entity).\(key) twice")
          }
        case .text: isRight = type == "STRING" && value?.string != nil
        case .integer: isRight = type == "INT64" && value?.number.flatMap { Int($0) } != nil
        case .double: isRight = type == "DOUBLE" && value?.number != nil
        case .date: isRight = type == "TIMESTAMP" && value?.number.flatMap { Int($0) } != nil
        case .relation(let target):
          let wanted = references || key == "CD_category" ? "REFERENCE" : "STRING"
          isRight =
            type == wanted && (value?.string == nil) == (wanted == "REFERENCE") && resolves(value, target)
        case .list(let target):
          isRight =
            type == "REFERENCE_LIST" && (value?.items ?? []).allSatisfy { resolves($0, target) }
            && value?.items?.isEmpty == false
        case nil: isRight = false
        }
        if !isRight { faults.append("\(entity).\(key)") }
      }
    }
    return faults
  }

  private func write(_ collection: RecordingCollection) throws -> ForeignText {
    guard case .collection(let write)? = ForeignFormat.named("cloudkit")?.write else { fatalError() }
    return try write(collection, WritingOptions())
  }

  private func read(_ text: String) throws -> (RecordingCollection, [String]) {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    let format = try #require(ForeignFormat.named("cloudkit"))
    let collection = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (collection, report.diagnostics.map(\.message))
  }

  /// A library that this program made, without any data from the app.
  private var library: RecordingCollection {
    var recording = AnnotatedRecording()
    recording.facts = RecordingDraft(id: "friday-1")
    recording.facts.title = "Friday"
    recording.facts.numbering = .kufi
    recording.facts.reciter = "cem.x"
    recording.facts.riwayah = .hafs
    var run = Segment(
      ayah: AyahRange(Ayah(8, 75), Ayah(9, 1)), start: Milliseconds(67_500), end: Milliseconds(87_600))
    run.joins = [Milliseconds(79_000)]
    var row = Segment(
      ayah: AyahRange(Ayah(9, 2)), start: Milliseconds(87_600), end: Milliseconds(90_000))
    row.confidence = 0.8951
    recording.segments = [SegmentRow(run), SegmentRow(row)]
    var marker = Marker(at: Milliseconds(95_000))
    marker.ayah = AyahRange(Ayah(9, 3))
    recording.markers = [MarkerRow(marker), MarkerRow(Marker(at: Milliseconds(97_000)))]
    var other = recording
    other.facts.id = "7F0C7B1E-9D6F-4C54-8D7B-3A2F0F3C9A11"
    other.facts.reciter = "alafasy"
    var collection = RecordingCollection([recording, other])
    var reciter = ReciterDraft(id: "alafasy", name: "Mishary Rashid Alafasy")
    reciter.riwayah = .hafs
    collection.library.reciters = [reciter]
    collection.library.files[.playback] = """
      tilawa: 1
      ayat: "18:1-10"
      speed: 1.25
      reciters:
        - { id: alafasy }
        - { id: cem.x, enabled: false }

      """
    collection.library.files[.bookmarks] =
      "tilawa: 1\nbookmarks:\n  - { ayah: \"2:255\", label: Kursi, color: \"#3a7d44\" }\n"
    collection.library.files[.listening] = "tilawa: 1\nayah: \"36:5\"\nlistened: 60.000\n"
    collection.library.files[.notes] = """
      tilawa: 1
      categories:
        - { name: tafsir }
      notes:
        - { ayat: "18:10", text: mercy, category: tafsir }
        - { ayat: "18:11", text: sleep, category: tafsir }

      """
    return collection
  }

  @Test func aStrictReaderTakesWhatIsWritten() throws {
    let text = try write(library)
    #expect(try faults(String(decoding: text.bytes, as: UTF8.self)) == [])
    // That a count is the usual one is no fact that gets lost.
    #expect(text.losses.isEmpty, "\(text.losses.inOrder)")
  }

  @Test func whatOurWriterMadeLeavesNoTraceHere() throws {
    let (back, told) = try read(String(decoding: try write(library).bytes, as: UTF8.self))
    #expect(told == [])
    #expect(back.recordings.map(\.facts.id) == library.recordings.map(\.facts.id))
    #expect(back.recordings.map(\.facts.reciter) == ["cem.x", "alafasy"])
    #expect(back.recordings.map(\.facts.riwayah) == [.hafs, .hafs])
    for (mine, other) in zip(library.recordings, back.recordings) {
      #expect(mine.segmentsText == other.segmentsText)
      #expect(mine.markersText == other.markersText)
      #expect(other.extras.isEmpty)
    }
    #expect(back.library.files[.playback] == library.library.files[.playback])
    #expect(back.library.files[.bookmarks] == library.library.files[.bookmarks])
    #expect(back.library.reciters.map(\.id).sorted() == ["alafasy", "cem.x"])
    let notes = back.library.files[.notes] ?? ""
    #expect(!notes.contains("x-cloud") && !notes.contains(" id:") && notes.contains("category: tafsir"))
  }

  /// Records with names of the store that are not their ids, and relations that are references.
  @Test(arguments: [true, false]) func relationsAreWrittenByRecordName(areReferences: Bool) throws {
    func relation(_ name: String) -> String {
      areReferences
        ? "{\"value\":{\"recordName\":\"\(name)\",\"action\":\"NONE\"},\"type\":\"REFERENCE\"}"
        : "{\"value\":\"\(name)\",\"type\":\"STRING\"}"
    }
    func record(_ type: String, _ name: String, _ number: Int, _ fields: String) -> String {
      "{\"recordName\":\"\(name)\",\"recordType\":\"CD_\(type)\",\"fields\":{"
        + "\"CD_id\":{\"value\":\"0000000\(number)-0000-4000-8000-000000000000\",\"type\":\"STRING\"},\(fields)}}"
    }
    let reciter = record("Reciter", "STORE-R", 1, "\"CD_name\":{\"value\":\"Somebody\"}")
    let recording = record(
      "Recording", "STORE-A", 2, "\"CD_title\":{\"value\":\"Friday\"},\"CD_reciter\":\(relation("STORE-R"))")
    let segment = record(
      "RecordingSegment", "STORE-S", 3,
      "\"CD_recording\":\(relation("STORE-A")),\"CD_startOffsetSeconds\":{\"value\":5},\"CD_endOffsetSeconds\":{\"value\":40},"
        + "\"CD_surahNumber\":{\"value\":8},\"CD_ayahNumber\":{\"value\":75},\"CD_endSurahNumber\":{\"value\":9},"
        + "\"CD_endAyahNumber\":{\"value\":1},\"CD_isCrosssurahSegment\":{\"value\":1},\"CD_crossSurahJoinOffsetSeconds\":{\"value\":12}"
    )
    let settings = record("PlaybackSettings", "STORE-P", 4, "\"CD_playbackSpeed\":{\"value\":1.25}")
    let entry = record(
      "ReciterPriorityEntry", "STORE-E", 5,
      "\"CD_settings\":\(relation("STORE-P")),\"CD_reciterId\":{\"value\":\"00000001-0000-4000-8000-000000000000\"},\"CD_order\":{\"value\":0}"
    )
    let (collection, told) = try read(
      "{\"records\":[\([reciter, recording, segment, settings, entry].joined(separator: ","))]}")
    #expect(told == [])
    // Within the segment, as the model says.
    #expect(collection.recordings.first?.segments.first?.row.joins == [Milliseconds(17_000)])
    let text = String(decoding: try write(collection).bytes, as: UTF8.self)
    #expect(try faults(text, references: areReferences) == [])
    for name in ["STORE-R", "STORE-A", "STORE-S", "STORE-P", "STORE-E"] {
      #expect(text.contains("\"\(name)\""))
    }
    #expect(text.contains("12.000") && !text.contains("17.000"))
  }

  @Test func textsNameTheirWordsAndVerses() throws {
    var texts = CloudTexts()
    texts.add(Ayah(112, 1), translation: "Say")
    texts.add(Ayah(112, 1), words: [(1, "قل", "Say"), (2, "هو", nil)])
    #expect(try faults(texts.text) == [])
    #expect(texts.text.contains("REFERENCE_LIST"))
  }
}
