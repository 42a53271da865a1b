public import TilawaBase

/// The rules of the plain-YAML profile; `spec/core/yaml.md` has a paragraph for each.
public enum YAMLRules {
  /// The bytes are not UTF-8.
  public static let notUTF8 = RuleID("Y001", "not-utf8", .error, leaving: .absence)
  /// A character that no text file should hold.
  public static let controlCharacter = RuleID("Y002", "control-character", .error, leaving: .absence)
  /// The text is not YAML.
  public static let syntax = RuleID("Y003", "syntax", .error, leaving: .absence)
  /// A key is given twice in one mapping.
  public static let duplicateKey = RuleID("Y004", "duplicate-key", .error)
  /// `&name` or `*name`.
  public static let anchorOrAlias = RuleID("Y005", "anchor-or-alias", .error)
  /// `!name` or `!!name`.
  public static let tag = RuleID("Y006", "tag", .error)
  /// More than one document in a file.
  public static let severalDocuments = RuleID("Y007", "several-documents", .error, leaving: .absence)
  /// Collections nested deeper than ``maximumDepth``.
  public static let tooDeep = RuleID("Y008", "too-deep", .error, leaving: .absence)
  /// A line end other than LF and CRLF.
  public static let lineBreak = RuleID("Y009", "line-break", .error, leaving: .absence)
  /// Conflict markers, which git leaves in a file that it could not merge.
  public static let conflictMarkers = RuleID("Y010", "conflict-markers", .error, leaving: .absence)
  /// `{a:1}`, which is the key `a:1` and not `a`.
  public static let missingSpaceAfterColon = RuleID(
    "Y011", "missing-space-after-colon", .warning, leaving: .values)
  /// A key that is empty, null or a collection, or is written with `?`.
  public static let keyNotText = RuleID("Y012", "key-not-text", .error)
  /// `%YAML` or `%TAG`.
  public static let directive = RuleID("Y013", "directive", .error)
  /// More bytes than ``maximumBytes``.
  public static let tooLarge = RuleID("Y014", "too-large", .error, leaving: .absence)

  /// Every rule, in the order of their codes.
  public static let all: [RuleID] = [
    notUTF8, controlCharacter, syntax, duplicateKey, anchorOrAlias, tag, severalDocuments, tooDeep,
    lineBreak, conflictMarkers, missingSpaceAfterColon, keyNotText, directive, tooLarge,
  ]

  /// The maximum nesting depth of collections.
  public static let maximumDepth = 16
  /// 64 MiB.
  public static let maximumBytes = 64 << 20
}
