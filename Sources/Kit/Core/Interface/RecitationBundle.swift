public import FoundationEssentials
import TilawaBase
package import TilawaFormat
import TilawaLint
import TilawaQuran

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
  package let bundle: TilawaBundle
  /// As it stands in the files.
  private let written: TilawaBundle
  package let place: FoundBundle
  package let workplace: Workplace

  /// Reads the bundle at `url`; a file inside it will do.
  ///
  /// Faults in its files are not errors: what can be read is there, and ``lint()`` reports the rest. Throws `missing` when nothing is
  /// there, and `unusable` for what is not a bundle.
  ///
  /// An `inspector` answers what rules ask of audio; without one they are silent.
  public init(at url: URL, inspecting inspector: (any AudioInspecting)?) throws(TilawaError) {
    try self.init(at: url, in: .ofApp(inspecting: inspector))
  }

  package init(at url: URL, in workplace: @autoclosure () throws -> Workplace) throws(TilawaError) {
    do {
      let workplace = try workplace()
      self.init(try workplace.bundle(at: url), in: workplace)
    } catch {
      throw TilawaError(error)
    }
  }

  package init(_ place: FoundBundle, in workplace: Workplace) {
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
  package var path: String { place.path }

  /// The audio. Throws `missing`, or `unusable` with what is there instead, such as a pointer of Git LFS.
  public func audio() throws(TilawaError) -> URL {
    do { return URL(filePath: try bundle.audioPath(), directoryHint: .notDirectory) } catch {
      throw TilawaError(error)
    }
  }

  /// What is wrong with the bundle by the rules of the specification, in the order of files and lines.
  public func lint() -> [Finding] {
    Linter(Linter.Options(inspecting: workplace.inspector)).lint(written).map { Finding($0) }
  }

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
  package func filePath() throws(TilawaError) -> String {
    guard isFileURL else { throw TilawaError(.invalidArgument, "\(self) is not a file or folder") }
    return PathText.joined("/", absoluteURL.path(percentEncoded: false))
  }
}

extension Workplace {
  /// The bundle that a user's address leads to or into.
  package func bundle(at url: URL) throws -> FoundBundle {
    let path = try url.filePath()
    if let found = FoundBundle(containing: path, in: self) { return found }
    let isMissing = FileStatus.isAbsent(self.path(path), followingLinks: false)
    throw TilawaError(
      isMissing ? .missing : .unusable, FoundBundle.reasonForNone(at: path, in: self), at: self.path(path))
  }
}
