import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran

@testable import TilawaExchange

/// Elements of XML files and databases that readers don't use are reported, and so are words and facts that
/// get lost on their way.
struct LeftoverTests {
  private static let eaf = """
    <ANNOTATION_DOCUMENT AUTHOR="Somebody" DATE="2024-01-05T12:30:00Z" FORMAT="3.0" VERSION="3.0">
      <LICENSE LICENSE_URL="https://example.com/">free</LICENSE>
      <HEADER MEDIA_FILE="old.wav" TIME_UNITS="milliseconds">
        <MEDIA_DESCRIPTOR MEDIA_URL="file:///m/a.wav" MIME_TYPE="audio/x-wav" RELATIVE_MEDIA_URL="./a.wav" EXTRACTED_FROM="b.mp4"/>
        <MEDIA_DESCRIPTOR MEDIA_URL="second.wav" MIME_TYPE="audio/x-wav"/>
        <LINKED_FILE_DESCRIPTOR LINK_URL="pitch.tsv" MIME_TYPE="text/plain"/>
        <PROPERTY NAME="mood">calm</PROPERTY>
      </HEADER>
      <TIME_ORDER>
        <TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/>
        <TIME_SLOT TIME_SLOT_ID="t2" TIME_VALUE="4000"/>
      </TIME_ORDER>
      <TIER TIER_ID="ayah" LINGUISTIC_TYPE_REF="verse-lt" PARTICIPANT="Reciter" ANNOTATOR="Listener" DEFAULT_LOCALE="ar" LANG_REF="ara">
        <ANNOTATION>
          <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="t1" TIME_SLOT_REF2="t2" CVE_REF="cve1" EXT_REF="e1">
            <ANNOTATION_VALUE>1:1</ANNOTATION_VALUE>
          </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
      </TIER>
      <TIER TIER_ID="other" PARTICIPANT="Another" LINGUISTIC_TYPE_REF="default-lt"/>
      <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="verse-lt" TIME_ALIGNABLE="true" CONSTRAINTS="Included_In" CONTROLLED_VOCABULARY_REF="cv"/>
      <LOCALE LANGUAGE_CODE="ar" COUNTRY_CODE="SA"/>
      <LANGUAGE LANG_ID="ara" LANG_LABEL="Arabic"/>
      <CONTROLLED_VOCABULARY CV_ID="cv"><CV_ENTRY_ML CVE_ID="cve1"><CVE_VALUE LANG_REF="ara">x</CVE_VALUE></CV_ENTRY_ML></CONTROLLED_VOCABULARY>
      <EXTERNAL_REF EXT_REF_ID="e1" TYPE="iso12620" VALUE="DC-1"/>
    </ANNOTATION_DOCUMENT>
    """

  private static let xspf = """
    <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">
      <title>A list</title>
      <creator>A maker</creator>
      <annotation>a remark</annotation>
      <date>2024-01-05</date>
      <meta rel="https://example.com/mood">calm</meta>
      <trackList>
        <track mood="calm">
          <location>a.mp3</location>
          <location>b.mp3</location>
          <identifier>urn:a</identifier>
          <title>1:1</title>
          <creator>Reciter</creator>
          <album>An album</album>
          <trackNum>7</trackNum>
          <image>a.png</image>
          <info>https://example.com/</info>
          <link rel="a">b</link>
          <meta rel="a">b</meta>
          <strange>more</strange>
          <duration>4000</duration>
          <extension application="http://www.videolan.org/vlc/playlist/0">
            <vlc:id>0</vlc:id>
            <vlc:option>run-time=4</vlc:option>
            <vlc:gain>3</vlc:gain>
          </extension>
        </track>
        <track>
          <location>a.mp3</location>
          <title>1:2</title>
          <creator>Somebody Else</creator>
          <album>Another album</album>
          <duration>4000</duration>
        </track>
      </trackList>
      <extension application="https://example.com/"><tempo>3</tempo></extension>
    </playlist>
    """

  private static let podlove = """
    <psc:chapters version="1.2" mood="calm" xmlns:psc="http://podlove.org/simple-chapters">
      <psc:chapter start="0" title="1:1" href="https://example.com/" image="a.png" mood="calm">more</psc:chapter>
      <psc:chapter start="4" title="1:2"><psc:remark>slow</psc:remark></psc:chapter>
      <psc:strange>more</psc:strange>
    </psc:chapters>
    """

