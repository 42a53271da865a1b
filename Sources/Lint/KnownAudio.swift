import Synchronization
import TilawaBase

/// A cache of the properties in the headers of audio files, which are read again only after the file has
/// changed.
///
/// Some properties require reading the whole file, which would take too long at every keystroke.
package final class KnownAudio: Sendable {
  private typealias Found = (status: FileStatus, properties: Result<AudioProperties, AudioError>)

  private let found = Mutex<[ExactText: Found]>([:])
  /// Files of this many recordings are kept in mind.
  private static let most = 256

  /// Nothing read yet.
  package init() {}

  /// Returns the cached properties of a file. Calls `probe` if the file's size or time has changed since.
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
