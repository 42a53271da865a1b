package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaSound

extension BundlePlan<Segmenting> {
  /// Plans to make segments from markers, except those below `leastConfidence`. Throws `Segmenting.Refusal`
  /// if that isn't possible.
  package static func segmenting(
    _ place: FoundBundle, isPartial: Bool, keepsMarkers: Bool, leastConfidence: Double? = nil
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .markers, .segments]) { bundle in
      try Segmenting(
        bundle, end: bundle.audioEnd, isPartial: isPartial, keepsMarkers: keepsMarkers,
        leastConfidence: leastConfidence)
    } changes: {
      [(.segments, $0.segments), (.markers, $0.markers)]
    }
  }
}

/// Key presses that become markers.
package struct TappedMarkers: Sendable {
  /// The boundaries that the presses mean.
  package let boundaries: TappedBoundaries
  /// The new markers; presses at existing ones add none.
  package let markers: [Marker]
  fileprivate let change: RowList.Change
}

extension BundlePlan<TappedMarkers> {
  /// Plans to make markers from key presses, with consecutive ayat from `first` on, if given.
  package static func tapping(
    _ place: FoundBundle, _ tapped: TappedBoundaries, from first: Ayah?
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .markers]) { bundle in
      let held = bundle.markersInTime.map(\.at)
      let counting = try bundle.knownCounting()
      var next = first
      var markers: [Marker] = []
      for place in tapped.boundaries where !held.contains(where: { abs($0.count - place.count) < 250 }) {
        var marker = Marker(at: place)
        marker.ayah = next.map { AyahRange($0) }
        next = next.flatMap { counting.next(after: $0) }
        markers.append(marker)
      }
      return TappedMarkers(
        boundaries: tapped, markers: markers, change: RowList.adding(markers, to: bundle))
    } changes: {
      [(.markers, $0.change)]
    }
  }
}

extension BundlePlan<Reopening> {
  /// Plans to make markers from segments.
  package static func reopening(_ place: FoundBundle, includingVerified: Bool) throws -> BundlePlan {
    // Unlike usual, rows are added to the markers.
    try BundlePlan(for: place, of: [.recording, .markers, .segments], first: .markers) { bundle in
      Reopening(bundle, includingVerified: includingVerified)
    } changes: {
      [(.markers, $0.markers), (.segments, $0.segments)]
    }
  }
}

extension BundlePlan<Adjusting> {
  /// Plans to move boundaries of rows. `ayat` returns the ayat of the selected rows in the bundle's count;
  /// if empty, all rows are selected.
  ///
  /// A plan with `problems` must not be carried out.
  package static func adjusting(
    _ place: FoundBundle, from: Milliseconds?, to: Milliseconds?, _ steps: Adjusting.Steps,
    ayat: @escaping @Sendable (TilawaBundle) throws -> [AyahRange]
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers, .words]) { bundle in
      var selection = Adjusting.Selection()
      selection.ayat = try ayat(bundle)
      selection.from = from
      selection.to = to
      guard steps.snap != nil else { return try Adjusting(bundle, selection, steps) { place, _, _ in place } }
      var points = try QuietPoints(fileAt: try bundle.audioPath())
      return try Adjusting(bundle, selection, steps) { place, first, last in
        try points.quietest(near: place, from: first, to: last)
      }
    } changes: {
      // Another program's changes may have caused problems meanwhile.
      $0.problems.isEmpty ? [(.segments, $0.segments), (.words, $0.words), (.markers, $0.markers)] : []
    }
  }
}

extension BundlePlan<Assignment?> {
  /// Plans to name markers with consecutive ayat from `first` on; the content is nil if there are no
  /// markers.
  package static func assigning(
    _ place: FoundBundle,
    ayat: @escaping @Sendable (CountingSystem) throws -> (first: Ayah, last: Ayah?)
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .markers]) { bundle in
      let counting = try bundle.knownCounting()
      let (first, last) = try ayat(counting)
      guard let markers = bundle.markers, markers.content?.rows.isEmpty == false else { return nil }
      return Assignment(of: markers, from: first, to: last, counting: counting)
    } changes: {
      $0.map { [(.markers, .edit($0.edits))] } ?? []
    }
  }
}

extension BundlePlan<Confirming> {
  /// Plans to confirm rows, or to revoke their confirmation. `selection` is based on the bundle's count.
  package static func confirming(
    _ place: FoundBundle, isConfirmed: Bool,
    _ selection: @escaping @Sendable (TilawaBundle) throws -> Confirming.Selection
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers]) { bundle in
      Confirming(try selection(bundle), in: bundle, isConfirmed: isConfirmed)
    } changes: {
      $0.changes.map { ($0.kind, $0.change) }
    }
  }
}

extension BundlePlan<RakahCounting> {
  /// Plans to number the rows with which rak'at begin.
  package static func countingRakat(_ place: FoundBundle) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers]) { bundle in
      RakahCounting(of: bundle)
    } changes: {
      $0.changes.map { ($0.kind, $0.change) }
    }
  }
}

extension BundlePlan<CorrectedRow> {
  /// Plans to correct the row that `query` selects. Throws `Failure` if there is none, or the correction
  /// isn't possible.
  package static func correcting(
    _ place: FoundBundle, _ correction: Correction, overrulesConfirmed: Bool = false,
    _ query: @escaping @Sendable (TilawaBundle) throws -> RowQuery
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers, .words]) { bundle in
      let row = try AnnotatedRow.rows(of: bundle).row(meantBy: try query(bundle))
      return try CorrectedRow(correction, of: row, in: bundle, overrulesConfirmed: overrulesConfirmed)
    } changes: {
      $0.changes.map { ($0.kind, $0.change) }
    }
  }
}

extension BundlePlan<CorrectedRows> {
  /// Rows are corrected, one after the other. `steps` gives which, and how. Throws `Failure` when there is none, or it can't be so.
  package static func correcting(
    _ place: FoundBundle, overrulesConfirmed: Bool,
    _ steps: @escaping @Sendable (TilawaBundle) throws -> [CorrectedRows.Step]
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers, .words]) { bundle in
      try CorrectedRows(try steps(bundle), in: bundle, overrulesConfirmed: overrulesConfirmed)
    } changes: {
      $0.changes.map { ($0.kind, $0.change) }
    }
  }
}
