/// The rak'at in which rows are heard, row by row in the order of time. A row that names none continues that
/// of the row before it, until a taslim is over.
public struct RakahCount: Sendable {
  private var current: Int?

  /// Before the first row.
  public init() {}

  /// The rak'ah of the next row, which names `rakah` and what is skipped in it; nil where that isn't known.
  public mutating func next(_ rakah: Int?, skip: String?) -> Int? {
    let own = rakah ?? current
    current = skip == SkipKind.taslim.rawValue ? nil : own
    return own
  }
}

extension TilawaBundle {
  /// The segments in the order of time, each with its rak'ah, where that is known.
  public var segmentsByRakah: [(row: Placed<Segment>, rakah: Int?)] {
    var count = RakahCount()
    return segmentsInTime.map { ($0, count.next($0.rakah, skip: $0.skip)) }
  }
}
