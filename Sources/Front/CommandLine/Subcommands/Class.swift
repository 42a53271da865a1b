import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The students of a teacher's class.
struct ClassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class",
    abstract: "Track what your students learn and where they err.",
    discussion: """
        tilawa journal class add amina --name "Amina Yusuf"
        tilawa journal class assign amina kahf 1-10 --due 2024-01-12
        tilawa journal class record amina kahf 1-10 --mistake "18:10:3 tajweed the madd" --learnt
        tilawa journal class

      A class is part of your journal: a file for each student, which is never packed or published.
      """,
    subcommands: [
      ListClass.self, AddStudent.self, AssignToStudent.self, RecordRecitation.self, ExportClass.self,
      ImportClass.self,
    ],
    defaultSubcommand: ListClass.self)
}

/// The journal that contains the class.
struct ClassArguments: ParsableArguments {
  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  /// Reads the class, and prints the faults of its files.
  func roster(in terminal: Terminal) throws -> (roster: ClassRoster, outcome: Outcome) {
    let roster = ClassRoster(of: try journal.folder(library: library, in: terminal))
    let errors = roster.faults.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors) }
    return (roster, errors.isEmpty ? .done : .failed)
  }
}

/// Reads ayat that follow a student's id.
private func ayat(_ words: [String]) throws -> AyahRange {
  switch PassageReference.parse(words.joined(separator: " ")) {
  case .success(let range): return range
  case .failure(let error): throw CommandFailure(error.message)
  }
}

extension ClassPlan {
  /// Writes the changes, unless it is a trial, and prints them.
  fileprivate func apply(isDry: Bool = false, in terminal: Terminal) throws -> Outcome {
    let result = isDry ? ShelfPlan.Result(changes: try changes()) : try apply()
    for change in result.changes {
      terminal.say("\(change.file): \(change.key)" + (change.text.map { ": \(shownText($0))" } ?? ""))
    }
    if result.changes.isEmpty { terminal.say("nothing changed") }
    for remark in remarks + result.remarks { terminal.say("tilawa: warning: \(shownText(remark))") }
    if isDry { terminal.say("nothing was written") }
    return .done
  }
}

struct AddStudent: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a student, or change the name or note.",
    discussion: """
        tilawa journal class add amina --name "Amina Yusuf"
      """)

  @Argument(help: "The student's id, such as the reciter of their recordings.") var student: String

  @Option(help: "The student's name. (default: the id)") var name: String?

  @Option(help: "A remark.") var note: String?

  @OptionGroup var arguments: ClassArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let given = [("name", name), ("note", note)].compactMap { key, text in text.map { (key: key, text: $0) } }
    return try ClassPlan(adding: student, given, to: arguments.roster(in: terminal).roster)
      .apply(in: terminal)
  }
}

struct AssignToStudent: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Assign ayat to a student.",
    discussion: """
        tilawa journal class assign amina kahf 1-10 --due 2024-01-12
      """)

  @Argument(help: "The student, by id or name.") var student: String

  @Argument(help: "What is to be learnt: kahf 1-10, 18:10, juz 30.") var passage: [String]

  @Option(help: .init("When it is to be known by heart: 2024-01-12.", valueName: "date")) var due: String?

  @Option(help: .init("When it is assigned. (default: today)", valueName: "date")) var given: String?

  @Option(help: "A remark.") var note: String?

  @OptionGroup var arguments: ClassArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try ClassPlan(
      assigning: ayat(passage), to: student,
      given: given.map { try GivenDate.moment($0, "--given") } ?? terminal.workplace.today(),
      due: due.map { try GivenDate.moment($0, "--due") }, note: note,
      in: arguments.roster(in: terminal).roster)
    return try plan.apply(in: terminal)
  }
}

struct RecordRecitation: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a recitation that you heard, with its mistakes.",
    discussion: """
        tilawa journal class record amina kahf 1-10 --mistake 18:10:3 --mistake "18:4:2 tajweed the madd"
        tilawa follow --mistakes --passage 18:1-10 amina.flac > amina.jsonl
        tilawa journal class record amina kahf 1-10 --from amina.jsonl --learnt

      A mistake is in a word, 18:10:3 or "18:10 word 3". Behind it come its kind, which is \
      \(MistakeKind.allCases.map(\.rawValue).joined(separator: ", ")) (default: wrong), and a remark. \
      A mistake that is recorded again on the same day is counted.
      """)

  @Argument(help: "The student, by id or name.") var student: String

  @Argument(help: "What was recited: kahf 1-10.") var passage: [String]

  @Option(
    parsing: .singleValue,
    help: .init("A mistake: its word, kind and a remark (repeatable).", valueName: "mistake"))
  var mistake: [String] = []

  @Option(
    help: .init("Take mistakes that follow --mistakes printed.", valueName: "file"),
    completion: .file())
  var from: String?

  @Flag(help: "Mark assignments within the passage as learnt.") var learnt = false

  @Option(help: .init("Who heard it. (default: you)", valueName: "name")) var by: String?

  @Option(help: .init("When it was heard. (default: today)", valueName: "date")) var date: String?

  @Option(help: "A remark.") var note: String?

  @OptionGroup var arguments: ClassArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var recitation = ClassPlan.Recitation(
      of: try ayat(passage),
      on: try date.map { try GivenDate.moment($0, "--date") } ?? terminal.workplace.today())
    (recitation.heardBy, recitation.note, recitation.isLearnt) = (by, note, learnt)
    if let from { recitation.mistakes = try HeardMistake.all(in: terminal.foreignSource(from)) }
    recitation.mistakes += try mistake.map { try HeardMistake($0) }
    return try ClassPlan(recording: recitation, of: student, in: arguments.roster(in: terminal).roster)
      .apply(in: terminal)
  }
}

extension Terminal {
  /// Returns a file that the user named; `-` is standard input.
  fileprivate func foreignSource(_ file: String) throws -> ForeignSource {
    file == "-"
      ? ForeignSource(shownAs: "<stdin>", bytes: try readInput())
      : try ForeignSource(readingAt: path(file), shownAs: file)
  }
}

struct ExportClass: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write students or their rows as CSV.",
    discussion: """
        tilawa journal class export mistakes -o mistakes.csv
      """)

  @Argument(help: "students, assignments, lessons or mistakes.") var table: ClassTable

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup var arguments: ClassArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output].compactMap(\.self), in: terminal)
    let (roster, outcome) = try arguments.roster(in: terminal)
    // A file without the students who can't be read would look like the whole.
    guard outcome == .done else { return outcome }
    let (text, count) = table.text(of: roster.students)
    try terminal.writePersonal(text, rows: count, to: output)
    return .done
  }
}

extension ClassTable: ExpressibleByArgument {}

struct ImportClass: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take students or their rows from CSV.",
    discussion: """
        tilawa journal class import students students.csv
        tilawa journal class import assignments week.csv --dry-run

      The first line names the columns: student, and those that tilawa journal class export writes. Rows that are there \
      already are changed, so that a table can be imported again.
      """)

  @Argument(help: "students, assignments, lessons or mistakes.") var table: ClassTable

  @Argument(help: "The CSV file; - for standard input.", completion: .file(extensions: ["csv"]))
  var file: String

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup var arguments: ClassArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (roster, outcome) = try arguments.roster(in: terminal)
    guard outcome == .done else { return outcome }
    return try ClassPlan(table: terminal.foreignSource(file), of: table, into: roster)
      .apply(isDry: dryRun, in: terminal)
  }
}
