import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

/// The merge driver that git calls for a file that both sides changed; `tilawa git install` configures it.
struct MergeDriver: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver", abstract: "Merge one file for git; called by git, not by people.",
    shouldDisplay: false)

  @Option(help: "The common ancestor, empty if there is none.") var base: String
  @Option(help: "Our version, which becomes the result.") var ours: String
  @Option(help: "Their version.") var theirs: String
  @Option(help: "Length of conflict markers.") var markerSize = 7
  @Option(help: "The file's path in the work tree.") var path: String
  @Option(help: "Name of the ancestor.") var baseLabel: String?
  @Option(help: "Name of our side.") var oursLabel: String?
  @Option(help: "Name of their side.") var theirsLabel: String?

  @OptionGroup(title: "Policy") var options: MergeOptions

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let labels = MergeLabels(
      ours: label(oursLabel, "ours"), base: label(baseLabel, "base"), theirs: label(theirsLabel, "theirs"),
      markerSize: markerSize)
    let merge = DriverMerge(
      base: base, ours: ours, theirs: theirs, path: path, labels: labels, policy: policy(terminal))
    switch try merge.apply(in: terminal.workplace) {
    case .rows(let conflicts):
      for decision in conflicts { terminal.complain(MergeReport.conflictLine(decision, in: path)) }
      return conflicts.isEmpty ? .done : .findings
    case .lines(let hasConflicts):
      terminal.say("\(path): merged by lines, because one side cannot be read")
      return hasConflicts ? .findings : .done
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
}
