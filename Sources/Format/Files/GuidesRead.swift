public import TilawaBase
import TilawaYAML

extension DocumentKind {
  /// A person's use of guides.
  public static let guides = DocumentKind(
    "guides", GuidesFile.self, at: .file("\(journalName)/guides.yaml"),
    rules: [
      .rowListedTwice { (file: GuidesFile) in [file.rows.map { ($0.guide?.value, $0.bytes) }] }
    ])
}

/// A row of `journal/guides.yaml`: what a person did with a guide.
public struct ReadGuide: Keyed {
  /// The id of the guide.
  public var guide: Located<String>?
  /// True if the person has bookmarked the guide.
  public var bookmarked: Located<Bool>?
  /// The time at which it was last read.
  public var read: Located<Timestamp>?
  /// The part of it that was read, from 0 to 1.
  public var progress: Located<Double>?
  /// True if the guide is kept for use without a network.
  public var offline: Located<Bool>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a guide that is read", "A person's use of a guide.",
    [
      .key(\.guide, "guide", .identifier, required: true, "The id of the guide."),
      .key(\.bookmarked, "bookmarked", .flag, absent: "false", "True if the guide is bookmarked."),
      .key(\.read, "read", .timestamp, absent: "never", "Time of the last reading."),
      .key(
        \.progress, "progress", .number(from: "0", to: "1"), absent: "0", "Fraction that was read: 1 is all."
      ),
      .key(
        \.offline, "offline", .flag, absent: "false",
        "True if the person keeps it for offline use."),
      .bytes(\.bytes),
    ], knownBy: [\.guide])
}

/// `journal/guides.yaml`: what a person does with guides.
public struct GuidesFile: KeyedFile {
  /// The school that the person follows.
  public var school: Located<School>?
  /// True if the person wants to be notified when a prayer begins.
  public var notifications: Located<Bool>?
  /// True if an app may ask for the person's location.
  public var location: Located<Bool>?
  /// The readable rows, in the order of the file.
  public var rows: [ReadGuide] = []

  static let keys = Keys<Self>(
    file: "guides.yaml", "A person's use of guides.",
    [
      .key(
        \.school, "school", .school, absent: "unknown: guides of all are offered",
        "The school that the person follows."),
      .key(
        \.notifications, "notifications", .flag, absent: "true",
        "True if an app may announce the time of a prayer."),
      .key(\.location, "location", .flag, absent: "false", "True if an app may use the person's location."),
      .list(\.rows, "guides", .rows(ReadGuide.keys), absent: "none", "The guides, in any order."),
    ])
}
