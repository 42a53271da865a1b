import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat

/// Records of the data model, each attribute of each entity by the name that the model gives it.
struct CloudModelTests {
  private struct Field {
    var key: String
    /// The value as JSON, followed by another value that is equally valid, or that contradicts the rest.
    var value: String
    var other: String
    /// True if the value follows from the rest, so that nothing is lost without it.
    var follows = false

    init(_ key: String, _ value: String, else other: String, follows: Bool = false) {
      self.key = key
      self.value = value
      self.other = other
      self.follows = follows
    }
  }

  private static let recording = "\"11111111-0000-4000-8000-000000000001\""
  private static let reciter = "\"22222222-0000-4000-8000-000000000001\""
  private static let settings = "\"33333333-0000-4000-8000-000000000001\""
  private static let category = "\"55555555-0000-4000-8000-000000000001\""
  private static let nobody = "\"99999999-0000-4000-8000-000000000009\""
  private static func id(_ number: Int) -> String { "\"44444444-0000-4000-8000-00000000000\(number)\"" }

  private let model: [(entity: String, fields: [Field])] = [
    (
      "PlaybackSettings",
      [
        Field("id", settings, else: id(7)), Field("startSurah", "18", else: "19"),
        Field("startAyah", "1", else: "2"), Field("endSurah", "18", else: "19"),
        Field("endAyah", "10", else: "11"), Field("usePageRange", "0", else: "1", follows: true),
        Field("startPage", "293", else: "294"), Field("endPage", "294", else: "295"),
        Field("connectionAyahBefore", "1", else: "0"), Field("connectionAyahAfter", "1", else: "0"),
        Field("playbackSpeed", "1.25", else: "9"), Field("gapBetweenAyaatMs", "500", else: "70000"),
        Field("ayahRepeatCount", "3", else: "-1"), Field("rangeRepeatCount", "2", else: "0"),
        Field("afterRepeatAction", "\"continueAyaat\"", else: "\"fade\""),
        Field("afterRepeatContinueAyaatCount", "5", else: "6"),
        Field("afterRepeatContinuePagesCount", "2", else: "3"),
        Field("selectedRiwayah", "\"warsh\"", else: "\"nobody\""),
        Field("reciterPriority", "[\(id(1))]", else: "[\(nobody)]", follows: true),
        Field("showWordByWordHighlight", "0", else: "1"), Field("showRepetitionCounter", "0", else: "1"),
        Field("showReciterName", "0", else: "1"),
      ]
    ),
    (
      "ReciterPriorityEntry",
      [
        Field("id", id(1), else: id(8)), Field("order", "0", else: "\"first\"", follows: true),
        Field("reciterId", reciter, else: nobody), Field("isEnabled", "0", else: "1"),
        Field("settings", settings, else: nobody, follows: true),
      ]
    ),
    (
      "Reciter",
      [
        Field("id", reciter, else: id(9)), Field("name", "\"Yasser al-Dosari\"", else: "\"Somebody\""),
        Field("shortName", "\"Dosari\"", else: "7"), Field("riwayah", "\"warsh\"", else: "\"nobody\""),
        Field("remoteBaseURL", "\"https://example.com/d/\"", else: "\"https://example.com/e/\""),
        Field("localCacheDirectory", "\"cache/dosari\"", else: "\"cache/other\""),
        Field("audioFileFormat", "\"opus\"", else: "\"mp3\""),
        Field("fileNamingPattern", "\"{surah3}/{ayah3}.opus\"", else: "\"${x}.opus\""),
        Field("isDownloaded", "1", else: "0"), Field("downloadedSurahsJSON", "\"[1]\"", else: "\"[2]\""),
        Field("coverImageURL", "\"https://example.com/d.png\"", else: "\"https://example.com/e.png\""),
        Field("sortOrder", "4", else: "5"),
        Field("recordings", "[\(recording)]", else: "[\(nobody)]", follows: true),
      ]
    ),
    (
      "Recording",
      [
        Field("id", recording, else: id(6)), Field("title", "\"Friday\"", else: "\"Monday\""),
        Field("sourceFileName", "\"memo.m4a\"", else: "\"other.m4a\""),
        Field("storagePath", "\"Recordings/a.m4a\"", else: "\"Recordings/b.m4a\""),
        Field("durationSeconds", "91.5", else: "92.5"), Field("fileFormat", "\"m4a\"", else: "\"mp3\""),
        Field("fileSizeBytes", "1000", else: "1001"), Field("importedAt", "726000000", else: "726000001"),
        Field("recordedAt", "725000000", else: "\"long ago\""),
        Field("annotationStatus", "\"partial\"", else: "\"complete\"", follows: true),
        Field("notes", "\"second row\"", else: "\"first row\""),
        Field("coversSurahStart", "8", else: "7", follows: true),
        Field("coversSurahEnd", "9", else: "10", follows: true),
        Field("reciter", reciter, else: nobody, follows: true),
        Field("segments", "[\(id(2))]", else: "[\(nobody)]", follows: true),
        Field("markers", "[\(id(3))]", else: "[\(nobody)]", follows: true),
      ]
    ),
    (
      "RecordingSegment",
      [
        Field("id", id(2), else: id(8)), Field("recording", recording, else: nobody, follows: true),
        Field("startOffsetSeconds", "60", else: "61"), Field("endOffsetSeconds", "91.5", else: "91"),
        Field("surahNumber", "8", else: "7"), Field("ayahNumber", "75", else: "74"),
        Field("endSurahNumber", "9", else: "10"), Field("endAyahNumber", "1", else: "2"),
        Field("isCrosssurahSegment", "1", else: "0", follows: true),
        Field("crossSurahJoinOffsetSeconds", "18.25", else: "999"),
        Field("isManuallyAnnotated", "1", else: "0"), Field("confidenceScore", "0.5", else: "1.5"),
      ]
    ),
    (
      "AyahMarker",
      [
        Field("id", id(3), else: id(8)), Field("recording", recording, else: nobody, follows: true),
        Field("positionSeconds", "9", else: "10"), Field("markerIndex", "0", else: "\"x\"", follows: true),
        Field("isConfirmed", "1", else: "0"), Field("assignedSurah", "8", else: "7"),
        Field("assignedAyah", "74", else: "73"),
      ]
    ),
    (
      "UserBookmark",
      [
        Field("id", id(4), else: id(8)), Field("surahNumber", "2", else: "3"),
        Field("ayahNumber", "255", else: "254"), Field("pageNumber", "42", else: "43", follows: true),
        Field("label", "\"Kursi\"", else: "7"), Field("createdAt", "726000000", else: "\"once\""),
        Field("colorHex", "\"#3A7D44\"", else: "\"#12345678\""),
      ]
    ),
    (
      "NoteCategory",
      [
        Field("id", category, else: id(8)), Field("name", "\"tafsir\"", else: "\"fiqh\""),
        Field("colorHex", "\"#00FF00\"", else: "\"#12345678\""),
        Field("createdAt", "726000000", else: "\"once\""),
        Field("notes", "[\(id(6))]", else: "[\(nobody)]", follows: true),
      ]
    ),
    (
      "QuranNote",
      [
        Field("id", id(6), else: id(8)), Field("surahNumber", "18", else: "19"),
        Field("verseNumber", "10", else: "11"), Field("arabicText", "\"إذ أوى\"", else: "\"أم\""),
        Field("englishTranslation", "\"When\"", else: "\"Or\""),
        Field("userNote", "\"the cave: a refuge\"", else: "\"mercy\""),
        Field("createdAt", "726000000", else: "\"once\""), Field("updatedAt", "726000001", else: "\"once\""),
        Field("category", category, else: nobody, follows: true),
      ]
    ),
    (
      "FavoriteVerse",
      [
        Field("id", id(7), else: id(8)), Field("surahNumber", "2", else: "3"),
        Field("verseNumber", "255", else: "200"), Field("arabicText", "\"الله\"", else: "\"أم\""),
        Field("englishTranslation", "\"Allah\"", else: "\"Or\""),
        Field("addedAt", "726000000", else: "\"once\""),
      ]
    ),
    (
      "MemorizedVerse",
      [
        Field("id", id(9), else: id(8)), Field("surahNumber", "112", else: "2"),
        Field("verseNumber", "1", else: "2"), Field("arabicText", "\"قل\"", else: "\"أم\""),
        Field("memorizedAt", "726000000", else: "\"once\""),
      ]
    ),
    (
      "ReadingProgress",
      [
        Field("id", id(1), else: id(8)), Field("surahNumber", "36", else: "37"),
        Field("surahName", "\"Ya-Sin\"", else: "\"Al-Kahf\"", follows: true),
        Field("progressPercentage", "0.25", else: "101"), Field("lastReadAt", "726000000", else: "\"once\""),
      ]
    ),
    (
      "VerseViewProgress",
      [
        Field("id", id(2), else: id(8)), Field("surahNumber", "36", else: "37"),
        Field("verseNumber", "5", else: "6"), Field("hasBeenViewed", "1", else: "0", follows: true),
        Field("viewedAt", "726000000", else: "\"once\""),
      ]
    ),
    (
      "SavedWord",
      [
        Field("id", id(3), else: id(8)), Field("arabicWord", "\"الكهف\"", else: "\"أم\""),
        Field("englishTranslation", "\"the cave\"", else: "\"or\""), Field("surahNumber", "18", else: "19"),
        Field("surahName", "\"Al-Kahf\"", else: "\"Yasin\"", follows: true),
        Field("verseNumber", "10", else: "11"), Field("wordPosition", "5", else: "1000"),
        Field("savedAt", "726000000", else: "\"once\""), Field("notes", "\"again\"", else: "\"never\""),
        Field("mastered", "1", else: "0"),
      ]
    ),
    (
      "Surah",
      [
        Field("id", "\"18\"", else: id(8), follows: true), Field("surahNumber", "18", else: "200"),
        Field("name", "\"Al-Kahf\"", else: "\"Cow\"", follows: true),
        Field("arabicName", "\"الكهف\"", else: "\"البقرة\"", follows: true),
        Field("revelationType", "\"Meccan\"", else: "\"Medinan\"", follows: true),
        Field("numberOfVerses", "110", else: "111", follows: true),
      ]
    ),
    (
      "ListeningSession",
      [
        Field("id", id(5), else: id(8)), Field("lastSurah", "36", else: "37"),
        Field("lastAyah", "5", else: "6"), Field("lastPage", "440", else: "441", follows: true),
        Field("lastUpdatedAt", "726000000", else: "\"once\""),
        Field("totalListeningSeconds", "3600.5", else: "\"long\""),
      ]
    ),
  ]

