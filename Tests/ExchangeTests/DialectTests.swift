import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// The JSON dialects of aligners and editors. Each is distinguished from the others and read by its own
/// conventions.
struct DialectTests {
  private func read(_ text: String, as name: String) throws -> (
    recordings: [AnnotatedRecording], report: ExchangeReport
  ) {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    let format = try ForeignFormat.detected(source)
    #expect(format.name == name)
    return (try RecordingCollection(reading: source, as: format, ReadingOptions(), report).recordings, report)
  }

  private func rows(_ recording: AnnotatedRecording) -> [String] {
    recording.segments.map {
      "\($0.label) \($0.row.start)-\($0.row.end)\($0.row.note.map { " (\($0))" } ?? "")"
    }
  }

  @Test func wordsThatRunAcrossAyatAreOneRow() throws {
    let (found, report) = try read(
      "{\"_meta\":{\"audio_source\":\"by_surah/x\"},\"37:151:3-37:152:2\":[[3,2,1056920,1062555]]}",
      as: "qua-segments")
    #expect(found.count == 1 && report.diagnostics.isEmpty)
    #expect(rows(found[0]) == ["37:151-152 1056.920-1062.555 (words 37:151:3-37:152:2)"])
  }

  @Test func piecesOfAnAyahAreOneRow() throws {
    // 1:1 has four words; the reciter pauses behind the second, goes back to it, and says the ayah again.
    let text =
      "{\"_meta\":{},\"1:1\":[[1,2,0,1000],[2,4,1500,3000],[1,4,3500,5000]],\"1:2\":[[1,2,6000,7000]],\"2:1\":[[1,1,0,900]]}"
    let (found, _) = try read(text, as: "qua-segments")
    #expect(found.count == 2, "a surah has a file of its own")
    #expect(
      rows(found[0]) == ["1:1 0.000-3.000", "1:1 3.500-5.000", "1:2 6.000-7.000 (words 1:2:1-1:2:2)"])
    let format = try #require(ForeignFormat.named("qua-segments"))
    guard case .collection(let write) = format.write else { return }
    let back = try write(RecordingCollection(found), WritingOptions())
    let again = String(decoding: back.bytes, as: UTF8.self)
    #expect(again.contains("\"1:1\": [[1,2,0,1000],[2,4,1500,3000],[1,4,3500,5000]]"))
    #expect(again.contains("\"1:2\": [[1,2,6000,7000]]"))
  }

  @Test func filesByAyahAreARecordingEach() throws {
    let (found, report) = try read(
      "{\"_meta\":{\"audio_source\":\"by_ayah/x\",\"riwayah\":\"warsh_an_nafi\"},\"1:1\":[[1,4,0,1000]],\"1:2\":[[1,4,0,900],[9,1]]}",
      as: "qua-segments")
    #expect(found.map(\.facts.title) == ["001001", "001002"])
    #expect(found.allSatisfy { $0.facts.riwayah == .warsh })
    #expect(report.diagnostics.map(\.rule.code) == ["X102"])
  }

  @Test func detailedSegmentsAndPhrases() throws {
    let text = """
      {"_meta":{"riwayah":"hafs_an_asim"},"entries":[{"ref":"2","audio":"https://example.com/002.mp3","segments":[
      {"time_start":0,"time_end":900,"matched_ref":"Isti'adha","confidence":0.9},
      {"time_start":1000,"time_end":1900,"matched_ref":"Basmala","confidence":0.9},
      {"time_start":2000,"time_end":2900,"matched_ref":"2:1:1-2:1:1","matched_text":"x","confidence":0.8},
      {"time_start":3000,"time_end":3900,"matched_ref":"","confidence":0.1,"segment_uid":"u"}]}]}
      """
    let (found, report) = try read(text, as: "qua-detailed")
    #expect(rows(found[0]) == ["skip istiadhah 0.000-0.900", "2:0 1.000-1.900", "2:1 2.000-2.900"])
    #expect(found[0].markers.map(\.row.note) == ["not matched"])
    #expect(found[0].facts.audio?.url == "https://example.com/002.mp3")
    #expect(Set(report.diagnostics.map(\.rule.code)) == ["X201", "X202"])
  }

  @Test func observationsWithNumbersThatAreNoneAreRead() throws {
    let text = """
      {"file_metadata":{"duration":NaN},"annotations":[{"namespace":"segment_open","data":[
      {"time":0,"duration":4.2,"value":"1:1","confidence":NaN},{"time":4.2,"duration":Infinity,"value":"1:2"},
      {"time":9,"duration":1,"value":NaN},{"time":10,"duration":1,"value":"1:3","confidence":-Infinity}]}]}
      """
    let (found, report) = try read(text, as: "jams")
    #expect(rows(found[0]) == ["1:1 0.000-4.200", "1:3 10.000-11.000"])
    #expect(found[0].segments.allSatisfy { $0.row.confidence == nil })
    #expect(Set(report.diagnostics.map(\.rule.code)) == ["X102", "X202"])
  }

  @Test func wordTimesMakeRows() throws {
    let (found, _) = try read(
      "{\"_meta\":{},\"112:1\":[[1,100,200],[2,200,300],[3,300,400],[4,400,500],[1,900,950],[2,950,990]]}",
      as: "qua-timestamps")
    #expect(rows(found[0]) == ["112:1 0.100-0.500", "112:1 0.900-0.990"])
    #expect(found[0].words.count == 6)
    let full =
      "{\"112:1\":{\"verse_start_ms\":90,\"verse_end_ms\":510,\"words\":[[1,100,200,[[\"q\",100,150]],[]]]}}"
    let (other, report) = try read(full, as: "qua-timestamps-full")
    #expect(rows(other[0]) == ["112:1 0.090-0.510"])
    #expect(report.diagnostics.map(\.rule.code) == ["X202"])
  }

  @Test func answersOfTheAligner() throws {
    let text = """
      {"audio_id":"x","warning":"slow","segments":[
      {"segment":1,"time_from":0.48,"time_to":5.22,"ref_from":"Basmala","ref_to":"Basmala","confidence":1.0,"error":null},
      {"segment":2,"time_from":6.12,"time_to":8.56,"ref_from":"112:1:1","ref_to":"112:1:4","confidence":0.5,
       "has_missing_words":true,"words":[["112:1:1",0.0,0.8]],"error":null},
      {"segment":3,"time_from":9.0,"time_to":9.5,"ref_from":"","ref_to":"","error":"no match"}]}
      """
    let (found, report) = try read(text, as: "qua-aligner")
    #expect(rows(found[0]) == ["112:0 0.480-5.220", "112:1 6.120-8.560 (words missing)"])
    #expect(found[0].words.first?.row.start == Milliseconds(6120))
    #expect(found[0].words.first?.row.end == Milliseconds(6920))
    #expect(found[0].markers.map(\.row.note) == ["not matched; aligner: no match"])
    #expect(Set(report.diagnostics.map(\.rule.code)) == ["X201", "X202", "X301"])
  }

  @Test func lafzizeTellsRepeatsByTheFirstWord() throws {
    let text = """
      [{"type":"phrase","key":"taawwudh","start":0,"end":900},{"type":"phrase","key":"basmalah","start":900,"end":1500},
       {"type":"word","key":"112:1:1","start":2000,"end":2500},{"type":"word","key":"112:1:2","start":2500,"end":2900},
       {"type":"word","key":"112:1:1","start":3000,"end":3300},{"type":"phrase","key":"hello","start":4000,"end":5000}]
      """
    let (found, _) = try read(text, as: "lafzize")
    #expect(
      rows(found[0]) == [
        "skip istiadhah 0.000-0.900", "112:0 0.900-1.500", "112:1 2.000-2.900", "112:1 3.000-3.300",
        "skip other 4.000-5.000 (hello)",
      ])
  }

  @Test func captionsTouchAndTellWhatWasSeen() throws {
    let text = """
      {"project":{"id":1,"name":"x","reciter":"Example Reciter"},"segmentCount":2,"segments":[
      {"index":0,"id":7,"startTimeMs":4200,"endTimeMs":9049,"surah":1,"verse":1,"verseKey":"1:1","startWordIndex":0,
       "endWordIndex":3,"confidence":0.93,"review":{"hasBeenVerified":true},
       "words":[{"location":"1:1:1","startTimeMs":4200,"endTimeMs":5000},{"location":"1:1:2","startTimeMs":null}]},
      {"index":1,"id":8,"startTimeMs":9050,"endTimeMs":10000,"surah":1,"verse":2,"verseKey":"1:2","startWordIndex":0,
       "endWordIndex":1,"translations":{"a":1}}]}
      """
    let (found, report) = try read(text, as: "qurancaption")
    #expect(rows(found[0]) == ["1:1 4.200-9.050", "1:2 9.050-10.000 (words 1:2:1-1:2:2)"])
    #expect(found[0].segments[0].row.isVerified && found[0].segments[0].row.confidence == 0.93)
    #expect(found[0].words.count == 1 && found[0].reciterName == "Example Reciter")
    #expect(report.diagnostics.map(\.rule.code) == ["X202"])
    let project = try #require(readOnlySeeds["qurancaption-project"]?.first)
    let (projects, _) = try read(project, as: "qurancaption-project")
    #expect(
      rows(projects[0]) == ["skip silence 0.000-0.401", "skip istiadhah 0.401-4.200", "1:1 4.200-9.049"])
    #expect(projects[0].facts.audio?.file == "b.mp3")
  }

  @Test func wordsWithoutReferencesAreNeverGuessed() throws {
    let seed = try #require(readOnlySeeds["whisperx"]?.first)
    let (found, report) = try read(seed, as: "whisperx")
    #expect(found[0].segments.isEmpty && found[0].words.isEmpty)
    #expect(found[0].markers.map(\.row.note) == ["a"])
    #expect(found[0].facts.passage == [AyahRange(Ayah(112, 1), Ayah(112, 4))])
    #expect(Set(report.diagnostics.map(\.rule.code)) == ["X204", "X301"])
    let taps = try #require(readOnlySeeds["taps"]?.first)
    let (tapped, faults) = try read(taps, as: "taps")
    #expect(tapped[0].markers.map(\.row.note) == ["word 2 of page 604", "word 1 of page 604"])
    #expect(faults.diagnostics.count { $0.rule.code == "X203" } == 2)
  }

  @Test func manifestsAreRecordingsOrASource() throws {
    let seed = try #require(readOnlySeeds["qua-manifest"]?.first)
    let format = try #require(ForeignFormat.named("qua-manifest"))
    let source = ForeignSource(shownAs: "file", bytes: Array(seed.utf8))
    #expect(try ForeignFormat.detected(source).name == "qua-manifest")
    let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), ExchangeReport())
    #expect(found.recordings.map(\.facts.title) == ["001", "002"])
    #expect(
      found.recordings.map(\.facts.audio?.url) == [
        "https://example.com/001.mp3", "https://example.com/002.mp3",
      ])
    #expect(found.library.reciters.first?.arabicName == nil)
    #expect(found.library.reciters.first?.sources.first?.pattern == "{surah3}.mp3")
    guard case .collection(let write) = format.write else { return }
    let text = String(decoding: try write(found, WritingOptions()).bytes, as: UTF8.self)
    #expect(text.contains("\"1\": \"https://example.com/001.mp3\""))
    #expect(throws: ExchangeFailure.self) { _ = try write(RecordingCollection([]), WritingOptions()) }
    let ayat = ForeignSource(
      shownAs: "file",
      bytes: Array(
        "{\"_meta\":{},\"1:1\":\"https://a.example/1_1.mp3\",\"2:5\":\"https://a.example/2_5.mp3\"}".utf8))
    let set = try RecordingCollection(reading: ayat, as: format, ReadingOptions(), ExchangeReport())
    #expect(set.recordings.isEmpty)
    #expect(set.library.reciters.first?.sources.first?.pattern == "{surah}_{ayah}.mp3")
  }

  @Test func rowsOfTheDataSetCountFromTheirClips() throws {
    let seed = try #require(readOnlySeeds["qua-dataset"]?.first)
    let (found, _) = try read(seed, as: "qua-dataset")
    #expect(found.count == 1)
    #expect(rows(found[0]) == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(found[0].words.map(\.row.end) == [Milliseconds(5000)])
  }

  @Test func syncMapsOfAeneas() throws {
    let map = """
      {"fragments":[{"id":"f1","language":"ara","lines":["a line"],"begin":"0.000","end":"9.050","children":[
      {"id":"2:255","lines":["text"],"begin":"0.000","end":"4.2005","children":[]},
      {"id":"f3","lines":["1:2"],"begin":"4.2005","end":"9.050","children":[]}]}]}
      """
    let (found, _) = try read(map, as: "aeneas")
    #expect(rows(found[0]) == ["2:255 0.000-4.201", "1:2 4.201-9.050"])
    let (table, _) = try read(
      "f000001,0.000,2.680,\"1:1\"\nf000002,2.680,5.000,\"say \"\"hi\"\"\"\n", as: "aeneas")
    #expect(rows(table[0]) == ["1:1 0.000-2.680"])
    #expect(table[0].markers.map(\.row.note) == ["say \"hi\""])
  }
}
