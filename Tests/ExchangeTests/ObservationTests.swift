import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// JAMS and podcast chapters that other programs wrote.
struct ObservationTests {
  private func read(_ text: String, as name: String) throws -> (
    recording: AnnotatedRecording, report: ExchangeReport
  ) {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "file", bytes: Array(text.utf8))
    let format = try ForeignFormat.detected(source)
    #expect(format.name == name)
    let found = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (try #require(found.single), report)
  }

  @Test func chaptersOfOthers() throws {
    let text = """
      {"version":"1.2.0","title":"Al-Fatihah","author":"Example Reciter","fileName":"fatihah.flac","waypoints":true,
       "chapters":[{"startTime":0,"title":"Isti'adhah","toc":false},{"startTime":4.2,"endTime":9.0505,"title":"1:1","img":"x"},
       {"startTime":9.0505,"title":"1:2"},{"startTime":12,"title":"Break","toc":false,"endTime":13},{"startTime":20,"title":"1:3"}]}
      """
    let (recording, report) = try read(text, as: "podcast")
    #expect(recording.facts.title == "Al-Fatihah" && recording.reciterName == "Example Reciter")
    let rows = recording.segments.map { "\($0.label) \($0.row.start)-\($0.row.end) \($0.row.note ?? "")" }
    #expect(
      rows == [
        "skip istiadhah 0.000-4.200 ", "1:1 4.200-9.051 ", "1:2 9.051-12.000 ",
        "skip other 12.000-13.000 Break",
      ])
    // Nobody says where the last one ends.
    #expect(recording.markers.map(\.row.at) == [Milliseconds(20_000)])
    #expect(report.diagnostics.map(\.rule.code) == ["X202"])
  }

  @Test func observationsOfOthers() throws {
    let text = """
      {"file_metadata":{"title":"A","artist":"","release":"R","duration":45.0,"identifiers":{},"jams_version":"0.3.4"},
       "annotations":[{"namespace":"multi_segment","annotation_metadata":{},"sandbox":{},"data":[
        {"time":4.2,"duration":4.85,"value":{"label":"1:1","level":0},"confidence":null},
        {"time":9.05,"duration":5.25,"value":{"label":"chorus","level":1},"confidence":0.5}]},
       {"namespace":"beat","annotation_metadata":{},"data":[{"time":1.0,"duration":0.0,"value":1,"confidence":null}]},
       {"namespace":"segment_open","annotation_metadata":{},"data":{"time":[14.3],"duration":[4.1],"value":["1:3"],"confidence":[0.9]}}],
       "sandbox":{"other":1}}
      """
    let (recording, report) = try read(text, as: "jams")
    let rows = recording.segments.map { "\($0.label) \($0.row.start)-\($0.row.end)" }
    #expect(rows == ["1:1 4.200-9.050", "1:3 14.300-18.400"])
    #expect(recording.segments[1].row.confidence == 0.9)
    #expect(recording.markers.map(\.row.note) == ["chorus"])
    #expect(recording.duration == Milliseconds(45_000))
    #expect(report.diagnostics.map(\.rule.code).sorted() == ["X201", "X202", "X202"])
  }

  @Test func damagedArchivesAreRefused() throws {
    let format = try #require(ForeignFormat.named("jamz"))
    guard case .file(let write) = format.write else { return }
    let whole = try write(SharedExample.rich, WritingOptions()).bytes
    #expect(try write(SharedExample.rich, WritingOptions()).bytes == whole, "the same file each time")
    for bytes in [Array(whole.dropLast(12)), Array(whole.prefix(20)), [0x1F, 0x8B], []] {
      #expect(throws: ExchangeFailure.self) {
        _ = try RecordingCollection(
          reading: ForeignSource(shownAs: "file", bytes: bytes), as: format, ReadingOptions(),
          ExchangeReport())
      }
    }
  }
}
