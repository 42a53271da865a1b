import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// Formats that describe reciters, and the records of an app, which describe a whole library.
struct ReciterFormatTests {
  private func read(
    _ text: String, as name: String, _ options: ReadingOptions = ReadingOptions()
  ) throws -> (collection: RecordingCollection, report: ExchangeReport) {
    let format = try #require(ForeignFormat.named(name))
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    #expect(try ForeignFormat.detected(source).name == name)
    return (try RecordingCollection(reading: source, as: format, options, report), report)
  }

  private func written(_ collection: RecordingCollection, as name: String) throws -> ForeignText {
    guard case .collection(let write)? = ForeignFormat.named(name)?.write else {
      throw ExchangeFailure("\(name) is no format of collections")
    }
    return try write(collection, WritingOptions())
  }

  private var reciters: RecordingCollection {
    var collection = RecordingCollection([])
    collection.library.reciters = [SharedExample.reciter]
    return collection
  }

  @Test func recitersComeBackAsTheyWere() throws {
    for name in ["reciter", "reciter-manifest", "zekr"] {
      let text = try written(reciters, as: name)
      let (back, report) = try read(String(decoding: text.bytes, as: UTF8.self), as: name)
      let reciter = try #require(back.library.reciters.first)
      #expect(report.diagnostics.isEmpty, "\(name): \(report.diagnostics.map(\.message))")
      #expect(reciter.id == "example-reciter", "\(name)")
      #expect(reciter.name == "Example Reciter", "\(name)")
      #expect(reciter.sources.map(\.url) == ["https://example.com/a/"], "\(name)")
      #expect(reciter.sources.map(\.pattern) == ["{surah3}{ayah3}.mp3"], "\(name)")
      if name != "zekr" {
        #expect(reciter.riwayah == .hafs, "\(name)")
        #expect(reciter.sources.map(\.bitrate) == [128], "\(name)")
        #expect(reciter.style == "murattal", "\(name)")
      }
    }
    #expect(throws: ExchangeFailure.self) { _ = try written(RecordingCollection([]), as: "zekr") }
  }

