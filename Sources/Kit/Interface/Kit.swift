public import FoundationEssentials
import TilawaBase
// Whoever imports TilawaKit has TilawaCore, too.
@_exported public import TilawaCore
import TilawaSound

extension Workplace {
  /// The one of this process for apps; audio is looked into.
  static func ofApp() throws(FileError) -> Workplace { try ofApp(with: SoundInspector()) }
}

extension RecitationBundle {
  /// Reads the bundle at `url`, as ``init(at:inspecting:)`` does; audio is looked into.
  public init(at url: URL) throws(TilawaError) { try self.init(at: url, in: .ofApp()) }
}

extension RecordingEditor {
  /// Opens the bundle at `url`, as ``init(of:inspecting:)`` does; audio is looked into.
  public init(of url: URL) async throws(TilawaError) { try await self.init(of: url) { try .ofApp() } }
}

extension RecitationLibrary {
  /// The library in a folder; nothing is read. Audio is looked into where no bundle says how long it is.
  public init(at url: URL) { self.init(at: url, with: SoundInspector()) }
}
