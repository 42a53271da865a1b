import Testing
import TilawaBase

@testable import TilawaFormat

/// SM-2, against steps that were counted by hand from the formulas of Woźniak 1990.
@Suite struct RecallTests {
  private let now = Timestamp(secondsSince1970: 1_704_463_331)  // 2024-01-05T14:02:11Z

  private func states(_ grades: [Int], from start: Recall = Recall()) -> [Recall] {
    var recall = start
    return grades.map { grade in
      recall = recall.after(grade: grade, at: now)
      return recall
    }
  }

  @Test(arguments: [
    // A grade of 4 leaves the ease as it is: 6 × 2.5 = 15, 15 × 2.5 = 37.5, 38 × 2.5 = 95.
    ([4, 4, 4, 4, 4], [1, 6, 15, 38, 95], [250, 250, 250, 250, 250]),
    // 5 adds 0.1: 6 × 2.8 = 16.8, 17 × 2.9 = 49.3, 50 × 3 = 150.
    ([5, 5, 5, 5, 5], [1, 6, 17, 50, 150], [260, 270, 280, 290, 300]),
    // 3 takes 0.14: 6 × 2.08 = 12.48, 13 × 1.94 = 25.22.
    ([3, 3, 3, 3], [1, 6, 13, 26], [236, 222, 208, 194]),
    ([5, 4, 3], [1, 6, 15], [260, 260, 246]),
    // What is forgotten begins anew, and keeps its ease.
    ([5, 5, 5, 2, 4, 4, 4], [1, 6, 17, 1, 1, 6, 17], [260, 270, 280, 280, 280, 280, 280]),
    ([0, 1, 2], [1, 1, 1], [250, 250, 250]),
  ])
  func intervalsAndEaseAreThoseOfThePaper(_ grades: [Int], _ intervals: [Int], _ eases: [Int]) {
    let states = states(grades)
    #expect(states.map(\.interval) == intervals)
    #expect(states.map(\.easeInHundredths) == eases)
    #expect(states.last?.last == now)
  }

  @Test func easeAndIntervalHaveBounds() {
    #expect(states(Array(repeating: 3, count: 20)).last?.easeInHundredths == 130)
    let last = states(Array(repeating: 5, count: 100)).last
    #expect(last?.easeInHundredths == 900)
    #expect(last?.interval == 36_500)
    #expect(states([9, -3]).map(\.repetitions) == [1, 0])
    // Rows that people made may say what no recall makes.
    var odd = Recall()
    odd.repetitions = 5
    #expect(odd.after(grade: 4, at: now).interval == 1)
  }

  @Test func isDueOnTheDayAndNotByTheHour() throws {
    func isDue(_ recall: Recall, _ day: String, _ calendar: LocalCalendar = .utc) throws -> Bool {
      recall.isDue(on: try #require(Timestamp(day)), in: calendar)
    }
    #expect(try isDue(Recall(), "2024-03-03") && Recall().dueDay(in: .utc) == nil)
    var recall = Recall()
    recall.interval = 6
    recall.last = Timestamp("2024-02-27T23:30:00+03:00")
    #expect(recall.dueDay(in: .utc)?.text == "2024-03-04")
    #expect(try !isDue(recall, "2024-03-03") && isDue(recall, "2024-03-04") && isDue(recall, "2024-03-05"))
    // In UTC it is still the day before.
    let riyadh = LocalCalendar { _ in 3 * 3600 }
    recall.last = Timestamp("2024-02-27T21:30:00Z")
    #expect(recall.dueDay(in: riyadh)?.text == "2024-03-05" && recall.dueDay(in: .utc)?.text == "2024-03-04")
    #expect(try !isDue(recall, "2024-03-04", riyadh) && isDue(recall, "2024-03-05", riyadh))
  }

  @Test(arguments: [(130, "1.3"), (250, "2.5"), (246, "2.46"), (205, "2.05"), (900, "9.0")])
  func theStateIsWrittenAsItIsRead(_ hundredths: Int, _ text: String) {
    var recall = Recall()
    recall.easeInHundredths = hundredths
    #expect(recall.values.last?.text == text)
  }
}
