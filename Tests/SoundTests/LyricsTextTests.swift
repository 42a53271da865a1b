import Testing
import TilawaBase

@testable import TilawaSound

/// LRC in the tags of audio.
struct LyricsTextTests {
  private func lines(_ texts: String...) -> [String] {
    func shown(_ marker: AudioMetadata.Marker) -> String {
      "\(marker.label) \(marker.at)-\(marker.end.map { "\($0)" } ?? "")"
    }
    return LyricsText.lines(of: texts).lines.map { ([$0] + $0.parts).map(shown).joined(separator: " | ") }
  }

  @Test func eachLineLastsUpToTheNext() {
    let text = "[ti:A]\r\n[00:03.00][00:09]112:2\r\n[00:00.5]112:1\r\n[00:05.25]\r\n"
    #expect(lines(text) == ["112:1 0.500-3.000", "112:2 3.000-5.250", "112:2 9.000-"])
    #expect(lines("[offset:500]\n[00:00.20]a\n[00:02]b") == ["a 0.000-1.500", "b 1.500-"])
  }

  /// Each of the two took a time that grew with the square of the text.
  @Test func thousandsOfTimesOfOneLineAndOfLinesAreRead() {
    let count = 50_000
    let sungAgain = LyricsText.lines(of: [String(repeating: "[00:01]", count: count) + "112:1"]).lines
    #expect(sungAgain.count == count && sungAgain.last?.label == "112:1")
    let together = LyricsText.lines(of: [
      String(repeating: "[00:01]112:1\n", count: count) + "[00:02]112:2"
    ]).lines
    #expect(together.count == count + 1 && together.first?.end == Milliseconds(2000))
  }

  /// The last offset counts for all lines, wherever it is.
  @Test func offsetsAreWholeNumbersOrNone() {
    for (value, offset) in [("500", 500), ("+500", 500), ("-20", -20), ("1.5", 2), ("0", 0)] {
      #expect(LyricsLine.offset(value) == Milliseconds(Int64(offset)), "\(value)")
    }
    for value in ["", "+", "-", "x", "1e3", "+-1", "1:0", "nan"] {
      #expect(LyricsLine.offset(value) == nil, "\(value)")
    }
    #expect(
      lines("[offset:900]\n[00:01]a\n[offset:+500]\n[00:02]b\n[offset:x]") == ["a 0.500-1.500", "b 1.500-"])
  }

  @Test func partsHaveTheirTimes() {
    #expect(
      lines("[00:01]1:1 <00:01>1:1:1 <00:02>1:1:2 <00:03>\n[00:04]") == [
        "1:1 1.000-4.000 | 1:1:1 1.000-2.000 | 1:1:2 2.000-3.000"
      ])
    #expect(lines("[00:01]<00:01>a <b> <00:02>c") == ["a <b> c 1.000- | a <b> 1.000-2.000 | c 2.000-"])
  }

  @Test func whatHasNoTimesIsTold() {
    func unread(_ texts: String...) -> [String] { LyricsText.lines(of: texts).unread }
    #expect(unread("just\nwords") == ["lyrics without times"])
    #expect(unread("[00:01]a\nno time\n# remark") == ["1 line of lyrics without times"])
    #expect(unread("[00:01]a", "[00:01]b", "", " \n") == ["further lyrics with times"])
    #expect(lines("words", "[00:01]b") == ["b 1.000-"])
  }

  @Test func stampsAreNumbersOfMinutesAndSeconds() {
    for (text, time) in [("4:23.12", 263_120), ("04:23:12", 263_120), ("100:00", 6_000_000)] {
      #expect(LyricsLine.stamp(text) == Milliseconds(Int64(time)), "\(text)")
    }
    for text in [
      "", "4", "-1:00", "1:60", "1:1e1", "1:nan", "1:-1", "a:1", "1:2:3:4", "1:", ":1", "999999:1",
    ] {
      #expect(LyricsLine.stamp(text) == nil, "\(text)")
    }
  }
}
