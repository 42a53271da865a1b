import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// Files as other programs write them, read by the rules of tables, of chapters and of heard words.
struct PeerFormatTests {
  private static let rows = ["1:1 4.200-9.050", "1:2 9.050-14.300"]

  @Test func tablesOfEditorsAreRead() throws {
    let reaper = """
      #,Name,Start,End,Length
      R1,1:1,4.200,9.050,4.850
      R2,1:2,9.050,14.300,5.250
      """
    let found = try read(reaper, as: "csv")
    #expect(found.rows == Self.rows)
    #expect(found.messages == ["left out: the column \"#\" (2 times)"])
    let audition = """
      Name\tStart\tDuration\tTime Format\tType\tDescription
      1:1\t0:04.200\t0:04.850\tdecimal\tCue\tby ear
      1:2\t0:09.050\t0:05.250\tdecimal\tCue\t
      1:3\t0:14.300\t0:00.000\tdecimal\tCue\t
      """
    let marks = try read(audition, as: "tsv")
    #expect(marks.rows == Self.rows && marks.markers == ["1:3 14.300"])
    #expect(marks.recordings[0].segments[0].row.note == "by ear")
    let mfa = "Begin,End,Label,Type,Speaker\n4.2,5.0,1:1:1,words,a\n5.0,5.9,1:1:2,words,a\n"
    #expect(try read(mfa, as: "csv").words == ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900"])
  }

