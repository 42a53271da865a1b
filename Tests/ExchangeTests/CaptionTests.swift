import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// Subtitles that show the text of ayat.
struct CaptionTests {
  /// Returns a text in which letters are words, and `ۖ` after a letter is a pause.
  private static func text(_ ayat: [Ayah: String], width: Int = 20, counts: Bool = true) -> CaptionText {
    CaptionText(
      width: width, words: { ayah in counts ? ayat[ayah]?.split(separator: " ").map { String($0) } : nil },
      text: { ayat[$0] })
  }

  private static func written(
    _ format: String, _ text: CaptionText, _ change: (inout AnnotatedRecording) -> Void = { _ in }
  ) throws -> (text: String, losses: [LossCode: Int]) {
    var recording = SharedExample.recording
    recording.segments = Array(recording.segments[..<3])
    change(&recording)
    var options = WritingOptions()
    options.captions = text
    guard case .file(let write) = try #require(ForeignFormat.named(format)).write else { return ("", [:]) }
    let made = try write(recording, options)
    return (String(decoding: made.bytes, as: UTF8.self), made.losses.counts)
  }

  private static let two = [Ayah(1, 1): "بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ", Ayah(1, 2): "all <praise>"]

  @Test func subRipHasTheLines() throws {
    let (text, losses) = try Self.written("srt", Self.text(Self.two, width: 14))
    #expect(
      text == """
        1
        00:00:04,200 --> 00:00:09,050
        \u{200F}بِسْمِ ٱللَّهِ\u{200F}
        \u{200F}ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ\u{200F}

        2
        00:00:09,050 --> 00:00:14,300
        all <praise>

        """)
    #expect(losses[.skip] == 1 && losses[.ref] == 2 && losses[.words] == 4)
  }

  @Test func timedWordsHaveTheirTimes() throws {
    let text = Self.text([Ayah(1, 1): "a b c d", Ayah(1, 2): "e & f"])
    #expect(
      try Self.written("vtt", text).text.hasSuffix(
        """

        1:1
        00:00:04.200 --> 00:00:09.050
        <c.w1>a</c> <00:00:05.000><c.w2>b</c> <00:00:05.900><c.w3>c</c> <00:00:07.300><c.w4>d</c>

        1:2
        00:00:09.050 --> 00:00:14.300
        e &amp; f

        """))
    #expect(
      try Self.written("lrc", text).text.hasSuffix(
        "[00:04.20]<00:04.20> a <00:05.00> b <00:05.90> c <00:07.30> d\n[00:09.05]e & f\n[00:14.30]\n"))
    #expect(
      try Self.written("ass", text).text.hasSuffix(
        "Dialogue: 0,0:00:04.20,0:00:09.05,Default,1:1,0,0,0,,{\\kf80}a {\\kf90}b {\\kf140}c {\\kf175}d\n"
          + "Dialogue: 0,0:00:09.05,0:00:14.30,Default,1:2,0,0,0,,e & f\n"))
    #expect(try Self.written("ass", Self.text(Self.two)).text.contains(",,{\\k80}بِسْمِ {\\k90}ٱللَّهِ"))
    let markup = try Self.written("ttml", text).text
    #expect(
      markup.contains(
        "<span><set begin=\"00:00:00.800\" end=\"00:00:01.700\" tts:color=\"#FFD700\"/>b</span>"))
    #expect(markup.contains("<ttm:desc>1:2</ttm:desc></metadata>e &amp; f</p>"))
    #expect(!markup.contains("rtl"))
    #expect(try Self.written("ttml", Self.text(Self.two)).text.contains("tts:direction=\"rtl\""))
  }

  /// Lines are split after a pause sign in the second half of a line. A remainder that fits stays together,
  /// and marks take no width.
  @Test func linesArePartedAtPausesAndByWidth() throws {
    func lines(_ words: String, _ width: Int) throws -> [String] {
      let text = Self.text([Ayah(1, 1): words], width: width, counts: false)
      let made = try Self.written("srt", text) { $0.segments = [$0.segments[1]] }.text
      return made.split(separator: "\n").dropFirst(2).map { $0.filter { $0 != "\u{200F}" } }
    }
    #expect(try lines("aaaa bbbb cccc", 9) == ["aaaa bbbb", "cccc"])
    #expect(try lines("aaaa bbb\u{6D6} cccc dddd", 14) == ["aaaa bbb\u{6D6}", "cccc dddd"])
    #expect(try lines("aa\u{6D6} bbb cccc dddd", 14) == ["aa\u{6D6} bbb cccc", "dddd"])
    #expect(try lines("aaaa\u{6D6} bbbb", 14) == ["aaaa\u{6D6} bbbb"])
    #expect(try lines("aaaaaaaaaaaaaaaa b", 4) == ["aaaaaaaaaaaaaaaa", "b"])
    #expect(
      try lines("a\u{64B}a\u{64B}a\u{64B} b\u{64B}b\u{64B}", 6) == [
        "a\u{64B}a\u{64B}a\u{64B} b\u{64B}b\u{64B}"
      ])
    #expect(try lines("aaaa bbb \u{6D6} cccc dddd", 14) == ["aaaa bbb\u{6D6}", "cccc dddd"])
  }

  @Test func whatTakesMoreThanTwoLinesIsPartedWhereWordsAreTimed() throws {
    let text = Self.text([Ayah(1, 1): "aaaa bbbb cccc dddd", Ayah(1, 2): "x"], width: 4)
    let made = try Self.written("vtt", text).text
    #expect(
      made.contains(
        """
        1:1:1-1:1:2
        00:00:04.200 --> 00:00:05.900
        <c.w1>aaaa</c>
        <00:00:05.000><c.w2>bbbb</c>

        1:1:3-1:1:4
        00:00:05.900 --> 00:00:09.050
        <c.w3>cccc</c>
        <00:00:07.300><c.w4>dddd</c>
        """), "\(made)")
  }

  @Test func rowsOfSeveralAyatArePartedAtTheirJoins() throws {
    let text = Self.text([Ayah(1, 1): "a b c d", Ayah(1, 2): "e", Ayah(1, 3): "f"])
    func lines(_ joins: [Int64]) throws -> [String] {
      let made = try Self.written("srt", text) { recording in
        var row = Segment(
          ayah: AyahRange(Ayah(1, 1), Ayah(1, 3)), start: Milliseconds(4200), end: Milliseconds(20_000))
        row.joins = joins.map { Milliseconds($0) }
        recording.segments = [SegmentRow(row)]
      }
      return made.text.split(separator: "\n").map { String($0) }
    }
    #expect(
      try lines([9050, 14_300]) == [
        "1", "00:00:04,200 --> 00:00:09,050", "a b c d", "2", "00:00:09,050 --> 00:00:14,300", "e", "3",
        "00:00:14,300 --> 00:00:20,000", "f",
      ])
    #expect(try lines([]) == ["1", "00:00:04,200 --> 00:00:20,000", "a b c d e f"])
  }

  @Test func whatTheTextLacksIsCounted() throws {
    let (text, losses) = try Self.written("srt", Self.text([Ayah(1, 2): "e"]))
    #expect(text == "1\n00:00:09,050 --> 00:00:14,300\ne\n")
    #expect(losses[.wordless] == 1 && losses[.ref] == 1)
  }

  @Test func textIsNoOrderToPlayers() throws {
    let text = Self.text(
      [Ayah(1, 1): "{\\b1}a --> b", Ayah(1, 2): "[00:01.00]<00:02.00>c"], counts: false)
    #expect(try Self.written("ass", text).text.contains(",,(/b1)a --> b"))
    #expect(try Self.written("srt", text).text.contains("\n(/b1}a \u{2192} b\n"))
    #expect(try Self.written("lrc", text).text.contains("[00:09.05](00:01.00](00:02.00>c"))
    let plain = try Self.written("srt", Self.text([Ayah(1, 1): "a --> b"], counts: false)).text
    #expect(plain.contains("a \u{2192} b"))
  }
}
