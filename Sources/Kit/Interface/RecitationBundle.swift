import TilawaSound
import TilawaBase
import FoundationEssentials
import TilawaLint
import TilawaQuran
import TilawaFormat

/// A bundle, which is a folder whose name ends in `.tilawa` with a recording and its annotation, as it was read.
///
/// A value: it doesn't follow what happens to the files. What changes them is planned first, by a method whose name begins with
/// `plan`, and written by the plan's `carryOut()`, which gives the bundle as it is then.
///
/// Limitations: rows of `words.yaml` and keys of the user's own are kept, but not given; what somebody else writes between reading
/// and carrying out is never overwritten, but ends in an error ``TilawaError/Kind-swift.enum/overtaken`` where the plan can't be made anew.
public struct RecitationBundle: Sendable {
  let bundle: TilawaBundle
  let place: FoundBundle
  let workplace: Workplace

  /// Reads the bundle at `path`, absolute or from the working directory of the process; a file inside it will do.
  ///
  /// Faults in its files are no errors: what can be read is there, and ``lint()`` tells the rest. Throws `unusableFile` when there is
  /// no bundle.
  public init(at path: String) throws(TilawaError) {
    do {
      let workplace = try Workplace.ofProcess()
      guard let place = FoundBundle(containing: path, in: workplace) else {
        throw Obstacle(FoundBundle.reasonForNone(at: path, in: workplace))
      }
      self.init(place, in: workplace)
    } catch {
      throw TilawaError(error)
    }
  }

  init(_ place: FoundBundle, in workplace: Workplace) {
    self.place = place
    self.workplace = workplace
    bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
  }

  /// The folder; absolute.
  public var path: String { place.path }
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
  public var segments: [Row] { bundle.segmentsInTime.map { Row($0) } }
  /// The rows of `markers.yaml`, in order of time.
  public var markers: [Row] { bundle.markersInTime.map { Row($0) } }

  /// Where the audio can be opened. Throws `unusableFile` with what is there instead, such as a pointer of Git LFS.
  public func audioPath() throws(TilawaError) -> String {
    do { return try bundle.audioPath() } catch { throw TilawaError(error) }
  }

  /// What is wrong with the bundle by the rules of the specification, in the order of files and lines.
  public func lint() -> [Finding] { Linter(.hearing).lint(bundle).map { Finding($0) } }
}

/// What is known of a recording that becomes a bundle; what is nil stays unsaid, or is taken from the audio file.
public struct RecordingDetails: Sendable {
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
  /// Throws `invalidArgument` for details that can't be, and `unusableFile`.
  public static func importing(
    audio: String, into folder: String, _ details: RecordingDetails = RecordingDetails(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> RecitationBundle {
    try await inBackground(progress) { monitor in
      let workplace = try Workplace.ofProcess()
      let plan = try ImportPlan(into: folder, name: nil, .copy, in: workplace)
      let made = try plan.carriedOut(for: audio, details.facts(), monitor)
      return RecitationBundle(FoundBundle(at: made.bundle, in: workplace), in: workplace)
    }
  }
}
