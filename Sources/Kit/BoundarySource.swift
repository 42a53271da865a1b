package import TilawaBase
import TilawaFormat

/// The source of boundaries of ayat for a comparison: a bundle, a file of one, or a table.
package struct BoundarySource: Sendable {
  private let given: String
  private let text: SourceText?

  /// Creates a source from a bundle as the user named it, or from a file with its text.
  package init(_ given: String, text: SourceText?) {
    self.given = given
    self.text = text
  }

  /// Returns the boundaries. With `mayBeTimes`, a table may contain bare times.
  ///
  /// Throws `FaultyFiles` for rows that can't be read, and so can't be judged, and a `Failure` if there are
  /// no boundaries.
  package func boundaries(mayBeTimes: Bool, in workplace: Workplace) throws -> [ScoredBoundary] {
    guard let text else { return try boundariesOfBundle(in: workplace) }
    switch kind(of: text) {
    case .segments:
      let file = BundleFile(segments: text)
      try check(file.diagnostics)
      return ScoredBoundary.all(of: RecitedRow.rows(file.content?.rows ?? [], []))
    case .markers:
      let file = BundleFile(markers: text)
      try check(file.diagnostics)
      return ScoredBoundary.all(of: RecitedRow.rows([], file.content?.rows ?? []))
    default: return try boundaries(ofTable: text, mayBeTimes: mayBeTimes)
    }
  }

  /// Returns the pauses around true boundaries, which a table contains.
  package func pauses() throws(Failure) -> PauseWindows {
    guard let text else { return PauseWindows() }
    return try read(text) { table throws(BoundaryTableError) in try BoundaryTable.readPauses(table) }
  }

  private func boundariesOfBundle(in workplace: Workplace) throws -> [ScoredBoundary] {
    guard let found = FoundBundle(containing: given, in: workplace) else {
      throw Failure(FoundBundle.reasonForNone(at: given, in: workplace))
    }
    let bundle = TilawaBundle(
      readingAt: found.path, shownAs: found.shownPath, only: [.recording, .segments, .markers])
    try check(bundle.diagnostics)
    let rows = RecitedRow.rows(of: bundle, try bundle.knownCounting())
    guard !rows.isEmpty else {
      throw Failure("\(found.shownPath) has no segments or markers to compare")
    }
    return ScoredBoundary.all(of: rows)
  }

  private func kind(of text: SourceText) -> FileKind? {
    if let kind = FileKind(fileName: given) { return kind }
    for line in String(decoding: text.bytes, as: UTF8.self).filledLines {
      if line.begins(with: "segments:") { return .segments }
      if line.begins(with: "markers:") { return .markers }
    }
    return nil
  }

  private func boundaries(
    ofTable text: SourceText, mayBeTimes: Bool
  ) throws(Failure) -> [ScoredBoundary] {
    let content = try read(text) { table throws(BoundaryTableError) in try BoundaryTable.read(table) }
    switch content {
    case .rows(let rows):
      guard !rows.isEmpty || mayBeTimes else {
        throw Failure("\(text.path) has no lines with surah, ayah, start and end")
      }
      return ScoredBoundary.all(of: rows)
    case .times(let times):
      guard mayBeTimes else {
        throw Failure("\(text.path) has no ayat; each line should be surah, ayah, start and end")
      }
      return times.map { ScoredBoundary($0) }
    }
  }

  private func read<Value>(
    _ text: SourceText, _ read: (String) throws(BoundaryTableError) -> Value
  ) throws(Failure) -> Value {
    do throws(BoundaryTableError) {
      return try read(String(decoding: text.bytes, as: UTF8.self))
    } catch {
      throw Failure("\(text.path):\(error.line): \(error.message)")
    }
  }

  private func check(_ diagnostics: [Diagnostic]) throws(FaultyFiles) {
    let errors = diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw FaultyFiles(diagnostics: errors.inOrder(), bundle: given) }
  }
}
