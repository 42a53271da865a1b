package import TilawaBase
package import TilawaFormat
import TilawaYAML

/// A plan to make segments of markers, by "From markers to segments" of the spec.
package struct Segmenting: Sendable {
  /// The reason why no segments can be made.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are no markers.
    case noMarkers
    /// The markers at these times name neither an ayah nor a skip.
    case unassigned([Milliseconds])
    /// The last marker, at this time, has no end, and the duration of the audio is unknown.
    case endUnknown(Milliseconds)
    /// The markers at these times end before they begin, or overlap the next.
    case empty([Milliseconds])

    /// A short description in lower case, without a full stop.
    package var description: String {
      switch self {
      case .noMarkers: "there are no markers"
      case .unassigned(let times): "\(counted(times.count, "marker")) without an ayah or a skip"
      case .endUnknown: "the last marker has no end, and the audio's length is unknown"
      case .empty(let times): "\(counted(times.count, "marker")) with a wrong end"
      }
    }
  }

  /// The number of segments to be made.
  package private(set) var made = 0
  /// The number of unverified segments with the same content as the markers.
  package private(set) var unchanged = 0
  /// The number of unverified segments that are replaced.
  package private(set) var replaced = 0
  /// The number of verified segments that stay.
  package private(set) var kept = 0
  /// The number of markers that stay markers for now.
  package private(set) var waiting = 0
  /// Remarks on what was cut or left out for a verified segment.
  package private(set) var remarks: [String] = []
  /// The change to `segments.yaml`.
  package private(set) var segments = RowList.Change.none
  /// The change to `markers.yaml`.
  package private(set) var markers = RowList.Change.none

  private struct Stretch {
    var marker: Placed<Marker>
    var end: Milliseconds
    var isVerified: Bool
    /// The marker, and the next one if that is its end.
    var boundaries: [Placed<Marker>]

    /// Returns true if the confidence of a boundary is below `least`. Hand-made and confirmed boundaries are
    /// sure.
    func isDoubtful(below least: Double) -> Bool {
      boundaries.contains { !$0.isConfirmed && $0.confidence.map { $0 < least } ?? false }
    }
  }

  /// Plans the change. `end` is the end of the audio. With `isPartial`, unassigned markers stay markers;
  /// otherwise, they are refused. Markers also stay if their stretch begins or ends at one with a confidence
  /// below `leastConfidence`, from 0 to 1.
  package init(
    _ bundle: TilawaBundle, end: Milliseconds?, isPartial: Bool = false, keepsMarkers: Bool = false,
    leastConfidence: Double? = nil
  ) throws(Refusal) {
    let stretches = try Self.stretches(bundle.markersInTime, end: end)
    let unassigned = stretches.filter { !$0.marker.isNamed }.map(\.marker.at)
    if !isPartial, !unassigned.isEmpty { throw .unassigned(unassigned) }
    let verified = bundle.segmentsInTime.filter(\.isVerified)
    kept = verified.count

    var rows = RowList(.segments, bundle.segments?.source)
    let old = RowList(.markers, bundle.markers?.source)
    let unverified = bundle.segmentsInTime.filter { !$0.isVerified }
    var new: [TimeSpan] = []
    var staying: Set<Int> = []
    /// Rows of `segments.yaml` that need no change.
    var settledRows: Set<Int> = []
    for stretch in stretches {
      let marker = RowList.OldRow(list: old, index: stretch.marker.index)
      let isDoubtful = leastConfidence.map(stretch.isDoubtful(below:)) ?? false
      guard stretch.marker.isNamed, !isDoubtful else {
        staying.insert(marker.index)
        waiting += 1
        continue
      }
      guard var draft = draft(stretch, around: verified) else {
        if Self.isPersonal(stretch.marker, marker),
          !verified.contains(where: { $0.value.restates(stretch.marker.value) })
        {
          staying.insert(marker.index)
          waiting += 1
        }
        continue
      }
      var sources = [marker]
      if let row = unverified.first(where: { $0.value.says(draft) }) {
        draft.takeOver(row.value)
        // The marker's own keys and comments were carried along before.
        if !settledRows.contains(row.index), row.value == draft, marker.ownPairs.isEmpty,
          marker.comments.isEmpty
        {
          settledRows.insert(row.index)
          unchanged += 1
          continue
        }
        sources.append(RowList.OldRow(list: rows, index: row.index))
      }
      rows.add(draft.yaml, at: draft.start.count, carrying: sources)
      made += 1
      if let span = TimeSpan(draft.start, draft.end) { new.append(span) }
    }
    for row in bundle.segmentsInTime {
      if row.isVerified || settledRows.contains(row.index)
        || !(row.span.map { span in new.contains(where: span.overlaps) } ?? false)
      {
        rows.keep(row.index, at: row.start.count)
      } else {
        replaced += 1
      }
    }
    segments = rows.change()
    if !keepsMarkers { markers = Self.clearing(old, stretches, staying: staying) }
  }

  /// Returns the reason why the markers of a bundle can't all become segments now, or nil if they can. Fast,
  /// because nothing is planned.
  package static func obstacle(in bundle: TilawaBundle, end: Milliseconds?) -> Refusal? {
    do throws(Refusal) {
      let unassigned = try stretches(bundle.markersInTime, end: end).filter { !$0.marker.isNamed }
      return unassigned.isEmpty ? nil : .unassigned(unassigned.map(\.marker.at))
    } catch {
      return error
    }
  }

  private static func stretches(_ markers: [Placed<Marker>], end: Milliseconds?) throws(Refusal) -> [Stretch]
  {
    guard let last = markers.last else { throw .noMarkers }
    var stretches: [Stretch] = []
    for (index, marker) in markers.enumerated() {
      let next = index + 1 < markers.count ? markers[index + 1] : nil
      guard let end = marker.end ?? next?.at ?? end else { throw .endUnknown(last.at) }
      let isEndSettled = marker.end != nil || next?.isConfirmed ?? true
      stretches.append(
        Stretch(
          marker: marker, end: end, isVerified: marker.isConfirmed && isEndSettled,
          boundaries: [marker] + (marker.end == nil ? [next].compactMap(\.self) : [])))
    }
    var empty: [Milliseconds] = []
    for (index, stretch) in stretches.enumerated() {
      let at = stretch.marker.at
      let overlapsNext = index + 1 < stretches.count && stretch.end > stretches[index + 1].marker.at
      if stretch.end <= at || overlapsNext { empty.append(at) }
    }
    if !empty.isEmpty { throw .empty(empty) }
    return stretches
  }

  /// Returns the segment of a stretch, or of the longest part of it outside verified segments.
  private mutating func draft(_ stretch: Stretch, around verified: [Placed<Segment>]) -> Segment? {
    let marker = stretch.marker
    var draft = Segment(marker.facts, start: marker.at, end: stretch.end)
    draft.isConfirmed = stretch.isVerified
    var longest: TimeSpan?
    var start = draft.start
    var rivals: [Placed<Segment>] = []
    for row in verified where row.end > draft.start && row.start < draft.end {
      rivals.append(row)
      if let part = TimeSpan(start, row.start), part.length > longest?.length ?? .zero {
        longest = part
      }
      start = max(start, row.end)
    }
    guard let rival = rivals.first else { return draft }
    // The rest of an ayah beside a verified row of the same ayah is not a second recitation of it.
    if let same = rivals.first(where: { $0.ayah == draft.ayah && $0.skip == draft.skip }) {
      remarks.append("\(marker.label) at \(draft.start) is left out: \(same.label) there is verified")
      return nil
    }
    if let part = TimeSpan(start, draft.end), part.length > longest?.length ?? .zero { longest = part }
    // Less than a fifth of a second is the usual difference of two tools, not a recitation.
    if let part = longest, part.length > Milliseconds(200) {
      let losesJoins = !draft.joins.allSatisfy { part.start < $0 && $0 < part.end }
      if losesJoins { draft.joins = [] }
      remarks.append(
        "\(marker.label) at \(draft.start) becomes \(part.start) to \(part.end)"
          + "\(losesJoins ? ", without its joins" : ""): its neighbour \(rival.label) is verified"
      )
      draft.start = part.start
      draft.end = part.end
      draft.isConfirmed = false
      return draft
    }
    remarks.append("\(marker.label) at \(draft.start) is left out: \(rival.label) there is verified")
    return nil
  }

  /// Returns true if a marker contains something that a person has added.
  private static func isPersonal(_ marker: Placed<Marker>, _ row: RowList.OldRow) -> Bool {
    marker.isConfirmed || marker.note != nil || !row.ownPairs.isEmpty || !row.comments.isEmpty
  }

  /// Removes the markers except `staying`. One that stays gets an end at its removed successor.
  private static func clearing(
    _ old: RowList, _ stretches: [Stretch], staying: Set<Int>
  ) -> RowList.Change {
    var list = old
    var ends: [(node: YAMLNode, end: Milliseconds)] = []
    for (index, stretch) in stretches.enumerated() where staying.contains(stretch.marker.index) {
      list.keep(stretch.marker.index, at: stretch.marker.at.count)
      let isNextGone =
        index + 1 < stretches.count && !staying.contains(stretches[index + 1].marker.index)
      if stretch.marker.end == nil, isNextGone, let node = old.node(at: stretch.marker.index) {
        ends.append((node, stretch.end))
      }
    }
    return list.change { editor in
      for (node, end) in ends {
        editor.setRowKey(RowKey.end, to: .plain(end.description), in: node, .markers)
      }
    }
  }
}

