package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// Where an ayah can be heard: one stretch of one recording.
package struct Hearing: Sendable {
  /// The ayah as it was requested.
  package let ayah: Ayah
  /// The ayat that contain it in the count of the bundle or source.
  package let held: AyahRange
  /// The count of the bundle or source.
  package let counting: CountingSystem
  /// The bundle's folder, to open files in it; that of the files of a source.
  package let bundlePath: String
  /// The path of the folder as shown to the user.
  package let bundle: String
  /// The audio of the recording, or the file of the source.
  package let recorded: RecordedAudio
  /// True if missing audio can be fetched from an address in `recording.yaml`.
  package let hasAddress: Bool
  /// The stretch. Its length is 0 for a file that isn't here and whose length is unknown.
  package var span: TimeSpan
  /// Where the audio ends, when that is before the stretch does.
  package var cutShortAt: Milliseconds?
  /// The reciter's id, if the bundle gives one.
  package let reciter: String?
  /// The reciter's name in the library, else in the bundle; nil if neither contains it.
  package var reciterName: String?
  /// The session's.
  package let riwayah: Riwayah
  /// A person has verified the row.
  package let isVerified: Bool
  /// Among rivals the higher is played.
  package let priority: Int
  /// Of the tool that made the row, when it is known.
  package let confidence: Double?
  /// True if the stretch contains more than the ayah, and no boundary separates the ayah.
  package let isShared: Bool
  /// When the recording was made, else when it was imported.
  package let date: Timestamp?
  /// The row that holds it; several, one after the other, where the bundle counts the ayah as several.
  package let rows: [Place]
  /// The file of a reciter's source; nil for a recording of the library's own.
  package let source: SourceFile?
  /// The availability of the audio here and now.
  package var availability: Availability
  /// Where a published library has the audio; nil for audio of a folder.
  package let published: FetchableAudio?
  /// The position of its library among those that are searched, from 0. Earlier ones are trusted more.
  package var trust = 0

  /// The reciter's place in the session's list.
  package let preference: Int
  /// True if the reciter isn't on that list, and fills in.
  package let isFilling: Bool
  /// The place of the first row in its file.
  package let rowIndex: Int
}

/// Audio of a published library: known by its digest, had from an address.
package struct FetchableAudio: Hashable, Sendable {
  /// Where it may be had, the preferred first; none when the library hasn't got it, and names nobody who has.
  package let addresses: [String]
  /// SHA-256 in 64 lower-case hexadecimal digits.
  package let sha256: String
  /// The size in bytes, if known.
  package let bytes: Int64?
  /// Where it is kept once it was fetched, absolute; nil when nothing is kept.
  package let path: String?
  /// By which rule it is fetched; nil for what can't be.
  package let rule: NetworkRule?

  /// A file elsewhere.
  package init(
    addresses: [String],
    sha256: String,
    bytes: Int64?,
    path: String?,
    rule: NetworkRule?
  ) {
    self.addresses = addresses
    self.sha256 = sha256
    self.bytes = bytes
    self.path = path
    self.rule = rule
  }

  /// Audio that a library doesn't have.
  package static let unknown = FetchableAudio(addresses: [], sha256: "", bytes: nil, path: nil, rule: nil)

  /// True if it was fetched before. Reads the file system each time.
  package var isHere: Bool {
    guard let path, let status = try? FileStatus.ifAny(path), status.kind == .file else { return false }
    return bytes.map { $0 == status.size } ?? true
  }
}

extension Hearing {
  /// The audio's path inside the folder; it doesn't leave it.
  package var audio: String { recorded.file }

  /// Where the audio can be opened, once it is here.
  package var file: String { published?.path ?? PathText.joined(bundlePath, audio) }

  /// The audio's path as the user would write it, or its address.
  package var shownAudio: String {
    if let published {
      return availability == .available
        ? published.path ?? "" : published.addresses.first ?? "\(bundle)/\(audio)"
    }
    if availability == .remote, let address = source?.address { return address }
    return bundle == "." ? audio : "\(bundle)/\(audio)"
  }

  /// Who recites, for people: the name, else the id.
  package var shownReciter: String? { reciterName ?? reciter }