  @Test func durationsThatContradictEndsAreTold() throws {
    let found = try read("name,start,end,duration\n1:1,4.200,9.050,9.000\n", as: "csv")
    #expect(found.rows == ["1:1 4.200-9.050"])
    #expect(found.messages == ["left out: durations that contradict the ends"])
    #expect(try read("name,start,duration\n1:1,4.2,x\n", as: "csv").codes == ["X102"])
    #expect(
      try read("ayah,name,start,end\n1:1,The Opening,4.2,9.05\n", as: "csv").messages
        == ["left out: names beside the ayat of rows"])
  }

  @Test func regionsOfPagesAreRead() throws {
    let wavesurfer = """
      [{"id": "wavesurfer_1", "start": 4.2, "end": 9.05, "content": "1:1", "drag": false},
       {"id": "wavesurfer_2", "start": 9.05, "end": 14.3, "content": "1:2"}]
      """
    #expect(try read(wavesurfer).rows == Self.rows)
    let peaks = """
      {"points": [], "segments": [{"startTime": 4.2, "endTime": 9.05, "labelText": "1:1"},
       {"startTime": 9.05, "endTime": 14.3, "labelText": "1:2"}]}
      """
    #expect(try read(peaks).rows == Self.rows)
  }

  @Test func listsBelowVideosAreRead() throws {
    let text = """
      A night of taraweeh

      0:00 1:1
      (0:09) – 1:2 -- slow
      1:3 - 59:59
      1:00:04 1:4
      """
    let found = try read(text, as: "youtube", duration: 3_700_000)
    #expect(
      found.rows == [
        "1:1 0.000-9.000", "1:2 9.000-3599.000", "1:3 3599.000-3604.000", "1:4 3604.000-3700.000",
      ])
    #expect(found.messages == ["left out: lines without a time"])
    // A reference with an ayah of two digits is a time when it comes first.
    #expect(try read("2:10 2:255\n", as: "youtube", duration: 200_000).rows == ["2:255 130.000-200.000"])
  }

  /// YouTube shows no chapters otherwise.
  @Test func whatYouTubeRequiresIsTold() throws {
    let format = try #require(ForeignFormat.named("youtube"))
    func notes(_ starts: [Int64], end: Int64) throws -> [String] {
      var recording = AnnotatedRecording()
      for (index, start) in starts.enumerated() {
        let stop = index + 1 < starts.count ? starts[index + 1] : end
        recording.segments.append(
          SegmentRow(
            Segment(
              ayah: AyahRange(Ayah(1, index + 1)), start: Milliseconds(start), end: Milliseconds(stop))))
      }
      return try written(recording, format, WritingOptions())?.notes ?? []
    }
    #expect(try notes([0, 10_000, 20_000], end: 30_000).isEmpty)
    #expect(
      try notes([0, 10_000], end: 20_000) == ["YouTube needs at least 3 chapters to show any; this has 2"])
    // The chapter before the first row counts.
    #expect(
      try notes([4000, 15_000, 25_000], end: 29_000) == [
        "YouTube needs chapters of at least 10 s; 2 of 4 are shorter"
      ])
  }

  /// As `timestamps.js` writes them, and older versions did.
  @Test func transcriptsOfOTranscribeAreRead() throws {
    let text = """
      {"text":"<p>A night</p><p><span class=\\"timestamp\\" data-timestamp=\\"4.2\\">0:00:04</span>&nbsp;1:1<br>slowly</p>\\
      <span class=\\"timestamp\\" onclick=\\"var x=this;\\">00:09</span> 1:2","media":"a.mp3","media-source":"","media-time":2}
      """.replacing("\\\n", with: "")
    let found = try read(text, duration: 14_300)
    #expect(found.rows == ["1:1 4.200-9.000", "1:2 9.000-14.300"])
    #expect(
      found.messages == [
        "left out: text before the first timestamp", "left out: text beside the labels of timestamps",
      ])
    #expect(found.recordings.first?.facts.audio?.file == "a.mp3")
    let address = try read(
      "{\"text\":\"\",\"media\":\"A night\",\"media-source\":\"https://example.com/b.mp3\"}",
      as: "otranscribe")
    #expect(address.recordings.first?.facts.audio?.url == "https://example.com/b.mp3")
    #expect(address.recordings.first?.facts.title == "A night")
    #expect(
      try read("{\"text\":\"<span class='timestamp'>soon</span> 1:1\"}", as: "otranscribe").codes == ["X102"])
  }

  @Test func chaptersWithoutAnOrderAreRead() throws {
    let ogm = """
      CHAPTER02=00:00:09.050
      CHAPTER02NAME=1:2
      CHAPTER01NAME=1:1
      CHAPTER01=00:00:04.200
      """
    #expect(try read(ogm, duration: 14_300).rows == Self.rows)
    #expect(try read("CHAPTER01=soon\n", as: "ogm-chapters").codes == ["X102"])
    let atoms = """
      <Chapters><EditionEntry><ChapterAtom><ChapterTimeStart>00:00:04.2</ChapterTimeStart>
      <ChapterDisplay><ChapterString>1:1</ChapterString></ChapterDisplay></ChapterAtom>
      <ChapterAtom><ChapterTimeStart>00:00:09.050000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>1:2</ChapterString></ChapterDisplay></ChapterAtom></EditionEntry></Chapters>
      """
    #expect(try read(atoms, duration: 14_300).rows == Self.rows)
    #expect(try read(atoms).markers == ["1:2 9.050"])
  }

  private static let heard = """
    {"text": "a b c d", "segments": [{"id": 0, "start": 4.2, "end": 9.05, "text": " a b c d", "words": [
    {"word": " a", "start": 4.2, "end": 5.0, "probability": 0.9}, {"word": " b", "start": 5.0, "end": 5.9},
    {"word": " c", "start": 5.9, "end": 7.3}, {"word": " d", "start": 7.3, "end": 9.05}]}]}
    """

  @Test func heardWordsAreThoseOfThePassageIfTheyAreAsMany() throws {
    let words = try read(Self.heard) { $0.passage = [AyahRange(Ayah(1, 1))] }
    #expect(
      words.words == ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900", "1:1:3 5.900-7.300", "1:1:4 7.300-9.050"])
    #expect(words.recordings[0].words[0].row.confidence == 0.9 && words.markers.isEmpty)
    #expect(
      words.messages == [
        "the 4 recognised words are assigned to the 4 words of 1:1 in order"
      ])
    let others = try read(Self.heard) { $0.passage = [AyahRange(Ayah(1, 1), Ayah(1, 2))] }
    #expect(others.words.isEmpty && others.markers.first == "- 4.200 [a]" && others.markers.count == 4)
    #expect(
      others.messages == [
        "4 recognised words are kept as markers with their text: 1:1-2 has 8 words, but 4 were recognised"
      ])
    #expect(
      try read(Self.heard).messages == [
        "4 recognised words are kept as markers with their text: their ayat are unknown"
      ])
  }

  /// A table for spreadsheets begins with a byte order mark, and no field of it begins like a formula.
  @Test func tablesAreWrittenForSpreadsheets() throws {
    var recording = SharedExample.recording
    recording.segments = [recording.segments[1]]
    recording.segments[0].row.note = "=HYPERLINK(\"a\")"
    recording.segments[0].row.priority = -3
    var options = WritingOptions()
    (options.hasMark, options.guardsFormulas) = (true, true)
    for (name, note) in [("csv", "\"'=HYPERLINK(\"\"a\"\")\""), ("tsv", "'=HYPERLINK(\"a\")")] {
      guard case .collection(let write) = try #require(ForeignFormat.named(name)).write else { continue }
      let made = try write(RecordingCollection([recording]), options)
      #expect(made.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
      #expect(
        String(decoding: made.bytes, as: UTF8.self).contains("-3" + (name == "csv" ? "," : "\t") + note))
      #expect(made.losses.counts[.text] == 1)
      #expect(try read(made.bytes, as: name).rows == ["1:1 4.200-9.050"])
    }
  }

  @Test func otherEncodingsAreRead() throws {
    let text = "4.2\t9.05\tУрок"
    func note(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> String? {
      try read(bytes, as: "audacity") { $0.encoding = encoding }.recordings.first?.markers.first?.row.note
    }
    let cyrillic = Array("4.2\t9.05\t".utf8) + [0xD3, 0xF0, 0xEE, 0xEA]
    #expect(try note(cyrillic, TextEncoding("windows-1251")) == "Урок")
    #expect(try note(Array("4.2\t9.05\t".utf8) + [0x8A, 0xF9], TextEncoding("windows-1250")) == "Šů")
    let little = text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (8 * $0) & 255) }
    }
    let big = text.unicodeScalars.flatMap { scalar in
      (0..<4).reversed().map { UInt8(scalar.value >> (8 * $0) & 255) }
    }
    #expect(
      try note(little, TextEncoding("utf-32le")) == "Урок" && note(big, TextEncoding("UTF-32BE")) == "Урок")
    #expect(try note([0xFF, 0xFE, 0, 0] + little) == "Урок")
    #expect(try note([0, 0, 0xFE, 0xFF] + big) == "Урок")
    #expect(throws: ExchangeFailure.self) { try note([0xFF, 0xFE, 0, 0, 0, 0xD8, 0, 0]) }
  }

  @Test func everyRecogniserHasItsForm() throws {
    func words(_ text: String, as name: String) throws -> [String] {
      try read(text, as: name) { $0.passage = [AyahRange(Ayah(112, 2))] }.words
    }
    let expected = ["112:2:1 1.000-1.500", "112:2:2 1.500-2.000"]
    #expect(
      try words(
        "{\"transcription\": [{\"offsets\": {\"from\": 1000, \"to\": 1500}, \"text\": \" a\"}, "
          + "{\"offsets\": {\"from\": 1500, \"to\": 2000}, \"text\": \" b\"}]}", as: "whisper-cpp")
        == expected)
    #expect(
      try words(
        "{\"tiers\": {\"a - words\": {\"type\": \"interval\", \"entries\": [[1, 1.5, \"a\"], [1.5, 2, \"b\"]]}}}",
        as: "mfa")
        == expected)
    #expect(
      try words(
        "{\"segments\": [{\"start\": 1, \"end\": 1.5, \"text\": \"a\", \"score\": -3}, "
          + "{\"start\": 1.5, \"end\": 2, \"text\": \"b\", \"score\": -4}]}", as: "whisper") == expected)
    #expect(
      refusal("{\"tiers\": {\"phones\": {\"entries\": []}}}", as: "mfa")?.description.contains("phones")
        == true)
  }

  @Test func rowsThatEndBeforeTheyStartAreCalledSo() throws {
    let chapters = """
      <Chapters><EditionEntry><ChapterAtom><ChapterTimeStart>00:00:09.050</ChapterTimeStart>
      <ChapterTimeEnd>00:00:04.200</ChapterTimeEnd><ChapterDisplay><ChapterString>1:1</ChapterString>
      </ChapterDisplay></ChapterAtom></EditionEntry></Chapters>
      """
    let grid = """
      "ooTextFile" "TextGrid" 0 20 <exists> 1 "IntervalTier" "ayah" 0 20 1 9.05 4.2 "1:1"
      """
    for (text, name) in [
      ("0:00:09.050,0:00:04.200\n1:1\n", "sbv"), (chapters, "mkv-chapters"), (grid, "textgrid"),
      ("1\n00:00:09,050 --> 00:00:04,200\n1:1\n", "srt"),
      ("WEBVTT\n\n00:09.050 --> 00:04.200\n1:1\n", "vtt"),
      (";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=9050\nEND=4200\ntitle=1:1\n", "ffmetadata"),
      ("9.05\t4.2\t1:1\n", "audacity"),
    ] {
      let found = try read(text, as: name)
      #expect(found.codes == ["X103"], "\(name)")
      #expect(
        found.messages.first?.hasSuffix("ends at 4.200, before it starts at 9.050") == true,
        "\(name): \(found.messages)")
    }
    #expect(
      try read("a 1 9.05 -1 1:1\n", as: "ctm").messages
        == ["the row at 9.050 has a negative length, -1.000"])
  }

  @Test func heardWordsThatEndBeforeTheyStartAreTold() throws {
    let heard = """
      {"segments": [{"start": 1, "end": 2, "text": "a b", "words": [
      {"word": "a", "start": 1.5, "end": 1}, {"word": "b", "start": 2, "end": 2}]}]}
      """
    let found = try read(heard, as: "whisper")
    #expect(found.markers == ["- 1.500 [a]", "- 2.000 [b]"])
    #expect(found.codes == ["X203", "X301"])
    #expect(
      found.messages.contains(
        "left out: ends of words that are not after the start (2 times)"))
  }

  /// XML of any other kind is refused, and not taken for an empty list of chapters.
  @Test func otherXMLIsRefused() throws {
    func detected(_ text: String, _ name: String) throws -> String {
      try ForeignFormat.detected(ForeignSource(path: name, shownAs: name, bytes: Array(text.utf8))).name
    }
    let spoken = "<?xml version=\"1.0\"?><transcript><text start=\"1\" dur=\"2\">a</text></transcript>"
    #expect(try detected("<Chapters/>", "a.xml") == "mkv-chapters")
    #expect(try detected("<ANNOTATION_DOCUMENT/>", "a.xml") == "eaf")
    #expect(throws: ExchangeFailure.self) { try detected(spoken, "a.xml") }
    for (name, root) in [
      ("mkv-chapters", "Chapters"), ("eaf", "ANNOTATION_DOCUMENT"), ("xspf", "playlist"),
    ] {
      #expect(
        refusal(spoken, as: name)?.description
          == "file begins with <transcript>, but this format begins with <\(root)>")
    }
  }

  @Test func subtitlesAreRecognised() throws {
    for (text, path, name) in [
      ("[Script Info]\n", "a.txt", "ass"), ("\u{FEFF}[Script Info]\n", "a.ssa", "ass"),
      ("<tt xmlns=\"http://www.w3.org/ns/ttml\"/>", "a.xml", "ttml"), ("<tt/>", "a.dfxp", "ttml"),
    ] {
      let source = ForeignSource(path: path, shownAs: path, bytes: Array(text.utf8))
      #expect(try ForeignFormat.detected(source).name == name)
    }
  }

  @Test func columnsOfSecondsAreRead() throws {
    for header in ["label,onset_s,offset_s", "label,start_seconds,stop_seconds", "label,onset,end_s"] {
      #expect(try read("\(header)\n1:1,4.2,9.05\n1:2,9.05,14.3\n", as: "csv").rows == Self.rows, "\(header)")
    }
  }
}
