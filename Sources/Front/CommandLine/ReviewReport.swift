import TilawaKit
import TilawaBase
import TilawaQuran
import TilawaFormat

/// What `review` prints.
struct ReviewReport {
  let list: ReviewList
  var isBySound = false

  func lines(_ entries: [ReviewList.Entry]) -> [String] {
    let tables = LineTables()
    var texts: [String: TextsAtHand] = [:]
    return entries.map { entry in
      let item = entry.item
      let known = texts[entry.bundle.path] ?? TextsAtHand(around: entry.bundle)
      texts[entry.bundle.path] = known
      let words = known.beginning(of: AyahRange(item.label), width: 40)
      return "\(tables.place(item.place)): \(item.start)  \(shownText(item.label))  "
        + item.reasons.map { shownText("\($0)") }.joined(separator: "; ") + (words.map { "  \($0)" } ?? "")
    }
  }

  /// How much of the work is left.
  var summary: String {
    let (rows, left, missing) = (list.rowCount, list.unconfirmedCount, list.missing.count)
    if isBySound {
      let count = list.entries.count
      return
        "\(count == 0 ? "none" : "\(count)") of \(counted(rows, "row")) contradict\(count < 2 ? "s" : "") what is heard"
    }
    guard rows > 0 else { return "nothing is annotated yet; `tilawa mark` finds the ayat" }
    if left == 0, missing == 0 {
      return "all \(counted(rows, "row")) confirmed, \(list.audio.clock) of audio"
    }
    var parts = ["\(list.doubtfulCount) to check", "\(left) of \(counted(rows, "row")) not confirmed"]
    if list.audio > .zero {
      parts.append("\(list.unconfirmedAudio.clock) of \(list.audio.clock) (\(list.percentLeft) %)")
    }
    if missing > 0 { parts.append("\(counted(missing, "run of ayat", plural: "runs of ayat")) not found") }
    return parts.joined(separator: ", ")
  }

  /// For programs: the rows, and how much of the work is left.
  func values(_ entries: [ReviewList.Entry]) -> (items: [JSONValue], left: JSONValue) {
    let tables = LineTables()
    let items = entries.map { entry -> JSONValue in
      let item = entry.item
      let position = tables.position(item.place)
      return [
        "bundle": .string(entry.bundle.shownPath), "path": .string(item.place.path),
        "line": JSONValue(position?.line), "column": JSONValue(position?.column),
        "start": .number(item.start.description), "end": .number(item.end.description),
        "label": .string(item.label), "remarks": JSONValue(item.reasons) { .string("\($0)") },
        "urgency": .number(confidenceText(item.urgency.inHundredths)),
      ]
    }
    let left: JSONValue = [
      "row_count": .int(Int64(list.unconfirmedCount)), "of_row_count": .int(Int64(list.rowCount)),
      "duration": .number(list.unconfirmedAudio.description), "of_duration": .number(list.audio.description),
      "percent": .int(list.percentLeft),
      "missing": .array(list.missing.map { .string($0.description) }),
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
