public import Timing
import YAMLDocuments

extension DocumentKind {
  /// What a person does with guides.
  public static let guides = DocumentKind(
    "guides", GuidesFile.self, at: .file("\(journalName)/guides.yaml"),
    rules: [
      .rowListedTwice { (file: GuidesFile) in [file.rows.map { ($0.guide?.value, $0.bytes) }] }
    ])
}

/// A row of `journal/guides.yaml`: what a person did with a guide.
public struct ReadGuide: Sendable {
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
  public var bytes: ByteRange

  static let guideField = Field("guide", .identifier, required: true, "The id of the guide.")
  static let bookmarkedField = Field(
    "bookmarked", .flag, absent: "false", "Whether it is one to come back to.")
  static let readField = Field("read", .timestamp, absent: "never", "When it was last read.")
  static let progressField = Field(
    "progress", .number(from: "0", to: "1"), absent: "0", "How much of it was read: 1 is all.")
  static let offlineField = Field(
    "offline", .flag, absent: "false", "Whether the person keeps it for times without a network.")
  static let declaration = ObjectDeclaration(
    title: "a guide that is read", meaning: "What a person did with a guide.",
    fields: [guideField, bookmarkedField, readField, progressField, offlineField],
    identity: .keys([guideField.key]))
}

/// `journal/guides.yaml`: what a person does with guides.
public struct GuidesFile: FileContent {
  /// The school that the person follows.
  public var school: Located<School>?
  /// Whether they want to be told when a prayer begins.
  public var notifications: Located<Bool>?
  /// Whether an app may ask where they are.
  public var location: Located<Bool>?
  /// The readable rows, in the order of the file.
  public var rows: [ReadGuide]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let schoolField = Field(
    "school", .school, absent: "unknown: guides of all are offered", "The school that the person follows.")
  static let notificationsField = Field(
    "notifications", .flag, absent: "true", "Whether an app may tell when a prayer begins.")
  static let locationField = Field(
    "location", .flag, absent: "false", "Whether an app may ask where the person is.")
  static let rowsField = Field(
    "guides",
    .rows(ReadGuide.declaration) { reader, _ in
      ReadGuide(
        guide: reader.read(ReadGuide.guideField), bookmarked: reader.read(ReadGuide.bookmarkedField),
        read: reader.read(ReadGuide.readField), progress: reader.read(ReadGuide.progressField),
        offline: reader.read(ReadGuide.offlineField), bytes: ByteRange(reader.node.range))
    }, absent: "none", "The guides, in any order.")
  static let declaration = ObjectDeclaration(
    title: "guides.yaml", meaning: "What a person does with guides.",
    fields: [version, schoolField, notificationsField, locationField, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    school = reader.read(Self.schoolField)
    notifications = reader.read(Self.notificationsField)
    location = reader.read(Self.locationField)
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}
