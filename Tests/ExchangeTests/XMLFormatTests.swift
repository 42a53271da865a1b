import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// The behaviour that the formats written in XML share, and the traps of each.
struct XMLFormatTests {
  private func read(
    _ text: String, as name: String, _ options: ReadingOptions = ReadingOptions()
  ) throws -> (collection: RecordingCollection, report: ExchangeReport) {
    let format = try #require(ForeignFormat.named(name))
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    return (try RecordingCollection(reading: source, as: format, options, report), report)
  }

  private func failure(_ text: String, as name: String = "xspf") -> ExchangeFailure? {
    do {
      _ = try read(text, as: name)
      return nil
    } catch { return error as? ExchangeFailure }
  }

  // MARK: Hostile files

  @Test func entitiesAndOutsideFilesAreRefusedWithAPlace() throws {
    let bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\">"
      + (0..<20).map { "<!ENTITY a\($0) \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">" }.joined()
      + "]>\n<playlist><title>&a19;</title></playlist>"
    let outside =
      "<!DOCTYPE playlist [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><playlist><title>&x;</title></playlist>"
    for text in [bomb, outside] {
      let failure = try #require(self.failure(text))
      #expect(failure.description.contains("document type"))
      #expect(failure.place?.range != nil)
    }
    #expect(failure("<playlist><title>&undefined;</title></playlist>")?.place?.range != nil)
  }

  @Test func sizesAndDepthsAreBounded() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(failure(deep)?.description.contains("64 levels deep") ?? false)
    let long = String(repeating: "x", count: 2_000_000)
    #expect(failure("<playlist title=\"\(long)\"/>")?.description.contains("attribute") ?? false)
    #expect(failure("<playlist><title>\(long)</title></playlist>")?.description.contains("text") ?? false)
  }

