public import Diagnostics
public import QuranIndex
public import Timing

/// Where an ayah can be heard: one stretch of one recording.
public struct Hearing: Sendable {
  /// As it was asked for.
  public let ayah: Ayah
  /// The bundle's folder, to open files in it.
  public let bundlePath: String
  /// The bundle's folder as it is shown to the user.
  public let bundle: String
  /// The audio's path inside the bundle; it doesn't leave it.
  public let audio: String
  /// The stretch.
  public let span: TimeSpan
  /// An id, when the bundle tells.
  public let reciter: String?
  /// The session's.
  public let riwayah: Riwayah
  /// A person has checked the row.
  public let isVerified: Bool
  /// Among rivals the higher is played.
  public let priority: Int
  /// Of the tool that made the row, when it is known.
  public let confidence: Double?
  /// The stretch holds more than the ayah, and nothing tells where the ayah begins or ends in it.
  public let isShared: Bool
  /// When the recording was made, else when it was imported.
  public let date: Timestamp?
  /// The row that holds it; several, one after the other, where the bundle counts the ayah as several.
  public let rows: [Place]

  /// The reciter's place in the session's list.
  let preference: Int
  /// The place of the first row in its file.
  let rowIndex: Int
}

/// Why one hearing of an ayah is played rather than another; the earlier case counts before the later.
public enum Criterion: CaseIterable, Sendable {
  case reciter, verified, priority, confidence, date, path, row
}

extension Hearing {
  /// Whether it is played rather than `other`, and what decides; no two hearings of an ayah are equal.
  func ranks(before other: Hearing) -> (isBefore: Bool, by: Criterion) {
    if preference != other.preference { return (preference < other.preference, .reciter) }
    if isVerified != other.isVerified { return (isVerified, .verified) }
    if priority != other.priority { return (priority > other.priority, .priority) }
    let sureness = (confidence ?? -1, other.confidence ?? -1)
    if sureness.0 != sureness.1 { return (sureness.0 > sureness.1, .confidence) }
    let dates = (date?.seconds ?? .min, other.date?.seconds ?? .min)
    if dates.0 != dates.1 { return (dates.0 > dates.1, .date) }
    if bundle != other.bundle {
      return (bundle.utf8.lexicographicallyPrecedes(other.bundle.utf8), .path)
    }
    return (rowIndex < other.rowIndex, .row)
  }

  /// What it lacks beside the better one.
  public func reason(itLosesTo winner: Hearing) -> String {
    switch winner.ranks(before: self).by {
    case .reciter: "\(winner.reciter ?? "another reciter") is preferred to \(reciter ?? "an unknown reciter")"
    case .verified: "it is not verified"
    case .priority: "its priority is \(priority), not \(winner.priority)"
    case .confidence:
      "its confidence is \(confidence.map { "\($0)" } ?? "unknown"), not "
        + (winner.confidence.map { "\($0)" } ?? "unknown")
    case .date:
      date.map { "it is of \($0.text), the other of \(winner.date?.text ?? "")" } ?? "its date is unknown"
    case .path: "its path comes later; nothing else tells them apart"
    case .row: "it comes later in the file; nothing else tells them apart"
    }
  }

  /// What it has before the next best.
  public func reason(itBeats other: Hearing) -> String {
    switch ranks(before: other).by {
    case .reciter: "\(reciter ?? "its reciter") is preferred"
    case .verified: "it is verified"
    case .priority: "its priority is \(priority)"
    case .confidence: "its confidence is \(confidence.map { "\($0)" } ?? "")"
    case .date: "it is the newest, of \(date?.text ?? "")"
    case .path: "its path comes first; nothing else tells them apart"
    case .row: "it comes first in the file; nothing else tells them apart"
    }
  }
}
