public import TilawaBase
import TilawaYAML

extension DocumentKind {
  /// What a person does with guides.
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
  /// Whether it is one to come back to.
  public var bookmarked: Located<Bool>?
  /// When it was last read.
  public var read: Located<Timestamp>?
  /// How much of it was read.
  public var progress: Located<Double>?
  /// Whether it is kept for times without a network.
  public var offline: Located<Bool>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a guide that is read", "What a person did with a guide.",
    [
      .key(\.guide, "guide", .identifier, required: true, "The id of the guide."),
      .key(\.bookmarked, "bookmarked", .flag, absent: "false", "Whether it is one to come back to."),
      .key(\.read, "read", .timestamp, absent: "never", "When it was last read."),
      .key(
        \.progress, "progress", .number(from: "0", to: "1"), absent: "0", "How much of it was read: 1 is all."
      ),
      .key(
        \.offline, "offline", .flag, absent: "false",
        "Whether the person keeps it for times without a network."),
      .bytes(\.bytes),
    ], knownBy: [\.guide])
}

/// `journal/guides.yaml`: what a person does with guides.
public struct GuidesFile: KeyedFile {
  /// The school that the person follows.
  public var school: Located<School>?
  /// Whether they want to be told when a prayer begins.
  public var notifications: Located<Bool>?
  /// Whether an app may ask where they are.
  public var location: Located<Bool>?
  /// The readable rows, in the order of the file.
  public var rows: [ReadGuide] = []

  static let keys = Keys<Self>(
    file: "guides.yaml", "What a person does with guides.",
    [
      .key(
        \.school, "school", .school, absent: "unknown: guides of all are offered",
        "The school that the person follows."),
      .key(
        \.notifications, "notifications", .flag, absent: "true",
        "Whether an app may tell when a prayer begins."),
      .key(\.location, "location", .flag, absent: "false", "Whether an app may ask where the person is."),
      .list(\.rows, "guides", .rows(ReadGuide.keys), absent: "none", "The guides, in any order."),
    ])
}