  /// True if it can be played, including published audio that has yet to be fetched. By naming its library,
  /// the user allows that.
  package var canBeHeard: Bool {
    span.length > .zero && (availability == .available || published != nil && availability == .remote)
  }
}

/// The availability of an audio file here and now.
package enum Availability: String, Sendable {
  /// It is here.
  case available
  /// A file of another size than is recorded stands there, or an empty one.
  case otherSize = "other_size"
  /// A tool for large files has left a pointer in its place.
  case pointer
  /// It has to be fetched from a source.
  case remote
  /// It is not here, and no address is known.
  case missing

  /// True if a session can play it.
  package var isUsable: Bool { self == .available || self == .remote }
}

/// Why one hearing of an ayah is played rather than another; the earlier case counts before the later.
package enum Criterion: CaseIterable, Sendable {
  case availability, library, reciter, origin, verified, priority, confidence, date, path, row
}

extension Hearing {
  /// Returns whether it is played rather than `other`, and the criterion that decides. No two hearings of an
  /// ayah are equal.
  package func ranks(before other: Hearing) -> (isBefore: Bool, by: Criterion) {
    if availability.isUsable != other.availability.isUsable { return (availability.isUsable, .availability) }
    return ranksIfHere(before: other)
  }

  /// Like ``ranks(before:)``, but as if the audio of both were here.
  package func ranksIfHere(before other: Hearing) -> (isBefore: Bool, by: Criterion) {
    // Who isn't on the list fills in for what nobody on it has, in any library.
    if isFilling != other.isFilling { return (!isFilling, .reciter) }
    if trust != other.trust { return (trust < other.trust, .library) }
    if preference != other.preference { return (preference < other.preference, .reciter) }
    if remoteness != other.remoteness { return (remoteness < other.remoteness, .origin) }
    if isVerified != other.isVerified { return (isVerified, .verified) }
    if priority != other.priority { return (priority > other.priority, .priority) }
    let sureness = (confidence ?? -1, other.confidence ?? -1)
    if sureness.0 != sureness.1 { return (sureness.0 > sureness.1, .confidence) }
    let dates = (date?.seconds ?? .min, other.date?.seconds ?? .min)
    if dates.0 != dates.1 { return (dates.0 > dates.1, .date) }
    if source == nil, bundle != other.bundle {
      return (bundle.utf8.lexicographicallyPrecedes(other.bundle.utf8), .path)
    }
    return (rowIndex < other.rowIndex, .row)
  }

  /// Own recordings come before files of sources that are here, and those before what must be fetched.
  private var remoteness: Int { source == nil ? 0 : availability == .remote ? 2 : 1 }

  /// Returns the reason why it loses to `winner`.
  package func reason(itLosesTo winner: Hearing) -> String {
    switch winner.ranks(before: self).by {
    case .availability: "its audio is not here"
    case .library: "an earlier library has it"
    case .origin:
      availability == .remote
        ? "its file must be downloaded" : "it is from a source, the other is from a bundle"
    case .reciter: "\(winner.reciter ?? "another reciter") is preferred to \(reciter ?? "an unknown reciter")"
    case .verified: "it is not verified"
    case .priority: "its priority is \(priority), not \(winner.priority)"
    case .confidence:
      "its confidence is \(confidence.map { "\($0)" } ?? "unknown"), not "
        + (winner.confidence.map { "\($0)" } ?? "unknown")
    case .date:
      date.map { "its date is \($0.text), the other's \(winner.date?.text ?? "")" } ?? "its date is unknown"
    case .path: "its path sorts later; nothing else differs"
    case .row: "it comes later in the file; nothing else differs"
    }
  }

  /// Returns the reason why it is played rather than the next best.
  package func reason(itBeats other: Hearing) -> String {
    switch ranks(before: other).by {
    case .availability: "its audio is here"
    case .library: "its library comes first"
    case .origin: source == nil ? "it is from a bundle" : "its file is here"
    case .reciter: "\(reciter ?? "its reciter") is preferred"
    case .verified: "it is verified"
    case .priority: "its priority is \(priority)"
    case .confidence: "its confidence is \(confidence.map { "\($0)" } ?? "")"
    case .date: "it is the newest, from \(date?.text ?? "")"
    case .path: "its path sorts first; nothing else differs"
    case .row: "it comes first in the file; nothing else differs"
    }
  }
}
