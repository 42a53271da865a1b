package import TilawaBase

/// How well a passage is known by heart, and when it is to be recalled again: the state of SM-2.
///
/// The algorithm is that of P. A. Woźniak, *Optimization of learning* (1990), chapter 3.2: after each recall the ease changes
/// with its grade, and the interval grows by the ease. The ease is counted in hundredths, which is what files hold, so that a
/// state comes out the same after it was written and read.
///
/// For example 67:1-30, recalled with the grades 5, 4 and 3: the ease goes from 2.5 to 2.6, 2.6 and 2.46, and the interval is 1
/// day, then 6, then 6 × 2.46 = 14.76, which is 15.
package struct Recall: Hashable, Sendable {
  /// How often in a row it was recalled.
  package var repetitions = 0
  /// Days from the last recall to the next.
  package var interval = 0
  /// By how much the interval grows, in hundredths.
  package var easeInHundredths = 250
  /// When it was last recalled.
  package var last: Timestamp?

  /// Never recalled.
  package init() {}

  /// 0 for nothing that was known, 5 for no hesitation; from 3 on it is recalled.
  package static let grades = 0...5
  private static let eases = 130...900
  private static let longestInterval = 36_500

  /// What a recall at `time` makes of it; a grade out of bounds counts as the nearest one.
  package func after(grade given: Int, at time: Timestamp) -> Recall {
    let grade = min(max(given, Self.grades.lowerBound), Self.grades.upperBound)
    var next = self
    next.last = time
    guard grade >= 3 else {
      (next.repetitions, next.interval) = (0, 1)
      return next
    }
    // 0.1 - (5 - grade) * (0.08 + (5 - grade) * 0.02), in hundredths.
    let lacking = 5 - grade
    let ease = easeInHundredths + 10 - lacking * (8 + lacking * 2)
    next.easeInHundredths = min(max(ease, Self.eases.lowerBound), Self.eases.upperBound)
    next.repetitions = min(repetitions + 1, 9999)
    switch repetitions {
    case 0: next.interval = 1
    case 1: next.interval = 6
    default:
      next.interval = min(max(1, (interval * next.easeInHundredths + 99) / 100), Self.longestInterval)
    }
    return next
  }

  /// The day on which it is to be recalled, without a time; nil for what never was, which is due at once.
  package func dueDay(in calendar: LocalCalendar) -> Timestamp? {
    last.map { calendar.day(of: $0).addingDays(interval) }
  }

  /// Whether it is to be recalled on a day, or was to be before.
  package func isDue(on day: Timestamp, in calendar: LocalCalendar) -> Bool {
    dueDay(in: calendar).map { $0.seconds <= day.seconds } ?? true
  }
}

extension Recall {
  /// What a row of `memorised.yaml` says; what it doesn't say is as the declaration has it.
  package init(_ row: JournalRow) {
    repetitions = row[Memorised.keys[\.repetitions]].flatMap { Int($0) } ?? repetitions
    interval = row[Memorised.keys[\.interval]].flatMap { Int($0) } ?? interval
    let ease = row[Memorised.keys[\.ease]].flatMap { Double($0) }
    // A file may say anything, and is told of by lint.
    easeInHundredths = ease.flatMap { Int(exactly: ($0 * 100).rounded()) } ?? easeInHundredths
    easeInHundredths = min(max(easeInHundredths, Self.eases.lowerBound), Self.eases.upperBound)
    interval = min(max(interval, 0), Self.longestInterval)
    last = row[Memorised.keys[\.lastReviewed]].flatMap { Timestamp($0) }
  }

  /// The keys of a row, and what they are to say.
  package var values: [(key: String, text: String)] {
    let (whole, rest) = easeInHundredths.quotientAndRemainder(dividingBy: 100)
    let ease = "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    return [
      (Memorised.keys[\.lastReviewed], last?.text), (Memorised.keys[\.repetitions], "\(repetitions)"),
      (Memorised.keys[\.interval], "\(interval)"), (Memorised.keys[\.ease], ease),
    ].compactMap { key, text in text.map { (key, $0) } }
  }
}
