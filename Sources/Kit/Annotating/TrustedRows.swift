import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaRecognition

/// The rows of a bundle that a sound model can be learnt from, and why the others are left out.
package struct TrustedRows: Sendable {
  /// Why a row is of no use.
  package enum Reason: String, CaseIterable, Sendable {
    /// No person has said that it is right.
    case unverified = "not verified"
    /// Ayah 0: isti'adha may be part of it or not.
    case opening = "openings"
    /// Known in Hafs only are the sounds of ayat.
    case otherRiwayah = "of another riwayah"
    /// Nothing says where it is over.
    case openEnd = "without an end"
    /// The counting of the recording has no such ayah.
    case unknownAyah = "of no ayah there is"
    /// Which ayat its numbers mean can't be told.
    case unknownCount = "of a bundle whose count isn't known"
    /// Shorter than any ayah.
    case tooShort = "too short"
  }

  /// What is of use, in order of time.
  package private(set) var stretches: [AcousticTraining.Stretch] = []
  /// How many rows are not.
  package private(set) var leftOut: [Reason: Int] = [:]

  /// How many ayat the stretches hold.
  package var ayatCount: Int { stretches.reduce(0) { $0 + $1.ayat.count } }

  /// Verified segments; without segments, the stretches of confirmed markers.
  ///
  /// With `all` nobody needs to have said that a row is right, with `anyRiwayah` it may be of another than Hafs.
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
      // Its end is where the next begins, so that has to be right too.
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

  /// One stretch between each place and the next when there is one for each ayah, else one for all.
  private mutating func add(_ range: AyahRange, _ counting: CountingSystem, _ places: [Milliseconds]) {
    guard counting.contains(range) else { return leave(.unknownAyah) }
    let ayat = Array(counting.ayat(in: range))
    // What runs over from one surah to the next may have a basmalah in between, or not.
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
