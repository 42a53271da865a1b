import TilawaBase

/// Times and blocks of subtitle formats.
enum SubtitleTime {
  /// The two times of a line with an arrow, and what stands behind them; nil when it is no such line.
  static func span(_ line: String) -> (start: Milliseconds, end: Milliseconds, settings: String)? {
    guard let (before, after) = line.cut(at: "-->") else { return nil }
    let parts = after.trimmed(of: " \t").fields(by: " \t", atMost: 2)
    guard let start = DecimalTime.parseClock(before.trimmed(of: " \t"), mark: .pointOrComma),
      let end = DecimalTime.parseClock(parts[0], mark: .pointOrComma), start >= .zero, end >= .zero
    else { return nil }
    return (start, end, parts.count > 1 ? parts[1].trimmed(of: " \t") : "")
  }

  /// `00:00:04.200 --> 00:00:09.050`
  static func line(_ start: Milliseconds, _ end: Milliseconds, mark: String = ".") -> String {
    "\(start.fullClock(mark: mark)) --> \(end.fullClock(mark: mark))"
  }

  /// Reports a start before the end of the cue before that looks like what Audacity writes for the last half millisecond of a
  /// second: the seconds cut off, the thousandths rounded up to none.
  static func tellRounding(
    _ start: Milliseconds, after end: Milliseconds, at place: Place, _ input: ForeignInput
  ) {
    guard start < end, start.count % 1000 == 0, (900...1000).contains(end.count - start.count) else { return }
    input.add(
      .writerFault,
      "the cue starts at \(start), before the one before it ends at \(end): Audacity writes times just below a whole "
        + "second almost a second early", at: place)
  }
}
