import TilawaBase
package import TilawaFormat
import TilawaPrograms

/// Three versions of one file as git hands them over, each in a file of its own.
package struct DriverMerge: Sendable {
  /// Where the versions lie, as they were given.
  package let (base, ours, theirs): (String, String, String)
  /// The path of the file in the work tree, by which messages call it.
  package let path: String
  package let labels: MergeLabels
  package let policy: MergePolicy

  package init(
    base: String, ours: String, theirs: String, path: String, labels: MergeLabels, policy: MergePolicy
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.path = path
    self.labels = labels
    self.policy = policy
  }

  /// What became of them.
  package enum Outcome: Sendable {
    /// Merged by rows, with these decisions left to people.
    case rows(conflicts: [MergeDecision])
    /// Merged as lines, as git would without us: one of the versions can't be read by rows.
    case lines(hasConflicts: Bool)
  }

  /// Merges, and writes the result in the place of ours. Throws a `Failure` when it can't be merged either way.
  package func apply(in workplace: Workplace) throws -> Outcome {
    let read = { (file: String, label: String) throws(FileError) in
      SourceText(path: "\(path) (\(label))", bytes: try FileContents.read(workplace.path(file)))
    }
    let ancestor = try read(base, "base")
    // In a criss-cross history the ancestor is itself a merge, and may have conflicts.
    let base = SourceText(path: ancestor.path, bytes: ConflictedText(ancestor).withoutConflicts)
    let (ours, theirs) = (try read(ours, "ours"), try read(theirs, "theirs"))
    guard let kind = DocumentKind(of: ours, named: path) ?? DocumentKind(of: theirs, named: path) else {
      return try mergedLines(in: workplace)
    }
    do {
      let merge = try FileMerge(
        base: base.bytes.isEmpty ? nil : base, ours: ours, theirs: theirs, kind: kind, policy: policy,
        labels: labels)
      // Last, and in one go: git takes whatever lies there.
      try AtomicFile.write(merge.bytes, to: workplace.path(self.ours))
      return .rows(conflicts: merge.conflicts)
    } catch is FileMerge.Unmergeable {
      return try mergedLines(in: workplace)
    }
  }

  private func mergedLines(in workplace: Workplace) throws -> Outcome {
    guard let git = workplace.git else {
      throw Failure("\(path) can't be merged by rows, and there is no git to merge it by lines")
    }
    let result = try git.ask(
      [
        "merge-file", "-p", "--diff3", "--marker-size=\(labels.markerSize)", "-L", labels.ours, "-L",
        labels.base, "-L", labels.theirs, workplace.path(ours), workplace.path(base), workplace.path(theirs),
      ])
    guard result.status < 128 else { throw Failure("\(path) can't be merged: \(result.talk)") }
    try AtomicFile.write(result.output, to: workplace.path(ours))
    return .lines(hasConflicts: result.status != 0)
  }
}
