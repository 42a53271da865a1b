import ArgumentParser
import Diagnostics
import Files
import Lint
import Merging
import ScalarText
import TilawaFormat
import TilawaKit

struct ResolveConflicts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve-conflicts",
    abstract: "List and settle the conflicts that a merge left.",
    discussion: """
      Without a choice, the conflicts are listed with their numbers, and the exit status is 1 if there are any. With a \
      choice, all are settled, or those whose numbers --only gives.
      """)

  @OptionGroup var arguments: BundleArguments

  @Flag(exclusivity: .exclusive) var choice: ConflictChoice?

  @Option(parsing: .upToNextOption, help: "Settle only these conflicts, by their numbers.")
  var only: [Int] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try arguments.find(in: terminal)
    return try DirectoryLock.holding(found.path) { try settle(found, terminal) }
  }

  private func settle(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var texts: [(path: String, text: ConflictedText)] = []
    for kind in FileKind.allCases {
      let path = PathText.joined(found.path, kind.fileName)
      guard let bytes = try FileContents.readIfAny(path, in: found.path) else { continue }
      let text = ConflictedText(SourceText(path: terminal.shown(path), bytes: bytes))
      if !text.conflicts.isEmpty { texts.append((path, text)) }
    }
    let count = texts.map(\.text.conflicts.count).reduce(0, +)
    for number in only where !(1...max(1, count)).contains(number) || count == 0 {
      throw CommandFailure("there is no conflict \(number); \(found.shownPath) has \(count)")
    }
    guard let choice else {
      list(texts.map(\.text), terminal)
      return count == 0 ? .done : .findings
    }
    var first = 1
    var settledCount = 0
    var changes: [AtomicFile.Change] = []
    var said: [String] = []
    for (path, text) in texts {
      let indices = Set(text.conflicts.indices.filter { only.isEmpty || only.contains(first + $0) })
      first += text.conflicts.count
      guard !indices.isEmpty else { continue }
      let settlements = try indices.map { ($0, try settlement(of: $0, in: text, at: path, choice.choice)) }
      guard let bytes = text.settled(Dictionary(uniqueKeysWithValues: settlements)) else {
        throw CommandFailure(
          "\(text.source.path) doesn't show what the common ancestor had; choose --ours, --theirs or --both")
      }
      changes.append(.init(path, from: text.source.bytes, to: bytes))
      settledCount += indices.count
      said.append("\(text.source.path): \(indices.count) settled")
    }
    try AtomicFile.change(changes)
    for line in said { terminal.print(line) }
    if settledCount < count { terminal.say("\(count - settledCount) left") }
    return settledCount < count ? .findings : .done
  }

  /// Two versions of one row are not kept both: their notes are, when they differ in nothing else.
  private func settlement(
    of index: Int, in text: ConflictedText, at path: String, _ choice: ConflictedText.Choice
  ) throws -> ConflictedText.Settlement {
    guard choice == .both, let kind = FileKind(fileName: path) else { return .side(choice) }
    let conflict = text.conflicts[index]
    if let lines = text.rowsWithBothNotes(of: conflict, kind) { return .lines(lines) }
    func errors(_ choice: ConflictedText.Choice) -> Int {
      var settlements = Dictionary(
        uniqueKeysWithValues: text.conflicts.indices.map { ($0, ConflictedText.Settlement.side(.ours)) })
      settlements[index] = .side(choice)
      var bundle = TilawaBundle()
      bundle.replace(kind, by: SourceText(path: path, bytes: text.settled(settlements) ?? []))
      return Linter().lint(bundle).count { $0.severity == .error }
    }
    guard errors(.both) > errors(.ours) + errors(.theirs) else { return .side(.both) }
    let line = LineTable(of: text.source).position(at: conflict.range.lowerBound).line
    throw CommandFailure(
      "\(text.source.path):\(line): the two sides can't both stay, since they are versions of one thing; "
        + "choose --ours or --theirs for this conflict, with --only; nothing was written")
  }

  private func list(_ texts: [ConflictedText], _ terminal: Terminal) {
    var number = 1
    for text in texts {
      let table = LineTable(of: text.source)
      for conflict in text.conflicts {
        terminal.print("\(number)  \(text.source.path):\(table.position(at: conflict.range.lowerBound).line)")
        for (name, range) in [("ours", conflict.ours), ("base", conflict.base), ("theirs", conflict.theirs)] {
          guard let range else { continue }
          let lines = text.source.text(in: range).words(by: "\n").map {
            Substring($0.unicodeScalars.drop { $0 == " " })
          }
          for line in lines.isEmpty ? ["(nothing)"] : lines {
            terminal.print("   \(name.padded(to: 6))  \(line)")
          }
        }
        number += 1
      }
    }
  }
}

/// Whose lines stay.
enum ConflictChoice: String, EnumerableFlag {
  case ours, theirs, base, both

  var choice: ConflictedText.Choice {
    switch self {
    case .ours: .ours
    case .theirs: .theirs
    case .base: .base
    case .both: .both
    }
  }

  static func help(for value: Self) -> ArgumentHelp? {
    switch value {
    case .ours: "Keep the lines of our side."
    case .theirs: "Keep the lines of the other side."
    case .base: "Go back to the common ancestor."
    case .both:
      "Keep the rows of both, ours first; two versions of one row that differ only in their notes become one with both."
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
