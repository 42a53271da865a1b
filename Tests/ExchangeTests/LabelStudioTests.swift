import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat

/// Tasks of Label Studio, as its pages and its converter have them.
struct LabelStudioTests {
  private static func region(_ id: String, _ start: String, _ end: String, _ key: String, _ text: String)
    -> String
  {
    """
    {"id":"\(id)","from_name":"x","to_name":"audio","type":"\(key)","value":{"start":\(start),"end":\(end),"\(key)":["\(text)"]}}
    """
  }

  private static func task(_ results: [String], _ rest: String = "") -> String {
    """
    {"id":1,"data":{"audio":"https://example.com/a%20b/fatihah.mp3?x=1"},"annotations":[{"result":[\(results.joined(separator: ","))]\(rest)}]}
    """
  }

  @Test func resultsOfOneRegionBelongTogether() throws {
    let text = Self.task([
      Self.region("a", "4.2", "9.05", "labels", "Voice"), Self.region("b", "9.05", "14.3", "labels", "1:2"),
      Self.region("a", "4.2", "9.05", "text", "1:1"), Self.region("c", "14.3", "15", "labels", "takbir"),
    ])
    for document in [text, "[\(text)]"] {
      let found = try read(document)
      #expect(found.rows == ["1:1 4.200-9.050", "1:2 9.050-14.300", "skip takbir 14.300-15.000"])
      #expect(found.messages.contains("left out: labels beside texts"), "\(found.messages)")
      #expect(found.recordings.first?.facts.title == "fatihah")
      #expect(found.recordings.first?.facts.audio?.url == "https://example.com/a%20b/fatihah.mp3?x=1")
    }
  }

  /// Regions can be dragged past the end of the audio.
  @Test func regionsEndWithTheAudio() throws {
    func task(_ regions: [(start: String, end: String, ayah: String)]) -> String {
      let results = regions.enumerated().map { index, region in
        Self.region("r\(index)", region.start, region.end, "labels", region.ayah)
          .replacing("{\"id\"", with: "{\"original_length\":45.0,\"id\"")
      }
      return Self.task(results)
    }
    let found = try read(task([("0", "9", "1:1"), ("40", "45.5", "1:2"), ("45", "48", "1:3")]))
    #expect(found.rows == ["1:1 0.000-9.000", "1:2 40.000-45.000"])
    #expect(found.codes == ["X104", "X203"])
    #expect(
      Set(found.messages) == [
        "a region ends after the audio, and is cut off at 45.000",
        "a region starts at 45.000, and the audio ends at 45.000",
      ])
    let several = try read(task([("30", "46", "1:1"), ("40", "47", "1:2")]))
    #expect(several.messages == ["2 regions end after the audio, and are cut off at its end"])
    // The audio itself is a better witness.
    #expect(try read(task([("40", "45.5", "1:2")]), duration: 46_000).rows == ["1:2 40.000-45.500"])
  }

  @Test func theTruthCountsElseTheLatest() throws {
    func annotation(_ ayah: String, _ rest: String) -> String {
      "{\"result\":[\(Self.region("a", "1", "2", "labels", ayah))],\(rest)}"
    }
    func tasks(_ annotations: [String], _ list: String = "annotations") -> String {
      "[{\"data\":{\"audio\":\"/a.wav\"},\"\(list)\":[\(annotations.joined(separator: ","))]}]"
    }
    let old = annotation("1:1", "\"created_at\":\"2026-01-01T00:00:00Z\"")
    let new = annotation("1:2", "\"created_at\":\"2026-02-01T00:00:00Z\"")
    let skipped = annotation("1:3", "\"created_at\":\"2026-03-01T00:00:00Z\",\"was_cancelled\":true")
    let truth = annotation("1:4", "\"created_at\":\"2025-01-01T00:00:00Z\",\"ground_truth\":true")
    let latest = try read(tasks([new, old, skipped]))
    #expect(latest.rows == ["1:2 1.000-2.000"])
    #expect(latest.messages == ["left out: annotations other than the one that is used (2 times)"])
    #expect(try read(tasks([new, old, truth])).rows == ["1:4 1.000-2.000"])
    #expect(try read(tasks([old], "predictions")).rows == ["1:1 1.000-2.000"])
    #expect(try read(tasks([old], "completions")).rows == ["1:1 1.000-2.000"])
    #expect(try read(tasks([skipped])).rows.isEmpty)
  }

  @Test func severalTasksAreSeveralRecordings() throws {
    let one = Self.task([Self.region("a", "1", "2", "labels", "1:1")])
    let found = try read("[\(one),\(one)]")
    #expect(found.recordings.count == 2)
  }

  /// The converter's short tasks are read: texts lose their regions, and a single text loses its list.
  @Test func shortTasksAreRead() throws {
    func short(_ rest: String) -> String {
      """
      [{"audio":"/a.wav","id":1,"labels":[{"start":1,"end":2,"channel":0,"labels":["Voice"]},{"start":2,"end":3,"channel":0,"labels":["Voice"]}],\(rest)"annotator":1,"annotation_id":5,"created_at":"x","updated_at":"x","lead_time":1.5}]
      """
    }
    let inTurn = try read(short("\"reference\":[\"1:1\",\"1:2\"],"))
    #expect(inTurn.rows == ["1:1 1.000-2.000", "1:2 2.000-3.000"])
    #expect(inTurn.codes == ["X202", "X301"], "\(inTurn.messages)")
    let fewer = try read(short("\"reference\":\"1:1\","))
    #expect(fewer.rows.isEmpty && fewer.markers.count == 2)
    #expect(fewer.messages.contains("left out: texts without a region"), "\(fewer.messages)")
    let timed = try read(
      short(
        "\"reference\":[{\"start\":1,\"end\":2,\"text\":[\"1:1\",\"-- slowly\"]},{\"start\":5,\"end\":6,\"text\":[\"1:5\"]}],"
      ))
    #expect(timed.rows == ["1:1 1.000-2.000", "1:5 5.000-6.000"], "\(timed.messages)")
  }

  @Test func whatIsNoTaskIsLeftToOthers() {
    for text in ["[]", "{}", "[{\"data\":{}}]", "[{\"annotations\":[]}]", "[{\"annotator\":1}]"] {
      #expect(throws: (any Error).self, "\(text)") { try read(text) }
    }
  }

  /// The prefix of an attribute that every file may have is shown, not the address of its namespace.
  @Test func languagesAreToldByTheirPrefix() throws {
    let found = try read(
      "<psc:chapters version=\"1.2\" xmlns:psc=\"http://podlove.org/simple-chapters\"><psc:chapter start=\"1\" title=\"1:1\" xml:lang=\"ar\"/><psc:chapter start=\"3\" title=\"1:2\"/></psc:chapters>"
    )
    #expect(found.messages.contains { $0.contains("@xml:lang") }, "\(found.messages)")
    #expect(!found.messages.contains { $0.contains("1998") })
  }
}
