package import TilawaBase
package import TilawaLibrary
package import TilawaQuran

/// The ayat that a command is to play or to copy, each with the file and the stretch that is heard.
package struct HeardAyat: Sendable {
  /// What plays each ayah, in the order asked for; what nothing plays is left out.
  package private(set) var items: [Hearing] = []
  /// What nothing plays.
  package private(set) var missing: [Ayah] = []
  /// What was asked for, and the library's answer.
  package let ayat: [Ayah]
  package let resolution: Resolution

  /// Asks a library.
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

  /// Items that follow each other and are heard in the same stretch, together.
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

  /// Where an ayah, or several that share a stretch, begin.
  package struct Chapter: Sendable {
    /// In the recording.
    package let start: Milliseconds
    /// `18:10`, `18:10-12`.
    package let label: String
  }

  /// A chapter for each run.
  package var chapters: [Chapter] {
    runs.map { Chapter(start: $0.first.span.start, label: $0.label) }
  }

  /// Where one stretch ends and the next doesn't begin.
  package struct Gap: Error {
    /// What is heard before it, and where that ends.
    package let before: (item: Hearing, label: String, end: Milliseconds)
    package let next: (item: Hearing, label: String)
  }

  /// The stretch of one recording that all of it takes; nil when nothing is heard. Throws where it is in pieces.
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
