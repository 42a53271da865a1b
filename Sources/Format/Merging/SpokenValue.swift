import TilawaYAML

/// The side of a merge that has a value from a person, if the other has it from a program.
struct SpokenValue {
  let keys: HeardKey
  /// `ours` or `theirs`.
  let side: MergeDecision.Outcome

  /// The values that a version has for the two keys.
  private struct Claim: Equatable {
    let value, heard: [FieldValue]?

    init(_ keys: HeardKey, _ text: AnnotationText) {
      func values(_ key: String) -> [FieldValue]? {
        text.keys.first { $0.key == key }?.piece.fields()[[key]].map { value in
          // A list of one says what its item says.
          switch value.yaml {
          case .flowList(let items): items.map { FieldValue($0) }
          default: [value]
          }
        }
      }
      value = values(keys.said)
      heard = values(keys.heard)
    }

    var isSaid: Bool { value != nil && value != heard }
    var isHeard: Bool { value != nil && value == heard }
  }

  /// Nil where a person says it on both sides or on neither, and where only one side changed it.
  init?(_ keys: HeardKey, base: AnnotationText, ours: AnnotationText, theirs: AnnotationText) {
    let (b, o, t) = (Claim(keys, base), Claim(keys, ours), Claim(keys, theirs))
    guard o != b, t != b, o.isSaid && t.isHeard || o.isHeard && t.isSaid else { return nil }
    self.keys = keys
    side = o.isSaid ? .ours : .theirs
  }

  func holds(_ key: String) -> Bool { key == keys.said || key == keys.heard }
}
