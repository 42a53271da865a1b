import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaRecognition
import TilawaSound

@testable import TilawaKit

@Suite struct PartMarksTests {
  private func marker(_ at: Int64, _ number: Int?, surah: Int = 1, _ confidence: Double?, skip: String? = nil)
    -> Marker
  {
    var marker = Marker(at: Milliseconds(at), confidence: confidence)
    marker.ayah = number.map { AyahRange(Ayah(surah, $0)) }
    marker.skip = skip
    return marker
  }

  private func marks(_ markers: [Marker]) -> RecordingMarks {
    var marks = RecordingMarks(naming: .bySound, ayat: 0)
    marks.markers = markers
    return marks
  }

  /// Sure marks stay as they are, and doubtful marks of that part are replaced. The part's own marks have a
  /// confidence of 0.89 at most.
  @Test func whatIsSureStaysAndTheRestIsDoubtful() throws {
    var all = marks([
      marker(0, nil, nil, skip: "other"), marker(12_000, 3, surah: 113, 0.40),
      marker(20_000, 1, surah: 108, 0.99), marker(40_000, 1, surah: 112, 0.95),
    ])
    let before = all.markers
    let part = marks([
      marker(100, 1, 0.99), marker(10_300, 2, 0.99), marker(15_000, 3, 0.60),
      marker(20_500, nil, 0.85, skip: "amin"), marker(22_000, nil, nil, skip: "other"),
    ])
    let span = try #require(TimeSpan(Milliseconds(10_000), Milliseconds(30_000)))
    all.put(part, at: Milliseconds(9_900), in: span)
    #expect(all.markers.map(\.at.count) == [0, 10_000, 20_000, 20_200, 24_900, 30_400, 40_000])
    #expect(
      all.markers.map { $0.ayah?.description ?? $0.skip ?? "" }
        == ["other", "1:1", "108:1", "1:2", "1:3", "amin", "112:1"])
    let most = RecordingMarks.mostExpected
    #expect(all.markers.map(\.confidence) == [nil, most, 0.99, most, 0.60, 0.85, 0.95])
    for sure in before where sure.confidence ?? 0 >= Review.sure { #expect(all.markers.contains(sure)) }
  }
}
