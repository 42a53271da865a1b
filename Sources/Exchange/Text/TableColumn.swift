import TilawaBase

/// What a column holds.
enum TableColumn: String, CaseIterable {
  case recording, ayah, start, end, joins, skip, confidence, verified, reciter, riwayah, rakah, priority, note
  case surah, ayahNumber, startMilliseconds, endMilliseconds, duration, durationMilliseconds
  /// What a row is called, where no column has its ayah.
  case name

  /// What we write.
  static let written: [TableColumn] = [
    .recording, .ayah, .start, .end, .joins, .skip, .confidence, .verified, .reciter, .riwayah, .rakah,
    .priority, .note,
  ]

  /// A surah beside it makes `ayah` a number within the surah; other names are of references all the same.
  init?(header: String, besideSurah: Bool) {
    guard let column = TableColumn(header: header) else { return nil }
    let isNumber = ["ayah", "aya", "verse"].contains(header.lowercased().trimmed(of: " \"'="))
    self = column == .ayah && besideSurah && isNumber ? .ayahNumber : column
  }

  /// Whether it says when a row begins.
  var isStart: Bool { self == .start || self == .startMilliseconds }

  /// By the name in a header, ours or another's.
  init?(header: String) {
    switch header.lowercased().trimmed(of: " \"'=") {
    case "ayah", "ref", "reference", "verse_key", "verse", "key", "aya": self = .ayah
    case "start", "start_time", "starttime", "begin", "in", "timestamp_from", "from", "time_from",
      "timestart", "time", "onset", "onset_s", "start_seconds", "start_s":
      self = .start
    case "end", "end_time", "endtime", "timestamp_to", "out", "to", "time_to", "timeend", "stop",
      "offset_s", "stop_seconds", "end_seconds", "end_s":
      self = .end
    case "start_ms", "startms", "begin_ms": self = .startMilliseconds
    case "end_ms", "endms": self = .endMilliseconds
    case "duration", "length", "dur": self = .duration
    case "duration_ms", "durationms", "length_ms": self = .durationMilliseconds
    // Reaper, Audition, MFA, peaks.js, wavesurfer.
    case "name", "label", "labeltext", "marker", "region", "title", "content": self = .name
    case "comment", "comments", "notes", "description": self = .note
    case "sura", "surah", "surah_number", "chapter", "chapter_number", "chapter_id": self = .surah
    case "ayah_number", "verse_number", "aya_number": self = .ayahNumber
    case "confidence", "conf", "score": self = .confidence
    case "rakah", "rakat", "rakaat", "rak'ah": self = .rakah
    case let name:
      guard let column = TableColumn(rawValue: name) else { return nil }
      self = column
    }
  }
}
