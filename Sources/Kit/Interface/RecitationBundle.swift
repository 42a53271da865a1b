public import FoundationEssentials
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaQuran
import TilawaSound

/// A bundle, which is a folder whose name ends in `.tilawa` with a recording and its annotation, as it was read.
///
/// A value: it doesn't follow what happens to the files. Rows are changed by a ``RecordingEditor``; everything else is planned first, by
/// a method whose name begins with `plan`, and done by ``Plan/apply(confirming:progress:)``.
///
/// Limitations: rows of `words.yaml` and keys of the user's own are kept, but not given.
public struct RecitationBundle: Identifiable, Hashable, Sendable {
  /// All rows, in the order of time; of equal starts segments first. Of conflicts the side of this bundle.
  public let rows: [Row]
  /// What two versions changed, each in another way, and ``Edit/settle(_:_:)`` settles.
  public let conflicts: [Conflict]

  /// As it can be read: of conflicts one side.
  let bundle: TilawaBundle
  /// As it stands in the files.
  private let written: TilawaBundle
  let place: FoundBundle
  let workplace: Workplace

  /// Reads the bundle at `url`; a file inside it will do.
  ///
  /// Faults in its files are not errors: what can be read is there, and ``lint()`` reports the rest. Throws `missing` when nothing is
  /// there, and `unusable` for what is not a bundle.
  public init(at url: URL) throws(TilawaError) {
    do {
      let workplace = try Workplace.ofApp()
      self.init(try workplace.bundle(at: url), in: workplace)
    } catch {
      throw TilawaError(error)
    }
  }

  init(_ place: FoundBundle, in workplace: Workplace) {
    self.init(TilawaBundle(readingAt: place.path, shownAs: place.shownPath), at: place, in: workplace)
  }

  init(_ written: TilawaBundle, at place: FoundBundle, in workplace: Workplace, _ known: KnownRows? = nil) {
    (self.written, self.place, self.workplace) = (written, place, workplace)
    conflicts = Conflict.all(in: written)
    bundle = conflicts.isEmpty ? written : written.checkedVersions.first ?? written
    let own = conflicts.isEmpty ? known : nil
    rows = Row.rows(of: bundle, own ?? KnownRows(AnnotatedRow.rows(of: bundle)))
  }

  /// The folder.
  public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }
  /// The folder.
  public var id: URL { url }
  /// Its name for people, when `recording.yaml` says one.
  public var title: String? { bundle.recording?.content?.title?.value }
  /// Id of who recites, when that is said.
  public var reciter: String? { bundle.recording?.content?.reciter?.value }
  /// The transmission recited, such as `hafs`; nil when nothing says it, and then no session serves the bundle.
  public var riwayah: String? { bundle.riwayah?.rawValue }
  /// How long the audio is, when `recording.yaml` says it.
  public var duration: Duration? { bundle.audioEnd?.duration }
  /// What is recited, as far as `recording.yaml` says it.
  public var passages: [Passage] { bundle.recording?.content?.passage?.value.map { Passage($0.value) } ?? [] }
  /// The rows of `segments.yaml`, in order of time.
  public var segments: [Row] { rows.filter { $0.kind == .segment } }
  /// The rows of `markers.yaml`, in order of time.
  public var markers: [Row] { rows.filter { $0.kind == .marker } }

  /// Absolute.
  var path: String { place.path }

  /// The audio. Throws `missing`, or `unusable` with what is there instead, such as a pointer of Git LFS.
  public func audio() throws(TilawaError) -> URL {
    do { return URL(filePath: try bundle.audioPath(), directoryHint: .notDirectory) } catch {
      throw TilawaError(error)
    }
  }

  /// What is wrong with the bundle by the rules of the specification, in the order of files and lines.
  public func lint() -> [Finding] { Linter(.hearing).lint(written).map { Finding($0) } }

  /// Whether both are of one folder, and its files had the same contents.
  public static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.rows == other.rows
      && FileKind.allCases.allSatisfy {
        one.written.source(of: $0)?.bytes == other.written.source(of: $0)?.bytes
      }
  }

  /// By the folder and the rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(rows)
  }
}

extension URL {
  /// The absolute path of a file or folder. Throws `invalidArgument` for another kind of address.
  func filePath() throws(TilawaError) -> String {
    guard isFileURL else { throw TilawaError(.invalidArgument, "\(self) is not a file or folder") }
    return PathText.joined("/", absoluteURL.path(percentEncoded: false))
  }
}

extension Workplace {
  /// The bundle that a user's address leads to or into.
  func bundle(at url: URL) throws -> FoundBundle {
    let path = try url.filePath()
    if let found = FoundBundle(containing: path, in: self) { return found }
    let isMissing = FileStatus.isAbsent(self.path(path), followingLinks: false)
    throw TilawaError(
      isMissing ? .missing : .unusable, FoundBundle.reasonForNone(at: path, in: self), at: self.path(path))
  }
}

/// What is known of a recording that becomes a bundle; what is nil stays unsaid, or is taken from the audio file.
public struct RecordingDetails: Hashable, Codable, Sendable {
  /// Its name for people.
  public var title: String?
  /// Id of who recites: letters, digits, `.`, `_` and `-`.
  public var reciter: String?
  /// The transmission recited, such as `hafs` or `warsh`.
  public var riwayah: String?
  /// What is recited, in the order of the recording.
  public var passages: [Passage] = []
  /// A remark.
  public var notes: String?

  /// Nothing known.
  public init() {}

  func facts() throws(TilawaError) -> AudioImport.Facts {
    var facts = AudioImport.Facts(id: UUID().uuidString.lowercased())
    facts.title = title
    facts.notes = notes
    facts.passage = passages.map(\.range)
    if let reciter, !RecordingDraft.isIdentifier(reciter) {
      throw TilawaError(.invalidArgument, "\"\(reciter)\" is not an id of a reciter")
    }
    facts.reciter = reciter
    if let riwayah {
      guard let known = Riwayah(riwayah) else {
        throw TilawaError(.invalidArgument, "no riwayah is called \"\(riwayah)\"")
      }
      facts.riwayah = known
    }
    return facts
  }
}

extension RecitationBundle {
  /// Makes a bundle of an audio file, which stays where it is, in `folder`.
  ///
  /// The bundle gets its name from the title. What only `ffmpeg` decodes is looked into by it, and stays as it is. A bundle
  /// that holds this audio already is opened; another one of that name is never overwritten. `progress` is called on a thread
  /// of its own.
  ///
  /// Throws `invalidArgument` for details that can't be, `unknownFormat` for what is not audio, and `missing`.
  public static func importing(
    audio: URL, into folder: URL, _ details: RecordingDetails = RecordingDetails(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> RecitationBundle {
    try await inBackground(progress) { monitor in
      let workplace = try Workplace.ofApp()
      let plan = try ImportPlan(into: folder.filePath(), name: nil, .copy, in: workplace)
      let made = try plan.carriedOut(for: audio.filePath(), details.facts(), monitor)
      return RecitationBundle(FoundBundle(at: made.bundle, in: workplace), in: workplace)
    }
  }
}
