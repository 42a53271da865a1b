package import TilawaBase
package import TilawaLibrary
package import TilawaQuran

/// The ayat that a command plays or copies, each with its file and span.
package struct HeardAyat: Sendable {
  /// The row that plays each ayah, in the requested order; ayat without one are left out.
  package private(set) var items: [Hearing] = []
  /// The ayat that no row plays.
  package private(set) var missing: [Ayah] = []
  /// The requested ayat, and the library's answer.
  package let ayat: [Ayah]
  package let resolution: Resolution

  /// Searches a library.
  package init(_ ayat: [Ayah], in session: Session, of folder: some AskedLibrary) {
    self.ayat = ayat
    resolution = folder.resolve(ayat, in: session)
    for ayah in ayat {
      guard let answer = resolution.answers[ayah], let hearing = answer.best, answer.isPlayable,
        hearing.availability == .available
      else {
        missing.append(ayah)
        continue
      }
      items.append(hearing)
    }
  }

  /// Consecutive items with the same span, joined.
  package var runs: [(first: Hearing, label: String)] {
    var runs: [(first: Hearing, last: Ayah)] = []
    for item in items {
      if let run = runs.last, run.first.file.isExactly(item.file),
        run.first.span == item.span,
        run.first.isShared, item.ayah != run.last
      {
        runs[runs.count - 1].last = item.ayah
      } else {
        runs.append((item, item.ayah))
      }
    }
    return runs.map { ($0.first, AyahRange($0.first.ayah, $0.last).description) }
  }

  /// The start of an ayah, or of several with the same span.
  package struct Chapter: Sendable {
    /// The time in the recording.
    package let start: Milliseconds
    /// The label, such as `18:10` or `18:10-12`.
    package let label: String
  }

  /// A chapter for each run.
  package var chapters: [Chapter] {
    runs.map { Chapter(start: $0.first.span.start, label: $0.label) }
  }

  /// A place where the next span doesn't begin at the end of the last one.
  package struct Gap: Error {
    /// The item before the gap, its label, and its end.
    package let before: (item: Hearing, label: String, end: Milliseconds)
    package let next: (item: Hearing, label: String)
  }

  /// Returns the single span of one recording that contains all items, or nil if there are none. Throws if
  /// the items are not contiguous.
  package func onePiece() throws(Gap) -> TimeSpan? {
    let runs = runs
    guard var span = runs.first?.first.span else { return nil }
    for (before, next) in zip(runs, runs.dropFirst()) {
      guard before.first.file.isExactly(next.first.file), next.first.span.start == span.end else {
        throw Gap(before: (before.first, before.label, span.end), next: (next.first, next.label))
      }
      span.end = next.first.span.end
    }
    return span
  }
}
