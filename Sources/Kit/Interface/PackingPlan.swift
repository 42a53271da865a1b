public import FoundationEssentials
import TilawaArchives
import TilawaBase
import TilawaLibrary
import TilawaRemote

/// What of bundles goes to others.
public struct PackingOptions: Hashable, Codable, Sendable {
  /// What becomes of the audio.
  public enum Audio: Hashable, Codable, Sendable {
    /// It goes along as it is.
    case asItIs
    /// It stays; its checksum goes, by which the receiver's own copy is known.
    case leftOut
    /// A copy goes that is encoded anew as Opus, with so many bits a second, from 6,000 to 256,000; rows stay as they are.
    case opus(bitrate: Int)
  }

  /// What becomes of the audio.
  public var audio = Audio.asItIs
  /// Whether notes, places, former file names and keys of the user's own stay here.
  public var stripsPersonal = false

  /// All of it but what is hidden, ignored or private.
  public init() {}

  fileprivate func request(for paths: [String]) throws(TilawaError) -> PackRequest {
    var request = PackRequest(paths)
    switch audio {
    case .asItIs: break
    case .leftOut: request.audio = .leftOut
    case .opus(let bitrate):
      guard (6000...256_000).contains(bitrate) else {
        throw TilawaError(.invalidArgument, "Opus takes 6000 to 256000 bits a second, and not \(bitrate)")
      }
      request.audio = .opus(bitrate: bitrate)
    }
    request.stripsPersonal = stripsPersonal
    return request
  }
}

/// Bundles on their way into an archive.
public struct PackingPlan: Plan {
  /// The archive.
  public let archive: URL

  private let plan: PackPlan
  private let format: ArchiveFormat
  private let workplace: Workplace

  init(_ paths: [String], into archive: URL, _ options: PackingOptions, in workplace: Workplace) throws {
    self.workplace = workplace
    self.archive = archive
    guard let format = try ArchiveFormat(fileName: archive.filePath()) else {
      throw TilawaError(.invalidArgument, "the ending of \"\(archive.lastPathComponent)\" names no archive")
    }
    self.format = format
    plan = try PackPlan(options.request(for: paths), in: workplace)
  }

  /// The files that go, by their names in the archive.
  public var files: [String] { plan.bundles.flatMap(\.files).map(\.name) }
  /// What of the bundles stays: hidden, ignored and private files, links, and audio that is left out; by paths in their bundles.
  public var leftOut: [String] { plan.bundles.flatMap(\.leftOut).map(\.path) }
  /// How large all of it is, in bytes; with audio that is to be encoded about.
  public var bytes: Int64 { plan.bytes }

  /// Writes the archive, and gives it. One that is there is replaced. The same bundles make the same bytes.
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
  /// Plans an archive of this bundle, to be sent: a file whose name ends in `.zip`, `.tar.zst` or `.tar`.
  ///
  /// Throws `invalidArgument` for another ending, and when it can't be packed: its audio isn't here, or a file has a name that not every
  /// system takes.
  public func planPacking(
    into archive: URL, _ options: PackingOptions = PackingOptions()
  ) async throws(TilawaError) -> PackingPlan {
    try await inBackground(unreported) { _ in
      try PackingPlan([path], into: archive, options, in: workplace)
    }
  }
}

extension RecitationLibrary {
  /// Plans one archive of all bundles. Throws as that of a bundle does, and when two are called alike.
  public func planPacking(
    into archive: URL, _ options: PackingOptions = PackingOptions()
  ) async throws(TilawaError) -> PackingPlan {
    try await reading { folder, workplace in
      try PackingPlan(folder.bundles, into: archive, options, in: workplace)
    }
  }

  /// What becomes of a bundle that is there already, other than the one that came.
  public enum Meeting: String, Hashable, Codable, Sendable {
    /// The archive is refused.
    case refusing
    /// What came takes its place; its audio is kept, unless a file of that name came.
    case replacing
    /// What came is merged into it.
    case merging
  }

  /// Takes bundles out of an archive that somebody has sent, judges them, and plans to put them into this library's folder. What was
  /// taken out lies out of sight, and is gone with the plan.
  ///
  /// With a file of `allowedSigners`, as `ssh-keygen` has it, the archive needs a signature of one of them beside it. Throws when
  /// anything about the archive is wrong, which the message names, or a bundle is in the way; nothing is left of it then.
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
  /// A bundle that came.
  public struct Arrival: Hashable, Codable, Sendable {
    /// What becomes of it.
    public enum Fate: String, Hashable, Codable, Sendable {
      /// Nothing has its name.
      case new
      /// The very same is there.
      case same
      /// It takes the place of another.
      case replacing
      /// It is merged into the one that is there.
      case merging
    }

    /// Where it will be.
    public let url: URL
    /// What becomes of it.
    public let fate: Fate
    /// What ``RecitationBundle/lint()`` says of it.
    public let findings: [Finding]
    /// What else a person should know of it.
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

  /// What came, in the order of the names.
  public var arrivals: [Arrival] { bundles.map { Arrival($0) } }
  /// Who signed it, as the file of allowed signers calls them; nil where that wasn't asked.
  public var signer: String? { signature?.principal }

  /// Gives the bundles their places, one after the other, each wholly or not at all, and gives where they are.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> [URL] {
    try await apply(confirming, progress) { _ in
      try apply()
      return arrivals.map(\.url)
    }
  }
}
