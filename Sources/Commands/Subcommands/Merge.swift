import ArgumentParser
import Diagnostics
import Files
import Git
import Merging
import TilawaFormat
import Timing

struct Merge: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge what two people made of a bundle, row by row and value by value.",
    discussion: """
      Takes BASE OURS THEIRS, or OURS THEIRS: then the base is the version in git of OURS that comes nearest to THEIRS, \
      and without one all rows of both are kept. Each is a bundle, a file of one, or a version in git as REV:PATH.

      Bundles are merged into OURS unless -o names another; merged files go to standard output unless -o names one. \
      Recordings that name different audio are refused. --align-audio finds where the one lies in the other by their sound, \
      and moves theirs (and the base, when it is of their audio) before merging; ours keeps its audio.

      What people must settle stays between conflict markers; `tilawa resolve-conflicts` helps with that.

      Exits with 0 when all is merged, 1 when conflicts remain, 2 when it could not be done; nothing is written then.
      """)

  @Argument(help: "BASE OURS THEIRS, or OURS THEIRS.") var versions: [String]

  @Option(name: [.short, .long], help: "Where the result goes.") var output: String?

  @OptionGroup(title: "Policy") var options: MergeOptions

  @Flag(help: "Merge although the recordings name different audio.") var audioChanged = false

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Without a base in the arguments, look for none in git.") var noBase = false

  @Flag(name: [.customShort("n"), .long], help: "Write nothing; print every decision.") var dryRun = false

  @Flag(help: "Print the decisions as JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard versions.count == 2 || versions.count == 3 else {
      throw CommandFailure("merge takes BASE OURS THEIRS or OURS THEIRS, found \(versions.count)")
    }
    let oursName = versions[versions.count - 2]
    let ours = try terminal.version(oursName)
    var theirs = try terminal.version(versions[versions.count - 1])
    var base = versions.count == 3 ? try terminal.version(versions[0]) : nil
    let merge: BundleMerge
    do {
      if alignment.alignAudio {
        try align(ours, oursName, &theirs, &base, terminal)
      } else {
        try requireOneAudio(ours, theirs)
      }
      if versions.count == 2, !noBase { base = try terminal.nearestVersion(of: oursName, to: theirs) }
      merge = try BundleMerge(base: base, ours: ours, theirs: theirs, policy: options.policy)
    } catch let error as FileMerge.Unmergeable {
      return error.tell(in: terminal)
    }
    let report = MergeReport(merge: merge)
    if json { terminal.write(report.json.documentText) }
    if dryRun {
      if !json { report.lines(terminal.palette).forEach(terminal.print) }
    } else {
      try write(merge, ours, oursName, terminal)
    }
    for file in merge.files {
      for decision in file.decisions where decision.outcome == .conflict && !(dryRun && !json) {
        terminal.complain(MergeReport.conflictLine(decision, in: file.kind.fileName))
      }
    }
    return merge.conflicts.isEmpty ? .done : .findings
  }

  private func requireOneAudio(_ ours: BundleVersion, _ theirs: BundleVersion) throws {
    guard !audioChanged, let one = ours.audioChecksum, let other = theirs.audioChecksum,
      one.lowercased() != other.lowercased()
    else { return }
    throw CommandFailure(
      "the two are of different audio: sha256 \(one.prefix(12))… and \(other.prefix(12))…; "
        + "--align-audio moves theirs to where it is heard in ours, --audio-changed merges them as they are")
  }

  /// Moves what is of other audio than ours to where it is heard in ours.
  private func align(
    _ ours: BundleVersion, _ oursName: String, _ theirs: inout BundleVersion, _ base: inout BundleVersion?,
    _ terminal: Terminal
  ) throws {
    let name = versions[versions.count - 1]
    let sum = { (version: BundleVersion) in version.audioChecksum?.lowercased() }
    guard sum(ours) == nil || sum(ours) != sum(theirs) else { return }
    let offset = try terminal.offset(
      terminal.audio(of: oursName), oursName, terminal.audio(of: name), name)
    if let ancestor = base, sum(ancestor) != sum(ours) {
      if sum(ancestor) == sum(theirs) {
        base = try terminal.moved(ancestor, named: versions[0], by: Milliseconds(-offset.count))
      } else {
        base = try terminal.aligned(ancestor, named: versions[0], to: ours, named: oursName)
      }
      base = base?.namingAudio(of: ours)
    }
    theirs = try terminal.moved(theirs, named: name, by: Milliseconds(-offset.count)).namingAudio(of: ours)
  }

  private func write(_ merge: BundleMerge, _ ours: BundleVersion, _ oursName: String, _ terminal: Terminal)
    throws
  {
    let path = terminal.path(output ?? oursName)
    let isBundle = FileStatus.isFolder(terminal.path(oursName)) || ours.files.count > 1
    guard isBundle else {
      let bytes = merge.files.first?.bytes ?? []
      if let output, output != "-" {
        try AtomicFile.write(bytes, to: path)
      } else {
        terminal.write(bytes)
      }
      return
    }
    guard FileStatus.isFolder(path) else {
      throw CommandFailure(
        "there is no bundle \(output ?? oursName) to write to; copy the bundle that shall become the result, and name the copy"
      )
    }
    try DirectoryLock.holding(path) {
      var changes: [AtomicFile.Change] = []
      var said: [String] = []
      for file in merge.files {
        let target = PathText.joined(path, file.kind.fileName)
        // With an output of its own, what is there is replaced; else it is what was merged.
        let old = output == nil ? ours.files[file.kind]?.bytes : try FileContents.readIfAny(target, in: path)
        guard old != file.bytes else { continue }
        changes.append(.init(target, from: old, to: file.bytes))
        said.append("\(terminal.shown(target)): \(file.bytes == nil ? "removed" : "merged")")
      }
      try AtomicFile.change(changes)
      said.forEach { terminal.say($0) }
    }
  }
}

extension Terminal {
  /// The version of `given` in its git history that comes nearest to `other`: what its author most likely started from.
  fileprivate func nearestVersion(of given: String, to other: BundleVersion) throws -> BundleVersion? {
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
    if let nearest { say("base: \(given) at \(nearest.commit.prefix(12)), the version nearest to theirs") }
    return nearest?.version
  }
}
