import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaRecognition

extension Anchor {
  /// Returns the confirmed markers and verified segments of a bundle, in order of time.
  package static func all(in bundle: TilawaBundle) -> [Anchor] {
    let markers = bundle.markersInTime.filter(\.isConfirmed).map { marker in
      Anchor(
        start: marker.at, end: marker.end, ayah: marker.ayah, isSkip: marker.skip != nil)
    }
    let segments = bundle.segmentsInTime.filter(\.isVerified).map { row in
      Anchor(start: row.start, end: row.end, ayah: row.ayah, isSkip: row.skip != nil)
    }
    return (markers + segments).sorted { ($0.start, $0.end ?? $0.start) < ($1.start, $1.end ?? $1.start) }
  }

  /// The least distance between a new mark and a confirmed marker or verified segment.
  static let distance = Milliseconds(500)
}

extension [BoundaryCandidate] {
  /// Returns the candidates with the anchors added, and without those inside or too near an anchor.
  func settled(by anchors: [Anchor], items: [PassageItem], duration: Milliseconds) -> [BoundaryCandidate] {
    var result = self
    var nextItem = 0
    var taken: Milliseconds = .zero
    for anchor in anchors where anchor.start >= taken && anchor.start < duration {
      let end = anchor.end.map { Swift.min($0, duration) }
      taken = end ?? anchor.start
      var start = result.settling(at: anchor.start)
      start.isTaken = true
      if let ayah = anchor.ayah, let range = items.range(of: ayah, from: nextItem) {
        start.content = .items(range)
        nextItem = range.upperBound
      } else if anchor.ayah != nil || anchor.isSkip {
        start.content = .other
      }
      var added = [start]
      if let end, end > anchor.start { added.append(result.settling(at: end)) }
      result.removeAll { candidate in
        if candidate.isFixed { return candidate.at == anchor.start }
        return candidate.at > anchor.start - Anchor.distance
          && candidate.at < (end ?? anchor.start) + Anchor.distance
      }
      result += added
    }
    result.sort { $0.at < $1.at }
    return result
  }

  /// Returns a fixed candidate at `time`, with the pause around it if there is one.
  private func settling(at time: Milliseconds) -> BoundaryCandidate {
    let near = Milliseconds(100)
    let pause = first { $0.voiceEnd - near <= time && time <= $0.voiceStart + near }
    return BoundaryCandidate(
      at: time, voiceEnd: pause?.voiceEnd ?? time, voiceStart: pause?.voiceStart ?? time, isFixed: true)
  }
}