  /// Attributes that follow from the rest.
  private static let following: Set<String> = [
    "FORMAT", "VERSION", "version", "TIME_ALIGNABLE", "MEDIA_URL", "RELATIVE_MEDIA_URL", "MIME_TYPE",
    "application", "TIER_ID", "TIME_UNITS", "xmlns",
    // ELAN writes it anew each time.
    "DATE",
  ]
  /// Elements that are reported as a whole, without the elements in them.
  private static let whole: Set<String> = [
    "LICENSE", "LINKED_FILE_DESCRIPTOR", "LOCALE", "LANGUAGE", "CONTROLLED_VOCABULARY", "CV_ENTRY_ML",
    "CVE_VALUE",
    "EXTERNAL_REF", "meta", "link", "tempo",
  ]

  private static func outcome(_ text: String, as format: String) -> String {
    do {
      let found = try read(text, as: format, duration: 9000)
      return
        (found.rows + found.markers + found.messages.sorted()
        + found.recordings.map {
          "\($0.facts.title ?? "") \($0.reciterName ?? "") \($0.facts.audio?.file ?? "")"
        })
        .joined(separator: "\n")
    } catch { return "\(error)" }
  }

  @Test func noElementOrAttributeOfXMLIsDroppedInSilence() throws {
    for (format, text) in [("eaf", Self.eaf), ("xspf", Self.xspf), ("podlove", Self.podlove)] {
      let whole = Self.outcome(text, as: format)
      var tried = 0
      for match in text.matches(of: #/ ([A-Za-z_0-9]+)="[^"]+"/#)
      where !Self.following.contains(String(match.1)) {
        let element = text[..<match.range.lowerBound].split(separator: "<").last?.prefix { !$0.isWhitespace }
        if Self.whole.contains(String(element ?? "")) || match.0.contains("default-lt") { continue }
        var rest = text
        rest.removeSubrange(match.range)
        #expect(Self.outcome(rest, as: format) != whole, "\(format): \(match.0) is neither kept nor told")
        tried += 1
      }
      for match in text.matches(of: #/<([A-Za-z:_]+)[^>]*>[^<]+</\1>|<[A-Z_]+( [^>]*)?\/>/#)
      where !["vlc:id", "default-lt", "CVE_VALUE", "<tempo"].contains(where: match.0.contains) {
        var rest = text
        rest.removeSubrange(match.range)
        #expect(Self.outcome(rest, as: format) != whole, "\(format): \(match.0) is neither kept nor told")
        tried += 1
      }
      #expect(tried > 5)
    }
  }

  @Test func partsOfPartsOfRowsAreTold() throws {
    func child(_ tier: String, _ parent: String, _ id: String, _ owner: String) -> String {
      "<TIER TIER_ID=\"\(tier)\" PARENT_REF=\"\(parent)\" LINGUISTIC_TYPE_REF=\"attribute-lt\"><ANNOTATION><REF_ANNOTATION "
        + "ANNOTATION_ID=\"\(id)\" ANNOTATION_REF=\"\(owner)\"><ANNOTATION_VALUE>slowly</ANNOTATION_VALUE></REF_ANNOTATION>"
        + "</ANNOTATION></TIER>"
    }
    func told(_ tiers: String) throws -> Bool {
      let text = Self.eaf.replacing("<LOCALE", with: tiers + "<LOCALE")
      return try read(text, as: "eaf").messages.contains { $0.contains("1 annotation of the tier") }
    }
    let note = child("note", "ayah", "n1", "a1")
    #expect(try !told(note))
    #expect(try told(note + child("note@note", "note", "n2", "n1")))
  }

  /// Our own files come back without any report of omitted parts.
  @Test func whatProgramsWriteIntoEachFileIsNotTold() throws {
    for format in ForeignFormat.all where format.isWritable && format.read != nil && format.holds.hasRows {
      for example in [SharedExample.recording, SharedExample.rich] {
        guard let text = try written(example, format, WritingOptions()) else { continue }
        let found = try read(text.bytes, as: format.name, duration: 200_000) {
          $0.passage = [AyahRange(Ayah(1, 1), Ayah(1, 7))]
        }
        #expect(
          // The id that an aligner has for its audio is no id of a recording.
          !found.diagnostics.contains {
            $0.rule == RuleID.unplaced && $0.message != "left out: audio_id"
          },
          "\(format.name): \(found.messages)")
      }
    }
  }

  /// Another program may change the part of our JAMS files outside of the sandbox.
  @Test func whatDiffersFromTheSandboxIsTold() throws {
    let format = try #require(ForeignFormat.named("jams"))
    let own = try #require(try written(SharedExample.recording, format, WritingOptions()))
    let text = String(decoding: own.bytes, as: UTF8.self)
    let title = try #require(SharedExample.recording.facts.title)
    let changed = text.replacing(
      "\"title\": \"\(title)\",\n    \"artist\"", with: "\"title\": \"Other\",\n    \"artist\"")
    #expect(changed != text)
    let found = try read(changed, as: "jams")
    #expect(found.recordings.map(\.facts.title) == [title])
    #expect(found.messages == ["left out: \"title\" is \"Other\", but the sandbox has \"\(title)\""])
  }

  @Test func rowsAsMarkersKeepTheirEndsAndTellTheRest() throws {
    var example = SharedExample.recording
    example.segments = [
      SegmentRow(Segment(ayah: AyahRange(Ayah(1, 1)), start: .zero, end: Milliseconds(4000))),
      SegmentRow(
        Segment(
          ayah: AyahRange(Ayah(1, 2), Ayah(1, 3)), start: Milliseconds(4000), end: Milliseconds(9000))),
    ]
    example.segments[1].row.joins = [Milliseconds(6500)]
    example.segments[1].row.priority = 2
    example.markers = []
    let format = try #require(ForeignFormat.named("jsonl"))
    let text = try #require(try written(example, format, WritingOptions()))
    let found = try read(text.bytes, as: "jsonl") { $0.asMarkers = true }
    #expect(found.recordings.flatMap(\.markers).map(\.row.end) == [nil, Milliseconds(9000)])
    #expect(found.recordings.flatMap(\.markers).map(\.row.joins) == [[], [Milliseconds(6500)]])
    #expect(found.messages.filter { $0.contains("left out: the priority of rows") }.count == 1)
    let kept = try read(text.bytes, as: "jsonl") {
      $0.asMarkers = true
      $0.keepsUnknown = true
    }
    #expect(kept.recordings[0].markers[1].extras == [ExtraKey("x-priority", .string("2"))])
    #expect(!kept.messages.contains { $0.contains("left out: the priority of rows") })
  }

  @Test func viewsAreReadAsTables() throws {
    func database(_ view: String) throws -> ReadText {
      let file = try SQLiteFile()
      try file.run(
        """
        CREATE TABLE raw(s INTEGER, a INTEGER, t INTEGER);
        INSERT INTO raw VALUES (1, 1, 0), (1, 2, 4000), (1, 999, 9000);
        CREATE VIEW timings AS SELECT s AS sura, a AS ayah, t AS time FROM raw;
        \(view)
        """)
      return try read(try file.bytes(), as: "gapless", duration: 9000)
    }
    let found = try database("")
    #expect(found.rows == ["1:1 0.000-4.000", "1:2-7 4.000-9.000"])
    #expect(found.messages.contains("left out: the table raw"))
    // What asks for what isn't there.
    let broken = try database("CREATE VIEW other AS SELECT * FROM absent;")
    #expect(broken.rows == found.rows && broken.messages.contains("left out: the table other, the table raw"))
  }

  /// A key that no program ever wrote is inserted into each of the first objects of a file, in every format
  /// that is JSON.
  @Test func anUnknownKeyOfAnyObjectIsKeptOrTold() throws {
    var tried = 0
    // Refused without more facts, or told as a whole with all that is in them.
    let others: Set = ["mp3quran", "quran-align", "qurancaption-project", "whisperx"]
    for format in ForeignFormat.all
    where format.read != nil && format.holds.hasRows && !others.contains(format.name) {
      var texts = readOnlySeeds[format.name] ?? []
      if let own = try written(SharedExample.recording, format, WritingOptions()) {
        texts.append(String(decoding: own.bytes, as: UTF8.self))
      }
      for text in texts where ["{", "["].contains(text.first) {
        let whole = Self.everything(text, as: format.name)
        for open in text.utf8.indices.filter({ text.utf8[$0] == UInt8(ascii: "{") }).prefix(20) {
          let rest = text[text.index(after: open)...]
          let comma = rest.first { !$0.isWhitespace } == "}" ? "" : ","
          let changed = text[...open] + "\"strange\": \"more\"\(comma)" + rest
          #expect(
            Self.everything(String(changed), as: format.name) != whole,
            "\(format.name): \(text[..<open].suffix(80)){\"strange\"} is neither kept nor told")
          tried += 1
        }
      }
    }
    #expect(tried > 100)
  }

