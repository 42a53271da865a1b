import TilawaBase
import TilawaFormat
import TilawaQuran

/// A surah for which the source gives the start of each ayah, and perhaps the end of the last one.
struct SurahStarts {
  let surah: Int
  /// By the number of the ayah; 0 is what is heard before the first one.
  var starts: [Int: (time: Milliseconds, place: Place)] = [:]
  /// Where the last ayah ends.
  var end: (time: Milliseconds, place: Place)?

  init(surah: Int) { self.surah = surah }

  /// Adds the rows to a recording. An ayah without a time leaves a row that holds it together with the one before; a
  /// last ayah without an end becomes a marker, which lasts as long as the audio does.
  func add(
    to recording: inout AnnotatedRecording, _ counting: CountingSystem, _ source: ForeignSource,
    _ report: ExchangeReport
  ) {
    guard let count = counting.ayahCount(ofSurah: surah) else { return }
    if let intro = starts[0], let first = starts[1], intro.time != first.time {
      recording.segments.append(
        SegmentRow(Segment(Ayah(surah, 0), in: counting, intro.time, first.time), at: intro.place))
    }
    let known = starts.keys.filter { (1...count).contains($0) }.sorted()
    guard let first = known.first else {
      report.add(.untimed, "no ayah of surah \(surah) has a time", at: source.place)
      return
    }
    if first > 1 {
      let lost = AyahRange(Ayah(surah, 1), Ayah(surah, first - 1))
      report.add(.untimed, "\(lost) has no time", at: source.place)
    }
    for (index, number) in known.enumerated() {
      guard let start = starts[number] else { continue }
      let next = index + 1 < known.count ? known[index + 1] : count + 1
      let range = AyahRange(Ayah(surah, number), Ayah(surah, next - 1))
      if !range.isSingle {
        let lost = AyahRange(Ayah(surah, number + 1), range.last)
        report.add(.untimed, "\(lost) has no time; the row of \(range.first) includes it", at: start.place)
      }
      if let stop = next <= count ? starts[next]?.time : end?.time {
        recording.segments.append(SegmentRow(range, start.time, stop, at: start.place))
      } else {
        var marker = Marker(at: start.time)
        marker.ayah = range
        recording.markers.append(MarkerRow(marker, at: start.place))
      }
    }
  }
}

extension AnnotatedRecording {
  /// Ends the last ayah where the audio ends, when that is known by now: the marker that opens it becomes a row.
  mutating func closeLastAyah(at end: Milliseconds?) {
    guard let end, markers.count == 1, let marker = markers.first, let ayah = marker.row.ayah,
      marker.row.end == nil
    else { return }
    markers = []
    segments.append(SegmentRow(ayah, marker.row.at, end, at: marker.place))
  }
}

/// A surah for formats that only store starts: complete, in order, with each ayah once.
struct WholeSurah {
  let surah: Int
  /// Of the ayat from 1.
  var starts: [Milliseconds]
  /// Of what is heard before ayah 1.
  var intro: Milliseconds?
  /// Of the same.
  var ends: [Milliseconds]
  /// Of the last ayah.
  var end: Milliseconds { ends.last ?? .zero }

  /// Makes the surah from a recording's rows. Nil if an ayah is missing or starts before the one before it.
  /// If an ayah is repeated, its first occurrence counts. A row of several ayat counts if its joins give the
  /// start of each.
  init?(_ surah: Int, in recording: AnnotatedRecording) {
    guard let count = recording.counting.ayahCount(ofSurah: surah) else { return nil }
    var first: [Int: (start: Milliseconds, end: Milliseconds)] = [:]
    for row in recording.segmentsInTime.map(\.row) {
      guard let range = row.ayah, !range.crossesSurahs, range.first.surah == surah, range.isForward else {
        continue
      }
      let ayat = (range.first.number...range.last.number).map { Ayah(surah, $0) }
      for (ayah, start, end) in row.parts(ayat) ?? [] where first[ayah.number] == nil {
        first[ayah.number] = (start, end)
      }
    }
    var starts: [Milliseconds] = []
    var ends: [Milliseconds] = []
    for number in 1...count {
      guard let span = first[number], starts.last.map({ $0 < span.start }) ?? true else { return nil }
      starts.append(span.start)
      ends.append(span.end)
    }
    self.surah = surah
    self.starts = starts
    self.ends = ends
    if let before = first[0], before.start < starts[0] { intro = before.start }
  }
}

extension AnnotatedRecording {
  /// The surahs that rows name, in the order of the mushaf.
  var surahs: [Int] {
    Set(segments.compactMap { $0.row.ayah }.flatMap { [$0.first.surah, $0.last.surah] }).sorted()
  }

  /// The surahs that it holds whole, and how many rows of ayat belong to others.
  ///
  /// Throws when there are several whole ones: a set has a file for each.
  func wholeSurah(for format: String) throws(ExchangeFailure) -> (whole: WholeSurah?, others: Int) {
    let whole = surahs.compactMap { WholeSurah($0, in: self) }
    guard whole.count <= 1 else {
      throw ExchangeFailure(
        "\(facts.title ?? "one recording") contains surahs \(SetNames.list(whole.map { "\($0.surah)" })), but \(format) needs a "
          + "recording for each; `tilawa cut` makes them")
    }
    let others = segments.count { segment in
      guard let ayah = segment.row.ayah else { return false }
      return ayah.crossesSurahs || ayah.first.surah != whole.first?.surah
    }
    return (whole.first, others)
  }
}
