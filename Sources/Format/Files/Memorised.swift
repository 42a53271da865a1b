public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `memorised.yaml`: ayat that a person knows by heart, and how well they were recalled.
public struct Memorised: Keyed {
  /// The ayat.
  public var ayat: Located<AyahRange>?
  /// Since when they are known.
  public var since: Located<Timestamp>?
  /// The time at which they were last recited from memory.
  public var lastReviewed: Located<Timestamp>?
  /// The number of times they were recalled in a row.
  public var repetitions: Located<Int>?
  /// Days from the last review to the next.
  public var interval: Located<Int>?
  /// The growth factor of the interval, which is the easiness factor of SM-2.
  public var ease: Located<Double>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a memorised passage", "Ayat that a person has memorised.",
    [
      .key(\.ayat, "ayat", .reference, required: true, "The ayat."),
      .key(\.since, "since", .timestamp, absent: "unknown", "Date on which they were memorised."),
      .key(
        \.lastReviewed, "last_reviewed", .timestamp, absent: "never",
        "Time of the last recitation from memory."),
      .key(
        \.repetitions, "repetitions", .integer(0...9999), absent: "0",
        "Number of successive recalls."),
      .key(
        \.interval, "interval", .integer(0...36500), absent: "0", "Days from the last review to the next."),
      .key(
        \.ease, "ease", .number(from: "1.3", to: "9.0"), absent: "2.5",
        "Factor by which the interval grows with each recall."),
      .unread("note", .text, absent: "none", "The person's remark."),
      .bytes(\.bytes),
    ], knownBy: [\.ayat], made: \.since)
}

/// `memorised.yaml`: ayat that a person knows by heart.
public struct MemorisedFile: KeyedFile {
  /// The readable rows, in the order of the file.
  public var rows: [Memorised] = []

  static let keys = Keys<Self>(
    file: "memorised.yaml", "Ayat that a person has memorised.",
    [.list(\.rows, "memorised", .rows(Memorised.keys), required: true, "The rows, in any order.")])
}

// MARK: - The kind

extension DocumentKind {
  /// Ayat that a person has memorised.
  public static let memorised = DocumentKind(
    "memorised", MemorisedFile.self, at: .file("\(journalName)/memorised.yaml"),
    rules: [
      .noSuchPlace { (file: MemorisedFile) in file.rows.compactMap(\.ayat) },
      .rowListedTwice { (file: MemorisedFile) in [file.rows.map { ($0.ayat?.value.description, $0.bytes) }] },
    ])
}
