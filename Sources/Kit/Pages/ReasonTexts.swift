import TilawaBase
import TilawaFormat

extension Review.Reason {
  /// The reason as a key of the catalogue with its values; nil for one that only says the state.
  var said: (key: String, values: JSONValue)? {
    switch self {
    case .overlap(let other, let end):
      ("common.reason-overlap", ["row": .string(other), "time": .string("\(end)")])
    case .unassigned: ("common.reason-unassigned", [:])
    case .unnamed: ("common.reason-unnamed", [:])
    case .tempo(let factor):
      (
        factor > 1 ? "common.reason-long" : "common.reason-short",
        ["times": .number("\((max(factor, 1 / factor) * 10).rounded() / 10)")]
      )
    case .confidence(let confidence) where confidence < Review.sure:
      ("common.reason-confidence", ["percent": .int(Int64((confidence * 100).rounded()))])
    case .confidence, .notFound, .unannotated, .unconfirmed, .heard, .begins, .ends: nil
    }
  }
}

extension Catalogue {
  /// Returns the key of the words for a skip; of those for a row without a name if there is none. Kinds that
  /// the format doesn't know are called by a word for all of them.
  static func key(ofSkip skip: String?) -> String {
    guard let skip else { return "common.unnamed" }
    return "common.skip-\((SkipKind(rawValue: skip) ?? .other).rawValue)"
  }
}
