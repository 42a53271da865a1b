import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct ResolveConflicts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve-conflicts",
    abstract: "List and settle the conflicts of a merge.",
    discussion: """
      Without a choice, lists the conflicts with their numbers, and exits with 1 if there are any. With a \
      choice, settles all of them, or only those numbered by --only.

        tilawa git resolve-conflicts friday.tilawa
        tilawa git resolve-conflicts friday.tilawa --theirs
      """)

  @Argument(help: "A bundle, or a document of a library such as playback.yaml.", completion: .directory)
  var target = "."

  @Flag(exclusivity: .exclusive) var choice: ConflictChoice?

  @Option(parsing: .upToNextOption, help: "Settle only these conflicts, by their numbers.")
  var only: [Int] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try terminal.documents(at: target)
    let conflicts = try ConflictSettling(in: found, terminal.workplace)
    try conflicts.require(only)
    MergeDriverHint.say(around: [target], terminal)
    guard let choice else {
      list(conflicts.texts, terminal)
      return conflicts.count == 0 ? .done : .findings
    }
    let settled = try conflicts.settled(choice.choice, only: only)
    for file in settled { terminal.print("\(file.shownPath): \(file.count) settled") }
    let left = conflicts.count - settled.reduce(0) { $0 + $1.count }
    if left > 0 { terminal.say("\(left) left") }
    return left > 0 ? .findings : .done
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
    case .base: "Restore the common ancestor."
    case .both:
      "Keep the rows of both sides, ours first. Rows that differ only in their notes become one row with both notes."
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
