package import TilawaBase
package import TilawaFormat

extension AnnotatedRow {
  /// Returns the edits of the row's own keys that a correction makes, or nil if it changes boundaries or
  /// other rows.
  ///
  /// Everything that confirms, names or annotates a row uses this: commands, editors, the studio, and other
  /// apps. Throws if a row is confirmed that names neither an ayah nor a skip.
  package func edits(making correction: Correction) throws(Failure) -> [RowEdit]? {
    guard let confirmation = kind.confirmationKey else { return nil }
    switch correction {
    case .confirm:
      guard facts.isNamed else {
        throw Failure(refused: "the marker at \(start) has no name yet; give it an ayah or a skip first")
      }
      return facts.isConfirmed ? [] : [.set(row: index, key: confirmation, text: "true")]
    case .unconfirm: return facts.isConfirmed ? [.clear(row: index, key: confirmation)] : []
    case .reject:
      return [
        .clear(row: index, key: confirmation),
        .set(row: index, key: RowKey.confidence, text: confidenceText(0)),
      ]
    case .cut(let end):
      guard facts.ayah != nil else {
        throw Failure(refused: "\(facts.label) names no ayah that could be cut off")
      }
      return [
        end.map { RowEdit.set(row: index, key: RowKey.cut, text: $0.rawValue) }
          ?? .clear(row: index, key: RowKey.cut)
      ]
    case .note(let text):
      return [
        text.map { .set(row: index, key: RowKey.note, text: $0) } ?? .clear(row: index, key: RowKey.note)
      ]
    case .hold(let range):
      // The joins lie between the old ayat, and the confidence belongs to the old name.
      return [.set(row: index, key: RowKey.ayah, text: "\(range)"), .clear(row: index, key: RowKey.skip)]
        + (range == facts.ayah
          ? [] : [.clear(row: index, key: RowKey.joins), .clear(row: index, key: RowKey.confidence)])
    case .skip(let kind):
      return [
        .set(row: index, key: RowKey.skip, text: kind.rawValue), .clear(row: index, key: RowKey.ayah),
        .clear(row: index, key: RowKey.joins), .clear(row: index, key: RowKey.cut),
        .clear(row: index, key: RowKey.confidence),
      ]
    case .moveStart, .moveEnd, .moveJoin, .split, .join, .remove: return nil
    }
  }

  /// Returns the identity of the row after a correction of its keys.
  package func identity(after correction: Correction) -> Identity {
    switch correction {
    case .hold(let range): Identity(kind, start, range, nil)
    case .skip(let skip): Identity(kind, start, nil, skip.rawValue)
    default: identity
    }
  }
}
