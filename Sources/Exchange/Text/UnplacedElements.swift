import TilawaBase
import TilawaFormat

/// The parts of a foreign file that bundles cannot carry. They are kept under keys of the user's own if
/// requested. Otherwise each kind is reported once, with the number of occurrences and the first place.
final class UnplacedElements {
  private let keepsUnknown: Bool
  private var kinds = InOrder<String, (count: Int, place: Place, canBeKept: Bool)>()

  init(_ options: ReadingOptions) { keepsUnknown = options.keepsUnknown }

  /// Counts one of a kind, such as `settings of cues`.
  func add(_ kind: String, at place: Place) { count(kind, place, canBeKept: false) }

  /// Keeps `value` as `key` if the user wishes so, and counts one of a kind otherwise.
  func add(
    _ kind: String, _ value: some StringProtocol, as key: String, in extras: inout [ExtraKey], at place: Place
  ) {
    guard keepsUnknown else { return count(kind, place, canBeKept: true) }
    if let index = extras.firstIndex(where: { $0.key == key }), case .string(let before) = extras[index].value
    {
      extras[index] = ExtraKey(key, .string("\(before)\n\(value)"))
    } else {
      extras.append(ExtraKey(key, .string(String(value))))
    }
  }

  /// Reports all of it.
  func tell(_ report: ExchangeReport) {
    for (kind, found) in kinds.entries {
      report.add(
        .unplaced, "left out: \(kind)\(occurrences(found.count))", at: found.place,
        unless: found.canBeKept ? .keepingUnknown : nil)
    }
  }

  private func count(_ kind: String, _ place: Place, canBeKept: Bool) {
    kinds.change(kind, else: (0, place, canBeKept)) { $0.count += 1 }
  }
}

/// Returns the number of occurrences for the end of a message, such as ` (3 times)`; empty for one.
package func occurrences(_ count: Int) -> String { count == 1 ? "" : " (\(count) times)" }
