import TilawaBase
import TilawaFormat

// Preparations for a merge: the offset between different audio, and the common base of both sides.

extension MergeRequest {
  /// Sets the base to the version of ours in git that is most similar to theirs, unless there is one.
  package mutating func findBase(in workplace: Workplace) throws {
    guard base == nil, refusal == nil,
      let found = try workplace.nearestVersion(of: ours.name, to: theirs.version)
    else { return }
    base = NamedVersion(ours.name, found.version)
    remarks.append("base: \(ours.name) at \(found.commit.prefix(12)), the version closest to theirs")
  }

  /// Moves rows of other audio than ours to where they are heard in ours.
  package mutating func align(in workplace: Workplace, _ monitor: WorkMonitor) throws {
    let sum = { (version: NamedVersion) in version.version.audioChecksum?.lowercased() }
    takesOtherAudio = true
    guard sum(ours) == nil || sum(ours) != sum(theirs) else { return }
    var alignment = AudioAlignment(in: workplace, monitor)
    let move = Milliseconds(-(try alignment.offset(from: ours.name, to: theirs.name)).count)
    if let ancestor = base, sum(ancestor) != sum(ours) {
      let moved =
        sum(ancestor) == sum(theirs)
        ? try alignment.moved(ancestor, by: move) : try alignment.aligned(ancestor, to: ours)
      base?.version = moved.namingAudio(of: ours.version)
    }
    theirs.version = try alignment.moved(theirs, by: move).namingAudio(of: ours.version)
    remarks += alignment.remarks
  }
}

extension RecitationBundle {
  /// Plans a merge like ``planMerge(of:base:)``. The base is the version in the bundle's git history that
  /// is most similar to the other copy; without one, all rows of both stay.
  public func planMerge(of other: RecitationBundle) async throws(TilawaError) -> MergePlan {
    try await planMerge(of: other, base: nil) { try $0.findBase(in: workplace) }
  }
}

extension Workplace {
  /// Returns the version of `given` in its git history that is most similar to `other`, and from which its
  /// author most likely started.
  fileprivate func nearestVersion(
    of given: String, to other: BundleVersion
  ) throws -> (commit: String, version: BundleVersion)? {
    let absolute = path(given)
    guard let repository = repository(containing: absolute), let inside = repository.inside(absolute),
      !inside.isEmpty,
      let commits = try? repository.commits(changing: inside, atMost: 100)
    else { return nil }
    var nearest: (commit: String, version: BundleVersion, differences: Int)?
    for commit in commits {
      guard let version = try? version(given, at: commit), let diff = try? BundleDiff(version, other) else {
        continue
      }
      let differences = diff.files.map(\.changes.count).reduce(0, +)
      if differences < nearest?.differences ?? .max { nearest = (commit, version, differences) }
      if differences == 0 { break }
    }
    return nearest.map { ($0.commit, $0.version) }
  }
}
