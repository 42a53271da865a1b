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
      guard let ayah = row.ayah, counting.contains(ayah.value) else { continue }
      if let earlier = held.holder(of: ayah.value.first), !repeats.expect(ayah.value.first) {
        let first = bundle.segments.inTime[earlier]
        report.add(
          "\(ayah.value.first) is held by an earlier row too", at: bundle.segments.place(ayah),
          notes: [.init("held at \(first.start.value) as \(first.label)", at: bundle.segments.place(first))])
      }
      held.add(ayah.value, number)
      repeats.add(ayah.value)
    }
  }
}

extension CheckedBundle {
  /// Whether every row begins after all that the rows before it in time hold.
  fileprivate var goesForward: Bool {
    var last: Ayah?
    for row in segments.inTime {
      guard let ayah = row.ayah?.value else { continue }
      if let last, ayah.first <= last { return false }
      last = max(ayah.last, last ?? ayah.last)
    }
    return true
  }
}
