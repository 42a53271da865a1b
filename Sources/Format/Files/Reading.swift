public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `reading.yaml`: how far a surah was read.
public struct ReadingProgress: Keyed {
  /// Its number.
  public var surah: Located<Int>?
  /// The part of it that was read, from 0 to 1.
  public var progress: Located<Double>?
  /// The time at which it was last read.
  public var at: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a surah's progress", "Progress of reading a surah.",
    [
      .key(\.surah, "surah", .integer(1...114), required: true, "The number of the surah."),
      .key(\.progress, "progress", .confidence, absent: "0", "Fraction that was read: 1 is all."),
      .key(\.at, "at", .timestamp, absent: "unknown", "Time of the last reading."),
      .bytes(\.bytes),
    ], knownBy: [\.surah], made: \.at, changed: \.at)
}

/// A row of `reading.yaml`: ayat that were looked at.
public struct ViewedAyat: Keyed {
  /// The ayat.
  public var ayat: Located<AyahRange>?
  /// The time at which they were last viewed.
  public var at: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a row of what was viewed", "Ayat that were viewed.",
    [
      .key(\.ayat, "ayat", .reference, required: true, "The ayat."),
      .key(\.at, "at", .timestamp, absent: "unknown", "Time of the last view."),
      .bytes(\.bytes),
    ], knownBy: [\.ayat], made: \.at, changed: \.at)
}

/// `reading.yaml`: how far somebody has read.
public struct ReadingFile: KeyedFile {
  /// The readable rows on surahs, in the order of the file.
  public var progress: [ReadingProgress] = []
  /// The readable rows on ayat, in the order of the file.
  public var viewed: [ViewedAyat] = []

  static let keys = Keys<Self>(
    file: "reading.yaml", "A person's progress of reading.",
    [
      .list(
        \.progress, "progress", .rows(ReadingProgress.keys), absent: "nothing was read",
        "Progress of each surah, in any order."),
      .list(
        \.viewed, "viewed", .rows(ViewedAyat.keys), absent: "none",
        "Ayat that were viewed, in any order."),
    ])
}

// MARK: - The kind

extension DocumentKind {
  /// A person's progress in reading.
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
