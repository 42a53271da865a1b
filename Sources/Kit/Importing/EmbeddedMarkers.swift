import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran
import TilawaSound

/// The markers in an audio file: its cue points, chapters and lines of lyrics. Their labels are read as
/// `convert` reads them.
///
/// They are in order of time, at most one per time. A label that isn't understood becomes a note. Of two
/// markers at one time, the note of one keeps the other's label.
struct EmbeddedMarkers {
  private(set) var rows: [MarkerRow] = []
  /// Remarks for the user about the markers.
  private(set) var remarks: [String] = []

  /// Reads the markers in `metadata` of audio with this duration.
  init(of metadata: AudioMetadata, _ counting: CountingSystem, duration: Milliseconds) {
    let places = MarkedPlaces(of: metadata, takingWords: false) { label in
      guard let text = LabelText(label), text.isNamed else { return .nothing }
      return text.words == nil ? .ayat : .words
    }
    var priorities = 0
    for place in places.markers.sorted(by: { $0.at < $1.at }) where place.at < duration {
      let label = AudioImport.tidied(place.label)
      var row = MarkerRow(Marker(at: place.at))
      row.row.note = label
      if let text = LabelText(place.label), text.ayah.map(counting.contains) ?? true {
        row = MarkerRow(text.marker(at: place.at), extras: text.extras)
        if text.priority != nil { priorities += 1 }
      }
      if let end = place.end, end < duration { row.row.end = end }
      add(row, label)
    }
    let late = places.markers.count { $0.at >= duration }
    if late > 0 {
      remarks.append(
        "left out: \(late) of the markers or chapters in the file, after its end"
      )
    }
    if places.unnamedParts > 0 {
      remarks.append("left out: parts of lines without a name\(occurrences(places.unnamedParts))")
    }
    if places.leftWords > 0 {
      remarks.append(
        "left out: words in markers\(occurrences(places.leftWords)); `tilawa convert` imports them from the file"
      )
    }
    if priorities > 0 {
      remarks.append("left out: the priority of rows in markers\(occurrences(priorities))")
    }
    remarks += metadata.unread.map { "left out: \($0)" }
  }

  /// Reads the markers of files that are joined, at their places in the whole.
  init(of joined: RecordingParts, _ counting: CountingSystem) {
    for (part, position) in zip(joined.parts, joined.join.positions) {
      let own = EmbeddedMarkers(of: part.tags, counting, duration: part.properties.duration)
      for var row in own.rows {
        row.row.at = row.row.at + position
        row.row.end = row.row.end.map { $0 + position }
        row.row.joins = row.row.joins.map { $0 + position }
        add(row, row.row.note)
      }
      remarks += own.remarks.map { "\(part.shownPath): \($0)" }
    }
  }

  /// Adds a row. A region or chapter keeps its end if it is over before the next one begins.
  private mutating func add(_ row: MarkerRow, _ label: String?) {
    guard let last = rows.indices.last else { return rows.append(row) }
    let other = rows[last]
    guard other.row.at == row.row.at else {
      if let end = other.row.end, end >= row.row.at { rows[last].row.end = nil }
      return rows.append(row)
    }
    let names = other.row.ayah != nil || other.row.skip != nil
    var kept = names ? other : row
    let notes = [other.row.note, names ? label : row.row.note].compactMap(\.self)
    kept.row.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    kept.row.end = other.row.end ?? row.row.end
    rows[last] = kept
  }
}
