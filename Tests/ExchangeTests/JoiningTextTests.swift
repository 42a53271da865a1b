import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaExchange

/// Signs that form one Character with the sign before or after them neither split texts nor join them.
struct JoiningTextTests {
  /// Each sign alone, first, last, and on both sides of what formats part texts at.
  static var texts: [String] {
    joiningSigns.flatMap { sign in
      [sign, sign + "a", "a" + sign, "a \(sign) b"]
        + ["=", ";", ":", ",", "\"", "'", "\\", "#", "]", "<", "&", "%", "|", "--", " -- ", "/", "*"].map {
          "\(sign)\($0)\(sign)"
        }
    }
  }

  /// A row with notes, keys and markers of such texts goes out in full labels and comes back.
  @Test func everyFieldOfEveryFormatKeepsThem() throws {
    for format in ForeignFormat.all where format.isWritable && format.read != nil && format.holds.hasRows {
      var options = WritingOptions()
      options.labels = .full
      options.words = true
      for text in Self.texts {
        var example = SharedExample.recording
        example.facts.title = text
        example.facts.notes = text
        example.facts.place = text
        example.reciterName = nil
        example.extras = [ExtraKey("x-series", .string(text))]
        example.segments[3].row.note = text
        example.segments[3].extras = [ExtraKey("x-take", .string(text))]
        var marker = Marker(at: Milliseconds(44_300))
        marker.note = text
        example.markers = [MarkerRow(marker)]
        marker.ayah = AyahRange(Ayah(1, 7))
        example.markers.append(MarkerRow(marker, extras: [ExtraKey("x-take", .string(text))]))
        guard let back = try roundTrip(example, format, options) else { continue }
        let lost = format.loses(with: options)
        var differences = RoundTripTests.differences(
          example, back, lost.union([.note]), grid: format.grid.count)
        // What a format has no sign for is counted, and the rows are there all the same.
        if try written(example, format, options)?.losses.counts[.text] == nil {
          differences += Self.differences(example, back, lost)
        }
        #expect(differences.isEmpty, "\(format.name), \(text.debugDescription): \(differences)")
      }
    }
  }

  private static func differences(
    _ a: AnnotatedRecording, _ b: AnnotatedRecording, _ lost: Set<LossCode>
  ) -> [String] {
    var found: [String] = []
    func compare(_ name: String, _ one: String?, _ other: String?) {
      if let other, one.map({ Array($0.utf8) }) != Array(other.utf8) {
        found.append("\(name): \(other.debugDescription)")
      }
    }
    if !lost.contains(.meta) {
      compare("title", a.facts.title, b.facts.title)
      compare("notes", a.facts.notes, b.facts.notes)
      compare("place", a.facts.place, b.facts.place)
    }
    func value(_ extras: [ExtraKey]) -> String? {
      if case .string(let text) = extras.first(where: { ["x-series", "x-take"].contains($0.key) })?.value {
        text
      } else {
        nil
      }
    }
    compare("x-series", value(a.extras), value(b.extras))
    if !lost.contains(.xkeys), !lost.contains(.rows), !lost.contains(.wordless) {
      let row = b.segments.first { $0.row.ayah == AyahRange(Ayah(1, 3)) }
      if value(a.segments[3].extras) != row.flatMap({ value($0.extras) }) {
        found.append("x-take: \(row?.extras.first?.value.compactText ?? "none")")
      }
    }
    if !lost.contains(.note), !lost.contains(.rows), !lost.contains(.wordless) {
      compare(
        "note", a.segments[3].row.note,
        b.segments.first { $0.row.ayah == AyahRange(Ayah(1, 3)) }?.row.note ?? "none")
    }
    if !lost.contains(.marker), !lost.contains(.note) {
      let notes = b.markersInTime.map { $0.row.note.map { Array($0.utf8) } }
      if notes != a.markersInTime.map({ $0.row.note.map { Array($0.utf8) } }) {
        found.append("notes of markers: \(b.markersInTime.map { $0.row.note?.debugDescription ?? "none" })")
      }
    }
    return found
  }
}
