import Annotating
import Diagnostics
import QuranIndex
import TilawaFormat
import TilawaKit
import Timing

/// What `review` prints.
struct ReviewReport {
  let reviews: [Review]

  typealias Entry = (bundle: TilawaBundle, item: Review.Item)

  func lines(_ entries: [Entry]) -> [String] {
    let tables = LineTables()
    return entries.map { entry in
      let item = entry.item
      return "\(tables.place(item.place)): \(item.start)  \(shownText(item.label))  "
        + item.reasons.map(shownText).joined(separator: "; ")
    }
  }

  /// How much of the work is left.
  var summary: String {
    let rows = reviews.reduce(0) { $0 + $1.rows }
    let left = rows - reviews.reduce(0) { $0 + $1.checkedRows }
    guard rows > 0 else { return "nothing is annotated yet; `tilawa mark` finds the ayat" }
    let doubtful = reviews.reduce(0) { $0 + $1.doubtful.count }
    if left == 0, missing == 0 { return "all \(counted(rows, "row")) checked, \(audio.clock) of audio" }
    var parts = ["\(doubtful) to check", "\(left) of \(counted(rows, "row")) not confirmed"]
    if audio > .zero {
      parts.append("\((audio - checked).clock) of \(audio.clock) (\(percent) %)")
    }
    if missing > 0 { parts.append("\(counted(missing, "run of ayat", plural: "runs of ayat")) not found") }
    return parts.joined(separator: ", ")
  }

  private var missing: Int { reviews.reduce(0) { $0 + $1.missing.count } }
  private var audio: Milliseconds { reviews.reduce(.zero) { $0 + $1.audio } }
  private var checked: Milliseconds { reviews.reduce(.zero) { $0 + $1.checkedAudio } }

  /// Of the audio, what is left; never 0 while something is, and never 100 while something is done.
  private var percent: Int64 {
    let left = (audio - checked).count
    guard left > 0, left < audio.count else { return left > 0 ? 100 : 0 }
    return min(99, max(1, (left * 100 + audio.count / 2) / audio.count))
  }

  /// For programs: the rows, and how much of the work is left.
  func values(_ entries: [Entry]) -> (items: [JSONValue], left: JSONValue) {
    let tables = LineTables()
    let rows = reviews.reduce(0) { $0 + $1.rows }
    let items = entries.map { entry -> JSONValue in
      let item = entry.item
      let position = tables.position(item.place)
      return [
        "bundle": .string(entry.bundle.shownPath), "path": .string(item.place.path),
        "line": JSONValue(position?.line), "column": JSONValue(position?.column),
        "start": .number(item.start.description), "end": .number(item.end.description),
        "label": .string(item.label), "remarks": JSONValue(item.reasons) { .string($0) },
        "urgency": .number(confidenceText(item.urgency)),
      ]
    }
    let left: JSONValue = [
      "row_count": .int(Int64(rows - reviews.reduce(0) { $0 + $1.checkedRows })),
      "of_row_count": .int(Int64(rows)), "duration": .number((audio - checked).description),
      "of_duration": .number(audio.description), "percent": .int(percent),
      "missing": .array(reviews.flatMap { $0.missing.map { .string($0.description) } }),
    ]
    return (items, left)
  }
}

/// Lines of the texts that places are in, each counted once.
private final class LineTables {
  private var tables: [ObjectIdentifier: LineTable] = [:]

  func position(_ place: Place) -> LineAndColumn? {
    guard let source = place.source, let range = place.range else { return nil }
    let key = ObjectIdentifier(source)
    let table = tables[key] ?? LineTable(of: source)
    tables[key] = table
    return table.position(at: range.lowerBound)
  }

  func place(_ place: Place) -> String {
    position(place).map { "\(place.path):\($0.line):\($0.column)" } ?? place.path
  }
}
