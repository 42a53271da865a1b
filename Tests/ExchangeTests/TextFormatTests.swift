import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

/// The vectors of the formats of labels on a time line.
struct TextFormatTests {
  // MARK: Tables

  @Test func readsTheRakahOfATable() throws {
    for name in ["rakah", "Rakat", "rakaat"] {
      let read = try read("start,end,ayah,\(name)\n1.0,2.0,1:1,2\n2.0,3.0,1:2,\n", as: "csv")
      #expect(read.recordings[0].segments.map(\.row.rakah) == [2, nil] && read.codes.isEmpty)
    }
    for wrong in ["0", "101", "two", "1.5"] {
      let read = try read("start,end,ayah,rakah\n1.0,2.0,1:1,\(wrong)\n", as: "csv")
      #expect(read.messages == ["expected the number of a rak'ah from 1 to 100, found \"\(wrong)\""])
    }
  }

  // MARK: Audacity

  @Test func readsAudacityAsAudacityDoes() throws {
    #expect(try read("4.2\t1:1\n", as: "audacity").markers == ["1:1 4.200"])
    #expect(try read("4,2\t9,05\t1:1\n").rows == ["1:1 4.200-9.050"])
    #expect(try read("9.050500\t14.3\t1:2\r\n").rows == ["1:2 9.051-14.300"])
    #expect(
      try read("0\t\t4.2\tskip=takbir\r4.2\t5\t1:1\r").rows == ["skip takbir 0.000-4.200", "1:1 4.200-5.000"])
    let frequencies = try read("0.0\t4.0\t1:1\n\\\t80.000000\t1200.000000\n\\\t1\t2\n")
    #expect(frequencies.rows == ["1:1 0.000-4.000"])
    #expect(frequencies.codes == ["X202"])
    let odd = try read("0.0\t4.0\tcough\n5.0\t5.0\tlouder\n6.0\t7.0\t1:1\n")
    #expect(odd.markers == ["- 0.000 [cough]", "- 5.000 [louder]"])
    #expect(odd.codes == ["X201"])
    #expect(odd.messages.first?.contains("2 labels") == true)
    #expect(try read("0.0\t1.0\t1:1\nnonsense\n").codes == ["X102"])
    #expect(try read("9.0\t4.0\t1:1\n").codes == ["X103"])
    #expect(try read("0.0\t46.0\t1:1\n", duration: 45_000).codes == ["X104"])
    #expect(try read("0.0\t4.0\t1:8\n").codes == ["X105"])
    #expect(try read("0.0\t4.0\t1:1:2\n").words == ["1:1:2 0.000-4.000"])
  }

  // MARK: TextGrid

  private static let long = """
    File type = "ooTextFile"
    Object class = "TextGrid"

    xmin = 0\u{20}
    xmax = 45\u{20}
    tiers? <exists>\u{20}
    size = 1\u{20}
    item []:\u{20}
        item [1]:
            class = "IntervalTier"\u{20}
            name = "ayah"\u{20}
            xmin = 0\u{20}
            xmax = 45\u{20}
            intervals: size = 3\u{20}
            intervals [1]:
                xmin = 0\u{20}
                xmax = 4.2\u{20}
                text = ""\u{20}
            intervals [2]:
                xmin = 4.2\u{20}
                xmax = 9.05\u{20}
                text = "1:1 -- say ""hi""
    twice"\u{20}
            intervals [3]:
                xmin = 9.05\u{20}
                xmax = 45\u{20}
                text = "\u{661}:\u{662}"\u{20}

    """
  private static let short =
    "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n45\n<exists>\n1\n\"IntervalTier\"\n\"ayah\"\n0\n45\n3\n"
    + "0\n4.2\n\"\"\n4.2\n9.05\n\"1:1 -- say \"\"hi\"\"\ntwice\"\n9.05\n45\n\"\u{661}:\u{662}\"\n"
  private static let free =
    "\"ooTextFile\" \"TextGrid\" 0 45 ! a remark \"1\" 2\n<exists> 1 tier \"IntervalTier\" \"ayah\" from 0 to 45 with 3 of them 0 4.2 \"\" "
    + "42/10 9.05 \"1:1 -- say \"\"hi\"\"\ntwice\" 9.05 45 \"\u{661}:\u{662}\""

  @Test func readsEveryFormOfTextGrid() throws {
    let long = Array(Self.long.utf8)
    for (name, bytes) in [
      ("long", long), ("short", Array(Self.short.utf8)), ("free", Array(Self.free.utf8)),
      ("with a mark", [0xEF, 0xBB, 0xBF] + long),
      ("CRLF", Array(Self.long.replacing("\n", with: "\r\n").utf8)),
      ("CR", Array(Self.long.replacing("\n", with: "\r").utf8)),
      ("UTF-16BE", utf16(Self.long, bigEndian: true)), ("UTF-16LE", utf16(Self.short, bigEndian: false)),
    ] {
      let grid = try read(bytes)
      #expect(grid.rows == ["1:1 4.200-9.050", "1:2 9.050-45.000"], "\(name)")
      #expect(grid.codes == [], "\(name)")
      let note = grid.recordings.first?.segments.first?.row.note?.split(whereSeparator: \.isNewline)
      #expect(note == ["say \"hi\"", "twice"], "\(name)")
    }
  }

  @Test func tellsWhatPraatBreaks() throws {
    let comma = refusal(Self.long.replacing("xmax = 4.2", with: "xmax = 4,2"))
    #expect(comma?.description.contains("4,2") == true)
    #expect(comma?.place?.range != nil)
    let grid = "\"ooTextFile\" \"TextGrid\" 0 45 <exists> 1 \"IntervalTier\" \"ayah\" 0 45 3 "
    let empty = try read(grid + "0 10 \"1:1\" 10 10 \"1:2\" 10 45 \"1:3\"")
    #expect(empty.codes == ["X103"])
    #expect(empty.rows == ["1:1 0.000-10.000", "1:3 10.000-45.000"])
    let miscounted = try read(grid + "0 10 \"1:1\" 10 45 \"1:2\"")
    #expect(miscounted.codes == ["X203"])
    #expect(miscounted.rows.count == 2)
    #expect(refusal("ooBinaryFile\u{8}TextGrid")?.description.contains("save it in Praat") == true)
    #expect(
      refusal(grid + "0 10 \"never closed")?.description.contains("a text in quotes is not closed") == true)
  }

  @Test func readsTheNumbersThatPraatReads() throws {
    let grid =
      "File type = \"ooTextFile short\"\n\"TextGrid\"\n\n0\n45\n<exists>\n1\n\"IntervalTier\"\n\"ayah\"\n0\n45\n4\n"
    let found = try read(
      grid + "1e-3 5. \"1:1\" 5. 1000% \"1:2\" 1E1 --undefined-- \"1:3\" 2.0e+1 45 \"1:4\"")
    #expect(found.rows == ["1:1 0.001-5.000", "1:2 5.000-10.000", "1:4 20.000-45.000"])
    #expect(found.codes == ["X102"])
  }

  @Test func findsTheTierOfTheAyat() throws {
    let head = "\"ooTextFile\" \"TextGrid\" 0 45 <exists> 2 \"IntervalTier\" \"phones\" 0 45 1 0 45 \"b\" "
    let other = head + "\"IntervalTier\" \"verses\" 0 45 1 0 45 \"1:1\""
    #expect(try read(other).rows == ["1:1 0.000-45.000"])
    #expect(try read(other).codes == ["X202"])
    #expect(try read(other) { $0.tier = "phones" }.markers == ["- 0.000 [b]"])
  }

  // MARK: Subtitles

  @Test func readsSubtitleTimes() throws {
    for (text, start) in [("00:04.200", 4200), ("00:00:04.200", 4200), ("100:00:04.200", 360_004_200)] {
      let cue = try read("WEBVTT\n\n\(text) --> 200:00:00.000 align:start\n1:1\n")
      #expect(cue.recordings.first?.segments.first?.row.start.count == Int64(start), "\(text)")
    }
    #expect(
      try read(
        "\u{FEFF}1\r\n00:00:04,200 --> 00:00:09,050 X1:0 Y1:0\r\n<i>1:1</i>\r\n\r\n\r\n2\r\n0:0:9.05-->0:0:14.3\r\n{\\an8}1:2"
      ).rows
        == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(
      try read("00:00:01,000 --> 00:00:02,000\n1:1\n2\n00:00:02,000 --> 00:00:03,000\n1:2\n", as: "srt").rows
        == ["1:1 1.000-2.000", "1:2 2.000-3.000"])
    let rounded = try read(
      "1\n00:00:00,500 --> 00:00:01,990\n1:1\n\n2\n00:00:01,000 --> 00:00:03,000\n1:2\n")
    #expect(rounded.codes == ["X203"])
    #expect(try read("1\n00:00:04,000 --> 00:00:03,000\n1:1\n").codes == ["X103"])
  }

  @Test func readsWebVTT() throws {
    let cues = try read(
      """
      WEBVTT - made by hand

      NOTE tilawa: id=fatihah; title=Al-Fatihah; reciter=example-reciter; riwayah=hafs; numbering=kufi

      STYLE
      ::cue { color: white }

      1:1
      00:04.200 --> 00:09.050
      <c.w1>w1</c> <00:05.000><c.w2>w2</c> <00:05.900><c.w3>w3</c> <00:07.300><c.w4>w4</c>

      1:2#2
      00:09.050 --> 00:14.300 position:10%
      <v Somebody>bismi &amp; &lt;this&gt;

      00:14.300 --> 00:15.000
      no reference here

      """)
    #expect(cues.rows == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(
      cues.words == ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900", "1:1:3 5.900-7.300", "1:1:4 7.300-9.050"])
    #expect(cues.markers == ["- 14.300 [no reference here]"])
    let facts = cues.recordings.first?.facts
    #expect(facts?.id == "fatihah")
    #expect(facts?.title == "Al-Fatihah")
    #expect(facts?.riwayah == .hafs)
  }

  // MARK: Lyrics

  @Test func readsLyrics() throws {
    let song = try read(
      "[ti:Al-Fatihah]\n[ar:Example Reciter]\n[offset:+500]\n# remark\n[00:04.20]1:1\n[00:09.05][00:20.00]1:2\n[00:14.3]\n[00:25]\n"
    )
    #expect(song.rows == ["1:1 3.700-8.550", "1:2 8.550-13.800", "1:2 19.500-24.500"])
    #expect(song.codes == ["X202", "X301"])
    #expect(song.recordings.first?.facts.title == "Al-Fatihah")
    #expect(song.recordings.first?.reciterName == "Example Reciter")
    let open = try read("[00:04.20]1:1\n[00:09.05]1:2\n")
    #expect(open.rows == ["1:1 4.200-9.050"])
    #expect(open.markers == ["1:2 9.050"])
    #expect(open.codes == ["X301"])
    #expect(
      try read("[00:04.20]1:1\n[00:09.05]1:2\n", duration: 14_300).rows == [
        "1:1 4.200-9.050", "1:2 9.050-14.300",
      ])
  }

  /// Lyrics are read by the same parser as those in the tags of audio.
  @Test func readsOddLyrics() throws {
    // The offset counted for the lines behind it and for all words.
    let late = try read("[00:04]1:1 <00:04>1:1:1 <00:05>\n[00:06]\n[offset:500]\n")
    #expect(late.rows == ["1:1 3.500-5.500"] && late.words == ["1:1:1 3.500-4.500"])
    // A tab or a mark of the encoding hid the time behind it.
    let indented = try read("[00:01]1:1\n\t[00:02] 1:2\n\u{FEFF}[00:03]\n  # remark\n\u{FEFF}\n")
    #expect(indented.rows == ["1:1 1.000-2.000", "1:2 2.000-3.000"] && indented.codes == ["X202"])
    let twice = try read("[offset:9]\n[offset:+500]\n[00:01]1:1\n[00:02]\nno time\n")
    #expect(twice.rows == ["1:1 0.500-1.500"] && Set(twice.codes) == ["X102", "X202", "X301"])
  }

  /// Each line looked through all of them for the next.
  @Test func thousandsOfLyricsWithWordsAreRead() throws {
    let text = (0..<20_000).map { index in
      let minutes = index / 60
      let seconds = index % 60
      return "[\(minutes):\(seconds)]1:1 <\(minutes):\(seconds)>1:1:1\n"
    }
    #expect(try read("[00:00]\n" + text.joined(), duration: 20_000_000).words.count == 20_000)
  }

  // MARK: CUE

  @Test func convertsFrames() throws {
    let cue = try #require(ForeignFormat.named("cue"))
    let sheet = try #require(try written(SharedExample.recording, cue, WritingOptions()))
    let text = String(decoding: sheet.bytes, as: UTF8.self)
    for time in ["00:04:15", "00:09:04", "00:14:22", "00:18:30", "00:22:56", "00:29:07", "00:33:45"] {
      #expect(text.contains("INDEX 01 \(time)"), "\(time)")
    }
    let back = try read(
      """
      REM DATE 2024
      PERFORMER "Example Reciter"
      FILE "fatihah.flac" WAVE
        TRACK 01 AUDIO
          TITLE "1:1"
          INDEX 00 00:04:00
          INDEX 01 00:09:04
        TRACK 02 AUDIO
          TITLE "1:2"
          INDEX 01 00:14:22
        track 03 audio
          title "1:3"
          index 01 00:29:07
      """, duration: 45_000)
    #expect(back.rows == ["1:1 9.053-14.293", "1:2 14.293-29.093", "1:3 29.093-45.000"])
    #expect(back.recordings.first?.facts.audio?.file == "fatihah.flac")
  }

  @Test func splitsLongCueSheets() throws {
    let cue = try #require(ForeignFormat.named("cue"))
    var recording = SharedExample.recording
    let one = recording.segments[1]
    recording.segments = (0..<200).map { index in
      var row = one
      row.row.start = Milliseconds(Int64(index) * 1000)
      row.row.end = Milliseconds(Int64(index) * 1000 + 1000)
      return row
    }
    let sheet = try #require(try written(recording, cue, WritingOptions()))
    #expect(sheet.continuations.count == 2)
  }

  // MARK: Others

  @Test func escapesFFMetadata() throws {
    var recording = SharedExample.recording
    recording.facts.title = "a=b;c#d\\e\nf"
    let format = try #require(ForeignFormat.named("ffmetadata"))
    let text = try #require(try written(recording, format, WritingOptions()))
    #expect(String(decoding: text.bytes, as: UTF8.self).contains("title=a\\=b\\;c\\#d\\\\e\\\nf\n"))
    #expect(try read(text.bytes).recordings.first?.facts.title == "a=b;c#d\\e\nf")
    let frames = try read(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/48000\nSTART=201600\nEND=434400\ntitle=1:1\n[CHAPTER]\nSTART=9050000000\ntitle=1:2\n",
      duration: 14_300)
    #expect(frames.rows == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
  }

  @Test func countsBytesInEditLists() throws {
    var recording = SharedExample.recording
    recording.facts.audio?.file = "a,b.flac"
    let format = try #require(ForeignFormat.named("edl"))
    let text = try #require(try written(recording, format, WritingOptions()))
    #expect(String(decoding: text.bytes, as: UTF8.self).contains("\n%8%a,b.flac,4.200,4.850,title=1:1\n"))
    #expect(try read(text.bytes).recordings.first?.facts.audio?.file == "a,b.flac")
    let list = try read(
      "# mpv EDL v0\nfatihah.flac,4.2,4.85,title=1:1;%12%fatihah.flac,length=5.25,start=9.05,title=1:2\n%99%x\n"
    )
    #expect(list.rows == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(list.codes == ["X102"])
  }

  @Test func readsTurnsAndWords() throws {
    let turns = try read(
      "SPEAKER fatihah 1 4.200 4.850 <NA> <NA> 1:1 0.93 <NA>\nSPEAKER fatihah 1 9.05 0 <NA> <NA> 1:2 <NA>\n")
    #expect(turns.rows == ["1:1 4.200-9.050"])
    #expect(turns.recordings.first?.segments.first?.row.confidence == 0.93)
    #expect(turns.codes == ["X103"])
    let words = try read(
      ";; remark\nfatihah 1 4.200 0.800 1:1:1 0.9\nfatihah 1 5.000 0.900 1:1:2\n", as: "ctm")
    #expect(words.words == ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900"])
  }

  @Test func speakersKeepTheirNames() throws {
    let turns = try read("SPEAKER a 1 0.0 1.0 <NA> <NA> SPEAKER_00 0.5 <NA>\n", as: "rttm")
    #expect(turns.markers == ["- 0.000 [SPEAKER_00]"])
    #expect(turns.recordings.first?.markers.first?.row.confidence == 0.5)
  }

  @Test func readsTablesOfAeneas() throws {
    for table in [
      "f000001,0.000,4.200,\"1:1\"\nf000002,4.200,9.050,\"1:2\"\n", "0.000\t4.200\t1:1\n4.200\t9.050\t1:2\n",
      "0.000 4.200 1:1\n4.200 9.050 1:2\n",
      "1:1 0:00:00.000 0:00:04.200 \"1:1\"\n1:2 0:00:04.200 0:00:09.050 \"x\"\n",
    ] {
      #expect(try read(table, as: "aeneas").rows == ["1:1 0.000-4.200", "1:2 4.200-9.050"], "\(table)")
    }
    let unnamed = "0.000\t4.200\tf000001\n4.200\t9.050\tf000002\n"
    #expect(try read(unnamed).markers == ["- 0.000 [f000001]", "- 4.200 [f000002]"])
    #expect(try read(unnamed).codes == ["X201"])
    let passage = try read(unnamed) { $0.passage = [AyahRange(Ayah(1, 1), Ayah(1, 2))] }
    #expect(passage.rows == ["1:1 0.000-4.200", "1:2 4.200-9.050"])
    #expect(passage.codes == ["X301"])
    #expect(try read(unnamed) { $0.passage = [AyahRange(Ayah(1, 1), Ayah(1, 7))] }.rows.isEmpty)
  }

  @Test func cuesWithoutEmptyLinesAreSeveral() throws {
    let cues = try read(
      "WEBVTT\n\n1:1\n00:01.000 --> 00:02.000\nin the name\n1:2\n00:02.000 --> 00:03.000\n1:2\n00:03.000 --> 00:04.000\n1:3\n"
    )
    #expect(cues.rows == ["1:1 1.000-2.000", "1:2 2.000-3.000", "1:3 3.000-4.000"])
    #expect(cues.codes == ["X202", "X203", "X203"])
  }

  /// Text that resembles an endless tag or escape takes no more time than its length requires.
  @Test func brokenMarkupIsReadInOneGo() throws {
    for sign in ["<", "{\\", "<b ", "&", "&#", "[", "<00:"] {
      let text = String(repeating: sign, count: 20_000)
      _ = try? read("WEBVTT\n\n00:01.000 --> 00:02.000\n\(text)\n", as: "vtt")
      _ = try? read("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n", as: "srt")
      _ = try? read("[00:01.00]\(text)\n", as: "lrc")
    }
  }

  @Test func wordsSayHowSureTheyAre() throws {
    var recording = SharedExample.recording
    recording.words[0].row.confidence = 0.5
    for format in ["audacity", "srt", "vtt", "lrc", "aeneas", "ctm"].compactMap(ForeignFormat.named) {
      for labels in WritingOptions.Labels.allCases {
        var options = WritingOptions()
        options.labels = labels
        options.words = true
        guard !format.loses(with: options).contains(.words),
          let text = try written(recording, format, options),
          let back = try roundTrip(recording, format, options)
        else { continue }
        let isKept = back.words.contains { $0.row.confidence == 0.5 }
        #expect(isKept || text.losses.counts[.conf] != nil, "\(format.name), \(labels)")
      }
    }
  }

  @Test func readsTables() throws {
    #expect(
      try read("ayah,start,end,confidence,verified\n1:1,4.200,9.050,,true\n1:2,9.050,14.300,0.93,\n").rows
        == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(
      try read("\u{FEFF}surah;ayah;start;end\r\n1;1;4,2;9,05\r\n", as: "csv").rows == ["1:1 4.200-9.050"])
    #expect(
      try read("verse_key,timestamp_from,timestamp_to\n1:1,4200,9050\n", duration: 45_000).rows == [
        "1:1 4.200-9.050"
      ])
    #expect(
      refusal("verse_key,timestamp_from,timestamp_to\n1:1,4200,9050\n")?.description.contains("whole numbers")
        == true)
    #expect(
      try read("verse_key,from,to\n1:1,4200,9050\n") { $0.unit = .milliseconds }.rows == ["1:1 4.200-9.050"])
    #expect(
      try read("ref\tstart\tend\tnote\n1:1\t0:04.2\t0:09.05\ta\\tb\n").recordings.first?.segments.first?.row
        .note == "a\tb")
    #expect(
      try read("ayah,start,end\n\"=\"\"1:1\"\"\",4.2,9.05\nbad,1.0,2.0\n1:2,x,1.0\n").codes == [
        "X102", "X201",
      ])
  }

  @Test func readsCuePointsAndRegions() throws {
    try withScratchDirectory { folder in
      let path = "\(folder)/field.wav"
      let bytes = cuedWAV([(8000, 0, "1:1"), (16_000, 8000, "1:2"), (30_000, 0, "cough")])
      try AtomicFile.write(bytes, to: path)
      let source = try ForeignSource(readingAt: path, shownAs: "field.wav")
      let report = ExchangeReport()
      let collection = try RecordingCollection(
        reading: source, as: ForeignFormat.detected(source), ReadingOptions(), report)
      let found = ReadText(recordings: collection.recordings, diagnostics: report.diagnostics)
      #expect(found.markers == ["1:1 1.000", "- 3.750 [cough]"])
      #expect(found.rows == ["1:2 2.000-3.000"])
    }
  }
}

/// Four seconds of silence at 8000 Hz with points, or regions where there is a length, in frames.
func cuedWAV(_ points: [(frame: Int, length: Int, label: String)]) -> [UInt8] {
  func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) } }
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }
  var cues = little(points.count, 4)
  var texts = Array("adtl".utf8)
  for (index, point) in points.enumerated() {
    cues += little(index + 1, 4) + little(0, 4) + Array("data".utf8) + little(0, 8) + little(point.frame, 4)
    texts += chunk("labl", little(index + 1, 4) + Array(point.label.utf8) + [0])
    if point.length > 0 {
      texts += chunk(
        "ltxt", little(index + 1, 4) + little(point.length, 4) + Array("rgn ".utf8) + little(0, 8))
    }
  }
  let format =
    little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2) + little(16, 2)
  let parts =
    chunk("fmt ", format) + chunk("cue ", cues) + chunk("LIST", texts)
    + chunk("data", [UInt8](repeating: 0, count: 64_000))
  return chunk("RIFF", Array("WAVE".utf8) + parts)
}
