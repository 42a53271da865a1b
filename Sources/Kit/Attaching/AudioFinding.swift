package import TilawaBase
import TilawaFormat

/// Searches folders for the audio of bundles that lack it, whatever its name is there.
package struct AudioFinding: Sendable {
  /// The result for a bundle.
  package enum Result: Sendable {
    /// The audio was found at this absolute path and can be attached.
    case found(path: String, AttachPlan)
    /// The audio is in the bundle.
    case here
    /// `recording.yaml` has no checksum to find it by.
    case unknown
    /// No file matches.
    case notFound
    /// The bundle's files have faults, or there is no place for the audio; contains the reason, for people.
    case impossible(String)
  }

  /// The result for each bundle, in the order in which they were named.
  package private(set) var results: [(target: BundleTarget, result: Result)] = []
  /// The number of files in the folders, and the number of those that were read.
  package let counts: (files: Int, read: Int)
  /// The errors of files and folders that couldn't be read.
  package let problems: [FileError]

  /// Searches folders, as the user named them, for the audio of bundles.
  ///
  /// If several bundles need the same audio, and it is to be moved, the last of them gets it, and the
  /// others get copies.
  package init(
    for targets: [BundleTarget], under folders: [String], _ request: AttachPlan.Request,
    in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    for folder in folders where FileStatus.isAbsent(workplace.path(folder)) {
      throw Failure("cannot read \(folder): no such folder")
    }
    let stage = monitor.begin("searching for audio")
    defer { stage.finish() }
    var search = AudioSearch(folders.map(workplace.path))
    var found: [(index: Int, path: String, digest: FileDigest)] = []
    for target in targets {
      try monitor.check()
      let bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording])
      if case .available = bundle.audioPresence {
        results.append((target, .here))
      } else if bundle.recording == nil || bundle.recording?.hasErrors == true {
        results.append((target, .impossible("recording.yaml has errors; `tilawa lint` shows them")))
      } else if let wanted = bundle.wantedAudio {
        let path = search.find(wanted) { stage.update($1, of: $2) }
        if let path, let size = try FileStatus.ifAny(path)?.size {
          found.append((results.count, path, FileDigest(sha256: wanted.sha256, bytes: size)))
        }
        results.append((target, .notFound))
      } else {
        results.append((target, .unknown))
      }
    }
    var wants: [ExactText: Int] = [:]
    for one in found { wants[ExactText(one.path), default: 0] += 1 }
    for one in found {
      var request = request
      wants[ExactText(one.path), default: 1] -= 1
      if request.transfer == .move, wants[ExactText(one.path), default: 0] > 0 { request.transfer = .copy }
      let target = results[one.index].target
      do {
        let plan = try AttachPlan(
          workplace.shown(one.path), to: FoundBundle(at: target.path, in: workplace), request,
          digest: one.digest, in: workplace, monitor)
        results[one.index].result = .found(path: one.path, plan)
      } catch let obstacle as Failure {
        results[one.index].result = .impossible(obstacle.description)
      } catch is FaultyFiles {
        results[one.index].result = .impossible("its files have errors; `tilawa lint` shows them")
      }
    }
    counts = (search.fileCount, search.readCount)
    problems = search.problems
  }
}
