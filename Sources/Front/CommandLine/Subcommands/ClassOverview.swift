import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

struct ListClass: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show what is due, what was learnt and the hardest words.",
    discussion: """
        tilawa journal class
        tilawa journal class list amina --json
      """)

  @Argument(help: "Only these students, by id or name.") var student: [String] = []

  @Option(help: "Show at most N difficult words.") var limit = 10

  @OptionGroup var arguments: ClassArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard limit >= 0 else { throw CommandFailure("invalid --limit \(limit) (expected a number from 0 on)") }
    let (roster, outcome) = try arguments.roster(in: terminal)
    let students = student.isEmpty ? roster.students : try student.map { try roster.student($0) }
    let words = Array(ClassRoster.words(of: students).prefix(limit))
    let today = try terminal.workplace.today()
    if json {
      let reported = students.map {
        ReportedStudent(student: $0, today: today, calendar: terminal.workplace.calendar)
      }
      terminal.write(Self.shape.document(of: (reported, words)))
    } else if students.isEmpty {
      terminal.say("there are no students; tilawa journal class add ID adds one")
    } else {
      write(table(of: students, today, terminal.workplace.calendar), in: terminal)
      if !words.isEmpty {
        terminal.print("")
        write(table(of: words), in: terminal)
      }
    }
    return outcome
  }

  static let shape = OutputShape<(students: [ReportedStudent], words: [DifficultWord])>(
    "journal-class-list",
    [
      .key("students", .list(of: ReportedStudent.form), \.students, "Students of a class, by their ids."),
      .key(
        "difficult_words",
        .list(
          of: .object([
            .key(.ayah, \.ayah.description), .key(.word, \.word),
            .key("mistake_count", .integer(1), \.count, "How many mistakes were made in a word."),
            .key("mistake_kinds", .list(of: .word), \.kinds, "What was wrong with a word."),
            .key("student_ids", .list(of: .text), \.students, "Who made mistakes in a word."),
          ])), \.words, "Words with mistakes, those with the most first."),
    ])

  private func write(_ table: TextTable, in terminal: Terminal) {
    for line in table.lines(width: terminal.tableWidth, palette: terminal.palette) { terminal.print(line) }
  }

  private func table(of students: [ClassStudent], _ today: Timestamp, _ calendar: LocalCalendar) -> TextTable
  {
    var table = TextTable([
      .init(title: "student", leastWidth: 10), .init(title: "last lesson"),
      .init(title: "due", leastWidth: 20), .init(title: "learnt", leastWidth: 10),
    ])
    for student in students {
      let due = student.open.map { row in
        let day = row.due.map { " by \($0.value.text)\(row.isOverdue(today, calendar) ? " (late)" : "")" }
        return "\(row.ayat?.value.description ?? "")\(day ?? "")"
      }
      table.add([
        student.name, student.lastLesson?.text ?? "", due.joined(separator: ", "),
        student.learnt.map(\.description).joined(separator: ", "),
      ])
    }
    return table
  }

  private func table(of words: [DifficultWord]) -> TextTable {
    var table = TextTable([
      .init(title: "word"), .init(title: "mistakes", isAtRight: true), .init(title: "kinds", leastWidth: 10),
      .init(title: "students", leastWidth: 10),
    ])
    for word in words {
      table.add([
        "\(word.ayah):\(word.word)", "\(word.count)",
        word.kinds.map(\.rawValue).joined(separator: ", "), word.students.joined(separator: ", "),
      ])
    }
    return table
  }
}

extension AssignedAyat {
  /// True if the ayat should have been known on an earlier day.
  fileprivate func isOverdue(_ today: Timestamp, _ calendar: LocalCalendar) -> Bool {
    due.map { calendar.isBefore($0.value, today) } ?? false
  }
}

/// A student as programs read it.
struct ReportedStudent {
  let student: ClassStudent
  let today: Timestamp
  let calendar: LocalCalendar

  static let form = JSONForm<ReportedStudent>.object([
    .key("student_id", .text, \.student.id, "Id of a student."),
    .key("student_name", .text, \.student.name, "Name of a student."),
    .nullable("last_lesson", .text, \.student.lastLesson?.text, "When a student was last heard."),
    .key(
      "open_assignments",
      .list(
        of: .object([
          .key("assigned", .ayat, { $0.row.ayat?.value.description ?? "" }, "What a student is to learn."),
          .nullable("due", .text, \.row.due?.value.text, "When it is to be known by heart."),
          .key("overdue", .flag, \.isOverdue, "Whether that was before today."),
        ])),
      { told in
        told.student.open.map { (row: $0, isOverdue: $0.isOverdue(told.today, told.calendar)) }
      }, "What a student is still to learn, what is due first at the beginning."),
    .key(
      "learnt_ayat", .list(of: .ayat), { $0.student.learnt.map(\.description) }, "What a student has learnt."),
    .key(
      "student_values", .anyObject, \.student.facts,
      "What is known about a student, by the keys of spec/companions/class.md."),
  ])
}
