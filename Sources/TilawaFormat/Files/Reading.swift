public import QuranIndex
public import Timing
import YAMLDocuments

/// A row of `reading.yaml`: how far a surah was read.
public struct ReadingProgress: Sendable {
  /// Its number.
  public var surah: Located<Int>?
  /// How much of it, from 0 to 1.
  public var progress: Located<Double>?
  /// When it was last read.
  public var at: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let surahField = Field("surah", .integer(1...114), required: true, "The number of the surah.")
  static let progressField = Field("progress", .confidence, absent: "0", "How much of it was read: 1 is all.")
  static let atField = Field("at", .timestamp, absent: "unknown", "When it was last read.")
  static let declaration = ObjectDeclaration(
    title: "a surah's progress", meaning: "How far a surah was read.",
    fields: [surahField, progressField, atField],
    identity: .keys([surahField.key]), dates: .init(made: atField.key, changed: atField.key))
}

/// A row of `reading.yaml`: ayat that were looked at.
public struct ViewedAyat: Sendable {
  /// Which.
  public var ayat: Located<AyahRange>?
  /// When.
  public var at: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let ayatField = Field("ayat", .reference, required: true, "Which they are.")
  static let atField = Field("at", .timestamp, absent: "unknown", "When they were last looked at.")
  static let declaration = ObjectDeclaration(
    title: "a row of what was viewed", meaning: "Ayat that were looked at.", fields: [ayatField, atField],
    identity: .keys([ayatField.key]), dates: .init(made: atField.key, changed: atField.key))
}

/// `reading.yaml`: how far somebody has read.
public struct ReadingFile: FileContent {
  /// The readable rows on surahs, in the order of the file.
  public var progress: [ReadingProgress]
  /// The readable rows on ayat, in the order of the file.
  public var viewed: [ViewedAyat]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let progressField = Field(
    "progress",
    .rows(ReadingProgress.declaration) { reader, _ in
      ReadingProgress(
        surah: reader.read(ReadingProgress.surahField), progress: reader.read(ReadingProgress.progressField),
        at: reader.read(ReadingProgress.atField), bytes: ByteRange(reader.node.range))
    }, absent: "nothing was read", "How far each surah was read, in any order.")
  static let viewedField = Field(
    "viewed",
    .rows(ViewedAyat.declaration) { reader, _ in
      ViewedAyat(
        ayat: reader.read(ViewedAyat.ayatField), at: reader.read(ViewedAyat.atField),
        bytes: ByteRange(reader.node.range))
    }, absent: "none", "Ayat that were looked at, in any order.")
  static let declaration = ObjectDeclaration(
    title: "reading.yaml", meaning: "How far somebody has read.",
    fields: [version, progressField, viewedField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    progress = reader.read(Self.progressField)?.value ?? []
    viewed = reader.read(Self.viewedField)?.value ?? []
  }
}

// MARK: - The kind

extension DocumentKind {
  /// How far somebody has read.
  public static let reading = DocumentKind(
    "reading", ReadingFile.self, at: .file("\(journalName)/reading.yaml"),
    rules: [
      .noSuchPlace { (file: ReadingFile) in file.viewed.compactMap(\.ayat) },
      .rowListedTwice { (file: ReadingFile) in
        [
          file.progress.map { (($0.surah?.value).map { "surah \($0)" }, $0.bytes) },
          file.viewed.map { ($0.ayat?.value.description, $0.bytes) },
        ]
      },
    ])
}
