import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaRecognition

/// The rows of a bundle from which a sound model can be trained, and the reasons for leaving out the others.
package struct TrustedRows: Sendable {
  /// The reason for leaving out a row.
  package enum Reason: String, CaseIterable, Sendable {
    /// The row is neither confirmed nor verified.
    case unverified = "not verified"
    /// The row contains ayah 0, which may or may not include the isti'adha.
    case opening = "openings"
    /// The row is of another riwayah than Hafs, the only one whose sounds are known.
    case otherRiwayah = "of another riwayah"
    /// The row has no end.
    case openEnd = "without an end"
    /// The recording's count has no such ayah.
    case unknownAyah = "of an unknown ayah"
    /// The count of the bundle is unknown, so the meaning of its numbers is, too.
    case unknownCount = "of a bundle with unknown numbering"
    /// The stretch is shorter than any ayah.
    case tooShort = "too short"
  }

  /// The usable stretches, in order of time.
  package private(set) var stretches: [AcousticTraining.Stretch] = []
  /// The number of rows that were left out, by reason.
  package private(set) var leftOut: [Reason: Int] = [:]

  /// The number of ayat in the stretches.
  package var ayatCount: Int { stretches.reduce(0) { $0 + $1.ayat.count } }

  /// Collects the verified segments of a bundle, or the stretches of confirmed markers if it has no segments.
  ///
  /// With `all`, rows needn't be confirmed or verified. With `anyRiwayah`, they may be of another riwayah
  /// than Hafs.
  package init(of bundle: TilawaBundle, all: Bool = false, anyRiwayah: Bool = false) {
    let segments = bundle.segmentsInTime
    guard let counting = bundle.counting else {
      for _ in segments { leave(.unknownCount) }
      return
    }
    func isHafs(_ riwayah: Riwayah?) -> Bool {
      switch bundle.statedRiwayah {
      case .said(let usual): (riwayah ?? usual) == .hafs
      case .unsaid: (riwayah ?? .hafs) == .hafs
      case .doubtful: riwayah == .hafs
      }
    }
    for segment in segments {
      guard let range = segment.ayah else { continue }
      guard all || segment.isVerified else {
        leave(.unverified)
        continue
      }
      guard anyRiwayah || isHafs(segment.riwayah) else {
        leave(.otherRiwayah)
        continue
      }
      let joins = segment.joins
      add(range, counting, [segment.start] + joins + [segment.end])
    }
    guard segments.isEmpty else { return }
    let markers = bundle.markersInTime
    for (index, marker) in markers.enumerated() {
      guard let range = marker.ayah else { continue }
      let next = index + 1 < markers.count ? markers[index + 1] : nil
      let end = marker.end ?? next?.at ?? bundle.recording?.content?.audio?.duration?.value
      // The stretch ends where the next marker begins, so that has to be right, too.
      let isEndSettled = marker.end != nil || next?.isConfirmed ?? true
      if !all, !marker.isConfirmed || !isEndSettled {
        leave(.unverified)
      } else if !anyRiwayah, !isHafs(marker.riwayah) {
        leave(.otherRiwayah)
      } else if let end {
        let joins = marker.joins
        add(range, counting, [marker.at] + joins + [end])
      } else {
        leave(.openEnd)
      }
    }
  }

  private mutating func leave(_ reason: Reason) { leftOut[reason, default: 0] += 1 }

  /// Adds one stretch per ayah if there is a join between all of them, else one for all.
  private mutating func add(_ range: AyahRange, _ counting: CountingSystem, _ places: [Milliseconds]) {
    guard counting.contains(range) else { return leave(.unknownAyah) }
    let ayat = Array(counting.ayat(in: range))
    // A range of several surahs may have a basmalah in between or not.
    guard range.first.number > 0, ayat.allSatisfy({ $0.number > 0 }) else { return leave(.opening) }
    let isSplit = places.count == ayat.count + 1
    for index in isSplit ? 0..<ayat.count : 0..<1 {
      let (start, end) = isSplit ? (places[index], places[index + 1]) : (places[0], places[places.count - 1])
      guard let span = TimeSpan(start, end), span.length >= AcousticTraining.shortest else {
        leave(.tooShort)
        continue
      }
      stretches.append(AcousticTraining.Stretch(span, isSplit ? [ayat[index]] : ayat))
    }
  }
}
