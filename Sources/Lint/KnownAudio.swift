import Synchronization
import TilawaBase

/// What the headers of audio files say, read again only when a file has changed: some can only be told by going through
/// the whole file, which nobody waits for at each letter that is typed.
package final class KnownAudio: Sendable {
  private typealias Found = (status: FileStatus, properties: Result<AudioProperties, AudioError>)

  private let found = Mutex<[ExactText: Found]>([:])
  /// Files of this many recordings are kept in mind.
  private static let most = 256

  /// Nothing read yet.
  package init() {}

  /// What the header of a file was found to say; asks `probe` where its size or its time differs from then.
  func properties(
    ofFileAt path: String, else probe: () -> Result<AudioProperties, AudioError>
  ) -> Result<AudioProperties, AudioError> {
    guard let status = try? FileStatus.ifAny(path) else { return probe() }
    if let known = found.withLock({ $0[ExactText(path)] }), known.status == status { return known.properties }
    let properties = probe()
    found.withLock { found in
      if found.count >= Self.most { found.removeAll() }
      found[ExactText(path)] = (status, properties)
    }
    return properties
  }
}
