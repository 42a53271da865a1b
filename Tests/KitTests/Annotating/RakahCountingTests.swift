import Testing
import TilawaFormat
import TilawaTestSupport

@testable import TilawaKit

@Suite struct RakahCountingTests {
  /// Makes a bundle whose segments are the words of `heard`, two seconds each. `+` marks a row as verified,
  /// and `=2` gives it a rak'ah.
  private func counting(_ heard: String) throws -> RakahCounting {
    var text = "tilawa: 1\nsegments:\n"
    for (index, word) in heard.split(separator: " ").enumerated() {
      let name = word.prefix { $0 != "+" && $0 != "=" }
      let rest =
        (word.contains("+") ? ", verified: true" : "")
        + (word.split(separator: "=").dropFirst().first.map { ", rakah: \($0)" } ?? "")
      let key = name.contains(":") ? "ayah: \"\(name)\"" : "skip: \(name)"
      text += "  - { \(key), start: \(index * 2).000, end: \(index * 2 + 2).000\(rest) }\n"
    }
    let folder = try TemporaryFolder([
      "recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\nprayer: fajr\n", "segments.yaml": text,
    ])
    return RakahCounting(of: TilawaBundle(readingAt: folder.path, shownAs: "a"))
  }

  private func told(_ heard: String) throws -> [String] {
    let counting = try counting(heard)
    return counting.beginnings.map { "\($0.rakah) \($0.row.start) \($0.ground)" }
      + (counting.doubtful.map { ["? \($0.row.start) \($0.ground)"] } ?? [])
  }

  @Test func eachFatihahBeginsOne() throws {
    #expect(
      try told("takbir 1:1-7 amin 112:1-4 takbir 1:1 1:2-7 114:1-6 taslim")
        == ["1 2.000 first", "2 10.000 phrase"])
    #expect(try told("1:1-7 112:1-4 1:1-7 114:1-6") == ["1 0.000 first", "2 4.000 surah"])
  }

  @Test func whatIsSaidAgainIsNone() throws {
    #expect(try told("1:1 1:2 1:1 1:2-7 112:1-4") == ["1 0.000 first"])
    #expect(try told("1:1 takbir 1:2-7") == ["1 0.000 first"])
    // Other counts number no basmalah, and some recite none aloud.
    #expect(try told("1:2 1:3-7 112:1 1:2-7") == ["1 0.000 first", "2 6.000 surah"])
    #expect(try told("1:5-7 112:1 1:1-7") == ["? 4.000 late"])
  }

  @Test func whereNothingTellsItStops() throws {
    #expect(try told("1:1-7 1:1-7 takbir 1:1-7") == ["1 0.000 first", "? 2.000 nothing"])
    #expect(try told("112:1-4 takbir 1:1-7 takbir 1:1-7") == ["? 4.000 late"])
    #expect(try counting("112:1-4").beginnings.isEmpty)
  }

  @Test func whatAPersonSaidStays() throws {
    let counting = try counting("1:1-7=3 112:1-4 takbir 1:1-7+ 114:1-6 takbir 1:1-7")
    #expect(counting.beginnings.map(\.rakah) == [3, 4, 5])
    #expect(counting.beginnings.map(\.isNew) == [false, false, true])
    #expect(counting.untold.map(\.rakah) == [4])
    #expect(counting.changes.count == 1)
    // A row that is no al-Fatihah may say it, too.
    #expect(try told("112:1=2 takbir 1:1-7") == ["? 4.000 late"])
    #expect(try told("1:1-7 112:1=2 takbir 1:1-7") == ["1 0.000 first", "3 6.000 phrase"])
  }
}