  /// The model's records as JSON, `change` giving the value of a field, or nil to leave it out.
  private func records(_ change: (String, Field) -> String? = { $1.value }) -> String {
    let records = model.map { entity, fields in
      let members = fields.compactMap { field in
        change(entity, field).map { "\"CD_\(field.key)\":{\"value\":\($0)}" }
      }
      return "{\"recordType\":\"CD_\(entity)\",\"fields\":{\(members.joined(separator: ","))}}"
    }
    return "{\"records\":[\n\(records.joined(separator: ",\n"))]}"
  }

  /// Reads the text and returns the files and the messages.
  private func outcome(_ text: String) throws -> (collection: RecordingCollection, told: [String]) {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    let format = try #require(ForeignFormat.named("cloudkit"))
    let collection = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (collection, report.diagnostics.map(\.message).sorted())
  }

  private func files(_ collection: RecordingCollection) -> [String] {
    collection.recordings.flatMap { $0.bundleTexts.map(\.text) }
      + collection.library.reciters.map(\.text)
      + collection.library.files.sorted { $0.key.fileName < $1.key.fileName }.map(\.value)
  }

  @Test func everyFieldIsPlacedOrCounted() throws {
    let whole = try outcome(records())
    for (entity, fields) in model {
      for field in fields {
        func isTheSame(_ value: String?) throws -> Bool {
          let text = records { $0 == entity && $1.key == field.key ? value : $1.value }
          let found = try outcome(text)
          return files(found.collection) == files(whole.collection) && found.told == whole.told
        }
        let withoutIt = try isTheSame(nil)
        #expect(withoutIt == field.follows, "\(entity).\(field.key) left out")
        let withAnother = try isTheSame(field.other)
        let isTold = whole.told.contains("left out: \(entity).\(field.key)")
        #expect(!withAnother || isTold, "\(entity).\(field.key) is \(field.other), and nothing shows it")
      }
    }
    // What no file of ours has a place for.
    #expect(
      whole.told == [
        "left out: PlaybackSettings.afterRepeatContinuePagesCount",
        "left out: PlaybackSettings.endPage", "left out: PlaybackSettings.startPage",
        "left out: Reciter.downloadedSurahsJSON", "left out: Reciter.isDownloaded",
      ])
  }

  @Test func valuesStandWhereTheyBelong() throws {
    let collection = try outcome(records()).collection
    // The bundle's copy and the library's.
    let reciter = """
      tilawa: 1
      id: yasser-al-dosari
      name: Yasser al-Dosari
      short_name: Dosari
      riwayah: warsh
      sources:
        - { url: https://example.com/d/, pattern: "{surah3}/{ayah3}.opus", format: opus, cache: cache/dosari }
      image: https://example.com/d.png
      sort_order: 4
      x-cloud-id: 22222222-0000-4000-8000-000000000001
      """
    #expect(
      files(collection).joined(separator: "--\n")
        == """
        tilawa: 1
        id: 11111111-0000-4000-8000-000000000001
        title: Friday
        audio:
          file: a.m4a
          bytes: 1000
          duration: 91.500
          format: m4a
        reciter: yasser-al-dosari
        riwayah: warsh
        numbering: kufi
        recorded_at: 2023-12-23T04:53:20Z
        imported_at: 2024-01-03T18:40:00Z
        source_file: memo.m4a
        notes: second row
        x-storage-path: Recordings/a.m4a
        --
        \(reciter)
        --
        tilawa: 1
        segments:
          - { ayah: "8:75-9:1", start: 60.000, end: 91.500, joins: [78.250], verified: true, confidence: 0.50, x-cloud-id: 44444444-0000-4000-8000-000000000002 }
        --
        tilawa: 1
        markers:
          - { at: 9.000, ayah: "8:74", confirmed: true, x-cloud-id: 44444444-0000-4000-8000-000000000003 }
        --
        \(reciter)
        --
        tilawa: 1
        bookmarks:
          - { ayah: "2:255", label: Kursi, color: "#3a7d44", created: 2024-01-03T18:40:00Z, x-cloud-id: 44444444-0000-4000-8000-000000000004 }
        --
        tilawa: 1
        favourites:
          - { ayat: "2:255", created: 2024-01-03T18:40:00Z, x-cloud-arabic: الله, x-cloud-english: Allah, x-cloud-id: 44444444-0000-4000-8000-000000000007 }
        --
        tilawa: 1
        ayah: "36:5"
        ayat: "36:5"
        at: 2024-01-03T18:40:00Z
        listened: 3600.500
        x-cloud-id: 44444444-0000-4000-8000-000000000005
        --
        tilawa: 1
        memorised:
          - { ayat: "112:1", since: 2024-01-03T18:40:00Z, x-cloud-arabic: قل, x-cloud-id: 44444444-0000-4000-8000-000000000009 }
        --
        tilawa: 1
        categories:
          - { name: tafsir, color: "#00ff00", created: 2024-01-03T18:40:00Z, x-cloud-id: 55555555-0000-4000-8000-000000000001 }
        notes:
          - ayat: "18:10"
            text: "the cave: a refuge"
            category: tafsir
            created: 2024-01-03T18:40:00Z
            changed: 2024-01-03T18:40:01Z
            id: 44444444-0000-4000-8000-000000000006
            x-cloud-arabic: إذ أوى
            x-cloud-english: When
        --
        tilawa: 1
        ayat: "18:1-10"
        connect_before: 1
        connect_after: 1
        speed: 1.25
        gap: 0.500
        ayah_repeats: 3
        range_repeats: 2
        after_last: 5 ayat
        riwayah: warsh
        reciters:
          - { id: yasser-al-dosari, enabled: false, x-cloud-id: 44444444-0000-4000-8000-000000000001 }
        show_words: false
        show_repetition: false
        show_reciter: false
        x-cloud-id: 33333333-0000-4000-8000-000000000001
        --
        tilawa: 1
        progress:
          - { surah: 36, progress: 0.25, at: 2024-01-03T18:40:00Z, x-cloud-id: 44444444-0000-4000-8000-000000000001 }
        viewed:
          - { ayat: "36:5", at: 2024-01-03T18:40:00Z, x-cloud-id: 44444444-0000-4000-8000-000000000002 }
        --
        tilawa: 1
        vocabulary:
          - { ayah: "18:10", word: 5, arabic: الكهف, meaning: the cave, saved: 2024-01-03T18:40:00Z, mastered: true, note: again, x-cloud-id: 44444444-0000-4000-8000-000000000003 }

        """)
  }

  @Test func writtenRecordsAreOfTheModel() throws {
    let first = try outcome(records()).collection
    guard case .collection(let write)? = ForeignFormat.named("cloudkit")?.write else { return }
    let text = String(decoding: try write(first, WritingOptions()).bytes, as: UTF8.self)
    let second = try outcome(text)
    #expect(second.told.isEmpty)
    #expect(files(second.collection) == files(first))
    // Names of the app's second age stand only where the model has none for what is said.
    let known = Set(model.flatMap { entity, fields in fields.map { "\(entity).\($0.key)" } })
    let node = try JSONText.parse(SourceText(path: "", bytes: Array(text.utf8)))
    for record in node["records"]?.items ?? [] {
      for (key, _) in record["fields"]?.members ?? [] where key != "CD_entityName" {
        let name = "\(record["recordType"]?.string?.dropFirst(3) ?? "").\(key.dropFirst(3))"
        #expect(known.contains(name))
      }
    }
  }

  @Test func aRecordingThatIsCompleteIsWrittenSo() throws {
    var example = SharedExample.recording
    example.segments.removeAll { $0.row.ayah == nil }
    let format = try #require(ForeignFormat.named("cloudkit"))
    let text = try #require(try written(example, format, WritingOptions()))
    #expect(String(decoding: text.bytes, as: UTF8.self).contains("\"complete\""))
  }

  /// The names of the store identify records if an app keeps ids of its own.
  @Test func namesOfTheStoreComeBack() throws {
    let given = """
      {"records":[{"recordName":"AAAA","recordType":"CD_UserBookmark","fields":{"CD_id":{"value":"B1"},
      "CD_surahNumber":{"value":2},"CD_ayahNumber":{"value":255}}}]}
      """
    let (collection, told) = try outcome(given)
    #expect(told.isEmpty)
    #expect(
      files(collection).last?.contains("{ ayah: \"2:255\", x-cloud-id: B1, x-cloud-record: AAAA }") == true)
    guard case .collection(let write)? = ForeignFormat.named("cloudkit")?.write else { return }
    let text = String(decoding: try write(collection, WritingOptions()).bytes, as: UTF8.self)
    #expect(text.contains("\"AAAA\"") && text.contains("\"B1\""))
  }
}
