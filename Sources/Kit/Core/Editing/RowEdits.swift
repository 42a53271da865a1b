package import TilawaBase
package import TilawaFormat
package import TilawaQuran

// The edits that a person makes of rows, computed for the current bundle.

extension EditingSession.Edit {
  /// Corrects one row. Throws `Failure` if that isn't possible.
  package static func correcting(
    _ row: AnnotatedRow, _ correction: Correction, in bundle: TilawaBundle
  ) throws(Failure) -> Self {
    let made = try CorrectedRow(correction, of: row, in: bundle, overrulesConfirmed: true)
    return Self(correction.title(of: row), made.changes, of: row.identity, goingOnWith: made.after)
  }

  /// Adds a marker. Throws `Failure` if there can't be one at that time.
  package static func addingMarker(
    at time: Milliseconds, _ ayah: AyahRange?, in bundle: TilawaBundle
  ) throws(Failure) -> Self {
    let made = try AddedMarker(at: time, ayah, in: bundle)
    return Self(
      "Add \(ayah.map { "\($0)" } ?? "a marker") at \(time.exactClock)", [(.markers, made.change)],
      goingOnWith: made.identity)
  }

  /// Names the unnamed markers from a row on with consecutive ayat. Throws `Failure` if there are none.
  package static func assigning(
    from row: AnnotatedRow, _ first: Ayah, in bundle: TilawaBundle
  ) throws(Failure) -> Self {
    guard let markers = bundle.markers, let counting = bundle.counting else {
      throw Failure(refused: "there are no markers to name")
    }
    let made = Assignment(of: markers, at: row.start, from: first, counting: counting)
    guard let given = made.given else {
      throw Failure(refused: "all markers from \(row.start) on have names")
    }
    let after = row.isNamed ? row.identity : AnnotatedRow.Identity(row.kind, row.start, AyahRange(first), nil)
    return Self(
      "Name \(counted(made.count, "marker")), \(given)", [(.markers, .edit(made.edits))], of: row.identity,
      goingOnWith: after)
  }

  /// Confirms rows, except those without a name.
  package static func confirming(_ identities: [AnnotatedRow.Identity], in bundle: TilawaBundle) -> Self {
    let made = Confirming(.known(Set(identities)), in: bundle, isConfirmed: true)
    return Self(
      "Confirm \(counted(made.changed.count, "row"))", made.changes.map { ($0.kind, $0.change) },
      of: made.changed.first?.identity, goingOnWith: made.changed.last?.identity)
  }

  /// Makes segments of the markers. Throws `Segmenting.Refusal` if that isn't possible.
  package static func segmenting(
    _ bundle: TilawaBundle, end: Milliseconds?
  ) throws(Segmenting.Refusal) -> Self {
    let made = try Segmenting(bundle, end: end)
    return Self(
      "Turn the markers into \(counted(made.made, "segment"))",
      [(.segments, made.segments), (.markers, made.markers)])
  }

  /// Makes markers of the segments; verified ones become confirmed markers.
  package static func reopening(_ bundle: TilawaBundle) throws(Failure) -> Self {
    let made = Reopening(bundle, includingVerified: true)
    guard made.reopened > 0 else {
      throw Failure(refused: made.remarks.first ?? "there are no segments")
    }
    return Self(
      "Turn \(counted(made.reopened, "segment")) into markers",
      [(.markers, made.markers), (.segments, made.segments)])
  }
}
