import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

/// The files of `spec/conformance/exchange/files`, which contain every element of their formats.
struct ForeignElementTests {
  /// The parts of each file that matter. Without one of them, the file has another result, or other findings.
  private static let elements: [String: [String]] = [
    "audacity.txt": [
      "\\\t80.000000\t1200.000000\n", " verified", " -- \u{6D6} a sign", " conf=0.93", " x-take=2",
      "? verified",
    ],
    "webvtt.vtt": [
      " - by hand", "Kind: captions\n", "id=fatihah; ", "title=\u{6D6} Al-Fatihah; ", "; mood=calm",
      "NOTE recorded on a Friday\n", "STYLE\n::cue { color: white }\n", "REGION\nid:below\n",
      " position:10% align:start",
      "<c.w1>", "<v Somebody>", "<i>", "Praise &amp; thanks\n", "\u{6DB}\n", "introduction\n",
      "no reference here",
    ],
    "subrip.srt": [
      " X1:10 X2:20 Y1:30 Y2:40", "<i>", "in the name\n", "above\n", "{\\an8}", " -- \u{64B}sung",
      "no reference here",
    ],
    "lyrics.lrc": [
      "# by hand\n", "[ti:\u{6D6} Al-Fatihah]\n", "[ar:Example Reciter]\n", "[al:An album]\n",
      "[by:A maker]\n",
      "[length:00:45.00]\n", " <00:05.00>1:1:2", " <00:09.05>praise", "[00:14.30]\n", "[00:22.75]",
      "\u{6DB} no reference",
    ],
    "cue.cue": [
      "REM COMMENT \"recorded on a Friday\"\n", "REM DATE 2024\n", "CATALOG 1234567890123\n",
      "PERFORMER \"\u{6D6} Example Reciter\"\n", "TITLE \"Al-Fatihah\"\n", " -- \u{64B}slowly",
      "ISRC ABCDE1234567",
      "PERFORMER \"another-reciter\"", "REM COMMENT \"a cough\"", "INDEX 00 00:09:00", "INDEX 02 00:10:00",
      "PERFORMER \"Somebody Else\"", "FLAGS DCP",
    ],
    "gaps.cue": ["    INDEX 00 00:04:15\n", "    INDEX 00 00:05:00\n", "FILE \"02.flac\" WAVE\n"],
    "otranscribe.otr": [
      "<p>Recitation of a Friday</p>", "4.2", "0:09", "00:14", "<p>praise &amp; thanks</p>", "<b>",
      " verified",
      " -- \u{6D6} a", "no reference", "\u{6D6} fatihah.flac",
    ],
    "ffmetadata.ffmeta": [
      "; a remark\n", "title=\u{6D6} Al-Fatihah\n", "artist=Example Reciter\n",
      "comment=recorded on a\\\nFriday\n",
      "album=An album\n", "tilawa-id=fatihah\n", "tilawa-riwayah=hafs\n",
      "tilawa-numbering=kufi\n",
      "language=ara\n", " -- a\\=\u{6D6}b", "mood=calm\n",
    ],
    "playlist.m3u8": [
      " x-tvg-url=guide", "#PLAYLIST:\u{6D6} Al-Fatihah\n", "# by hand\n", " group=a", "Example - Reciter - ",
      " -- a - b",
      "#EXTVLCOPT:run-time=5\n", "#EXTALB:An album\n", "another-reciter - ",
    ],
    "list.ffconcat": [
      "# by hand\n", " -- \u{6D6} a", "option safe 0\n", "duration 5.250\n", "stream\n", "# 1:2\n",
    ],
    "list.edl": ["# by hand\n", "!new_stream,size=2\n", " -- \u{6D6} a", ",layout=this", ",more"],
    "turns.rttm": [
      ";; by hand\n", "SPKR-INFO fatihah 1 <NA> <NA> <NA> unknown SPEAKER_00 <NA> <NA>\n",
      "LEXEME fatihah 1 4.200 0.800 1:1:1 lex 1:1 0.9\n", "LEXEME fatihah 1 5.000 0.900 allah lex 1:1 <NA>\n",
      "NON-SPEECH fatihah 1 44.250 0.750 <NA> noise <NA> <NA> <NA>\n", "_00 0.50",
    ],
    "words.ctm": [";; by hand\n", " 7 lex SPEAKER_00", " lex SPEAKER_00", "rahman", " 0.93"],
    "aeneas.csv": [", \"\"here\"\"", " -- \u{6D6} a", "f000004", "praise"],
    "aeneas.tsv": ["0.000\t4.200\tf000001\n"],
    "aeneas.ssv": ["no reference"],
    "table.csv": [
      ",mood", ",calm", ",more", "Example Reciter", ",example-reciter", "a word", "\u{64B}no reference",
      "with a note", "0.4",
    ],
    "tiers.textgrid": [
      "skip=istiadhah", " -- \u{6D6} said \"\"slowly\"\"", "no reference", "1:1:1", "1:5", "cough", "calm",
    ],
    "list.xspf": [
      "\u{6D6} Al-Fatihah", "Example Reciter", "recorded on a Friday", " verified -- \u{6D6} a",
      "<trackNum>2</trackNum>", "<duration>5000</duration>", "<vlc:option>audio-track=1</vlc:option>",
      "<info>https://example.com/</info>", "no reference",
    ],
    "annotations.eaf": [
      "An Author", "https://example.com/license", " PARTICIPANT=\"Example Reciter\"",
      " ANNOTATOR=\"Somebody\"",
      "<PROPERTY NAME=\"tilawa:riwayah\">hafs</PROPERTY>", "<PROPERTY NAME=\"mood\">calm</PROPERTY>",
      "0.93", "in the name", " -- \u{6D6} a", "no reference", "istiadhah",
    ],
    "observations.jams": [
      "\u{6D6} Al-Fatihah", "Example Reciter", "An album", "\"musicbrainz\": \"0b5c\"", "hafs", "calm",
      "\"curator\": { \"name\": \"A Curator\", \"email\": \"curator@example.com\" }, ", "skip=istiadhah",
      " -- \u{6D6} a", "no reference", ", \"confidence\": 0.5", "tempo",
    ],
    "table.tsv": [
      "\tmood", "\tcalm", "\tmore", "Example Reciter", "\texample-reciter", "a\\tb", "\\n", "\\\\",
    ],
    "podcast.json": [
      "\u{6D6} Al-Fatihah", "Example Reciter", "A podcast", "fatihah.flac", "skip=istiadhah",
      " -- \u{6D6} a", ", \"img\": \"https://example.com/a.png\"", ", \"url\": \"https://example.com/\"",
      "no reference",
    ],
    "label-studio.json": [
      "\u{6D6} Al-Fatihah", ", \"speaker\": \"Example Reciter\"", " -- \u{6D6} a", "1:1:1",
      ", \"score\": 0.93",
      ", \"loud\"", ", \"rating\": 4", "a cough", "no reference",
      "{ \"model_version\": \"one\", \"result\": [] }", "\"was_cancelled\": true, ",
    ],
    "lafzize.json": [
      "  { \"type\": \"phrase\", \"key\": \"taawwudh\", \"start\": 0, \"end\": 4200 },\n",
      ", \"score\": 0.5",
    ],
    "titles.times": [
      "Recitation of a Friday\n", "(0:09) - 1:2", " verified", " -- \u{6D6} a", " 0:14", "no reference",
    ],
    "chapters.chapters": [
      "CHAPTER01NAME=1:1\n", "CHAPTER02=00:00:09.050\n", " -- \u{6D6} a", "no reference",
      "CHAPTER09NAME=late\n",
    ],
    "cues.sbv": ["Praise\n", " verified", " -- \u{6D6} a", "no reference", "0:00:14.300"],
    "mkv-chapters.xml": [
      "    <EditionFlagOrdered>1</EditionFlagOrdered>\n",
      "<ChapterTimeEnd>00:00:09.050000000</ChapterTimeEnd>",
      "<ChapterFlagHidden>1</ChapterFlagHidden>", " -- \u{6D6} a", "<ChapterLanguage>fra</ChapterLanguage>",
      "<ChapterString>The Opening</ChapterString>", "no reference", "1:2",
    ],
    "whisper.json": [
      ", \"tokens\": [50364, 12]", ", \"temperature\": 0.0", ", \"probability\": 0.93", ", \"score\": -1.5",
      ",\n        { \"word\": \" c\" }",
    ],
    "whisper-cpp.json": [
      "\"systeminfo\": \"AVX = 1\", ", "\"params\": { \"language\": \"ar\" },\n",
      ", \"tokens\": [ { \"text\": \" praise\", \"p\": 0.93 } ]",
      "praise", "all",
    ],
    "mfa.json": [
      "[4.2, 5.0, \"a\"], ",
      ",\n    \"phones\": { \"type\": \"interval\", \"entries\": [[4.2, 4.3, \"x\"]] }",
    ],
    "json-rows.json": [
      "\"color\": \"#ff0000\",", " verified", " -- \u{6D6} a", ", \"editable\": true",
      ", \"id\": \"peaks.1\"", "no reference",
    ],
    "csv.csv": ["R1", " -- \u{6D6} a", ",slow", "no reference", ",0:04.100", ",Time Format"],
    "karaoke.ass": [
      "; by hand\n", "\u{6D6} Al-Fatihah", "PlayResX: 384\n", "Style: Large,Amiri,84\n",
      "fontname: amiri.ttf\n",
      "Comment: 0,0:00:00.00,0:00:04.20,Default,,0,0,0,,check this\n", "{\\k80}", "{\\kf90}", "{\\ko70}",
      "{\\K70}",
      "Default,1:1", "{\\an8}", "\\Npraise", ",Somebody", "Large,S", "Dialogue: 2", "10,Fade", "Fade",
      "{a remark}",
      " -- \u{64B}slowly", "{\\p1}m 0 0 l 1 1{\\p0}", "{\\k100}no", "no ", "reference",
    ],
    "spans.ttml": [
      " ttp:frameRate=\"25\"", " ttp:tickRate=\"10000\"", "<ttm:title>\u{6D6} Al-Fatihah</ttm:title>",
      "<ttm:desc>recorded on a Friday</ttm:desc>", "<ttm:copyright>Somebody</ttm:copyright>",
      "<style xml:id=\"large\" tts:fontSize=\"2c\"/>", " style=\"large\"", " begin=\"4s\"",
      "<ttm:desc>1:1</ttm:desc>", " end=\"800ms\"", " dur=\"35f\"", " begin=\"31000t\"", "<br/>",
      " tts:color=\"red\"", "praise", " timeContainer=\"seq\"", " xml:id=\"third\"", " -- \u{64B}slowly",
      " ttm:agent=\"a\"", "no reference", "<ttm:desc>a remark</ttm:desc>", " dur=\"4.12s\"",
      " begin=\"0.1s\"",
    ],
    "podlove.psc": [" -- \u{6D6} a", " href=\"https://example.com/\""],
  ]

