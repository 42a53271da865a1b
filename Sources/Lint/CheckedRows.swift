import TilawaBase
import TilawaFormat

/// The readable rows of one file, in its order and in the order of time.
struct CheckedRows<Row: BundleRow> {
  let source: SourceText
  /// As in the file.
  let rows: [Placed<Row>]
  /// The rows whose place in time is known, in the order of the file. Rows with a stray start or end are left
  /// out.
  let placed: [Placed<Row>]
  /// Those with a place in time by position; of equal ones the earlier row first.
  let inTime: [Placed<Row>]
  /// True if `placed` and `inTime` are the same.
  let isInOrder: Bool
  /// True if every row of the file could be read and has a place in time. Only then is it known what lies
  /// between two rows.
  let isWhole: Bool

  /// The rows of a file; none if the file doesn't exist. A row with a fault of shape isn't used.
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

  /// Returns the place of a row's start time in the text.
  func startPlace(_ row: Placed<Row>) -> Place {
    place(row, Row.self == Marker.self ? RowKey.at : RowKey.start)
  }

  /// Returns the place of a row's end time in the text.
  func endPlace(_ row: Placed<Row>) -> Place { place(row, RowKey.end) }
}

extension BundleRow {
  /// True if the row spans any audio, or doesn't give its end.
  var hasLength: Bool { until.map { from < $0 } ?? true }

  /// The time at which it ends; equal to its start if it isn't given.
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
