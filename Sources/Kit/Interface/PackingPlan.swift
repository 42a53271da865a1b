import TilawaRemote
import TilawaBase

/// What of bundles goes to others.
public struct PackingOptions: Sendable {
  /// What becomes of the audio.
  public enum Audio: Hashable, Sendable {
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
public struct PackingPlan: Sendable {
  private let plan: PackPlan
  private let workplace: Workplace

  init(_ paths: [String], _ options: PackingOptions, in workplace: Workplace) throws(TilawaError) {
    self.workplace = workplace
    let request = try options.request(for: paths)
    do { plan = try PackPlan(request, in: workplace) } catch { throw TilawaError(error) }
  }

  /// The files that go, by their names in the archive.
  public var files: [String] { plan.bundles.flatMap(\.files).map(\.name) }
  /// What of the bundles stays: hidden, ignored and private files, links, and audio that is left out; by paths in their bundles.
  public var leftOut: [String] { plan.bundles.flatMap(\.leftOut).map(\.path) }
  /// How large all of it is, in bytes; with audio that is to be encoded about.
  public var bytes: Int64 { plan.bytes }

  /// Writes the archive to a file whose name ends in `.zip`, `.tar.zst` or `.tar`, and replaces one that is there. The same bundles
  /// make the same bytes.
  ///
  /// Throws `invalidArgument` for another ending, `unusableFile` when something can't be read or written, and `cancelled` with
  /// the task; nothing was written then.
  public func carryOut(
    to path: String, progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) {
    guard let format = ArchiveFormat(fileName: path) else {
      throw TilawaError(.invalidArgument, "the ending of \"\(path)\" names no archive")
    }
    let (plan, workplace) = (plan, workplace)
    try await inBackground(progress) { monitor in
      try plan.carriedOut(as: format, to: .file(workplace.path(path)), in: workplace, monitor)
    }
  }
}

extension RecitationBundle {
  /// Plans an archive of this bundle, to be sent.
  ///
  /// Throws when it can't be packed: its audio isn't here, or a file has a name that not every system takes.
  public func planPacking(_ options: PackingOptions = PackingOptions()) throws(TilawaError) -> PackingPlan {
    try PackingPlan([path], options, in: workplace)
  }
}

extension RecitationLibrary {
  /// Plans one archive of all bundles. Throws as that of a bundle does, and when two are called alike.
  public func planPacking(_ options: PackingOptions = PackingOptions()) throws(TilawaError) -> PackingPlan {
    let workplace: Workplace
    do { workplace = try Workplace.ofProcess() } catch { throw TilawaError(error) }
    return try PackingPlan(bundles, options, in: workplace)
  }

  /// What becomes of a bundle that is there already, other than the one that came.
  public enum Meeting: Hashable, Sendable {
    /// The archive is refused.
    case refusing
    /// What came takes its place; its audio is kept, unless a file of that name came.
    case replacing
    /// What came is merged into it.
    case merging
  }

  /// Takes bundles out of an archive that somebody has sent, judges them, and plans to put them into this library's folder. Waits
  /// for the disk; what was taken out lies out of sight, and is gone with the plan.
  ///
  /// With a file of `allowedSigners`, as `ssh-keygen` has it, the archive needs a signature of one of them beside it. Throws when
  /// anything about the archive is wrong, which the message names, or a bundle is in the way; nothing is left of it then.
  public func planUnpacking(
    _ archive: String, meeting: Meeting = .refusing, allowedSigners: String? = nil
  ) throws(TilawaError) -> UnpackingPlan {
    var request = UnpackRequest(.file(archive), into: path)
    request.meeting =
      switch meeting {
      case .refusing: .refused
      case .replacing: .replacing
      case .merging: .merging
      }
    request.signers = allowedSigners.map { .init(allowed: $0) }
    do { return try UnpackingPlan(request, in: Workplace.ofProcess()) } catch { throw TilawaError(error) }
  }
}

/// Bundles that came in an archive, ready to get their places.
public struct UnpackingPlan {
  /// A bundle that came.
  public struct Arrival: Sendable {
    /// What becomes of it.
    public enum Fate: Hashable, Sendable {
      /// Nothing has its name.
      case new
      /// The very same is there.
      case same
      /// It takes the place of another.
      case replacing
      /// It is merged into the one that is there.
      case merging
    }

    /// Where it will be; absolute.
    public let path: String
    /// What becomes of it.
    public let fate: Fate
    /// What ``RecitationBundle/lint()`` says of it.
    public let findings: [Finding]
    /// What else a person should know of it.
    public let remarks: [String]
  }

  /// In the order of their names.
  public let bundles: [Arrival]
  /// Who signed it, as the file of allowed signers calls them; nil where that wasn't asked.
  public var signer: String? { plan.signer?.principal }
  /// Whether a manifest vouches for every file.
  public var hasManifest: Bool { plan.hasManifest }
  /// Names of what lies in no bundle, and isn't unpacked.
  public var outside: [String] { plan.outside }

  private let plan: UnpackPlan
  private let workplace: Workplace

  init(_ request: UnpackRequest, in workplace: Workplace) throws {
    self.workplace = workplace
    plan = try UnpackPlan(
      request, in: workplace, WorkMonitor { ReportedStage(title: $0, report: unreported) })
    bundles = plan.bundles.map { bundle in
      let fate: Arrival.Fate =
        switch bundle.fate {
        case .new: .new
        case .same: .same
        case .replacing: .replacing
        case .merging: .merging
        }
      return Arrival(
        path: bundle.path, fate: fate, findings: bundle.findings.map { Finding($0) },
        remarks: bundle.remarks)
    }
  }

  /// Gives the bundles their places, one after the other, each wholly or not at all.
  ///
  /// Throws `overtaken` when something was put there meanwhile, and `unusableFile` when it can't be written.
  public func carryOut() throws(TilawaError) {
    do { try plan.carriedOut(in: workplace) } catch { throw TilawaError(error) }
  }
}
