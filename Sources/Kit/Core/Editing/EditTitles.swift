import TilawaBase
import TilawaFormat

extension Correction {
  /// Returns the title of the correction of a row, for a menu: `Confirm 1:2`.
  package func title(of row: AnnotatedRow) -> String {
    switch self {
    case .confirm: "Confirm \(row.label)"
    case .unconfirm: "Unconfirm \(row.label)"
    case .reject: "Reject \(row.label)"
    case .moveStart(let time): "Move the start of \(row.label) to \(time.exactClock)"
    case .moveEnd(let time): "Move the end of \(row.label) to \(time.exactClock)"
    case .moveJoin(_, let time): "Move a join of \(row.label) to \(time.exactClock)"
    case .split(let time): "Split \(row.label) at \(time.exactClock)"
    case .join: "Join \(row.label) with the row after it"
    case .hold(let range): row.isNamed ? "Rename \(row.label) to \(range)" : "Name the marker \(range)"
    case .skip(let kind): "Skip \(row.label) as \(kind.rawValue)"
    case .cut(let end):
      end.map { "Cut \(row.label) off at \($0 == .both ? "both ends" : "its \($0.rawValue)")" }
        ?? "Make \(row.label) whole"
    case .note: "Change the note of \(row.label)"
    case .remove: "Remove \(row.label)"
    }
  }
}