  @Test func manifestsAreChecked() throws {
    func manifest(_ riwayah: String, _ url: String, _ naming: String, version: String = "1.0") -> String {
      """
      {"schema_version":"\(version)","reciter":{"name":"A B","riwayah":"\(riwayah)"},
       "audio":{"base_url":"\(url)","format":"MP3","naming_pattern":"\(naming)"}}
      """
    }
    let (good, report) = try read(
      manifest("warsh", "https://example.com/x", "sequential"), as: "reciter-manifest")
    #expect(good.library.reciters.first?.sources.first?.pattern == "{number}.mp3")
    #expect(good.library.reciters.first?.sources.first?.url == "https://example.com/x/")
    #expect(report.diagnostics.map(\.rule.code) == ["X203"])
    for text in [
      manifest("doori", "https://example.com/x/", "surah_ayah"),
      manifest("hafs", "http://example.com/", "surah_ayah"),
      manifest("hafs", "https://example.com/", "by_hand"),
    ] {
      #expect(try read(text, as: "reciter-manifest").report.hasErrors)
    }
    #expect(throws: ExchangeFailure.self) {
      _ = try read(
        manifest("hafs", "https://example.com/", "surah_ayah", version: "2.0"), as: "reciter-manifest")
    }
  }

  @Test func bothAgesOfZekrAreRead() throws {
    let new = """
      # a comment
      audio.id=sudais
      audio.reciter = Abdurrahman \\
          as-Sudais
      audio.reciter.ar=\\u0639\\u0628\\u062F
      audio.type=offline
      audio.onlineUrl=https\\://example.com/s/%1$03d%2$03d.mp3
      audio.offlineUrl=<base>/sudais/%1$d/%2$d.mp3
      audio.offlineBismillah=<base>/sudais/bismillah.mp3
      """
    let (collection, report) = try read(new, as: "zekr")
    let reciter = try #require(collection.library.reciters.first)
    #expect(reciter.id == "sudais")
    #expect(reciter.name == "Abdurrahman as-Sudais")
    #expect(reciter.arabicName == "\u{639}\u{628}\u{62F}")
    #expect(reciter.sources.map(\.pattern) == ["{surah}/{ayah}.mp3", "{surah3}{ayah3}.mp3"])
    #expect(reciter.sources.map(\.cache) == ["sudais/", nil])
    #expect(report.diagnostics.map(\.rule.code) == ["X202", "X202"])
    let old = """
      audio.name=Old
      audio.serverUrl=http://example.com/old
      audio.fileName={SURA}{AYA}.mp3
      audio.baseUrl=[workspace]/audio
      """
    let (earlier, found) = try read(old, as: "zekr")
    #expect(earlier.library.reciters.first?.sources.map(\.url) == ["http://example.com/old/"])
    // A folder that nobody can find.
    #expect(found.hasErrors)
  }

  // MARK: Records of an app

  private let records = """
    {"records":[
    {"recordName":"R1","recordType":"CD_Recording","fields":{"CD_entityName":{"value":"Recording","type":"STRING"},
     "CD_id":{"value":"R1","type":"STRING"},"CD_title":{"value":"Friday","type":"STRING"},
     "CD_storagePath":{"value":"Recordings/a/friday.m4a","type":"STRING"},"CD_durationSeconds":{"value":91.5,"type":"DOUBLE"},
     "CD_fileSizeBytes":{"value":1000,"type":"INT64"},"CD_annotationStatus":{"value":"partial"},
     "CD_recordedAt":{"value":1704445800250,"type":"TIMESTAMP"},"CD_reciter":{"value":{"recordName":"P1","action":"NONE"}},
     "CD_waveform_ckAsset":{"value":{"downloadURL":"x"}}}},
    {"CD_entityName":"RecordingSegment","CD_recording":"R1","CD_startOffsetSeconds":60,"CD_endOffsetSeconds":91.5,
     "CD_surahNumber":8,"CD_ayahNumber":75,"CD_endSurahNumber":9,"CD_endAyahNumber":1,"CD_isCrosssurahSegment":1,
     "CD_crossSurahJoinOffsetSeconds":18.25,"CD_isManuallyAnnotated":1,"CD_confidenceScore":0,"CD_userSortOrder":2,
     "CD_riwayah":"warsh","CD_reciter":"P1"},
    {"entityName":"AyahMarker","recording":"R1","positionSeconds":3.5,"markerIndex":0,"markerType":"cropBefore"},
    {"entityName":"AyahMarker","recording":"R1","positionSeconds":9,"isConfirmed":true,"assignedSurah":1,"assignedAyah":1},
    {"recordName":"P1","recordType":"CD_Reciter","fields":{"CD_id":{"value":"P1"},"CD_name":{"value":"Yasser al-Dosari"},
     "CD_isDownloaded":{"value":1},"CD_sortOrder":{"value":4}}},
    {"recordName":"S2","recordType":"CD_ReciterCDNSource","fields":{"CD_reciter":{"value":"P1"},"CD_sortOrder":{"value":1},
     "CD_urlTemplate":{"value":"https://example.com/t/${sss}/${aaa}.mp3"},"CD_riwayah":{"value":"hafs"},"CD_cdnVersion":{"value":3}}},
    {"recordName":"S1","recordType":"CD_ReciterCDNSource","fields":{"CD_reciter":{"value":"P1"},"CD_sortOrder":{"value":0},
     "CD_baseURL":{"value":"https://example.com/d/"},"CD_namingPatternType":{"value":"sequential"},"CD_audioFileFormat":{"value":"opus"}}},
    {"recordName":"Q","recordType":"CD_PlaybackSettings","fields":{"CD_startSurah":{"value":18},"CD_startAyah":{"value":1},
     "CD_endSurah":{"value":18},"CD_endAyah":{"value":10},"CD_playbackSpeed":{"value":1.25},"CD_gapBetweenAyaatMs":{"value":500},
     "CD_ayahRepeatCount":{"value":-1},"CD_afterRepeatAction":{"value":"continuePages"},"CD_afterRepeatContinuePagesCount":{"value":2},
     "CD_afterRepeatContinuePagesExtraAyah":{"value":1},"CD_selectedRiwayah":{"value":"hafs"},"CD_showReciterName":{"value":0}}},
    {"recordName":"E","recordType":"CD_ReciterPriorityEntry","fields":{"CD_settings":{"value":"Q"},"CD_order":{"value":0},
     "CD_reciterId":{"value":"P1"},"CD_isEnabled":{"value":1}}},
    {"recordName":"B","recordType":"CD_UserBookmark","fields":{"CD_surah":{"value":2},"CD_ayah":{"value":255},"CD_page":{"value":42},
     "CD_label":{"value":"Kursi"},"CD_color":{"value":"blue"},"CD_createdAt":{"value":726000000}}},
    {"recordName":"L","recordType":"CD_ListeningSession","fields":{"CD_lastSurah":{"value":36},"CD_lastAyah":{"value":5},
     "CD_lastUpdated":{"value":1704445800000,"type":"TIMESTAMP"},"CD_totalListeningSeconds":{"value":3600.5}}},
    {"recordName":"O","recordType":"CD_ReciterSegmentOverride","fields":{"CD_order":{"value":0}}}]}
    """

  @Test func recordsOfAnAppArePlacedOrTold() throws {
    let (collection, report) = try read(records, as: "cloudkit")
    let recording = try #require(collection.single)
    #expect(recording.facts.id == "R1")
    #expect(recording.facts.audio?.file == "friday.m4a")
    #expect(recording.facts.recordedAt?.text == "2024-01-05T09:10:00.250Z")
    #expect(recording.facts.reciter == "yasser-al-dosari")
    let row = try #require(recording.segments.first).row
    #expect(row.ayah == AyahRange(Ayah(8, 75), Ayah(9, 1)))
    // Within the segment, as it is documented: 60 + 18.25.
    #expect(row.joins == [Milliseconds(78_250)])
    #expect(row.isVerified && row.confidence == nil && row.priority == -2)
    #expect(row.riwayah == .warsh && row.reciter == "yasser-al-dosari")
    #expect(recording.markers.map(\.row.at) == [.zero, Milliseconds(9000)])
    #expect(recording.markers[0].row.end == Milliseconds(3500) && recording.markers[0].row.skip == "other")
    #expect(recording.markers[1].row.isConfirmed)
    let reciter = try #require(collection.library.reciters.first)
    #expect(reciter.sources.map(\.pattern) == ["{number}.opus", "{surah3}/{ayah3}.mp3"])
    #expect(reciter.sources.map(\.url) == ["https://example.com/d/", "https://example.com/t/"])
    let told = report.diagnostics.map(\.message).sorted()
    #expect(
      told == [
        "left out: 1 record of the type CD_ReciterSegmentOverride",
        "left out: PlaybackSettings.afterRepeatContinuePagesExtraAyah",
        "left out: Reciter.isDownloaded", "left out: Recording.waveform_ckAsset",
      ])
    #expect(
      collection.library.files[.playback]
        == """
        tilawa: 1
        ayat: "18:1-10"
        speed: 1.25
        gap: 0.500
        ayah_repeats: infinite
        after_last: 2 pages
        riwayah: hafs
        reciters:
          - { id: yasser-al-dosari, x-cloud-record: E }
        show_reciter: false
        x-cloud-record: Q

        """)
    #expect(
      collection.library.files[.bookmarks]
        == """
        tilawa: 1
        bookmarks:
          - { ayah: "2:255", label: Kursi, color: blue, created: 2024-01-03T18:40:00Z, x-cloud-record: B }

        """)
    #expect(
      collection.library.files[.listening]
        == """
        tilawa: 1
        ayah: "36:5"
        ayat: "36:5"
        at: 2024-01-05T09:10:00Z
        listened: 3600.500
        x-cloud-record: L

        """)
  }

  @Test func librariesGoIntoRecordsAndBack() throws {
    let first = try read(records, as: "cloudkit").collection
    let text = try written(first, as: "cloudkit")
    let (second, report) = try read(String(decoding: text.bytes, as: UTF8.self), as: "cloudkit")
    #expect(report.diagnostics.isEmpty, "\(report.diagnostics.map(\.message))")
    #expect(second.library.files == first.library.files)
    #expect(second.library.reciters.map(\.text) == first.library.reciters.map(\.text))
    #expect(
      second.recordings.map { $0.bundleTexts.map(\.text) }
        == first.recordings.map { $0.bundleTexts.map(\.text) })
    #expect(try written(second, as: "cloudkit").bytes == text.bytes)
  }

  @Test func filesOfTheLibraryAreSound() throws {
    let files = try read(records, as: "cloudkit").collection.library.files
    for (kind, text) in files {
      let source = SourceText(path: kind.fileName, bytes: Array(text.utf8))
      let found = kind.diagnostics(of: source)
      #expect(found.isEmpty, "\(kind.name): \(found.map(\.message))")
    }
  }
}
