package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The parts of one bundle to play, in order of time: rows of both files, or any span of its audio.
package struct PlayedRows: Sendable {
  /// The parts that a listener selects.
  package enum Selection: Hashable, Sendable {
    /// All rows, or the whole recording if there are none.
    case all
    /// Rows that contain any ayah of these runs. Of a row with joins, only the spans of these ayat.
    case ayat([AyahRange])
    /// Rows of one rak'ah, counted from 1.
    case rakah(Int)
    /// One row, by its number.
    case row(Int)
    /// The audio between two times, independently of rows; by default from the start and to the end.
    case stretch(from: Milliseconds?, to: Milliseconds?)
  }

  /// A part that is played before the next one begins.
  package struct Part: Hashable, Sendable {
    /// The row, or nil for a span.
    package let row: AnnotatedRow?
    /// The span in the recording.
    package let span: TimeSpan
  }

  /// The parts to play, in sequence; never empty.
  package private(set) var parts: [Part]
  /// All rows of both files, in order of time. The number of a row is its index here, counted from 1.
  package let rows: [AnnotatedRow]
  /// The number of selected rows that begin after the end of the audio.
  package let unheard: Int

  /// Selects the parts of `bundle`, whose audio has `length`. Rows without ayat are included only with
  /// `takesSkips`, or if they are selected by number. Throws if there is nothing to play, or a row or time
  /// doesn't exist.
  package init(
    _ selection: Selection, of bundle: TilawaBundle, length: Milliseconds, takesSkips: Bool
  ) throws(Failure) {
    let rows = AnnotatedRow.rows(of: bundle)
    self.rows = rows
    switch selection {
    case .stretch(let start, let end):
      parts = [Part(row: nil, span: try Self.stretch(start, end, length))]
      unheard = 0
      return
    case .all where rows.isEmpty:
      parts = [Part(row: nil, span: try Self.stretch(nil, nil, length))]
      unheard = 0
      return
    default: break
    }
    let wanted = try Self.rows(selection, of: rows, of: bundle, takesSkips)
    let counting = bundle.counting
    parts = wanted.compactMap { row in
      // The last marker of a recording of unknown length extends to the end of the audio.
      let end = row.end > row.start ? min(row.end, length) : length
      var bounds = (start: row.start, end: end)
      if case .ayat(let runs) = selection, let counting, let part = row.part(holding: runs, counting) {
        bounds = (part.start, min(part.end, end))
      }
      return TimeSpan(bounds.start, bounds.end).flatMap { $0.length > .zero ? Part(row: row, span: $0) : nil }
    }
    unheard = wanted.count - parts.count
    if parts.isEmpty, let first = wanted.first {
      throw Failure(
        "\(first.label) begins at \(first.start), after the end of the recording at \(length)")
    }
  }

  /// Returns the parts from a time of the recording on, or nil if there are none.
  package func rest(from time: Milliseconds) -> PlayedRows? {
    var result = self
    result.parts = parts.compactMap { part in
      guard part.span.end > time else { return nil }
      return TimeSpan(max(time, part.span.start), part.span.end).map { Part(row: part.row, span: $0) }
    }
    return result.parts.isEmpty ? nil : result
  }

  /// Returns the row at `time`, with its number; if there are several, the one that began last.
  package func row(at time: Milliseconds) -> (number: Int, row: AnnotatedRow)? {
    rows.indices.last { rows[$0].start <= time && time < rows[$0].end }.map { ($0 + 1, rows[$0]) }
  }

  /// Returns the number of `row`, counted from 1.
  package func number(of row: AnnotatedRow) -> Int? {
    rows.indices.first { rows[$0].identity == row.identity && rows[$0].index == row.index }.map { $0 + 1 }
  }

  private static func stretch(
    _ start: Milliseconds?, _ end: Milliseconds?, _ length: Milliseconds
  ) throws(Failure) -> TimeSpan {
    for time in [start, end].compactMap({ $0 }) where time > length {
      throw Failure("\(time) is after the end of the recording at \(length)")
    }
    let (start, end) = (start ?? .zero, end ?? length)
    guard let span = TimeSpan(start, end), span.length > .zero else {
      throw Failure("nothing to play from \(start) to \(end)")
    }
    return span
  }

  private static func rows(
    _ selection: Selection, of rows: [AnnotatedRow], of bundle: TilawaBundle, _ takesSkips: Bool
  ) throws(Failure) -> [AnnotatedRow] {
    switch selection {
    case .row(let number):
      guard rows.indices.contains(number - 1) else {
        throw Failure("\(bundle.shownPath) has no row \(number); it has \(rows.count)")
      }
      return [rows[number - 1]]
    case .rakah(let number):
      let found = rows.filter { $0.rakah == number && (takesSkips || $0.skip == nil) }
      guard !found.isEmpty else {
        let known = Set(rows.compactMap(\.rakah)).sorted().map { "\($0)" }.joined(separator: ", ")
        throw Failure(
          "\(bundle.shownPath) has no rows of rak'ah \(number); "
            + (known.isEmpty
              ? "none names a rak'ah" : "its rows name \(known)"),
          unless: known.isEmpty ? .numberingRakat : nil)
      }
      return found
    case .ayat(let runs):
      let found = rows.filter { row in
        runs.contains { run in row.ayah.map(run.overlaps) ?? false }
      }
      guard !found.isEmpty else {
        let wanted = runs.map(\.description).joined(separator: ", ")
        throw Failure("no row of \(bundle.shownPath) contains \(wanted)")
      }
      return found
    case .all, .stretch:
      let found = rows.filter { takesSkips || $0.skip == nil }
      guard !found.isEmpty else {
        throw Failure("\(bundle.shownPath) has only rows without ayat", unless: .includingSkips)
      }
      return found
    }
  }
}

extension AnnotatedRow {
  /// Returns the span from the first ayah of `runs` in the row to the last, or nil if the row's joins don't
  /// delimit its ayat.
  fileprivate func part(holding runs: [AyahRange], _ counting: CountingSystem) -> TimeSpan? {
    guard let ayah = facts.ayah, !facts.joins.isEmpty else { return nil }
    let ayat = counting.ayat(in: ayah)
    let bounds = [start] + facts.joins + [end]
    guard bounds.count == ayat.count + 1, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    let wanted = ayat.indices.filter { index in
      runs.contains { $0.first <= ayat[index] && ayat[index] <= $0.last }
    }
    guard let first = wanted.first, let last = wanted.last else { return nil }
    return TimeSpan(bounds[first], bounds[last + 1])
  }
}
