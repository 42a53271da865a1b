public import FoundationEssentials
import TilawaArchives
import TilawaBase
import TilawaLibrary
import TilawaRemote

/// Options for packing bundles into an archive.
public struct PackingOptions: Hashable, Codable, Sendable {
  /// A treatment of the audio.
  public enum Audio: Hashable, Codable, Sendable {
    /// The audio is packed as it is.
    case asItIs
    /// The audio is left out. Its checksum is packed, by which the receiver's own copy is recognised.
    case leftOut
    /// A copy encoded as Opus is packed, with `bitrate` bits per second, from 6,000 to 256,000. Rows stay as
    /// they are.
    case opus(bitrate: Int)
  }

  /// The treatment of the audio.
  public var audio = Audio.asItIs
  /// True if notes, places, former file names and the user's own keys are left out.
  public var stripsPersonal = false

  /// Creates options to pack everything except hidden, ignored and private files.
  public init() {}

  fileprivate func request(for paths: [String]) throws(TilawaError) -> PackRequest {
    var request = PackRequest(paths)
    switch audio {
    case .asItIs: break
    case .leftOut: request.audio = .leftOut
    case .opus(let bitrate):
      guard (6000...256_000).contains(bitrate) else {
        throw TilawaError(
          .invalidArgument, "invalid bitrate \(bitrate) (Opus allows 6000 to 256000 bits per second)")
      }
      request.audio = .opus(bitrate: bitrate)
    }
    request.stripsPersonal = stripsPersonal
    return request
  }
}

/// A plan to pack bundles into an archive.
public struct PackingPlan: Plan {
  /// The address of the archive.
  public let archive: URL

  private let plan: PackPlan
  private let format: ArchiveFormat
  private let workplace: Workplace

  init(_ paths: [String], into archive: URL, _ options: PackingOptions, in workplace: Workplace) throws {
    self.workplace = workplace
    self.archive = archive
    guard let format = try ArchiveFormat(fileName: archive.filePath()) else {
      throw TilawaError(
        .invalidArgument, "\"\(archive.lastPathComponent)\" does not have the extension of an archive")
    }
    self.format = format
    plan = try PackPlan(options.request(for: paths), in: workplace)
  }

  /// The files to be packed, by their names in the archive.
  public var files: [String] { plan.bundles.flatMap(\.files).map(\.name) }
  /// The files that aren't packed: hidden, ignored and private files, links, and audio that is left out.
  /// Paths are relative to their bundles.
  public var leftOut: [String] { plan.bundles.flatMap(\.leftOut).map(\.path) }
  /// The total size in bytes; approximate if audio is encoded.
  public var bytes: Int64 { plan.bytes }

  /// Writes the archive and returns its address. An existing archive is replaced. The same bundles produce
  /// the same bytes.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> URL {
    try await apply(confirming, progress) { monitor in
      try plan.apply(
        as: format, to: .file(workplace.path(archive.filePath())), in: workplace, monitor)
      return archive
    }
  }
}

extension RecitationBundle {
  /// Plans an archive of this bundle for sharing: a file whose name ends in `.zip`, `.tar.zst` or `.tar`.
  ///
  /// Throws `invalidArgument` for another extension, and if the bundle can't be packed because its audio
  /// isn't here or a file's name isn't valid on every system.
  public func planPacking(
    into archive: URL, _ options: PackingOptions = PackingOptions()
  ) async throws(TilawaError) -> PackingPlan {
    try await inBackground(unreported) { _ in
      try PackingPlan([path], into: archive, options, in: workplace)
    }
  }
}

extension RecitationLibrary {
  /// Plans one archive of all bundles, which keep their folders if two have the same name. Throws as for a
  /// single bundle.
  public func planPacking(
    into archive: URL, _ options: PackingOptions = PackingOptions()
  ) async throws(TilawaError) -> PackingPlan {
    try await reading { folder, workplace in
      try PackingPlan(folder.bundles, into: archive, options, in: workplace)
    }
  }

  /// The treatment of an existing bundle that differs from the one of the same name in the archive.
  public enum Meeting: String, Hashable, Codable, Sendable {
    /// The archive is refused.
    case refusing
    /// The unpacked bundle replaces it; its audio is kept, unless the archive contains a file of that name.
    case replacing
    /// The unpacked bundle is merged into it.
    case merging
  }

  /// Unpacks the bundles of a received archive, checks them, and plans to put them into this library's
  /// folder.
  ///
  /// Until then, the unpacked files are in a hidden place, and are removed with the plan.
  ///
  /// With a file of `allowedSigners`, in the format of `ssh-keygen`, the archive needs a signature of one of
  /// them beside it. Throws if anything is wrong with the archive, which the message describes, or if a
  /// bundle is in the way. Nothing is left of it then.
  public func planUnpacking(
    _ archive: URL, meeting: Meeting = .refusing, allowedSigners: URL? = nil,
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> UnpackPlan {
    try await inBackground(progress) { monitor in
      var request = UnpackRequest(.file(try archive.filePath()), into: try url.filePath())
      request.meeting =
        switch meeting {
        case .refusing: .refused
        case .replacing: .replacing
        case .merging: .merging
        }
      request.signers = try allowedSigners.map { .init(allowed: try $0.filePath()) }
      return try UnpackPlan(request, in: Workplace.ofApp(), monitor)
    }
  }
}

extension UnpackPlan {
  /// A bundle from the archive.
  public struct Arrival: Hashable, Codable, Sendable {
    /// The outcome for the bundle.
    public enum Fate: String, Hashable, Codable, Sendable {
      /// No bundle has its name.
      case new
      /// The identical bundle already exists.
      case same
      /// It replaces another bundle.
      case replacing
      /// It is merged into the existing bundle.
      case merging
    }

    /// The address that it will have.
    public let url: URL
    /// The outcome for the bundle.
    public let fate: Fate
    /// The findings of ``RecitationBundle/lint()``.
    public let findings: [Finding]
    /// Further remarks for the user.
    public let remarks: [String]

    fileprivate init(_ bundle: Bundle) {
      url = URL(filePath: bundle.path, directoryHint: .isDirectory)
      fate =
        switch bundle.fate {
        case .new: .new
        case .same: .same
        case .replacing: .replacing
        case .merging: .merging
        }
      findings = bundle.findings.map { Finding($0) }
      remarks = bundle.remarks
    }
  }

  /// The unpacked bundles, in the order of their names.
  public var arrivals: [Arrival] { bundles.map { Arrival($0) } }
  /// The signer, by the name in the file of allowed signers; nil if no signature was required.
  public var signer: String? { signature?.principal }

  /// Moves the bundles to their places, one after the other, each completely or not at all, and returns their
  /// addresses.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> [URL] {
    try await apply(confirming, progress) { _ in
      try apply()
      return arrivals.map(\.url)
    }
  }
}