  private static var folder: String { ConformanceSuite.folder + "/exchange/files" }

  private static func outcome(_ text: String, of name: String) throws -> (
    values: String, findings: [Diagnostic]
  ) {
    let stem = PathText.stem(of: name)
    let ending = PathText.fileExtension(of: name)
    let format = try #require(
      ForeignFormat.named(stem)
        ?? ForeignFormat.all.first { $0.extensions.first == ending })
    let report = ExchangeReport()
    var options = ReadingOptions()
    // This one says itself how long it is.
    if stem != "lyrics" { options.duration = Milliseconds(45_000) }
    let source = ForeignSource(shownAs: name, bytes: Array(text.utf8))
    let found = try RecordingCollection(reading: source, as: format, options, report)
    let lines = try #require(ForeignFormat.named("jsonl"))
    guard case .collection(let write) = lines.write else { throw ExchangeFailure("jsonl writes collections") }
    return (String(decoding: try write(found, WritingOptions()).bytes, as: UTF8.self), report.diagnostics)
  }

  @Test func everyElementIsKeptOrTold() throws {
    #expect(Set(Self.elements.keys) == Set(try Self.names()))
    for (name, elements) in Self.elements {
      let text = String(decoding: try FileContents.read("\(Self.folder)/\(name)"), as: UTF8.self)
      let whole = try Self.outcome(text, of: name)
      #expect(!whole.findings.contains { $0.severity == .error }, "\(name): \(whole.findings.map(\.message))")
      for element in elements {
        let bytes = Array(text.utf8)
        let place = try #require(
          bytes.firstRange(of: Array(element.utf8)), "\(name) has no \(element.debugDescription)")
        let rest = String(decoding: bytes[..<place.lowerBound] + bytes[place.upperBound...], as: UTF8.self)
        let without = try Self.outcome(rest, of: name)
        #expect(
          whole.values != without.values
            || whole.findings.map(\.message).sorted() != without.findings.map(\.message).sorted(),
          "\(name): \(element.debugDescription) is neither kept nor told")
      }
    }
  }

  /// Reading each file gives the suite's expected values as JSON Lines, and its expected findings.
  @Test func filesMeanWhatTheSuiteSays() throws {
    for name in try Self.names() {
      let text = String(decoding: try FileContents.read("\(Self.folder)/\(name)"), as: UTF8.self)
      let (values, findings) = try Self.outcome(text, of: name)
      let told = findings.inOrder().map { finding in
        let before = finding.place.range.flatMap { finding.place.source?.bytes[..<$0.lowerBound] }
        let line = before.map { ",\"line\":\($0.count { $0 == 0x0A } + 1)" } ?? ""
        return "{\"type\":\"finding\",\"code\":\"\(finding.rule.code)\"\(line)}\n"
      }
      let found = values + told.joined()
      #expect(
        try found == Golden.text(of: "\(Self.folder)/\(name).expect.jsonl", recording: found), "\(name)")
    }
  }

  private static func names() throws -> [String] {
    try FileTree.entries(ofFolder: folder).filter { !$0.hasSuffix(".jsonl") }.sorted()
  }
}
