package import TilawaBase

/// The strength of memory of a passage, and the time at which it is to be recalled again: the state of SM-2.
///
/// The algorithm is that of P. A. Woźniak, *Optimization of learning* (1990), chapter 3.2. After each recall
/// the ease changes with its grade, and the interval grows by the ease. The ease is counted in hundredths, as
/// in files, so that a state is the same after it was written and read.
///
/// For example, 67:1-30 is recalled with the grades 5, 4 and 3. The ease goes from 2.5 to 2.6, 2.6 and 2.46.
/// The interval is 1 day, then 6, then 6 × 2.46 = 14.76, which is 15.
package struct Recall: Hashable, Sendable {
  /// The number of times it was recalled in a row.
  package var repetitions = 0
  /// Days from the last recall to the next.
  package var interval = 0
  /// The growth factor of the interval, in hundredths.
  package var easeInHundredths = 250
  /// The time at which it was last recalled.
  package var last: Timestamp?

  /// Never recalled.
  package init() {}

  /// 0 for nothing that was known, 5 for no hesitation; from 3 on it is recalled.
  package static let grades = 0...5
  private static let eases = 130...900
  private static let longestInterval = 36_500

  /// Returns the state after a recall at `time`. A grade out of bounds counts as the nearest one.
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

  /// Returns true if the passage is due on a day, or was due before it.
  package func isDue(on day: Timestamp, in calendar: LocalCalendar) -> Bool {
    dueDay(in: calendar).map { $0.seconds <= day.seconds } ?? true
  }
}

extension Recall {
  /// Reads the state from a row of `memorised.yaml`. Missing values have their declared defaults.
  package init(_ row: JournalRow) {
    repetitions = row[Memorised.keys[\.repetitions]].flatMap { Int($0) } ?? repetitions
    interval = row[Memorised.keys[\.interval]].flatMap { Int($0) } ?? interval
    let ease = row[Memorised.keys[\.ease]].flatMap { Double($0) }
    // A file may have any values; lint reports invalid ones.
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
