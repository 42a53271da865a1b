public import FoundationEssentials
import TilawaBase
// Importing TilawaKit also imports TilawaCore.
@_exported public import TilawaCore
import TilawaSound

extension Workplace {
  /// Returns the workplace of this process for apps, which inspects audio.
  static func ofApp() throws(FileError) -> Workplace { try ofApp(with: SoundInspector()) }
}

extension RecitationBundle {
  /// Reads the bundle at `url`, as ``init(at:inspecting:)`` does, and inspects audio.
  public init(at url: URL) throws(TilawaError) { try self.init(at: url, in: .ofApp()) }
}

extension RecordingEditor {
  /// Opens the bundle at `url`, as ``init(of:inspecting:)`` does, and inspects audio.
  public init(of url: URL) async throws(TilawaError) { try await self.init(of: url) { try .ofApp() } }
}

extension RecitationLibrary {
  /// Creates the library in a folder; nothing is read. Audio is inspected if its bundle doesn't state its
  /// duration.
  public init(at url: URL) { self.init(at: url, with: SoundInspector()) }
}
