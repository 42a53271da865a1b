/// The keys that lead to a value inside a piece: `["end"]` in a row, `["audio", "sha256"]` in `recording.yaml`.
typealias FieldPath = [String]

/// The paths of a row's own keys.
enum RowPath {
  static let ayah: FieldPath = [RowKey.ayah]
  static let skip: FieldPath = [RowKey.skip]
  static let word: FieldPath = [RowKey.word]
  static let at: FieldPath = [RowKey.at]
  static let start: FieldPath = [RowKey.start]
  static let end: FieldPath = [RowKey.end]
  static let joins: FieldPath = [RowKey.joins]
  static let cut: FieldPath = [RowKey.cut]
  static let verified: FieldPath = [RowKey.verified]
  static let confirmed: FieldPath = [RowKey.confirmed]
  static let confidence: FieldPath = [RowKey.confidence]
  static let reciter: FieldPath = [RowKey.reciter]
  static let riwayah: FieldPath = [RowKey.riwayah]
  static let note: FieldPath = [RowKey.note]
}
