public import QuranIndex
public import Timing
import YAMLDocuments

/// A row of `memorised.yaml`: ayat that a person knows by heart, and how well they were recalled.
public struct Memorised: Sendable {
  /// Which.
  public var ayat: Located<AyahRange>?
  /// Since when they are known.
  public var since: Located<Timestamp>?
  /// When they were last recited from memory.
  public var lastReviewed: Located<Timestamp>?
  /// How often they were recalled in a row.
  public var repetitions: Located<Int>?
  /// Days from the last review to the next.
  public var interval: Located<Int>?
  /// How fast the interval grows, the easiness factor of SM-2.
  public var ease: Located<Double>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let ayatField = Field("ayat", .reference, required: true, "Which they are.")
  static let sinceField = Field("since", .timestamp, absent: "unknown", "Since when they are known by heart.")
  static let lastReviewedField = Field(
    "last_reviewed", .timestamp, absent: "never", "When they were last recited from memory.")
  static let repetitionsField = Field(
    "repetitions", .integer(0...9999), absent: "0", "How often in a row they were recalled.")
  static let intervalField = Field(
    "interval", .integer(0...36500), absent: "0", "Days from the last review to the next.")
  static let easeField = Field(
    "ease", .number(from: "1.3", to: "9.0"), absent: "2.5", "By how much the interval grows with each recall."
  )
  static let noteField = Field("note", .text, absent: "none", "A remark of the person.")
  static let declaration = ObjectDeclaration(
    title: "a memorised passage", meaning: "Ayat that a person knows by heart.",
    fields: [
      ayatField, sinceField, lastReviewedField, repetitionsField, intervalField, easeField, noteField,
    ],
    identity: .keys([ayatField.key]), dates: .init(made: sinceField.key))
}

/// `memorised.yaml`: ayat that a person knows by heart.
public struct MemorisedFile: FileContent {
  /// The readable rows, in the order of the file.
  public var rows: [Memorised]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "memorised",
    .rows(Memorised.declaration) { reader, _ in
      _ = reader.read(Memorised.noteField)
      return Memorised(
        ayat: reader.read(Memorised.ayatField), since: reader.read(Memorised.sinceField),
        lastReviewed: reader.read(Memorised.lastReviewedField),
        repetitions: reader.read(Memorised.repetitionsField), interval: reader.read(Memorised.intervalField),
        ease: reader.read(Memorised.easeField), bytes: ByteRange(reader.node.range))
    }, required: true, "The rows, in any order.")
  static let declaration = ObjectDeclaration(
    title: "memorised.yaml", meaning: "Ayat that a person knows by heart.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

// MARK: - The kind

extension DocumentKind {
  /// Ayat that a person knows by heart.
  public static let memorised = DocumentKind(
    "memorised", MemorisedFile.self, at: .file("\(journalName)/memorised.yaml"),
    rules: [
      .noSuchPlace { (file: MemorisedFile) in file.rows.compactMap(\.ayat) },
      .rowListedTwice { (file: MemorisedFile) in [file.rows.map { ($0.ayat?.value.description, $0.bytes) }] },
    ])
}
