import ArgumentParser
import Diagnostics
import Files
import Merging
import TilawaFormat

struct ResolveConflicts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve-conflicts",
    abstract: "List the conflicts that a merge left in a bundle, and settle them.",
    discussion: """
      Without a choice the conflicts are listed with their numbers, and the exit status is 1 when there are any. With a choice \
      all are settled, or those of the numbers in --only.
      """)

  @OptionGroup var arguments: BundleArguments

  @Flag(exclusivity: .exclusive) var choice: ConflictChoice?

  @Option(parsing: .upToNextOption, help: "The numbers of the conflicts to settle, as listed.")
  var only: [Int] = []

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

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
      guard let bytes = text.settled(indices, choice.choice) else {
        throw CommandFailure(
          "\(text.source.path) doesn't show what the common ancestor had; choose --ours, --theirs or --both")
      }
      changes.append(.init(path, from: text.source.bytes, to: bytes))
      settledCount += indices.count
      said.append("\(text.source.path): \(indices.count) settled")
    }
    try AtomicFile.change(changes)
    said.forEach { terminal.print($0) }
    if settledCount < count { terminal.say("\(count - settledCount) left") }
    return settledCount < count ? .findings : .done
  }

  private func list(_ texts: [ConflictedText], _ terminal: Terminal) {
    var number = 1
    for text in texts {
      let table = LineTable(of: text.source)
      for conflict in text.conflicts {
        terminal.print("\(number)  \(text.source.path):\(table.position(at: conflict.range.lowerBound).line)")
        for (name, range) in [("ours", conflict.ours), ("base", conflict.base), ("theirs", conflict.theirs)] {
          guard let range else { continue }
          let lines = text.source.text(in: range).split(separator: "\n").map { $0.drop { $0 == " " } }
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
    case .theirs: "Keep those of the other side."
    case .base: "Go back to the common ancestor."
    case .both: "Keep the lines of both, ours first."
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
