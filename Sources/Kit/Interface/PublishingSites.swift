public import FoundationEssentials
import TilawaLibrary

/// What of a library is published, and how.
public struct PublishingOptions: Hashable, Codable, Sendable {
  /// What becomes of the audio.
  public enum Audio: String, Hashable, Codable, Sendable {
    /// It stays where it is: it is heard at the `url` of its recording, or below ``PublishingOptions/baseURL``.
    case referenced
    /// Whole files are copied.
    case copied
    /// A file is made for each row.
    case cut
  }

  /// What becomes of the audio.
  public var audio = Audio.referenced
  /// What the library is called.
  public var title: String?
  /// Where the library's own folder is served, for audio without a `url`.
  public var baseURL: URL?
  /// Whether notes and places are published.
  public var includesNotes = false
  /// The file of an SSH key that signs the root; one with a passphrase must be in the agent.
  public var key: URL?

  /// Rows and checksums, and audio where it is.
  public init() {}
}

extension PublishPlan {
  /// Writes what changed, the root last. The same library gives the same bytes, but for the serial number of a signed root. What was
  /// written when it ends in an error stays, and the next time makes the rest.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> PublishOutcome {
    try await apply(confirming, progress) { try apply($0) }
  }
}

extension PublishOutcome {
  /// Bundles that could not be read as they should be, or whose audio is not what they record; what was published of them before
  /// stays.
  public var errors: [TilawaError] { faults.map { TilawaError($0) } }
}

extension RecitationLibrary {
  /// Plans to publish the library into the folder `site`, which is new, empty, or was published into before. Reads no bundle.
  ///
  /// Throws when the folder is one of something else, or the library lies in it.
  public func planPublishing(
    to site: URL, _ options: PublishingOptions = PublishingOptions(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> PublishPlan {
    try await inBackground(progress) { monitor in
      var request = PublishRequest(library: try url.filePath(), site: try site.filePath())
      request.audio =
        switch options.audio {
        case .referenced: .reference
        case .copied: .copy
        case .cut: .cut
        }
      request.title = options.title
      request.baseURL = options.baseURL?.absoluteString
      request.includesNotes = options.includesNotes
      request.key = try options.key?.filePath()
      return try PublishPlan(request, in: Workplace.ofApp(), monitor)
    }
  }
}
