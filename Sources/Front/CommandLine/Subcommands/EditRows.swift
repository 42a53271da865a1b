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
      let isHeld = !includingVerified && ["verified", "confirmed"].contains { refusal.description.holds($0) }
      terminal.complain(
        "tilawa: \(refusal.description); nothing was changed"
          + (isHeld ? "; --including-verified changes it anyway" : ""))
      return .findings
    }
  }
}

struct NameRow: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "name",
    abstract: "Give a row another ayah, or none.",
    discussion: """
      The row gets the ayat, or with skip=WORD it holds none, but what the word says: \(SkipKind.list). Joins and the confidence, \
      which were those of other ayat, go. With cut=END (start, end or both), its first ayah's beginning or its last one's \
      end isn't in the recording, and that ayah is never played as a whole one; cut=no takes it back.

        tilawa edit name friday.tilawa 18:12 18:13
        tilawa edit name friday.tilawa 1265.0 skip=takbir
        tilawa edit name friday.tilawa 18:31 cut=end

      Exit status: 0 done; 1 no such row, more than one, or one that is verified; 2 wrong usage, or a file can't be changed.
      """)

  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

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
    let near = nearestName(to: word, in: SkipKind.allCases.map(\.rawValue)).map { "did you mean \($0)?" }
    throw CommandFailure("no skip is called \"\(word)\"; \(near ?? "there are \(SkipKind.list)")")
  }
}

struct MoveRow: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the start of a row, or its start and end.",
    discussion: """
      A boundary that the row shares with another stays shared, and words move with it. A boundary of a verified row moves \
      only with --including-verified. A - leaves the start as it is. tilawa edit adjust moves many rows at once.

        tilawa edit move friday.tilawa 18:12 7:40.25
        tilawa edit move friday.tilawa 18:12 - 8:20.5

      Exit status: 0 done; 1 no such row, more than one, or times that can't be; 2 wrong usage, or a file can't be changed.
      """)

  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

  @Argument(help: .init("The row, by its ayat or by a time in it, with a decimal point.", valueName: "row"))
  var row: String

  @Argument(help: "Where it starts, 263.5 or 4:23.5.") var start: String

  @Argument(help: "Where it ends. (default: as it is)") var end: String?

  @OptionGroup var editing: EditingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if start == "-", end == nil { throw ValidationError("neither the start nor the end would move") }
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
      return ["\(first.label) \(parts.joined(separator: " and ")), was from \(first.start) to \(first.end)"]
    }
  }

  private static func time(_ text: String) throws -> Milliseconds {
    if let time = Milliseconds(text) { return time }
    throw CommandFailure("\"\(text)\" is not a time; write 263.5 or 4:23.5")
  }
}

struct DeleteRows: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete rows.",
    discussion: """
      The rows go, with their comments; where a marker goes, the one before it goes on. The audio stays as it is. Verified rows \
      and confirmed markers are deleted only with --including-verified.

        tilawa edit delete friday.tilawa 18:31
        tilawa edit delete friday.tilawa 18:30 1265.0

      Exit status: 0 done; 1 no such row, or one that is verified; 2 wrong usage, or a file can't be changed.
      """)

  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

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
        if found.isEmpty { throw Failure(refused: "no row holds \(query.text)") }
        meant += found.filter { row in !meant.contains { $0.identity == row.identity } }
      }
      return meant.map { ($0.identity, .remove) }
    } done: { rows in
      ["deleted \(rows.map { "\($0.before.label) at \($0.before.start)" }.joined(separator: ", "))"]
    }
  }
}