  @Test func malformedFilesNameThePlace() throws {
    let text = "<playlist>\n<trackList></playlist>"
    let failure = try #require(self.failure(text))
    #expect(failure.description.contains("mismatched tag"))
    #expect(failure.place?.range?.lowerBound == 24)
    #expect(self.failure("")?.place != nil)
    #expect(
      self.failure("<a/>")?.description == "file begins with <a>, but this format begins with <playlist>")
  }

  @Test func otherEncodingsAreRead() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><playlist><title>Fatiha</title><trackList><track>"
      + "<location>a.mp3</location><title>\u{661}:\u{661}</title><duration>5000</duration></track></trackList></playlist>"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let source = ForeignSource(shownAs: "file", bytes: bytes)
    let format = try #require(ForeignFormat.named("xspf"))
    let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), ExchangeReport())
    #expect(found.single?.segments.first?.row.ayah == AyahRange(Ayah(1, 1)))
    #expect(found.single?.segments.first?.row.end == Milliseconds(5000))
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><playlist><title>caf".utf8) + [0xE9]
      + Array(
        "</title><trackList><track><location>a</location><title>1:1</title><duration>9</duration></track></trackList></playlist>"
          .utf8)
    let old = try RecordingCollection(
      reading: ForeignSource(shownAs: "file", bytes: latin), as: format, ReadingOptions(), ExchangeReport())
    #expect(old.single?.facts.title == "caf\u{E9}")
  }

  // MARK: ELAN

  private func eaf(slots: String, tiers: String, header: String = "") -> String {
    "<ANNOTATION_DOCUMENT><HEADER TIME_UNITS=\"milliseconds\">\(header)</HEADER><TIME_ORDER>\(slots)</TIME_ORDER>\(tiers)"
      + "</ANNOTATION_DOCUMENT>"
  }

  private func tier(_ id: String, _ annotations: [(String, String, String)]) -> String {
    "<TIER TIER_ID=\"\(id)\" LINGUISTIC_TYPE_REF=\"t\">"
      + annotations.enumerated().map { index, item in
        "<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"\(id)\(index)\" TIME_SLOT_REF1=\"\(item.0)\" "
          + "TIME_SLOT_REF2=\"\(item.1)\"><ANNOTATION_VALUE>\(item.2)</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
      }.joined() + "</TIER>"
  }

  @Test func slotsWithoutATimeShareTheStretch() throws {
    let text = eaf(
      slots: "<TIME_SLOT TIME_SLOT_ID=\"ts1\" TIME_VALUE=\"4200\"/><TIME_SLOT TIME_SLOT_ID=\"ts2\"/>"
        + "<TIME_SLOT TIME_SLOT_ID=\"ts3\" TIME_VALUE=\"9050\"/>",
      tiers: tier("a", [("ts2", "ts3", "1:2"), ("ts1", "ts2", "1:1")]))
    let rows = try #require(try read(text, as: "eaf").collection.single).segmentsInTime.map(\.row)
    #expect(rows.map(\.ayah) == [AyahRange(Ayah(1, 1)), AyahRange(Ayah(1, 2))])
    #expect(rows.map(\.end) == [Milliseconds(6625), Milliseconds(9050)])
    let open = eaf(
      slots: "<TIME_SLOT TIME_SLOT_ID=\"ts1\" TIME_VALUE=\"4200\"/><TIME_SLOT TIME_SLOT_ID=\"ts2\"/>",
      tiers: tier("a", [("ts1", "ts2", "1:1")]))
    #expect(try read(open, as: "eaf").report.hasErrors)
  }

  /// ELAN proposes times tier by tier, within the ends of the parent.
  @Test func timesAreProposedTierByTier() throws {
    let slots =
      [("ts1", " TIME_VALUE=\"0\""), ("b1", ""), ("a1", ""), ("c1", ""), ("b2", "")]
      + [("ts2", " TIME_VALUE=\"9000\"")]
    func child(_ text: String) -> String {
      text.replacing("<TIER ", with: "<TIER PARENT_REF=\"a\" ")
    }
    let references = ["1:4", "1:5", "1:6"].enumerated().map { index, value in
      "<ANNOTATION><REF_ANNOTATION ANNOTATION_ID=\"d\(index)\" ANNOTATION_REF=\"a0\""
        + (index == 0 ? "" : " PREVIOUS_ANNOTATION=\"d\(index - 1)\"")
        + "><ANNOTATION_VALUE>\(value)</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
    }
    let text = eaf(
      slots: slots.map { "<TIME_SLOT TIME_SLOT_ID=\"\($0.0)\"\($0.1)/>" }.joined(),
      // A child before its parent.
      tiers: child(tier("c", [("a1", "c1", "2:1"), ("c1", "ts2", "2:2")]))
        + tier("a", [("ts1", "a1", "1:1"), ("a1", "ts2", "1:2")])
        + tier("b", [("ts1", "b1", "3:1"), ("b1", "b2", "3:2"), ("b2", "ts2", "3:3")])
        + "<TIER TIER_ID=\"d\" PARENT_REF=\"a\" LINGUISTIC_TYPE_REF=\"t\">\(references.reversed().joined())</TIER>"
    )
    func rows(_ tier: String?) throws -> [String] {
      var options = ReadingOptions()
      options.tier = tier
      let recording = try #require(try read(text, as: "eaf", options).collection.single)
      return recording.segments.map { "\($0.label) \($0.row.start)-\($0.row.end)" }.sorted()
    }
    #expect(
      try rows(nil) == [
        "1:1 0.000-4.500", "1:2 4.500-9.000", "2:1 4.500-6.750", "2:2 6.750-9.000", "3:1 0.000-3.000",
        "3:2 3.000-6.000", "3:3 6.000-9.000",
      ])
    #expect(try rows("d") == ["1:4 0.000-1.500", "1:5 1.500-3.000", "1:6 3.000-4.500"])
  }

  /// An option that keeps nothing of it isn't recommended.
  @Test func partsOfPartsAreToldAsLost() throws {
    func part(_ tier: String, _ id: String, of owner: String, _ text: String) -> String {
      "<TIER TIER_ID=\"\(tier)\" PARENT_REF=\"a\" LINGUISTIC_TYPE_REF=\"g\"><ANNOTATION><REF_ANNOTATION "
        + "ANNOTATION_ID=\"\(id)\" ANNOTATION_REF=\"\(owner)\"><ANNOTATION_VALUE>\(text)</ANNOTATION_VALUE>"
        + "</REF_ANNOTATION></ANNOTATION></TIER>"
    }
    let text = eaf(
      slots:
        "<TIME_SLOT TIME_SLOT_ID=\"s1\" TIME_VALUE=\"0\"/><TIME_SLOT TIME_SLOT_ID=\"s2\" TIME_VALUE=\"2000\"/>",
      tiers: tier("a", [("s1", "s2", "1:1")]) + part("gloss", "g1", of: "a0", "mercy")
        + part("source", "h1", of: "g1", "a book"))
    let lost = "left out: 1 annotation of the tier \"source\"; their parent is not a row"
    var options = ReadingOptions()
    func told() throws -> [String] {
      try read(text, as: "eaf", options).report.diagnostics.map(\.message).filter {
        $0.contains("of the tier")
      }
    }
    #expect(try told() == ["left out: 1 annotation of the tier \"gloss\"", lost])
    options.keepsUnknown = true
    #expect(try told() == [lost])
    let kept = try #require(try read(text, as: "eaf", options).collection.single?.segments.first)
    #expect(kept.extras.map(\.key) == ["x-gloss"])
  }

  @Test func elanFilesOfOthersAreRead() throws {
    let text = eaf(
      slots:
        "<TIME_SLOT TIME_SLOT_ID=\"s1\" TIME_VALUE=\"0\"/><TIME_SLOT TIME_SLOT_ID=\"s2\" TIME_VALUE=\"2000\"/>"
        + "<TIME_SLOT TIME_SLOT_ID=\"s3\" TIME_VALUE=\"1000\"/>",
      tiers: tier("verses", [("s1", "s2", "2:255"), ("s3", "s2", "2:256")])
        + tier("noise", [("s1", "s3", "cough")])
        + "<TIER TIER_ID=\"gloss\" PARENT_REF=\"verses\" LINGUISTIC_TYPE_REF=\"g\"><ANNOTATION><REF_ANNOTATION "
        + "ANNOTATION_ID=\"g1\" ANNOTATION_REF=\"verses0\"><ANNOTATION_VALUE>the throne</ANNOTATION_VALUE></REF_ANNOTATION>"
        + "</ANNOTATION></TIER>",
      header:
        "<MEDIA_DESCRIPTOR MEDIA_URL=\"file:///C:/a%20b.wav\" MIME_TYPE=\"audio/x-wav\" TIME_ORIGIN=\"500\"/>"
    )
    let (collection, report) = try read(text, as: "eaf")
    let recording = try #require(collection.single)
    #expect(recording.segments.map(\.row.start) == [Milliseconds(500), Milliseconds(1500)])
    #expect(recording.markers.map(\.row.note) == ["cough"])
    #expect(recording.facts.audio?.file == "a b.wav")
    let codes = Set(report.diagnostics.map(\.rule.code))
    #expect(codes.isSuperset(of: ["X201", "X202", "X301"]))
    var options = ReadingOptions()
    options.tier = "verses"
    options.keepsUnknown = true
    let named = try #require(try read(text, as: "eaf", options).collection.single)
    #expect(named.markers.isEmpty)
    #expect(named.segments[0].extras.first?.key == "x-gloss")
  }

  // MARK: Chapters and playlists

  @Test func chaptersInFeedsAreARecordingEach() throws {
    let text =
      "<rss xmlns:p=\"http://podlove.org/simple-chapters\"><channel>"
      + ["One", "Two"].map {
        "<item><title>\($0)</title><enclosure url=\"https://example.com/\($0).mp3\"/><p:chapters version=\"1.2\">"
          + "<p:chapter start=\"9.05\" title=\"1:2\"/><p:chapter start=\"0:04.200\" title=\"1:1\" href=\"x\"/>"
          + "<p:chapter start=\"00:00:14.3\" title=\"1:3\"/></p:chapters></item>"
      }.joined() + "</channel></rss>"
    let (collection, report) = try read(text, as: "podlove")
    #expect(collection.recordings.map(\.facts.title) == ["One", "Two"])
    #expect(collection.recordings[1].facts.audio?.url == "https://example.com/Two.mp3")
    let rows = collection.recordings[0].segments.map(\.row)
    #expect(rows.map(\.start) == [Milliseconds(4200), Milliseconds(9050)])
    #expect(rows.map(\.end) == [Milliseconds(9050), Milliseconds(14_300)])
    // Nobody knows where the last one ends.
    #expect(collection.recordings[0].markers.map(\.row.at) == [Milliseconds(14_300)])
    #expect(report.diagnostics.contains { $0.rule.code == "X202" })
  }

  @Test func tracksOfOneFileAreOneRecording() throws {
    func track(_ file: String, _ title: String, _ rest: String) -> String {
      "<track><location>\(file)</location><title>\(title)</title>\(rest)</track>"
    }
    let text =
      "<playlist xmlns=\"http://xspf.org/ns/0/\"><trackList>"
      + track("file:///m/a%20%C3%A9.mp3", "1:1", "<duration>4850</duration>")
      + track("b.mp3", "2:1", "<extension><option>start-time=1</option></extension>")
      + track(
        "b.mp3", "2:2", "<extension><option>start-time=3.5</option><option>stop-time=4</option></extension>")
      + track("b.mp3", "2:3", "") + "</trackList></playlist>"
    let (collection, report) = try read(text, as: "xspf")
    #expect(collection.recordings.map(\.facts.audio?.file) == ["a \u{E9}.mp3", "b.mp3"])
    #expect(collection.recordings[1].segments.map(\.row.start) == [Milliseconds(1000), Milliseconds(3500)])
    #expect(collection.recordings[1].segments.map(\.row.end) == [Milliseconds(3500), Milliseconds(4000)])
    #expect(report.diagnostics.map(\.rule.code) == ["X204"])
  }
}
