import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Patch: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Apply a diff or somebody's answers to a bundle.",
    discussion: """
      Each row and key must match the old version of the diff. Otherwise nothing is changed, all mismatches are \
      reported, and the exit status is 1. Reads the diff from standard input unless a file is named:

        tilawa diff --json old.tilawa new.tilawa | tilawa patch mine.tilawa

      Answers to a page of `tilawa report --ask` are merged with the rows as they are now. A row is confirmed only if it \
      is as the person heard it; confirmed rows never change. What can't be taken over is reported, with exit status 1.

        tilawa patch friday.tilawa answers.yaml

      Exit status: 0 done; 1 something doesn't fit; 2 wrong usage, faulty answers, or answers about another recording.
      """)

  @Argument(help: "A bundle, or a document of a library such as playback.yaml.", completion: .directory)
  var target = "."

  @Argument(help: "The output of tilawa diff --json, or answers; - is standard input.") var diff = "-"

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let source = try terminal.source(diff)
    // A diff is JSON, whose first sign begins no answers.
    let first = source.bytes.first { ![9, 10, 13, 32].contains($0) }
    let isDiff = first == nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    return isDiff ? try apply(source, terminal) : try take(source, terminal)
  }

  private func apply(_ source: SourceText, _ terminal: Terminal) throws -> Outcome {
    let found = try terminal.documents(at: target)
    let patches: [FilePatch]
    do {
      patches = try FilePatch.read(source)
    } catch {
      throw CommandFailure(
        error.reasons.joined(separator: "; ") + "; expected the output of `tilawa diff --json`")
    }
    var plan = try PatchPlan(patches, to: found, in: terminal.workplace)
    if !dryRun { plan = try plan.apply() }
    guard plan.misfits.isEmpty else {
      for misfit in plan.misfits { terminal.complain("tilawa: \(misfit)") }
      terminal.complain("tilawa: nothing was changed")
      return .findings
    }
    for file in plan.files {
      if dryRun { terminal.write(file.diff) } else { terminal.print("\(file.shownPath): patched") }
    }
    return .done
  }

  /// Takes over answers to a page of `tilawa report --ask`.
  private func take(_ source: SourceText, _ terminal: Terminal) throws -> Outcome {
    guard let found = FoundBundle(containing: target, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal.workplace))
    }
    let answers: ReadAnswers
    do { answers = try ReadAnswers(source) } catch let faults as FaultyFiles {
      terminal.complain(faults.diagnostics)
      terminal.complain("tilawa: \(source.path) has faults, so nothing is taken over")
      return .failed
    }
    var plan = try BundlePlan.answering(found, answers)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    let items = plan.content.items
    let changed = items.filter { !$0.taken.isEmpty }
    for item in changed {
      let line = "\(item.label): \(item.taken.joined(separator: ", "))"
      if dryRun { terminal.say(line) } else { terminal.print(line) }
    }
    let open = items.filter { !$0.open.isEmpty }
    for item in open {
      terminal.complain("tilawa: \(item.label): \(item.open.joined(separator: "; "))")
    }
    let unchanged = items.count { $0.taken.isEmpty && $0.open.isEmpty }
    let parts = [
      "\(counted(changed.count, "row")) \(dryRun ? "would change" : "changed")",
      unchanged > 0 ? "\(unchanged) already so" : nil,
      open.isEmpty ? nil : "\(open.count) not taken over in full",
    ]
    terminal.say(
      "\(found.shownPath): \(parts.compactMap(\.self).joined(separator: ", "))"
        + (answers.person.map { ", as answered by \($0)" } ?? ""))
    return open.isEmpty ? .done : .findings
  }
}