extension Segment {
  /// Returns true if the segment has the same content as a new row, and overlaps it.
  fileprivate func says(_ draft: Segment) -> Bool {
    facts.name == draft.facts.name && start < draft.end && draft.start < end
  }

  /// Returns true if the segment contains everything that a marker does, so that removing the marker loses
  /// nothing. The user's own keys and comments were carried along when it was made.
  fileprivate func restates(_ marker: Marker) -> Bool {
    let (own, other) = (facts, marker.facts)
    return start == marker.at && own.name == other.name && (other.rakah == nil || own.rakah == other.rakah)
      && (other.cut == nil || own.cut == other.cut)
      && (other.note == nil || own.note == other.note) && (other.joins.isEmpty || own.joins == other.joins)
  }

  /// Takes over what a person has added to the old segment, and the marker doesn't contain.
  fileprivate mutating func takeOver(_ row: Segment) {
    let (start, end, old) = (start, end, row.facts)
    if facts.joins.isEmpty, old.joins.allSatisfy({ start < $0 && $0 < end }) { facts.joins = old.joins }
    priority = row.priority
    facts.note = facts.note ?? old.note
    facts.reciter = facts.reciter ?? old.reciter
    facts.riwayah = facts.riwayah ?? old.riwayah
    facts.cut = facts.cut ?? old.cut
    facts.rakah = facts.rakah ?? old.rakah
  }
}