  private static func everything(_ text: String, as format: String) -> String {
    do {
      let found = try read(text, as: format, duration: 200_000)
      return "\(found.recordings) \(found.messages)"
    } catch { return "\(error)" }
  }

  @Test func columnsAndTablesThatNobodyReadsAreTold() throws {
    func messages(_ columns: String, _ values: String, _ more: String = "") throws -> [String] {
      try read(
        "CREATE TABLE timings(sura INTEGER, ayah INTEGER, time INTEGER\(columns));\n"
          + "INSERT INTO timings VALUES (1,1,0\(values)),(1,2,4000\(values));\n" + more,
        as: "gapless-sql", duration: 9000
      ).messages.filter { $0.hasPrefix("left out") }
    }
    #expect(try messages("", "").isEmpty)
    #expect(try messages(", pitch INTEGER", ",NULL").isEmpty)
    #expect(try messages(", pitch INTEGER", ",3") == ["left out: timings.pitch"])
    let table = "CREATE TABLE people(name TEXT, age INTEGER);\n"
    #expect(try messages("", "", table).isEmpty)
    #expect(
      try messages("", "", table + "INSERT INTO people VALUES ('a', 3);\n") == ["left out: the table people"])
    for name in ["gapless", "qul-surah-db", "qul-ayah-db", "gapless-sql"] {
      let format = try #require(ForeignFormat.named(name))
      let text = try #require(try written(SharedExample.recording, format, WritingOptions()))
      let found = try read(text.bytes, as: name)
      #expect(!found.messages.contains { $0.contains("left out: ") }, "\(name): \(found.messages)")
    }
  }

  @Test func confidenceOfWordsIsWrittenOrCounted() throws {
    var sure = SharedExample.recording
    sure.segments[2].row.confidence = nil
    let plain = sure
    for index in sure.words.indices { sure.words[index].row.confidence = 0.6125 }
    var tried = 0
    for format in ForeignFormat.all where format.isWritable && format.holds.hasRows {
      for labels in WritingOptions.Labels.allCases {
        var options = WritingOptions()
        options.labels = labels
        options.words = true
        guard !format.loses(with: options).contains(.words), let text = try written(sure, format, options),
          let without = try written(plain, format, options)
        else { continue }
        tried += 1
        let counted = text.losses.counts[.conf, default: 0] - without.losses.counts[.conf, default: 0]
        #expect(
          counted > 0 || text.bytes != without.bytes, "\(format.name), \(labels), drops it in silence")
      }
    }
    #expect(tried > 10)
  }

  @Test func factsThatDifferFromTheBundleAreTold() {
    func told(_ change: (inout AnnotatedRecording) -> Void, carried: AnnotatedRecording? = nil) -> [String] {
      var returned = SharedExample.rich
      change(&returned)
      let report = ExchangeReport()
      returned.tellFacts(
        besides: SharedExample.rich, carried: [carried].compactMap(\.self), at: Place(path: "file"), report)
      return report.diagnostics.map(\.message)
    }
    #expect(told { _ in }.isEmpty)
    #expect(
      told { $0.facts.title = "Another" } == [
        "title is \"Another\"; the bundle keeps \"Al-Fatihah\""
      ])
    #expect(told { $0.facts.place = "Elsewhere" }.count == 1)
    #expect(told { $0.facts.notes = "other" }.count == 1)
    #expect(told { $0.facts.recordedAt = Timestamp("2023-01-05") }.count == 1)
    #expect(told { $0.reciterName = "Somebody" }.count == 1)
    #expect(told { $0.reciterName = "example-reciter" }.isEmpty)
    #expect(told { $0.extras = [ExtraKey("x-series", .string("mondays"))] }.count == 1)
    #expect(told { $0.facts.title = nil }.isEmpty)
    // As the format bent it.
    var bent = SharedExample.rich
    bent.facts.title = "AL-FATIHAH"
    #expect(told({ $0.facts.title = "AL-FATIHAH" }, carried: bent).isEmpty)
  }
}
