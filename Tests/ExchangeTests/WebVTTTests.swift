import Testing
import TilawaBase

@testable import TilawaExchange

/// WebVTT as the W3C's algorithm reads it: what the web's own tests state of files and of the text of cues.
struct WebVTTTests {
  /// `id|start-end|text`, a line a cue; `dropped` where its times aren't as they should be.
  private func cues(_ text: String) throws -> [String] {
    let source = try ForeignSource(shownAs: "file", bytes: Array(text.utf8)).text()
    let file = try #require(WebVTTBlocks(source))
    return file.blocks.compactMap { block in
      guard case .cue(let cue) = block else { return nil }
      guard let span = cue.span else { return "dropped" }
      return "\(cue.id?.text ?? "")|\(span.start)-\(span.end)|"
        + cue.text.map(\.text).joined(separator: "/")
    }
  }

  @Test func theSignatureStandsAlone() throws {
    let cue = "00:01.000 --> 00:02.000\n1:1\n"
    for head in ["WEBVTT\n", "WEBVTT\r", "WEBVTT \n", "WEBVTT\t\r\n", "WEBVTT\n\n", "\u{FEFF}WEBVTT\n"] {
      #expect(try read(head + cue, as: "vtt").rows == ["1:1 1.000-2.000"], "\(head)")
    }
    for head in ["WEBVTT", "WEBVTT ", "WEBVTT\t"] { #expect(try read(head, as: "vtt").rows.isEmpty) }
    for head in ["", "WEBVT", "webvtt\n\n", "WEBVTTx\n\n", "WEBVTT\u{C}\n\n", "\nWEBVTT\n\n", " WEBVTT\n\n"] {
      let found = refusal(head + cue, as: "vtt")?.description
      #expect(found?.contains("does not begin with a line WEBVTT") == true, "\(head)")
    }
  }

  @Test func theHeaderEndsWhereAnArrowStands() throws {
    let found = try read("WEBVTT kind\nLanguage: ar\n\t\n00:01.000 --> 00:02.000\n1:1\n", as: "vtt")
    #expect(found.rows == ["1:1 1.000-2.000"])
    #expect(found.codes == ["X202", "X202", "X203"])
  }

  @Test func arrowsBeginCuesWhereverTheyStand() throws {
    let text =
      "WEBVTT\n\n-->\n00:01.000 --> 00:02.000\none\na-->\n00:02.000 --> 00:03.000\ntwo\n--->\n"
      + "00:03.000 --> 00:04.000\nthree\n00:04.000 --> 00:05.000\nfour\n\n00:05.000 --a -->\n\n00:05.000 - -->\n"
    #expect(
      try cues(text) == [
        "dropped", "|1.000-2.000|one", "dropped", "|2.000-3.000|two", "dropped", "|3.000-4.000|three",
        "|4.000-5.000|four", "dropped", "dropped",
      ])
    let found = try read(text, as: "vtt")
    #expect(found.codes.count { $0 == "X102" } == 5)
    let lines = found.diagnostics.filter { $0.rule.code == "X102" }.compactMap { diagnostic in
      diagnostic.place.source.map { LineTable(of: $0).line(at: diagnostic.place.range?.lowerBound ?? 0) }
    }
    #expect(lines == [3, 6, 9, 15, 17])
  }

