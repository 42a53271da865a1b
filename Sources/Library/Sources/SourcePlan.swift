package import TilawaQuran

/// A file of sources that isn't here, and what it is needed for.
package struct SourceNeed: Sendable {
  /// The requested ayat that need the file, as runs.
  package let runs: [AyahRange]
  /// Where it may be had, the preferred first; each has an address.
  package let files: [SourceFile]

  /// A file, and what for.
  package init(
    runs: [AyahRange],
    files: [SourceFile]
  ) {
    self.runs = runs
    self.files = files
  }

  /// `2:255`, or `18:1-110`.
  package var text: String { runs.map(\.description).joined(separator: ", ") }
}

/// The files to fetch so that some ayat can be heard from sources.
package struct SourcePlan: Sendable {
  /// The files, in the order of the ayat.
  package let needs: [SourceNeed]
  /// The number of files that are here already.
  package let here: Int
  /// Ayat that no source of these reciters can have, as runs.
  package let without: [AyahRange]

  /// Creates a plan of files to fetch.
  package init(
    needs: [SourceNeed],
    here: Int,
    without: [AyahRange]
  ) {
    self.needs = needs
    self.here = here
    self.without = without
  }
}
