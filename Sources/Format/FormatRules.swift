public import TilawaBase

/// The rules on the shape of a file, which are checked before its meaning: family F of `spec/`.
///
/// These are found while reading, so they are declared beside the reader; the rules on meaning are in Lint.
public enum FormatRules {
  static let notAMapping = RuleID("F101", "not-a-mapping", .error)
  static let emptyFile = RuleID("F102", "empty-file", .error)
  static let missingKey = RuleID("F103", "missing-key", .error, leaving: .nothing)
  static let unknownKey = RuleID("F104", "unknown-key", .warning)
  static let wrongType = RuleID("F105", "wrong-type", .error)
  static let badTime = RuleID("F106", "bad-time", .error)
  static let badReference = RuleID("F107", "bad-reference", .error)
  static let outOfRange = RuleID("F108", "out-of-range", .error, leaving: .nothing)
  static let unknownChoice = RuleID("F109", "unknown-choice", .error)
  static let unknownRiwayah = RuleID("F110", "unknown-riwayah", .error)
  static let riwayahSpelling = RuleID("F111", "riwayah-spelling", .warning)
  static let badDate = RuleID("F112", "bad-date", .error, leaving: .nothing)
  static let badText = RuleID("F113", "bad-text", .error)
  static let badURL = RuleID("F114", "bad-url", .error, leaving: .nothing)
  static let unsupportedVersion = RuleID("F115", "unsupported-version", .error)
  static let newerVersion = RuleID("F116", "newer-version", .warning)
  static let ayahOrSkip = RuleID("F117", "ayah-or-skip", .error)
  static let recordingMissing = RuleID("F118", "recording-missing", .error)
  static let unreadableFile = RuleID("F119", "unreadable-file", .error)
  static let misnamedFile = RuleID("F120", "misnamed-file", .warning)

  static let oneOfTwo = RuleID("F122", "one-of-two", .error)
  static let misspeltKey = RuleID("F123", "misspelt-key", .error, leaving: .nothing)
  static let textCutOff = RuleID("F124", "text-cut-off", .warning)
  static let hijriYear = RuleID("F125", "hijri-year", .warning)
  static let conflictCopy = RuleID("F126", "conflict-copy", .warning)

  /// Told by Lint, since it is nothing to whoever has no ayat; here, because commands say the same.
  public static let countUnknown = RuleID("R510", "count-unknown", .note)

  static let emptyFileMessage = "the file is empty; it must begin with \"tilawa: 1\""

  /// All of them, in the order of their codes.
  public static let all: [RuleID] = [
    notAMapping, emptyFile, missingKey, unknownKey, wrongType, badTime, badReference, outOfRange,
    unknownChoice,
    unknownRiwayah, riwayahSpelling, badDate, badText, badURL, unsupportedVersion, newerVersion, ayahOrSkip,
    recordingMissing, unreadableFile, misnamedFile, oneOfTwo, misspeltKey, textCutOff, hijriYear,
    conflictCopy,
  ]
}
