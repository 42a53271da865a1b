import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The reference names an ayah that the bundle's count doesn't have.
  static let noSuchAyah = Rule("S206", "no-such-ayah", .error) { bundle, report in
    guard let counting = bundle.counting else { return }
    for row in bundle.segments.rows {
      guard let ayah = row.ayah, let absence = counting.absence(in: ayah) else { continue }
      report.add(
        absence, at: bundle.segments.place(row, RowKey.ayah),
        notes: bundle.countThatHas(ayah, besides: counting, riwayah: bundle.bundle.riwayah(of: row.value)))
    }
  }
}

extension CheckedBundle {
  /// A hint for who copied the number from a mushaf that is counted otherwise.
  fileprivate func countThatHas(
    _ range: AyahRange, besides counting: CountingSystem, riwayah: Riwayah?
  ) -> [Diagnostic.Note] {
    guard recording?.numbering == nil, let riwayah, riwayah.counting != counting,
      riwayah.counting.absence(in: range) == nil
    else { return [] }
    return [
      .init(
        "mushafs of \(riwayah.rawValue) have it; \"numbering: \(riwayah.counting.rawValue)\" "
          + "in recording.yaml makes all files use that count")
    ]
  }
}
