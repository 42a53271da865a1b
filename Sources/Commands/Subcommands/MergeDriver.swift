import ArgumentParser
import Diagnostics
import Files
import Git
import Merging
import ScalarText
import TilawaFormat
import TilawaKit

/// What git calls for a file that both sides changed; `tilawa git install` tells it to.
struct MergeDriver: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver", abstract: "Merge one file for git; called by git, not by people.",
    shouldDisplay: false)

  @Option(help: "The common ancestor, empty when there is none.") var base: String
  @Option(help: "Our version, which becomes the result.") var ours: String
  @Option(help: "Their version.") var theirs: String
  @Option(help: "How long conflict markers are.") var markerSize = 7
  @Option(help: "The file's path in the work tree.") var path: String
  @Option(help: "What the ancestor is called.") var baseLabel: String?
  @Option(help: "What our side is called.") var oursLabel: String?
  @Option(help: "What their side is called.") var theirsLabel: String?

  @OptionGroup(title: "Policy") var options: MergeOptions

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let read = { (file: String, label: String) throws(FileError) in
      SourceText(path: "\(path) (\(label))", bytes: try FileContents.read(terminal.path(file)))
    }
    let ancestor = try read(base, "base")
    // In a criss-cross history the ancestor is itself a merge, and may have conflicts.
    let base = SourceText(path: ancestor.path, bytes: ConflictedText(ancestor).withoutConflicts)
    let ours = try read(self.ours, "ours")
    let theirs = try read(self.theirs, "theirs")
    let kind = FileKind(of: ours, named: path) ?? FileKind(of: theirs, named: path)
    guard let kind else { return try mergeLines(in: terminal) }
    let labels = MergeLabels(
      ours: label(oursLabel, "ours"), base: label(baseLabel, "base"), theirs: label(theirsLabel, "theirs"),
      markerSize: markerSize)
    do {
      let merge = try FileMerge(
        base: base.bytes.isEmpty ? nil : base, ours: ours, theirs: theirs, kind: kind,
        policy: policy(terminal),
        labels: labels)
      // Last, and in one go: git takes whatever lies there.
      try AtomicFile.write(merge.bytes, to: terminal.path(self.ours))
      for decision in merge.conflicts { terminal.complain(MergeReport.conflictLine(decision, in: path)) }
      return merge.conflicts.isEmpty ? .done : .findings
    } catch is FileMerge.Unmergeable {
      return try mergeLines(in: terminal)
    }
  }

  /// Of git's own placeholders those that it doesn't know arrive as they are written.
  private func label(_ given: String?, _ name: String) -> String {
    guard let given, !given.isEmpty, !given.begins(with: "%") else { return name }
    return given
  }

  private func policy(_ terminal: Terminal) -> MergePolicy {
    var policy = options.policy
    // git doesn't pass `-X ours` on to drivers.
    if let favor = terminal.environment["TILAWA_MERGE_FAVOR"].flatMap(MergePolicy.Preference.init(rawValue:))
    {
      policy.preference = favor
    }
    return policy
  }

  /// As git would without us: a side that can't be read as rows is merged as lines.
  private func mergeLines(in terminal: Terminal) throws -> Outcome {
    guard let git = terminal.workplace.git else {
      throw CommandFailure("\(path) can't be merged by rows, and there is no git to merge it by lines")
    }
    let result = try git.ask(
      [
        "merge-file", "-p", "--diff3", "--marker-size=\(markerSize)", "-L", label(oursLabel, "ours"), "-L",
        label(baseLabel, "base"), "-L", label(theirsLabel, "theirs"), terminal.path(ours),
        terminal.path(base),
        terminal.path(theirs),
      ])
    guard result.status < 128 else { throw CommandFailure("\(path) can't be merged: \(result.talk)") }
    try AtomicFile.write(result.output, to: terminal.path(ours))
    terminal.say("\(path): one side can't be read by rows, so lines were merged")
    return result.status == 0 ? .done : .findings
  }
}
