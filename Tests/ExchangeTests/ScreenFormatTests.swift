import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// SubStation Alpha and TTML as other programs write them, and as this one does.
struct ScreenFormatTests {
  private static let events =
    "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"

  private func events(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) throws -> ReadText
  {
    try read("[Script Info]\nScriptType: v4.00+\n\n" + Self.events + text, as: "ass", change)
  }

  private func dialogue(_ text: String, name: String = "", from start: String = "0:00:04.20") -> String {
    "Dialogue: 0,\(start),0:00:09.05,Default,\(name),0,0,0,,\(text)\n"
  }

  // MARK: SubStation Alpha

  @Test func syllablesAreWordsWhereTheirCountAgrees() throws {
    let four = ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900", "1:1:3 6.000-7.300", "1:1:4 7.300-9.050"]
    let made = try events(dialogue("{\\k80}a {\\kf90}b{\\k10} {\\ko60}c{\\K70}c {\\k175}d", name: "1:1"))
    #expect(made.rows == ["1:1 4.200-9.050"])
    #expect(made.words == four)
    // Five words are none of 1:1.
    let five = try events(dialogue("{\\k80}a {\\k90}b {\\k10}c {\\k60}d {\\k60}e", name: "1:1"))
    #expect(five.words.isEmpty)
    #expect(five.messages.contains("left out: times of words without a reference (5 times)"))
    // Two in one syllable have no times of their own.
    let joined = try events(dialogue("{\\k80}a b {\\k90}c {\\k10}d", name: "1:1"))
    #expect(joined.words.isEmpty)
    #expect(joined.messages.contains { $0.contains("times of words without a reference (3 times)") })
  }

  @Test func wordsMayBeTheirReferencesAndLabelsParts() throws {
    let named = try events(dialogue("{\\k80}1:1:3 {\\k90}1:1:4", name: "1:1"))
    #expect(named.words == ["1:1:3 4.200-5.000", "1:1:4 5.000-5.900"])
    let part = try events(dialogue("{\\k80}c {\\k90}d", name: "1:1:3-1:1:4"))
    #expect(part.words == ["1:1:3 4.200-5.000", "1:1:4 5.000-5.900"])
    // A sign of a pause that stands alone belongs to the word before it.
    let paused = try events(dialogue("{\\k80}c \u{6D6} {\\k90}d", name: "1:1:3-1:1:4"))
    #expect(paused.words == part.words)
  }

  @Test func wordsThatNobodyNamesAreThoseOfThePassage() throws {
    let text =
      dialogue("{\\k80}a {\\k90}b {\\k70}c {\\k175}d") + dialogue("{\\k1}a {\\k1}b", from: "0:00:09.00")
    let made = try events(text) { $0.passage = [AyahRange(Ayah(1, 1))] }
    #expect(made.rows.isEmpty)
    let whole = try events(dialogue("{\\k80}a {\\k90}b {\\k70}c {\\k175}d")) {
      $0.passage = [AyahRange(Ayah(1, 1))]
    }
    #expect(whole.rows == ["1:1 4.200-9.050"])
    #expect(whole.words.count == 4)
    #expect(whole.codes == ["X301"])
  }

  @Test func timesAndFieldsAreAsTheFileOrdersThem() throws {
    let old = """
      [Script Info]
      ScriptType: v4.00

      [Events]
      Dialogue: Marked=0,0:00:04.20,0:00:09.05,*Default,,0000,0000,0000,,1:1, said

      """
    #expect(try read(old, as: "ass").rows.isEmpty)
    #expect(try read(old.replacing(", said", with: ""), as: "ass").rows == ["1:1 4.200-9.050"])
    let short = "[Events]\nFormat: End, Start, Text\nDialogue: 0:00:09.05,0:00:04.20,1:1 -- a, b\n"
    #expect(try read(short, as: "ass").rows == ["1:1 4.200-9.050"])
    let faulty = try events(dialogue("1:1", from: "soon") + dialogue("1:2", from: "0:00:09.05"))
    #expect(faulty.codes == ["X102", "X103"])
  }

