public import FoundationEssentials
import TilawaLibrary

/// Options for publishing a library.
public struct PublishingOptions: Hashable, Codable, Sendable {
  /// A treatment of the audio.
  public enum Audio: String, Hashable, Codable, Sendable {
    /// It stays where it is, and is played from the `url` of its recording, or below
    /// ``PublishingOptions/baseURL``.
    case referenced
    /// Whole files are copied.
    case copied
    /// A file is made for each row.
    case cut
  }

  /// The treatment of the audio.
  public var audio = Audio.referenced
  /// The name of the library.
  public var title: String?
  /// The address at which the library's own folder is served, for audio without a `url`.
  public var baseURL: URL?
  /// True if notes and places are published.
  public var includesNotes = false
  /// The file of an SSH key that signs the root; one with a passphrase must be in the agent.
  public var key: URL?

  /// Creates options to publish rows and checksums, and to refer to the audio.
  public init() {}
}

extension PublishPlan {
  /// Writes the changes, the root last. The same library produces the same bytes, except for the serial
  /// number of a signed root.
  ///
  /// After an error, the files that were already written stay, and the next call writes the rest.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> PublishOutcome {
    try await apply(confirming, progress) { try apply($0) }
  }
}

extension PublishOutcome {
  /// Bundles that could not be read properly, or whose audio is not what they record. Their earlier
  /// publication stays.
  public var errors: [TilawaError] { faults.map { TilawaError($0) } }
}

extension RecitationLibrary {
  /// Plans to publish the library into the folder `site`, which is new, empty, or was published into before.
  /// Doesn't read any bundle.
  ///
  /// Throws if the folder contains something else, or the library is inside it.
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
