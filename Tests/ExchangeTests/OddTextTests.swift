import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaTestSupport

/// Odd texts go into every format and come back in a new bundle: unchanged, or reported as lost.
struct OddTextTests {
  private static let formats = ForeignFormat.all.filter {
    $0.isWritable && $0.read != nil && $0.holds.hasRows
  }

  @Test(arguments: OddTexts.all) func textsComeBackOrAreTold(_ text: String) throws {
    for format in Self.formats {
      var recording = SharedExample.recording
      recording.segments[3].row.note = text
      recording.segments[5].extras = [ExtraKey("x-take", .string(text))]
      var marker = Marker(at: Milliseconds(44_500))
      marker.note = text
      recording.markers = [MarkerRow(marker)]
      var options = WritingOptions()
      options.labels = .full
      guard let file = try written(recording, format, options),
        let back = try roundTrip(recording, format, options)
      else { continue }
      let told = Set(file.losses.counts.keys)
      let note = back.segments.first { $0.row.ayah == recording.segments[3].row.ayah }?.row.note
      let isNoteTold = !told.isDisjoint(with: [.text, .note, .rows, .start])
      #expect(note == text || isNoteTold, "\(format.name): note \(note.debugDescription)")
      let extras = back.segments.first { $0.row.ayah == recording.segments[5].row.ayah }?.extras
      let isKept = extras?.first { $0.key == "x-take" }?.value == .string(text)
      #expect(
        isKept || !told.isDisjoint(with: [.text, .xkeys, .rows, .start]),
        "\(format.name): x-take \(extras.debugDescription)")
      let mark = back.markers.first?.row.note
      #expect(
        mark == text || !told.isDisjoint(with: [.text, .note, .marker, .rows, .start]),
        "\(format.name): marker \(mark.debugDescription)")
    }
  }
}
