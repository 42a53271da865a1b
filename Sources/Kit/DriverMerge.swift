import TilawaBase
package import TilawaFormat
import TilawaPrograms

/// A merge of three versions of one file, which git passes in a file each.
package struct DriverMerge: Sendable {
  /// The paths of the versions, as they were given.
  package let (base, ours, theirs): (String, String, String)
  /// The path of the file in the work tree, which is used in messages.
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

  /// The outcome of the merge.
  package enum Outcome: Sendable {
    /// Merged by rows, with these conflicts left to people.
    case rows(conflicts: [MergeDecision])
    /// Merged by lines, as git does by itself, because a version can't be read as rows.
    case lines(hasConflicts: Bool)
  }

  /// Merges, and writes the result in the place of ours. Throws a `Failure` if neither way of merging is
  /// possible.
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
      // Written last, and in one step: git takes any file that is there.
      try AtomicFile.write(merge.bytes, to: workplace.path(self.ours))
      return .rows(conflicts: merge.conflicts)
    } catch is FileMerge.Unmergeable {
      return try mergedLines(in: workplace)
    }
  }

  private func mergedLines(in workplace: Workplace) throws -> Outcome {
    guard let git = workplace.git else {
      throw Failure("cannot merge \(path) by rows, and git is not installed to merge it by lines")
    }
    let result = try git.ask(
      [
        "merge-file", "-p", "--diff3", "--marker-size=\(labels.markerSize)", "-L", labels.ours, "-L",
        labels.base, "-L", labels.theirs, workplace.path(ours), workplace.path(base), workplace.path(theirs),
      ])
    guard result.status < 128 else { throw Failure("cannot merge \(path): \(result.talk)") }
    try AtomicFile.write(result.output, to: workplace.path(ours))
    return .lines(hasConflicts: result.status != 0)
  }
}
