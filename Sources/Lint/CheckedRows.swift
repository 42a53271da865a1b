import TilawaBase
import TilawaFormat

/// The readable rows of one file, in its order and in the order of time.
struct CheckedRows<Row: BundleRow> {
  let source: SourceText
  /// As in the file.
  let rows: [Placed<Row>]
  /// The same without those whose place in time can't be told: a start or end of theirs is stray.
  let placed: [Placed<Row>]
  /// Those with a place in time by position; of equal ones the earlier row first.
  let inTime: [Placed<Row>]
  /// Whether `placed` is `inTime`.
  let isInOrder: Bool
  /// Whether every row of the file could be read and has a place in time. What lies between two rows is only known then.
  let isWhole: Bool

  /// The rows of a file, none when there is no file. A row with a fault of shape isn't used.
  init(_ file: BundleFile<RowsFile<Row>>?, without strayRows: ([Placed<Row>]) -> Set<Int> = { _ in [] }) {
    source = file?.source ?? SourceText(path: "", bytes: [])
    var rows = file?.content?.rows ?? []
    if let file, file.hasErrors { rows.removeAll { file.hasError(in: $0.bytes) } }
    self.rows = rows
    let stray = strayRows(rows)
    if !stray.isEmpty { rows.removeAll { stray.contains($0.index) } }
    placed = rows
    isWhole = !(file?.hasErrors ?? false) && stray.isEmpty
    isInOrder = zip(rows, rows.dropFirst()).allSatisfy { $0.from <= $1.from }
    inTime =
      isInOrder
      ? rows : rows.sorted { ($0.from, $0.index) < ($1.from, $1.index) }
  }

  /// The rows of a file whose rows say where they end.
  init(spanned file: BundleFile<RowsFile<Row>>?) {
    self.init(file) { rows in
      // In nearly every file no time is less than the one before it, and then none is stray.
      Self.neverFalls(rows) ? [] : Set(StrayTime.all(in: rows).map(\.row.index))
    }
  }

  private static func neverFalls(_ rows: [Placed<Row>]) -> Bool {
    var before = Milliseconds.zero
    for index in rows.indices {
      let (start, end) = (rows[index].from, rows[index].reach)
      guard before <= start, start <= end else { return false }
      before = end
    }
    return true
  }

  func place(_ row: Placed<Row>) -> Place { Place(source, row.bytes.range) }

  /// The value behind `key`; the whole row where it has none.
  func place(_ row: Placed<Row>, _ key: String) -> Place {
    Place(source, row.places(in: source)[key] ?? row.bytes.range)
  }

  /// Where a row says that it begins.
  func startPlace(_ row: Placed<Row>) -> Place {
    place(row, Row.self == Marker.self ? RowKey.at : RowKey.start)
  }

  /// Where a row says that it ends.
  func endPlace(_ row: Placed<Row>) -> Place { place(row, RowKey.end) }
}

extension BundleRow {
  /// Whether it holds any audio, as far as it says.
  var hasLength: Bool { until.map { from < $0 } ?? true }

  /// Where it ends; where it begins, if it doesn't say.
  var reach: Milliseconds { until ?? from }
}

extension Array {
  /// The first index whose element isn't `isBefore`; those for which it holds come first.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
