import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaExchange

/// The files that Quranic Universal Audio releases: each for itself, and all of a reciter together.
struct UniversalReleaseTests {
  private static let verses = #"{"112:1":[7928,13724],"112:2":[13724,18803]}"#
  private static let words =
    #"{"112:1":[7928,13724,[[1,7928,8500],[2,8500,9000],[3,9000,11000],[4,11000,13724]]],"112:2":[13724,18803,[[1,13724,16000],[2,16000,18803]]]}"#
  private static let rows = """
    {"_meta":{"schema_version":2,"riwayah":"hafs_an_asim","verse_count":2,"occurrence_count":3},"rows":[\
    ["112:1",7928,13724,true,120,[[1,7928,8500],[2,8500,9000],[3,9000,11000],[4,11000,13724]]],\
    ["112:1",13724,14000,false,0,[[1,13724,14000]]],["112:2",14000,18803,true,0,[[1,14000,16000],[2,16000,18803]]]]}
    """

  private static func open(_ name: String, _ bytes: [UInt8]) throws -> (format: ForeignFormat, ReadText) {
    let source = try ForeignSource(path: "/x/\(name)", shownAs: name, bytes: bytes).unpacked()
    let format = try ForeignFormat.detected(source)
    let report = ExchangeReport()
    let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (format, ReadText(recordings: found.recordings, diagnostics: report.diagnostics))
  }

  @Test(arguments: [false, true]) func timesOfAyatAndWordsAreRead(isCompressed: Bool) throws {
    func bytes(_ text: String) throws -> [UInt8] {
      isCompressed ? try Gzip.deflated(Array(text.utf8)) : Array(text.utf8)
    }
    let ending = isCompressed ? ".json.gz" : ".json"
    let (format, verses) = try Self.open("verse_timestamps" + ending, bytes(Self.verses))
    #expect(format.name == "qua-timestamps" && verses.codes.isEmpty)
    #expect(verses.rows == ["112:1 7.928-13.724", "112:2 13.724-18.803"] && verses.words.isEmpty)
    let (_, words) = try Self.open("word_timestamps" + ending, bytes(Self.words))
    #expect(words.rows == verses.rows && words.words.count == 6 && words.codes.isEmpty)
    #expect(words.words.first == "112:1:1 7.928-8.500")
    let (_, rows) = try Self.open("word_timestamps" + ending, bytes(Self.rows))
    #expect(rows.rows == ["112:1 7.928-13.724", "112:1 13.724-14.000", "112:2 14.000-18.803"])
    // What is said of an ayah again is no whole one.
    #expect(rows.recordings.first?.segments.map(\.row.note) == [nil, "words 112:1:1", nil])
    #expect(rows.words.count == 7 && rows.codes.isEmpty && rows.recordings.first?.facts.riwayah == .hafs)
  }

  /// Letters can't be stored, which is reported.
  @Test func lettersAreTold() throws {
    let (_, read) = try Self.open(
      "letter_timestamps.json", Array(#"{"112:1":[0,900,[[1,0,900,[["q",0,400],["l",400,900]]]]]}"#.utf8))
    #expect(read.words == ["112:1:1 0.000-0.900"])
    #expect(read.messages == ["left out: times of 2 letters and sounds"])
  }

  @Test func aReleaseTellsWhereTheAudioIs() throws {
    let folder = try TemporaryFolder()
    let catalog =
      #"{"slug":"some-reciter","audio":{"chapter_urls":{"112":"https://a.example/112.mp3"}},"odd":1}"#
    for (name, bytes) in [
      ("word_timestamps.json.gz", try Gzip.deflated(Array(Self.words.utf8))),
      ("verse_timestamps.json.gz", try Gzip.deflated(Array(Self.verses.utf8))),
      ("letter_timestamps.json.gz", try Gzip.deflated(Array(Self.verses.utf8))),
      ("catalog.json", Array(catalog.utf8)),
    ] {
      try AtomicFile.write(bytes, to: folder.path(of: name))
    }
    let source = try ForeignSource(readingAt: folder.path, shownAs: "slug")
    let format = try ForeignFormat.detected(source)
    #expect(format.name == "qua-timestamps")
    let report = ExchangeReport()
    let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    #expect(found.recordings.first?.facts.audio?.url == "https://a.example/112.mp3")
    #expect(found.recordings.first?.facts.reciter == "some-reciter")
    #expect(found.recordings.first?.words.count == 6)
    #expect(
      report.diagnostics.map(\.message).sorted() == [
        "left out: odd", "left out: times of letters and sounds",
      ])
  }

  /// Gzip alone doesn't determine the format inside.
  @Test func whatIsCompressedIsNoJAMSForThat() throws {
    let bytes = try Gzip.deflated(Array("{}".utf8))
    #expect(throws: ExchangeFailure.self) {
      try ForeignFormat.detected(ForeignSource(shownAs: "a.gz", bytes: bytes).unpacked())
    }
    #expect(try read("[]", as: "qua-timestamps").recordings.isEmpty)
  }

  /// QuranReciteToText has words as objects, times from the start of their segment.
  @Test func wordsOfTheAlignerAreListsOrObjects() throws {
    func text(_ word: String) -> String {
      """
      {"segments":[{"segment":1,"time_from":8.0,"time_to":13.2,"ref_from":"112:1:1","ref_to":"112:1:4",\
      "matched_text":"","confidence":0.98,"words":[\(word)]}]}
      """
    }
    for word in [
      #"["112:1:2",0.5,1.6]"#, #"{"word":"a","location":"112:1:2","start":0.5,"end":1.6,"phonemes":[]}"#,
    ] {
      let read = try read(text(word))
      #expect(read.words == ["112:1:2 8.500-9.600"] && read.codes.isEmpty, "\(read.messages)")
    }
    let phonemes = try read(
      text(
        #"{"word":"a","location":"112:1:2","start":0.5,"end":1.6,"phonemes":[{"phoneme":"a","start":0,"end":1}]}"#
      ))
    #expect(phonemes.words.count == 1 && phonemes.messages == ["left out: segments[].words[].phonemes"])
    #expect(try read(text(#"{"word":"a","start":0.5,"end":1.6}"#)).codes.contains("X102"))
  }
}