  @Test func bracesAreOrdersAndDrawingsNoText() throws {
    let made = try events(
      dialogue("{\\an8\\t(0,100,\\k5)}1:1{\\p1}m 0 0{\\p0}") + dialogue("1:2 -- a\\hb \\{c\\} {d"))
    #expect(made.rows == ["1:1 4.200-9.050", "1:2 4.200-9.050"])
    #expect(made.recordings[0].segments.last?.row.note == "a b {c} {d")
    #expect(made.messages == ["left out: override codes in the text of events (4 times)"])
    #expect(refusal("Dialogue: nothing", as: "ass") != nil)
  }

  // MARK: TTML

  private func paragraphs(
    _ text: String, _ attributes: String = "", _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> ReadText {
    try read(
      "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\" "
        + "xmlns:ttm=\"http://www.w3.org/ns/ttml#metadata\" \(attributes)><body>\(text)</body></tt>",
      as: "ttml",
      change)
  }

  /// The times of TTML 1, by the expressions of section 10.3.1.
  @Test func timesAreClocksAndOffsets() throws {
    func start(_ time: String, _ attributes: String = "") throws -> String? {
      try paragraphs("<div><p begin=\"\(time)\" end=\"9h\">1:1</p></div>", attributes).recordings.first?
        .segments.first.map { "\($0.row.start)" }
    }
    let expected: [(String, String, String?)] = [
      ("00:00:04.200", "", "4.200"), ("00:00:04:15", "", "4.500"), ("4.2s", "", "4.200"),
      ("4200ms", "", "4.200"), ("0.07m", "", "4.200"), ("0.5h", "", "1800.000"), ("126f", "", "4.200"),
      ("105f", "ttp:frameRate=\"25\"", "4.200"), ("42000t", "ttp:tickRate=\"10000\"", "4.200"),
      ("105t", "ttp:frameRate=\"25\"", "4.200"), ("5t", "", "5.000"), ("4.2", "", "4.200"),
      ("30f", "ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"", "1.001"),
      ("01:00:00:00", "ttp:timeBase=\"smpte\" ttp:frameRateMultiplier=\"1000 1001\"", "3603.600"),
      (
        "00:10:00:00",
        "ttp:timeBase=\"smpte\" ttp:dropMode=\"dropNTSC\" ttp:frameRateMultiplier=\"1000 1001\"", "599.999"
      ),
      ("00:00:04:15.1", "ttp:subFrameRate=\"2\"", "4.517"), ("4:2:x", "", nil), ("4.2x", "", nil),
      ("", "", nil),
    ]
    for (time, attributes, seconds) in expected {
      #expect(try start(time, attributes) == seconds, "\(time) \(attributes)")
    }
  }

  /// Times count from the beginning of what they are in; in sequences from the end of what is before.
  @Test func timesAreWithinTheirParents() throws {
    #expect(
      try paragraphs(
        "<div begin=\"4s\" end=\"13s\"><p begin=\"0.2s\" dur=\"4.85s\">1:1</p><p begin=\"5.05s\">1:2</p></div>"
      ).rows == ["1:1 4.200-9.050", "1:2 9.050-13.000"])
    #expect(
      try paragraphs(
        "<div timeContainer=\"seq\" begin=\"1s\"><p dur=\"2s\">1:1</p><p begin=\"1s\" end=\"3s\">1:2</p><p dur=\"1s\">1:3</p></div>"
      ).rows == ["1:1 1.000-3.000", "1:2 4.000-6.000", "1:3 6.000-7.000"])
    #expect(
      try paragraphs(
        "<div timeContainer=\"seq\"><div><p begin=\"1s\" dur=\"2s\">1:1</p></div><p dur=\"1s\">1:2</p></div>"
      ).rows == ["1:1 1.000-3.000", "1:2 3.000-4.000"])
    let endless = try paragraphs(
      "<div timeContainer=\"seq\"><p begin=\"1s\">1:1</p><p dur=\"1s\">1:2</p></div>")
    #expect(endless.codes == ["X204"])
    let last = try paragraphs("<div><p begin=\"1s\">1:1</p></div>")
    #expect(last.rows.isEmpty && last.markers == ["1:1 1.000"] && last.codes == ["X301"])
    let untimed = try paragraphs("<div><p>1:1</p></div>")
    #expect(untimed.rows.isEmpty && untimed.codes == ["X204"])
  }

  @Test func spansWithTimesAreWords() throws {
    let words =
      "<span begin=\"0s\" end=\"1s\">a</span> <span begin=\"1s\" end=\"2s\">b</span> "
      + "<span begin=\"2s\" end=\"3s\">c</span><span begin=\"3s\" end=\"3.5s\">c</span> <span begin=\"4s\">d</span>"
    let desc = "<metadata><ttm:desc>1:1</ttm:desc></metadata>"
    let made = try paragraphs("<div><p begin=\"4s\" end=\"9s\">\(desc)\(words)</p></div>")
    #expect(made.rows == ["1:1 4.000-9.000"])
    #expect(
      made.words == ["1:1:1 4.000-5.000", "1:1:2 5.000-6.000", "1:1:3 6.000-7.500", "1:1:4 8.000-9.000"])
    let sequence = try paragraphs(
      "<div><p begin=\"4s\" end=\"9s\" timeContainer=\"seq\">\(desc)<span dur=\"1s\">a</span> <span dur=\"1s\">b</span> "
        + "<span dur=\"1s\">c</span> <span dur=\"1s\">d</span></p></div>")
    #expect(
      sequence.words == ["1:1:1 4.000-5.000", "1:1:2 5.000-6.000", "1:1:3 6.000-7.000", "1:1:4 7.000-8.000"])
    // Without a time of its own a paragraph is a row of its words, or each of its spans one.
    let bare = words.replacing("\"4s\"", with: "\"4s\" end=\"5s\"")
    #expect(try paragraphs("<div><p>\(desc)\(bare)</p></div>").rows == ["1:1 0.000-5.000"])
    #expect(
      try paragraphs(
        "<div><p><span begin=\"1s\" end=\"2s\">1:1</span><br/><span begin=\"2s\" end=\"3s\">1:2</span></p></div>"
      ).rows == ["1:1 1.000-2.000", "1:2 2.000-3.000"])
  }

  /// Apple's lyrics, whose times count from the beginning in any element.
  @Test func timesThatDontFitTheirParentsCountFromTheBeginning() throws {
    let made = try paragraphs(
      "<div begin=\"4.2\" end=\"1:09.050\"><p begin=\"4.2\" end=\"9.05\"><span begin=\"4.2\" end=\"5.0\">1:1:1</span> "
        + "<span begin=\"5.0\" end=\"5.9\">1:1:2</span></p><p begin=\"1:05.000\" end=\"1:09.050\">1:2</p></div>"
    )
    #expect(made.rows.last == "1:2 65.000-69.050")
    #expect(made.words == ["1:1:1 4.200-5.000", "1:1:2 5.000-5.900"])
    #expect(made.codes.contains("X203"))
  }

  // MARK: Both

  /// Subtitles that this program writes keep the names of their rows and words when they are read back.
  @Test(arguments: ["ass", "ttml"]) func whatIsShownComesBack(_ name: String) throws {
    let format = try #require(ForeignFormat.named(name))
    var recording = SharedExample.recording
    recording.segments = Array(recording.segments[..<3])
    var options = WritingOptions()
    options.words = true
    let named = try read(try #require(try written(recording, format, options)).bytes, as: name)
    #expect(named.words == SharedExample.recording.wordLines)
    #expect(named.codes == [])
    // The text of ayat in the place of labels: it has no place of its own.
    let texts = [Ayah(1, 1): ["بِسْمِ", "ٱللَّهِ", "ٱلرَّحْمَـٰنِ ۖ", "ٱلرَّحِيمِ"], Ayah(1, 2): ["all", "<praise>"]]
    options.captions = CaptionText(
      width: 20, words: { texts[$0] }, text: { texts[$0]?.joined(separator: " ") })
    let shown = try read(try #require(try written(recording, format, options)).bytes, as: name)
    #expect(shown.rows == ["1:1 4.200-9.050", "1:2 9.050-14.300"])
    #expect(shown.words == SharedExample.recording.wordLines)
    #expect(shown.messages == ["left out: text beside the labels of cues (2 times)"])
  }
}

extension AnnotatedRecording {
  fileprivate var wordLines: [String] { words.map { "\($0.label) \($0.row.start)-\($0.row.end)" } }
}
