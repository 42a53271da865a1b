package import TilawaBase
package import TilawaLibrary
package import TilawaQuran
package import TilawaRemote
import TilawaSound

/// Fetches files of reciters' sources.
package struct SourceFetching: Sendable {
  /// The files that are missing, those that are here, and those that aren't available.
  package let plan: SourcePlan
  /// The files that are not requested, with the reason.
  package let refused: [Problem]

  /// A file that can't be fetched.
  package struct Problem: Sendable {
    package let need: SourceNeed
    /// The reason for people, in lower case, without a full stop.
    package let reason: String
    /// The URL from which it was requested, or would have been.
    package let address: String?
  }

  /// A file that was fetched.
  package struct Fetched: Sendable {
    package let need: SourceNeed
    /// The absolute path.
    package let path: String
    package let bytes: Int64
  }

  private let wanted: [SourceNeed]

  /// Finds the files that must be fetched to play `ayat`. `roots` are the libraries' folders as the user
  /// named them.
  ///
  /// Throws a `Failure` for a reciter of the session whom no file in the library describes.
  package init(
    _ ayat: [Ayah], in session: Session, from libraries: Libraries, roots: [String], in workplace: Workplace
  ) throws(Failure) {
    let known = Set(libraries.reciters)
    for reciter in session.reciters where !known.contains(reciter) {
      let near = nearestName(to: reciter, in: libraries.reciters).map { "; did you mean \($0)?" }
      throw Failure("no file in reciters/ describes \"\(reciter)\"\(near ?? "")")
    }
    plan = libraries.filesToFetch(for: ayat, in: session)
    var (wanted, refused): ([SourceNeed], [Problem]) = ([], [])
    let homes = Self.homes(roots, workplace)
    for need in plan.needs {
      if let reason = Self.reasonAgainst(need, homes, workplace) {
        refused.append(Problem(need: need, reason: reason, address: need.files.first?.address))
      } else {
        wanted.append(need)
      }
    }
    (self.wanted, self.refused) = (wanted, refused)
  }

  /// Fetches the files in parallel. Failed and refused files are problems.
  package func fetched(
    _ options: FetchOptions, _ monitor: WorkMonitor
  ) -> (files: [Fetched], problems: [Problem]) {
    let orders = wanted.map { need in
      // All files of one need are from folders, or all from one published library.
      FileFetcher.Order(
        need.files.compactMap { file in file.address.map { ($0, file.path) } }, by: need.files.first?.rule)
    }
    let stage = monitor.begin("fetching \(counted(orders.count, "file"))")
    let count = Int64(orders.count)
    let outcomes = FileFetcher(options).fetch(orders) { done in stage.update(Int64(done), of: count) }
    stage.finish()
    var (files, problems): ([Fetched], [Problem]) = ([], refused)
    for (need, outcome) in zip(wanted, outcomes) {
      switch outcome {
      case .fetched(let target, let bytes): files.append(Fetched(need: need, path: target, bytes: bytes))
      case .failed(let address, let error):
        problems.append(Problem(need: need, reason: error.description, address: address))
      }
    }
    return (files, problems)
  }

  /// Returns the folders below which files may be written.
  private static func homes(_ roots: [String], _ workplace: Workplace) -> [String] {
    let folders = roots.map(workplace.path)
    return folders + folders.compactMap { try? PathText.realPath($0) }
      + (workplace.cacheFolder.map { [$0] } ?? [])
  }

  /// Returns the reason why a file is not requested, or nil.
  private static func reasonAgainst(_ need: SourceNeed, _ homes: [String], _ workplace: Workplace) -> String?
  {
    guard let file = need.files.first else { return "it has no address" }
    if file.folder.isEmpty {
      return "no cache folder; give the source a cache, or set XDG_CACHE_HOME"
    }
    guard let home = homes.first(where: { PathText.lies(file.folder, in: $0) }) else {
      return "its cache \(file.folder) is outside the library; files are written only inside it"
    }
    for file in need.files {
      guard AudioEnding.isName(ofAudio: file.name) else {
        return
          "\(PathText.name(of: file.name)) is not the name of an audio file (expected .mp3, .opus, .flac or similar)"
      }
      if let part = LinkRule.oddPart(of: file.path, below: home) {
        return "\(workplace.shown(part)) is a link or a hidden folder; nothing is written there"
      }
    }
    return nil
  }
}
