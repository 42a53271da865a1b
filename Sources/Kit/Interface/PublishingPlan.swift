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

/// A library on its way to a folder of static files that any web server serves (`spec/publish.md`).
public struct PublishingPlan: Plan {
  /// How many bundles the library has, how many of them are read because they are new or changed, and how many are gone.
  public var counts: (bundles: Int, changed: Int, removed: Int) {
    (plan.bundleCount, plan.changedCount, plan.removedCount)
  }

  private let plan: PublishPlan

  init(_ plan: PublishPlan) { self.plan = plan }

  /// What publishing did.
  public struct Outcome: Hashable, Codable, Sendable {
    /// Files that are new or have other bytes.
    public let written: Int
    /// Files that stayed as they were.
    public let unchanged: Int
    /// Files that are gone.
    public let removed: Int
    /// How many recordings are published.
    public let recordings: Int
    /// How many rows of them can be played.
    public let rows: Int
    /// Rows with ayat that nobody would be served; ``RecitationBundle/lint()`` tells why.
    public let rowsLeftOut: Int
    /// Recordings whose audio can't be had from what is published.
    public let withoutAudio: Int
    /// Bundles that could not be read as they should be, or whose audio is not what they record; what was published of them before
    /// stays.
    public let faults: [TilawaError]
  }

  /// Writes what changed, the root last. The same library gives the same bytes, but for the serial number of a signed root. What was
  /// written when it ends in an error stays, and the next time makes the rest.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> Outcome {
    try await apply(confirming, progress) { monitor in
      let done = try plan.apply(monitor)
      return Outcome(
        written: done.written, unchanged: done.unchanged, removed: done.removed, recordings: done.recordings,
        rows: done.rows, rowsLeftOut: done.refusedRows,
        withoutAudio: done.silentRecordings, faults: done.faults.map { TilawaError($0) })
    }
  }
}

extension RecitationLibrary {
  /// Plans to publish the library into the folder `site`, which is new, empty, or was published into before. Reads no bundle.
  ///
  /// Throws when the folder is one of something else, or the library lies in it.
  public func planPublishing(
    to site: URL, _ options: PublishingOptions = PublishingOptions(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> PublishingPlan {
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
      return PublishingPlan(try PublishPlan(request, in: Workplace.ofApp(), monitor))
    }
  }
}
