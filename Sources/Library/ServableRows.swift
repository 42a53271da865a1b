package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The rows of a bundle that some session is served, split into the ayat of the Kufi count, for later use
/// without the bundle.
package struct ServableRows: Sendable {
  /// A row, or the part of it that shares words with an ayah.
  package struct Piece: Sendable {
    /// As the Kufi count numbers it; 0 for a basmalah.
    package let ayah: Ayah
    /// The relation of the ayah to the bundle's count.
    package let relation: AyahMapping.Relation
    /// The ayat that are heard, in the bundle's count.
    package let ayat: AyahRange
    /// Where.
    package let span: TimeSpan
    /// Where one of `ayat` gives way to the next; none where that isn't known.
    package let joins: [Milliseconds]
    /// The end at which one of `ayat` is cut off; only of a row whose ayat can't be parted.
    package let cut: AyahCut?
  }

  /// A row that some session is served.
  package struct Row: Sendable {
    package let segment: Placed<Segment>
    /// Its place in time among all readable rows.
    package let position: Int
    package let riwayah: Riwayah
    package let reciter: String?
    /// One for each ayah of the Kufi count with which it shares words.
    package let pieces: [Piece]
  }

  /// In the order of time.
  package let rows: [Row]
  /// The number of rows with ayat that are never served, by the reason.
  package let refusals: [Refusal: Int]
  /// Of the bundle's numbers.
  package let counting: CountingSystem

  /// Nil when the bundle has no rows.
  package init?(of bundle: TilawaBundle, _ inspector: (any AudioInspector)?) {
    guard let recording = SearchedRecording(bundle) else { return nil }
    let counting = recording.counting
    var gate = AudioGate(inspector)
    let mapped = KufiAyat.mapped(in: counting)
    var rows: [Row] = []
    var refusals: [Refusal: Int] = [:]
    for (position, segment) in recording.rows.enumerated() {
      guard let range = segment.ayah else { continue }
      if let refusal = recording.refusal(of: segment.value) {
        refusals[refusal, default: 0] += 1
        continue
      }
      guard let riwayah = recording.riwayah(of: segment.value), let cut = RowCut(segment.value, counting)
      else {
        continue
      }
      var isPastEnd = false
      var cutOff: AyahCut?
      let pieces = mapped.touching(range).compactMap { match -> Piece? in
        guard BundleSearch.holds(range, match), let piece = cut.piece(of: match.range) else { return nil }
        if let end = cut.cut(within: match.range) {
          cutOff = end
          return nil
        }
        // Audio that isn't here may be known to listeners by its checksum.
        if gate.verdict(on: piece.span, of: recording.audio) == .pastEnd {
          isPastEnd = true
          return nil
        }
        return Piece(
          ayah: match.ayah, relation: match.relation, ayat: piece.ayat, span: piece.span, joins: piece.joins,
          cut: cut.cut(within: piece.ayat))
      }
      if let cutOff { refusals[.cutOff(cutOff), default: 0] += 1 }
      if isPastEnd { refusals[.pastEnd, default: 0] += 1 }
      if pieces.isEmpty { continue }
      rows.append(
        Row(
          segment: segment, position: position, riwayah: riwayah,
          reciter: recording.reciter(of: segment.value),
          pieces: pieces))
    }
    let faulty = recording.faultyRows.count { $0.ayah != nil }
    if faulty > 0 { refusals[.faultyRow, default: 0] += faulty }
    (self.rows, self.refusals, self.counting) = (rows, refusals, counting)
  }
}

/// All ayat of the Kufi count and the basmalahs before surahs, as they are found in each count.
private enum KufiAyat {
  private static let wanted = WantedAyat(
    (1...114).flatMap { surah in
      (0...(CountingSystem.kufi.ayahCount(ofSurah: surah) ?? 0)).map { Ayah(surah, $0) }
    }, counting: .kufi
  ).prepared(for: CountingSystem.allCases)

  static func mapped(in counting: CountingSystem) -> [WantedAyat.Mapped] { wanted.mapped(in: counting) }
}
