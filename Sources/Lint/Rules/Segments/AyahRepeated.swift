import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// An ayah is heard again; reciters repeat, and people slip.
  static let ayahRepeated = Rule("S208", "ayah-repeated", .note) { bundle, report in
    // Most recitations only go forward, and then nothing can be held twice.
    guard let counting = bundle.counting, !bundle.goesForward else { return }
    var held = HeldAyat(counting)
    var repeats = PassageRepeats(of: bundle.recording?.passage?.value.map(\.value) ?? [], in: counting)
    for (number, row) in bundle.segments.inTime.enumerated() {
      guard let ayah = row.ayah, counting.contains(ayah) else { continue }
      if let earlier = held.holder(of: ayah.first), !repeats.expect(ayah.first) {
        let first = bundle.segments.inTime[earlier]
        report.add(
          "\(ayah.first) is also in an earlier row", at: bundle.segments.place(row, RowKey.ayah),
          notes: [.init("first at \(first.start), in \(first.label)", at: bundle.segments.place(first))])
      }
      held.add(ayah, number)
      repeats.add(ayah)
    }
  }
}

extension CheckedBundle {
  /// True if every row begins after all ayat in the rows before it in time.
  fileprivate var goesForward: Bool {
    var last: Ayah?
    for row in segments.inTime {
      guard let ayah = row.ayah else { continue }
      if let last, ayah.first <= last { return false }
      last = max(ayah.last, last ?? ayah.last)
    }
    return true
  }
}
