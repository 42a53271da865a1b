public import FoundationEssentials
import TilawaBase
package import TilawaFormat
import TilawaLint
import TilawaQuran

/// A bundle as it was read: a folder whose name ends in `.tilawa`, with a recording and its annotation.
///
/// A value, which doesn't follow later changes of the files. A ``RecordingEditor`` changes rows. All other
/// changes are planned by a method whose name begins with `plan`, and made by
/// ``Plan/apply(confirming:progress:)``.
///
/// Limitations: rows of `words.yaml` and the user's own keys are kept, but not accessible.
public struct RecitationBundle: Identifiable, Hashable, Sendable {
  /// All rows, in order of time; of equal starts, segments first. Of conflicts, the version of this bundle.
  public let rows: [Row]
  /// The parts that two versions changed differently, which ``Edit/settle(_:_:)`` settles.
  public let conflicts: [Conflict]

  /// The bundle as it can be read, with one side of conflicts.
  package let bundle: TilawaBundle
  /// The bundle as it is in the files.
  private let written: TilawaBundle
  package let place: FoundBundle
  package let workplace: Workplace

  /// Reads the bundle at `url`, which may also be a file inside it.
  ///
  /// Faults in its files are not errors: everything readable is there, and ``lint()`` reports the rest.
  /// Throws `missing` if nothing exists at the URL, and `unusable` if it is not a bundle.
  ///
  /// The `inspector` provides the audio properties that rules check; without one, these rules are skipped.
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

  /// The address of the folder.
  public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }
  /// The address of the folder, as its identity.
  public var id: URL { url }
  /// The title, or nil if `recording.yaml` doesn't state it.
  public var title: String? { bundle.recording?.content?.title?.value }
  /// The id of the reciter, or nil if it isn't stated.
  public var reciter: String? { bundle.recording?.content?.reciter?.value }
  /// The transmission recited, such as `hafs`, or nil if it isn't stated, in which case no session serves the
  /// bundle.
  public var riwayah: String? { bundle.riwayah?.rawValue }
  /// The duration of the audio, or nil if `recording.yaml` doesn't state it.
  public var duration: Duration? { bundle.audioEnd?.duration }
  /// The passages that `recording.yaml` states.
  public var passages: [Passage] { bundle.recording?.content?.passage?.value.map { Passage($0.value) } ?? [] }
  /// The rows of `segments.yaml`, in order of time.
  public var segments: [Row] { rows.filter { $0.kind == .segment } }
  /// The rows of `markers.yaml`, in order of time.
  public var markers: [Row] { rows.filter { $0.kind == .marker } }

  /// The absolute path of the folder.
  package var path: String { place.path }

  /// Returns the address of the audio. Throws `missing`, or `unusable` with a description of what is there
  /// instead, such as a Git LFS pointer.
  public func audio() throws(TilawaError) -> URL {
    do { return URL(filePath: try bundle.audioPath(), directoryHint: .notDirectory) } catch {
      throw TilawaError(error)
    }
  }

  /// Returns the findings of the specification's rules, in the order of files and lines.
  public func lint() -> [Finding] {
    Linter(Linter.Options(inspecting: workplace.inspector)).lint(written).map { Finding($0) }
  }

  /// Returns true if both are of the same folder, and its files had the same contents.
  public static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.rows == other.rows
      && FileKind.allCases.allSatisfy {
        one.written.source(of: $0)?.bytes == other.written.source(of: $0)?.bytes
      }
  }

  /// Hashes the folder and the rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(rows)
  }
}

extension URL {
  /// Returns the absolute path of a file or folder. Throws `invalidArgument` for another kind of URL.
  package func filePath() throws(TilawaError) -> String {
    guard isFileURL else { throw TilawaError(.invalidArgument, "\(self) is not a file or folder") }
    return PathText.joined("/", absoluteURL.path(percentEncoded: false))
  }
}

extension Workplace {
  /// Returns the bundle at a user's URL, or the one that contains it.
  package func bundle(at url: URL) throws -> FoundBundle {
    let path = try url.filePath()
    if let found = FoundBundle(containing: path, in: self) { return found }
    let isMissing = FileStatus.isAbsent(self.path(path), followingLinks: false)
    throw TilawaError(
      isMissing ? .missing : .unusable, FoundBundle.reasonForNone(at: path, in: self), at: self.path(path))
  }
}
