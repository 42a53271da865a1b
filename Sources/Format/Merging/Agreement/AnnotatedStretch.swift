package import TilawaBase
import TilawaQuran

/// A stretch of audio and what one annotator says is heard in it: an ayah of a row, a `skip`, a word.
package struct AnnotatedStretch: Hashable, Sendable {
  let name: RowName
  /// The time at which it begins.
  package let start: Milliseconds
  /// The time at which it ends; for a marker without an end, the start of the next.
  package let end: Milliseconds
  /// True if the annotator gives its end. A marker without an end of its own doesn't.
  package let saysEnd: Bool
  /// True if a person has verified it.
  package let isVerified: Bool

  /// The name in messages: `18:10`.
  package var label: String { name.text }
}

extension AnnotatedStretch: PlacedRow {
  var writing: ArraySlice<UInt8> { Array("\(name.text) \(start) \(end)".utf8)[...] }
}

/// The rows of one version that are compared with those of others.
package struct AnnotatedRows: Sendable {
  /// The kind of the file that contains them.
  package let kind: FileKind
  /// In the order of time. A run of ayat whose joins are known is a stretch for each.
  package let stretches: [AnnotatedStretch]

  /// The words of a version; or its segments, and its markers when it has no segments. Nil when there are none.
  ///
  /// Throws when the file has faults.
  package init?(of version: BundleVersion, words: Bool) throws(FileMerge.Unmergeable) {
    let counting = try version.counting()
    for kind in words ? [FileKind.words] : [.segments, .markers] {
      guard let source = version.files[kind.document] else { continue }
      let found: [AnnotatedStretch]
      switch kind {
      case .segments:
        found = try Self.content(BundleFile(segments: source)).rows.flatMap {
          Self.stretches(of: $0, counting)
        }
      case .markers:
        found = Self.stretches(of: try Self.content(BundleFile(markers: source)).rows, counting)
      default:
        found = try Self.content(BundleFile(words: source)).rows.map { row in
          AnnotatedStretch(
            name: row.name, start: row.start, end: row.end, saysEnd: true, isVerified: false)
        }
      }
      guard !found.isEmpty else { continue }
      self.kind = kind
      stretches = found.enumerated()
        .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
      return
    }
    return nil
  }

  private static func content<Content>(_ file: BundleFile<Content>) throws(FileMerge.Unmergeable) -> Content {
    guard let content = file.content, !file.hasErrors else {
      throw FileMerge.Unmergeable(
        path: file.source.path, diagnostics: file.diagnostics.filter { $0.severity == .error })
    }
    return content
  }

  private static func stretches(of row: Placed<Segment>, _ counting: CountingSystem) -> [AnnotatedStretch] {
    parts(of: row.value, counting).map { part in
      AnnotatedStretch(
        name: part.name, start: part.start, end: part.end ?? row.end, saysEnd: true,
        isVerified: row.isVerified)
    }
  }

  private static func stretches(
    of markers: [Placed<Marker>], _ counting: CountingSystem
  ) -> [AnnotatedStretch] {
    let rows = markers.sorted { ($0.from, $0.index) < ($1.from, $1.index) }
    return rows.enumerated().flatMap { index, row in
      let next = index + 1 < rows.count ? rows[index + 1].from : nil
      return parts(of: row.value, counting).map { part in
        AnnotatedStretch(
          name: part.name, start: part.start, end: part.end ?? row.end ?? next ?? part.start,
          saysEnd: part.end == nil && row.end != nil, isVerified: row.isConfirmed)
      }
    }
  }

  /// Returns the parts of a run from join to join, the last up to its own end; any other row as it is. Joins
  /// that don't fit are ignored.
  private static func parts(
    of row: some BundleRow, _ counting: CountingSystem
  ) -> [(name: RowName, start: Milliseconds, end: Milliseconds?)] {
    let joins = row.facts.joins
    let ayat = row.facts.ayah.map { counting.contains($0) ? Array(counting.ayat(in: $0)) : [] } ?? []
    guard !joins.isEmpty, joins.count == ayat.count - 1 else { return [(row.name, row.from, nil)] }
    return zip(ayat, zip([row.from] + joins, joins.map(Optional.some) + [nil])).map { ayah, span in
      (.ayat(AyahRange(ayah)), span.0, span.1)
    }
  }
}
