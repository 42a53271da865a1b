package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// An overview of one bundle, all of which follows from its files.
package struct BundleSummary: Sendable {
  /// The coverage of one surah by its rows.
  package struct Coverage: Sendable {
    /// From 1.
    package let surah: Int
    /// Ayat of the surah in the bundle's count.
    package let ayahCount: Int
    /// Runs that rows hold, in the order of the mushaf.
    package let held: [AyahRange]
    /// Runs that no row holds, within the passage when it is given, else within the surah.
    package let missing: [AyahRange]
  }

  /// The number of rows of each kind.
  package struct RowCounts: Hashable, Sendable {
    /// Rows with ayat that a person has checked.
    package var verified = 0
    /// Other rows with ayat.
    package var unverified = 0
    /// Rows with `skip`, checked or not.
    package var skip = 0
  }

  /// Coverage, status and lengths.
  package let annotation: Annotation
  /// By surah, in order.
  package let coverage: [Coverage]
  /// Of `segments.yaml`.
  package let rows: RowCounts
  /// All rows of `markers.yaml`.
  package let markerCount: Int
  /// Those that don't say yet what they open.
  package let unassignedCount: Int
  /// Markers with ayat, and those of them that a person has confirmed.
  package let namedMarkers: (all: Int, confirmed: Int)
  /// Stretches of more than 5 s between rows that no row claims.
  package let gaps: [TimeSpan]
  /// Ayat that several rows hold, with how many, in the order of the mushaf.
  package let repeated: [(ayah: Ayah, times: Int)]
  /// The length of the recording: as in `recording.yaml`, else up to the end of its last row or marker.
  package let length: Milliseconds

  /// Makes the summary of a bundle that has been read. Reads no files.
  package init(of bundle: TilawaBundle) {
    // Where the count isn't known, nothing is held, missing or heard again.
    let known = bundle.counting
    let counting = known ?? .kufi
    let annotation = Annotation(of: bundle)
    self.annotation = annotation
    let missing = annotation.expected.subtracting(annotation.held)
    coverage = Set(annotation.held.surahs + annotation.expected.surahs).sorted().map { surah in
      Coverage(
        surah: surah, ayahCount: counting.ayahCount(ofSurah: surah) ?? 0,
        held: Array(annotation.held.runs(ofSurah: surah)), missing: Array(missing.runs(ofSurah: surah)))
    }
    let segments = bundle.segmentsInTime
    var rows = RowCounts()
    var times: [Ayah: Int] = [:]
    for row in segments {
      guard let range = row.ayah else {
        rows.skip += 1
        continue
      }
      if row.isVerified { rows.verified += 1 } else { rows.unverified += 1 }
      for ayah in known?.ayat(in: range) ?? [] where ayah.number > 0 { times[ayah, default: 0] += 1 }
    }
    self.rows = rows
    repeated = times.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    gaps = Self.gaps(between: segments.compactMap { $0.span })
    let markers = bundle.markersInTime
    markerCount = markers.count
    unassignedCount = markers.count { !$0.isNamed }
    namedMarkers = (
      markers.count { $0.ayah != nil }, markers.count { $0.ayah != nil && $0.isConfirmed }
    )
    length =
      bundle.audioEnd
      ?? max(
        segments.map { $0.end }.max() ?? .zero, markers.map { $0.end ?? $0.at }.max() ?? .zero)
  }

  /// `spans` in the order of their starts.
  private static func gaps(between spans: [TimeSpan]) -> [TimeSpan] {
    var gaps: [TimeSpan] = []
    var end = spans.first?.end ?? .zero
    for span in spans {
      if let gap = TimeSpan(end, span.start), gap.length > Milliseconds(5000) { gaps.append(gap) }
      end = max(end, span.end)
    }
    return gaps
  }
}
