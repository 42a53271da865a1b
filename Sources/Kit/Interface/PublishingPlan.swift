import TilawaLibrary

/// What of a library is published, and how.
public struct PublishingOptions: Sendable {
  /// What becomes of the audio.
  public enum Audio: Sendable {
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
  public var baseURL: String?
  /// Whether notes and places are published.
  public var includesNotes = false
  /// The file of an SSH key that signs the root; one with a passphrase must be in the agent.
  public var key: String?

  /// Rows and checksums, and audio where it is.
  public init() {}
}

/// A library on its way to a folder of static files that any web server serves (`spec/publish.md`).
public struct PublishingPlan: Sendable {
  /// How many bundles the library has, how many of them are read because they are new or changed, and how many are gone.
  public var counts: (bundles: Int, changed: Int, removed: Int) {
    (plan.bundleCount, plan.changedCount, plan.removedCount)
  }

  private let plan: PublishPlan

  init(_ plan: PublishPlan) { self.plan = plan }

  /// What publishing did.
  public struct Outcome: Sendable {
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
    /// Bundles that could not be read as they should be, or whose audio is not what they record, in a sentence each; what was
    /// published of them before stays.
    public let faults: [String]
  }

  /// Writes what changed, the root last. The same library gives the same bytes, but for the serial number of a signed root.
  ///
  /// Throws `unusableFile` when something can't be read or written, `overtaken` when the site is being written by another, and
  /// `cancelled` with the task; what was written stays then, and the next time makes the rest.
  @discardableResult
  public func carryOut(
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> Outcome {
    let plan = plan
    let done = try await inBackground(progress) { monitor in try plan.carriedOut(monitor) }
    return Outcome(
      written: done.written, unchanged: done.unchanged, removed: done.removed, recordings: done.recordings,
      rows: done.rows, rowsLeftOut: done.refusedRows,
      withoutAudio: done.silentRecordings, faults: done.faults.map(\.message))
  }
}

extension RecitationLibrary {
  /// Plans to publish the library into the folder `site`, which is new, empty, or was published into before. Reads no bundle.
  ///
  /// Throws when the folder is one of something else, or the library lies in it.
  public func planPublishing(
    to site: String, _ options: PublishingOptions = PublishingOptions(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> PublishingPlan {
    var request = PublishRequest(library: path, site: site)
    request.audio =
      switch options.audio {
      case .referenced: .reference
      case .copied: .copy
      case .cut: .cut
      }
    request.title = options.title
    request.baseURL = options.baseURL
    request.includesNotes = options.includesNotes
    request.key = options.key
    let plan = try await inBackground(progress) { [request] monitor in
      try PublishPlan(request, in: Workplace.ofProcess(), monitor)
    }
    return PublishingPlan(plan)
  }
}
