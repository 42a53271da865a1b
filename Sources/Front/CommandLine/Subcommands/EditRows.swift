import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Options for changing rows that a person confirmed, and for writing nothing.
struct EditingArguments: ParsableArguments {
  @Flag(help: "Also change verified rows and confirmed markers.") var includingVerified = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  /// Corrects rows of the bundle at `given`, and says of each what was `done`.
  func run(
    in given: String, _ terminal: Terminal,
    _ steps: @escaping @Sendable (TilawaBundle) throws -> [CorrectedRows.Step],
    done: ([CorrectedRow]) -> [String]
  ) throws -> Outcome {
    guard let found = FoundBundle(containing: given, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: given, in: terminal.workplace))
    }
    do {
      var plan = try BundlePlan.correcting(found, overrulesConfirmed: includingVerified, steps)
      if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
      for line in done(plan.content.rows) {
        let file = plan.content.rows.first.map { "/\($0.before.kind.fileName)" } ?? ""
        terminal.say("\(found.shownPath)\(file): \(line)\(dryRun ? " (not written)" : "")")
      }
      return .done
    } catch let refusal as Failure where refusal.isRefusal {
      terminal.complain("tilawa: \(refusal.text); nothing was changed")
      return .findings
    }
  }
}

struct NameRow: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "name",
    abstract: "Change the ayat of a row, or make it a skip.",
    discussion: """
      With skip=WORD the row contains no ayat; WORD is one of \(SkipKind.list). Joins and \
      confidence, which belonged to the old ayat, are removed. cut=start, end or both says that an \
      ayah is cut off there in the recording, so that it is never played; cut=no removes that.

        tilawa edit name friday.tilawa 18:12 18:13
        tilawa edit name friday.tilawa 1265.0 skip=takbir
        tilawa edit name friday.tilawa 18:31 cut=end

      Exit status: 0 done; 1 no such row, several such rows, or a verified row; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(help: .init("The row, by its ayat or by a time in it, with a decimal point.", valueName: "row"))
  var row: String

  @Argument(
    help: .init("Its ayat, 18:10 or 18:10-12, skip=WORD or cut=END.", valueName: "ref|skip=word|cut=end"))
  var name: String

  @OptionGroup var editing: EditingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (row, name) = (row, name)
    return try editing.run(in: bundle, terminal) { bundle in
      let counting = try bundle.knownCounting()
      let found = try AnnotatedRow.rows(of: bundle).row(meantBy: RowArguments.query(row, counting))
      return [(found.identity, try Self.correction(name, counting))]
    } done: { rows in
      rows.map { row in
        if let end = Self.end(name) {
          return "\(row.before.label) at \(row.before.start) is now "
            + (end.map { "cut off at \($0 == .both ? "both ends" : "its \($0.rawValue)")" } ?? "whole")
        }
        let name = row.after.ayah.map(\.description) ?? "skip \(row.after.skip ?? "")"
        return "\(row.before.label) at \(row.before.start) is now \(name)"
      }
    }
  }

  /// Returns the end after `cut=`; nil of another name.
  private static func end(_ name: String) -> AyahCut?? {
    guard let word = name.after("cut=") else { return nil }
    return word == "no" ? .some(nil) : AyahCut(rawValue: String(word)).map { .some($0) }
  }

  private static func correction(_ name: String, _ counting: CountingSystem) throws -> Correction {
    if let end = end(name) { return .cut(end) }
    if let word = name.after("cut=") {
      throw CommandFailure("\"\(word)\" is not an end that is cut off; write start, end, both or no")
    }
    guard let word = name.after("skip=").map(String.init) else {
      return .hold(try passage(name, "the name", counting))
    }
    if let kind = SkipKind(rawValue: word.lowercased()) { return .skip(kind) }
    throw CommandFailure(
      noSuch("skip", word, in: SkipKind.allCases.map(\.rawValue), hint: "use one of \(SkipKind.list)"))
  }
}

struct MoveRow: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the start of a row, or its start and end.",
    discussion: """
      A boundary shared with another row stays shared, and words move with it. A boundary of a verified row moves \
      only with --including-verified. A - keeps the start. To move many rows at once, use tilawa edit adjust.

        tilawa edit move friday.tilawa 18:12 7:40.25
        tilawa edit move friday.tilawa 18:12 - 8:20.5

      Exit status: 0 done; 1 no such row, several such rows, or impossible times; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(help: .init("The row, by its ayat or by a time in it, with a decimal point.", valueName: "row"))
  var row: String

  @Argument(help: "The new start: 263.5, 4:23.5.") var start: String

  @Argument(help: "The new end. (default: unchanged)") var end: String?

  @OptionGroup var editing: EditingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if start == "-", end == nil { throw ValidationError("give a new start, a new end, or both") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let start = start == "-" ? nil : try Self.time(start)
    let end = try end.map(Self.time)
    let row = row
    return try editing.run(in: bundle, terminal) { bundle in
      let found = try AnnotatedRow.rows(of: bundle)
        .row(meantBy: RowArguments.query(row, try bundle.knownCounting()))
      let moves = [start.map(Correction.moveStart), end.map(Correction.moveEnd)].compactMap(\.self)
      // What goes to the right makes room at its end first.
      let isLater = start.map { $0 > found.start } ?? false
      let moved = AnnotatedRow.Identity(found.kind, start ?? found.start, found.ayah, found.skip)
      if isLater { return moves.reversed().map { (found.identity, $0) } }
      return moves.enumerated().map { ($0 == 0 ? found.identity : moved, $1) }
    } done: { rows in
      guard let first = rows.first?.before else { return [] }
      let parts = [start.map { "begins at \($0)" }, end.map { "ends at \($0)" }].compactMap(\.self)
      return ["\(first.label) \(parts.joined(separator: " and ")) (was \(first.start) to \(first.end))"]
    }
  }

  private static func time(_ text: String) throws -> Milliseconds {
    if let time = Milliseconds(text) { return time }
    throw CommandFailure("invalid time \"\(text)\" (expected 263.5 or 4:23.5)")
  }
}

struct DeleteRows: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete rows.",
    discussion: """
      Deletes rows with their comments. The marker before a deleted one extends to the next. The audio does not change. \
      Verified rows and confirmed markers are deleted only with --including-verified.

        tilawa edit delete friday.tilawa 18:31
        tilawa edit delete friday.tilawa 18:30 1265.0

      Exit status: 0 done; 1 no such row, or a verified row; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(
    help: .init(
      "Rows, by ayat (1:5, 18:1-10) or by a time in them, with a decimal point.", valueName: "ref|time"))
  var rows: [String]

  @OptionGroup var editing: EditingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let texts = rows
    return try editing.run(in: bundle, terminal) { bundle in
      let counting = try bundle.knownCounting()
      let all = AnnotatedRow.rows(of: bundle)
      var meant: [AnnotatedRow] = []
      for text in texts {
        let query = try RowArguments.query(text, counting)
        let found = all.rows(meantBy: query)
        if found.isEmpty { throw Failure(refused: "no row contains \(query.text)") }
        meant += found.filter { row in !meant.contains { $0.identity == row.identity } }
      }
      return meant.map { ($0.identity, .remove) }
    } done: { rows in
      ["deleted \(rows.map { "\($0.before.label) at \($0.before.start)" }.joined(separator: ", "))"]
    }
  }
}
