import TilawaBase
import TilawaFormat

/// The readable rows of one file, in its order and in the order of time.
struct CheckedRows<Row: TimedRow> {
  let source: SourceText
  /// As in the file.
  let rows: [Row]
  /// The same without those whose place in time can't be told: a start or end of theirs is stray.
  let placed: [Row]
  /// Those with a place in time by position; of equal ones the earlier row first.
  let inTime: [Row]
  /// Whether `placed` is `inTime`.
  let isInOrder: Bool
  /// Whether every row of the file could be read and has a place in time. What lies between two rows is only known then.
  let isWhole: Bool

  /// The rows of a file, none when there is no file. A row with a fault of shape isn't used.
  init<Content>(
    _ file: BundleFile<Content>?, _ rows: (Content) -> [Row],
    without strayRows: ([Row]) -> Set<Int> = { _ in [] }
  ) {
    source = file?.source ?? SourceText(path: "", bytes: [])
    var rows = file?.content.map(rows) ?? []
    if let file, file.hasErrors { rows.removeAll { file.hasError(in: $0.bytes) } }
    self.rows = rows
    let stray = strayRows(rows)
    if !stray.isEmpty { rows.removeAll { stray.contains($0.index) } }
    placed = rows
    isWhole = !(file?.hasErrors ?? false) && stray.isEmpty
    isInOrder = zip(rows, rows.dropFirst()).allSatisfy { $0.position.value <= $1.position.value }
    inTime =
      isInOrder
      ? rows : rows.sorted { ($0.position.value, $0.index) < ($1.position.value, $1.index) }
  }

  /// The rows of a file whose rows say where they end.
  init<Content>(spanned file: BundleFile<Content>?, _ rows: (Content) -> [Row]) where Row: SpannedRow {
    self.init(file, rows) { rows in
      // In nearly every file no time is less than the one before it, and then none is stray.
      Self.neverFalls(rows) ? [] : Set(StrayTime.all(in: rows).map(\.row.index))
    }
  }

  private static func neverFalls(_ rows: [Row]) -> Bool where Row: SpannedRow {
    var before = Milliseconds.zero
    for index in rows.indices {
      let (start, end) = (rows[index].position.value, rows[index].end.value)
      guard before <= start, start <= end else { return false }
      before = end
    }
    return true
  }

  func place(_ value: Located<some Sendable>) -> Place { Place(source, value.range) }

  func place(_ row: Row) -> Place { Place(source, row.bytes.range) }
}

/// A row with a position in the recording.
protocol TimedRow: Sendable {
  /// Where it begins.
  var position: Located<Milliseconds> { get }
  var index: Int { get }
  var bytes: ByteRange { get }
  /// How a message calls it.
  var label: String { get }
}

/// A row that says where it ends.
protocol SpannedRow: TimedRow {
  var end: Located<Milliseconds> { get }
}

extension SpannedRow {
  /// Whether it holds any audio.
  var hasLength: Bool { position.value < end.value }
}

extension Segment: SpannedRow {
  var position: Located<Milliseconds> { start }
}

extension WordTiming: SpannedRow {
  var position: Located<Milliseconds> { start }
  var label: String { "word \(word.value) of \(ayah.value)" }
}

extension Marker: TimedRow {
  var position: Located<Milliseconds> { at }
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