  @Test func whatStandsAboveTheTimesIsTheId() throws {
    #expect(
      try cues(
        "WEBVTT\n\n leading\n00:01.000 --> 00:02.000\none\n\n-- >\n00:01.000 --> 00:02.000\ntwo\n\n \n"
          + "00:01.000 --> 00:02.000\nthree\n\nSTYLE\n00:01.000 --> 00:02.000\nfour\n\nNOTE five\n"
          + "00:01.000 --> 00:02.000\n\nNOTE\nsix\n00:01.000 --> 00:02.000\nseven\n\n1:1\n1:2\n"
          + "00:01.000 --> 00:02.000\neight")
        == [
          " leading|1.000-2.000|one", "-- >|1.000-2.000|two", " |1.000-2.000|three", "STYLE|1.000-2.000|four",
          "NOTE five|1.000-2.000|", "|1.000-2.000|seven", "1:2|1.000-2.000|eight",
        ])
  }

  @Test func allEndsOfLinesEndThem() throws {
    for end in ["\n", "\r", "\r\n"] {
      let text = [
        "WEBVTT", "", "1:1", "00:01.000 --> 00:02.000", "one", "", "", "1:2", "00:02.000 --> 00:03.000",
      ]
      #expect(try cues(text.joined(separator: end)) == ["1:1|1.000-2.000|one", "1:2|2.000-3.000|"])
    }
    // A line feed before a carriage return is an empty line between them.
    #expect(try cues("WEBVTT\n\r1:1\n\r00:01.000 --> 00:02.000\n\rone") == ["|1.000-2.000|"])
  }

  @Test func nulIsTheSignForWhatIsNone() throws {
    let found = try read(
      "WEBVTT\n\0\nheader\n00:01.000 --> 00:02.000\n1:1\n\na\0\n00:02.000 --> 00:03.000\0align:end\n1\0:2\n\n"
        + "00:03.000\0 --> 00:04.000\n1:3\n\n00:03.0\00 --> 00:04.000\n1:4\n\n00:03.000 -\0-> 00:04.000\n1:5\n",
      as: "vtt")
    #expect(found.rows == ["1:1 1.000-2.000"])
    #expect(found.markers == ["- 2.000 [1\u{FFFD}:2]"])
    #expect(found.codes.count { $0 == "X102" } == 3)
  }

  @Test func timesHaveTheirDigits() throws {
    let times = [
      "00:01.000", "000:00:01.000", "0:00:01.000", "\t 00:01.000", "\u{C}00:01.000", "60:00:01.000",
      "100:59:59.999",
    ]
    for time in times {
      #expect(WebVTTBlocks.span("\(time)-->200:00:00.000size:1%")?.settings == "size:1%", "\(time)")
    }
    #expect(WebVTTBlocks.time("100:59:59.999")?.count == 363_599_999)
    for time in [
      "1", ":", "", "0:01.000", "000:01.000", "60:01.000", "00:60.000", "00:60:00.000", "00:0:01.000",
      "00:000:01.000",
      "00:00:1.000", "00:00:001.000", "00:01", "00:01.", "00:01.0", "00:01.00", "00:01.0000", "00:01,000",
      "00::01.000",
      "00:01..000", "-00:01.000", "+00:01.000", "\u{B}00:01.000", "00:00:00:01.000", "٠٠:٠١.٠٠٠",
      "99999999999999999999:00:01.000",
    ] {
      #expect(WebVTTBlocks.time(time) == nil, "\(time)")
      #expect(WebVTTBlocks.span("\(time) --> 200:00:00.000") == nil, "\(time)")
      #expect(WebVTTBlocks.span("00:00.000 --> \(time)")?.settings.isEmpty != true, "\(time)")
    }
  }

  @Test func stylesAndRegionsEndAtEmptyLines() throws {
    let found = try read(
      "WEBVTT\n\nSTYLE\n::cue { } /*\nNOTE no\n00:01.000 -- > 00:02.000 */\n\nREGION \t\nid:a\n\nREGION: id=b\n\n"
        + "STYLES\n\n1:1\n00:01.000 --> 00:02.000\n", as: "vtt")
    #expect(found.rows == ["1:1 1.000-2.000"])
    #expect(found.codes == ["X102", "X202", "X202"])
  }

  @Test(arguments: [
    ("&", "&"), ("&amp", "&"), ("&amp;", "&"), ("&AMP;", "&"), ("&lt;&gt;", "<>"),
    ("a&lrm;b&rlm;", "a\u{200E}b\u{200F}"),
    ("&quot;", "\""), ("&nbsp;", "\u{A0}"), ("&copy;&copy&COPY;", "\u{A9}\u{A9}\u{A9}"), ("&&", "&&"),
    ("&1;", "&1;"),
    ("&<c", "&"), ("&#32;&#x20;&#X20;", "   "), ("&#1611", "\u{64B}"), ("&;", "&;"), ("&#;&#x;", "&#;&#x;"),
    ("&notin;&not;&notit;", "\u{2209}\u{AC}\u{AC}it;"), ("&thetasym;", "\u{3D1}"),
    ("&hellip;&hellip", "\u{2026}&hellip"),
    ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#x80;&#159;", "\u{20AC}\u{178}"),
    ("&ayyyyyyyyyyyyyyyyyyy;", "&ayyyyyyyyyyyyyyyyyyy;"), ("&AmP;", "&AmP;"), ("&apos;&apos", "'&apos"),
  ])
  func referencesStandForSigns(written: String, meant: String) {
    #expect(WebVTTTokens(written).plain == meant)
  }

  @Test func tagsAreTokens() {
    #expect(
      WebVTTTokens("a<c.w1.loud>b</c><00:05.000><v.x  A &amp;\tB>c<lang ar>d<i").tokens.map(\.token) == [
        .text("a"), .start(name: "c", classes: ["w1", "loud"], annotation: ""), .text("b"), .end(name: "c"),
        .time("00:05.000"), .start(name: "v", classes: ["x"], annotation: "A & B"), .text("c"),
        .start(name: "lang", classes: [], annotation: "ar"), .text("d"),
        .start(name: "i", classes: [], annotation: ""),
      ])
    #expect(
      WebVTTTokens("<><.><..a b><c\nd>{\\x}> <").tokens.map(\.token) == [
        .start(name: "", classes: [], annotation: ""), .start(name: "", classes: [], annotation: ""),
        .start(name: "", classes: ["a"], annotation: "b"), .start(name: "c", classes: [], annotation: "d"),
        .text("{\\x}> "), .start(name: "", classes: [], annotation: ""),
      ])
    #expect(WebVTTTokens("<ruby>a<rt>b</rt>c</ruby>d").plain == "abcd")
  }

  @Test func timesPartWordsWithoutClasses() throws {
    let text =
      "WEBVTT\n\n1:1\n00:01.000 --> 00:05.000\none <00:02.000><c> two</c> <00:03.000>three <00:04.000>four\n"
    let found = try read(text, as: "vtt")
    #expect(
      found.words == ["1:1:1 1.000-2.000", "1:1:2 2.000-3.000", "1:1:3 3.000-4.000", "1:1:4 4.000-5.000"])
    // Not as many as the ayah has: nobody knows which they are.
    let fewer = try read(text.replacingOccurrences("four", "\u{200F}"), as: "vtt")
    #expect(fewer.words.isEmpty)
    #expect(
      fewer.messages.contains { $0.contains("left out: markup of cues (4 times)") }, "\(fewer.messages)")
  }

  @Test func classesOfWordsMayBeSeveralAndUnclosed() throws {
    let found = try read(
      "WEBVTT\n\n1:1\n00:01.000 --> 00:04.000\n<c.hl.w1>a<00:02.000><c.w2>b</c><2.5><00:03.000><c.w3>c",
      as: "vtt")
    #expect(found.words == ["1:1:1 1.000-2.000", "1:1:2 2.000-3.000", "1:1:3 3.000-4.000"])
    #expect(
      found.messages.contains { $0.contains("left out: markup of cues (2 times)") }, "\(found.messages)")
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
