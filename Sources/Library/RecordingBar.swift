package import TilawaBase
package import TilawaFormat

/// A recording from its start to its end as stretches of what is known of them.
package struct RecordingBar: Sendable {
  /// The kind of a stretch.
  package enum Kind: String, CaseIterable, Sendable {
    /// A row with ayat, checked by a person.
    case verified
    /// Another row with ayat.
    case unverified
    /// A row or a marker with `skip`.
    case skip
    /// A stretch that no row covers, begun by a marker with ayat that a person has confirmed.
    case confirmed
    /// A stretch that no row covers, begun by another marker with ayat.
    case named
    /// A stretch that no row covers, begun by a marker without a name.
    case marker
    /// Neither row nor marker.
    case nothing
  }

  /// Of equal kind from start to end.
  package struct Stretch: Sendable, Hashable {
    /// Where it lies.
    package let span: TimeSpan
    /// The kind of the stretch.
    package let kind: Kind
  }

  /// One after the other from the start of the recording to its end; none is empty, and neighbours differ.
  package let stretches: [Stretch]
  private let length: Milliseconds

  /// Of the readable rows and markers; where two claim the same audio, the kind that is listed first counts.
  package init(of bundle: TilawaBundle, length: Milliseconds) {
    self.length = length
    var claims: [(span: TimeSpan, kind: Kind)] = []
    func claim(_ start: Milliseconds, _ end: Milliseconds, _ kind: Kind) {
      if let span = TimeSpan(start, min(end, length)), span.length > .zero { claims.append((span, kind)) }
    }
    for row in bundle.segmentsInTime {
      claim(
        row.start, row.end, row.skip != nil ? .skip : row.isVerified ? .verified : .unverified)
    }
    let markers = bundle.markersInTime
    for (index, marker) in markers.enumerated() {
      let next = index + 1 < markers.count ? markers[index + 1].at : length
      claim(
        marker.at, marker.end ?? next,
        marker.skip != nil ? .skip : marker.ayah == nil ? .marker : marker.isConfirmed ? .confirmed : .named)
    }
    stretches = Self.stretches(claims, length)
  }

  /// Sweeps over the starts and ends, counting for each kind how many claims are open.
  private static func stretches(_ claims: [(span: TimeSpan, kind: Kind)], _ length: Milliseconds) -> [Stretch]
  {
    var changes: [(at: Milliseconds, kind: Kind, by: Int)] = []
    for claim in claims {
      changes.append((claim.span.start, claim.kind, 1))
      changes.append((claim.span.end, claim.kind, -1))
    }
    changes.sort { $0.at < $1.at }
    changes.append((length, .nothing, 0))
    var open: [Kind: Int] = [:]
    var result: [Stretch] = []
    var start = Milliseconds.zero
    for change in changes {
      if let span = TimeSpan(start, change.at), span.length > .zero {
        let kind = Kind.allCases.first { open[$0, default: 0] > 0 } ?? .nothing
        if let last = result.last, last.kind == kind, let joined = TimeSpan(last.span.start, span.end) {
          result[result.count - 1] = Stretch(span: joined, kind: kind)
        } else {
          result.append(Stretch(span: span, kind: kind))
        }
      }
      start = change.at
      open[change.kind, default: 0] += change.by
    }
    return result
  }

  /// The recording in `count` parts of equal length, each with the kind that fills most of it.
  package func cells(_ count: Int) -> [Kind] {
    guard length > .zero, count > 0 else { return [] }
    var cells: [Kind] = []
    var first = 0
    for cell in 0..<count {
      let start = length.count * Int64(cell) / Int64(count)
      let end = max(start + 1, length.count * Int64(cell + 1) / Int64(count))
      var filled: [Kind: Int64] = [:]
      while first < stretches.count - 1, stretches[first].span.end.count <= start { first += 1 }
      for stretch in stretches[first...] {
        if stretch.span.start.count >= end { break }
        filled[stretch.kind, default: 0] +=
          min(end, stretch.span.end.count) - max(start, stretch.span.start.count)
      }
      let most = filled.values.max() ?? 0
      cells.append(Kind.allCases.first { filled[$0] == most } ?? .nothing)
    }
    return cells
  }
}
