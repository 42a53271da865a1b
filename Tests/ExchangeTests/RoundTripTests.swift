import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// Every format that can be written and read. The examples are written and read back, and they differ only in
/// the facts that the format is declared to lose.
struct RoundTripTests {
  @Test func everyFormatCarriesWhatItPromises() throws {
    for format in ForeignFormat.all
    where format.isWritable && format.read != nil && format.holds.hasRows {
      for labels in WritingOptions.Labels.allCases {
        for (name, example) in [("shared", SharedExample.recording), ("rich", SharedExample.rich)] {
          var options = WritingOptions()
          options.labels = labels
          options.words = true
          guard let back = try roundTrip(example, format, options) else { continue }
          let lost = format.loses(with: options)
          let differences = Self.differences(example, back, lost, grid: format.grid.count)
          #expect(
            differences.isEmpty, "\(format.name), \(labels), \(name): \(differences.joined(separator: "; "))")
        }
      }
    }
  }

  /// A run of ayat in work, from format to format: its joins come back, or are counted among what is lost.
  @Test func joinsOfMarkersComeBackOrAreCounted() throws {
    var example = SharedExample.recording
    example.segments = []
    example.words = []
    var run = Marker(at: Milliseconds(1000))
    run.ayah = AyahRange(Ayah(1, 1), Ayah(1, 3))
    run.joins = [Milliseconds(4000), Milliseconds(7500)]
    var last = Marker(at: Milliseconds(12_000))
    last.ayah = AyahRange(Ayah(1, 4))
    example.markers = [MarkerRow(run), MarkerRow(last)]
    var carried = 0
    for format in ForeignFormat.all
    where format.isWritable && format.read != nil && format.holds.hasRows {
      for labels in WritingOptions.Labels.allCases {
        var options = WritingOptions()
        options.labels = labels
        // Some write nothing where no saved row holds a whole surah, and some no markers.
        guard let text = try? written(example, format, options), text.losses.counts[.marker] == nil,
          let back = try? roundTrip(example, format, options)
        else { continue }
        let joins = back.markers.first?.row.joins
        let isTold = [LossCode.joins, .marker, .rows, .range].contains { text.losses.counts[$0] != nil }
        #expect(joins == run.joins || isTold, "\(format.name), \(labels)")
        if joins == run.joins { carried += 1 }
      }
    }
    #expect(carried >= 4)
  }

  @Test func whatIsLostIsCounted() throws {
    for format in ForeignFormat.all where format.isWritable && format.holds.hasRows {
      for labels in WritingOptions.Labels.allCases {
        var options = WritingOptions()
        options.labels = labels
        guard let losses = try written(SharedExample.rich, format, options)?.losses else { continue }
        let codes = Set(losses.counts.keys)
        let lost = format.loses(with: options)
        #expect(
          codes.isSubset(of: lost.union(format.bends).union(format.keepsInLabels)),
          "\(format.name) counts more than it lists: \(codes.subtracting(lost.union(format.bends)))")
        // Everything is in the example but what needs other files to show.
        let silent = lost.subtracting(codes).subtracting([.text, .prec, .numbering, .order])
        #expect(silent.isEmpty, "\(format.name), \(labels), loses in silence: \(silent)")
      }
    }
  }

  @Test func writtenFilesAreRecognised() throws {
    for format in ForeignFormat.all
    where format.isWritable && format.read != nil && format.holds.hasRows {
      guard let text = try written(SharedExample.recording, format, WritingOptions()) else { continue }
      let named = ForeignSource(
        path: "/nowhere/fatihah.\(format.extensions.first ?? "")", shownAs: "fatihah", bytes: text.bytes)
      #expect(try ForeignFormat.detected(named).name == format.name, "\(format.name), by its name")
      let stream = ForeignSource(shownAs: "<stdin>", bytes: text.bytes)
      #expect(try ForeignFormat.detected(stream).name == format.name, "\(format.name), by its beginning")
    }
  }

  // MARK: Comparing

  /// Returns the differences that shouldn't be there, in words.
  static func differences(
    _ a: AnnotatedRecording, _ b: AnnotatedRecording, _ lost: Set<LossCode>, grid: Int64
  ) -> [String] {
    var found: [String] = []
    func isNear(_ a: Milliseconds, _ b: Milliseconds) -> Bool { abs(a.count - b.count) < max(grid, 1) }
    func keeps(_ code: LossCode) -> Bool { !lost.contains(code) }
    var rows = keeps(.rows) ? a.segmentsInTime.map(\.row) : []
    if !keeps(.skip) { rows.removeAll { $0.skip != nil } }
    if !keeps(.zero) { rows.removeAll { $0.ayah?.first.number == 0 } }
    if !keeps(.repetition) {
      var seen: Set<AyahRange> = []
      rows.removeAll { row in row.ayah.map { !seen.insert($0).inserted } ?? false }
    }
    if !keeps(.incomplete) { rows.removeAll { !($0.ayah.map { a.isWhole($0.first.surah) } ?? true) } }
    var others = b.segmentsInTime.map(\.row)
    if !keeps(.range) {
      // Some formats part them at their joins.
      for run in rows where !(run.ayah?.isSingle ?? true) {
        others.removeAll { run.start <= $0.start && $0.end <= run.end && $0.ayah != run.ayah }
      }
      rows.removeAll { !($0.ayah?.isSingle ?? true) }
    }
    if !keeps(.skip) { others.removeAll { $0.skip != nil } }
    if !keeps(.start) {
      // Each row is a file of its own: only how long it lasts can be compared, and without words not even that.
      if !keeps(.end) { rows.removeAll { row in !a.words.contains { $0.row.ayah == row.ayah?.first } } }
      rows = rows.map(fromZero)
      others = others.map(fromZero)
    }
    // It may come back as a basmalah that opens no surah.
    if !keeps(.zero) { others.removeAll { $0.ayah?.first.number == 0 || $0.skip == "basmalah" } }
    if !keeps(.wordless) {
      let words = a.words.map(\.row)
      func isWordless(_ row: Segment) -> Bool {
        !words.contains { row.start <= $0.start && $0.end <= row.end && row.ayah?.first == $0.ayah }
      }
      rows.removeAll(where: isWordless)
      others.removeAll(where: isWordless)
    }
    if rows.count != others.count { found.append("\(rows.count) rows, \(others.count) came back") }
    if !keeps(.overlap), keeps(.start) {
      for index in rows.indices.dropLast() { rows[index].end = min(rows[index].end, rows[index + 1].start) }
    }
    for (row, other) in zip(rows, others) {
      let name = row.ayah?.description ?? "skip \(row.skip ?? "")"
      if row.ayah != other.ayah { found.append("\(name) came back as \(other.ayah?.description ?? "none")") }
      if row.skip != other.skip { found.append("\(name): skip \(other.skip ?? "none")") }
      if !isNear(row.start, other.start) { found.append("\(name): start \(row.start), \(other.start)") }
      if keeps(.end), !isNear(row.end, other.end) { found.append("\(name): end \(row.end), \(other.end)") }
      if keeps(.joins), row.joins != other.joins { found.append("\(name): joins") }
      if keeps(.conf), row.confidence != other.confidence { found.append("\(name): confidence") }
      if keeps(.verified), row.isVerified != other.isVerified { found.append("\(name): verified") }
      if keeps(.note), row.note != other.note { found.append("\(name): note \(other.note ?? "none")") }
      if keeps(.priority), row.priority != other.priority { found.append("\(name): priority") }
      if keeps(.cut), row.cut != other.cut { found.append("\(name): cut") }
      if keeps(.rakah), row.rakah != other.rakah { found.append("\(name): rakah") }
      if keeps(.reciter),
        (row.reciter ?? a.facts.reciter) != (other.reciter ?? b.facts.reciter ?? a.facts.reciter)
      {
        found.append("\(name): reciter")
      }
      if keeps(.riwayah),
        (row.riwayah ?? a.facts.riwayah) != (other.riwayah ?? b.facts.riwayah ?? a.facts.riwayah)
      {
        found.append("\(name): riwayah")
      }
    }
    if keeps(.marker) {
      let (markers, back) = (a.markersInTime.map(\.row), b.markersInTime.map(\.row))
      if markers.count != back.count { found.append("\(markers.count) markers, \(back.count) came back") }
      for (marker, other) in zip(markers, back)
      where marker.ayah != other.ayah || !isNear(marker.at, other.at) {
        found.append("marker at \(marker.at)")
      }
    }
    if keeps(.words) {
      let isMoved = !keeps(.start)
      let words = isMoved ? a.wordsFromTheirRows : a.wordsInTime.map(\.row)
      let back = isMoved ? b.wordsFromTheirRows : b.wordsInTime.map(\.row)
      if words.count != back.count { found.append("\(words.count) words, \(back.count) came back") }
      for (word, other) in zip(words, back)
      where word.ayah != other.ayah || word.word != other.word || !isNear(word.start, other.start)
        || !isNear(word.end, other.end)
      {
        found.append("word \(word.ayah):\(word.word)")
      }
    }
    return found
  }
}

private func fromZero(_ row: Segment) -> Segment {
  var row = row
  row.end = row.end - row.start
  row.start = .zero
  row.joins = []
  return row
}

extension AnnotatedRecording {
  /// Words with their times from the start of the first row of their ayah.
  fileprivate var wordsFromTheirRows: [WordTiming] {
    wordsInTime.map(\.row).map { word in
      var word = word
      let start = segmentsInTime.first { $0.row.ayah == AyahRange(word.ayah) }?.row.start ?? .zero
      word.start = word.start - start
      word.end = word.end - start
      return word
    }
  }

  /// Returns true if each ayah of a surah has a row.
  fileprivate func isWhole(_ surah: Int) -> Bool {
    let known = Set(segments.compactMap { $0.row.ayah?.first })
    return (1...(counting.ayahCount(ofSurah: surah) ?? 999)).allSatisfy { known.contains(Ayah(surah, $0)) }
  }
}

/// Returns the output of `format`; nil if it makes folders.
func written(_ recording: AnnotatedRecording, _ format: ForeignFormat, _ options: WritingOptions) throws
  -> ForeignText?
{
  switch format.write {
  case .file(let write): try write(recording, options)
  case .collection(let write): try write(RecordingCollection([recording]), options)
  case .folder, .sound, .none: nil
  }
}

/// Writes a recording in `format` and reads it back; nil if the format makes folders.
func roundTrip(_ recording: AnnotatedRecording, _ format: ForeignFormat, _ options: WritingOptions) throws
  -> AnnotatedRecording?
{
  guard let text = try written(recording, format, options) else { return nil }
  let report = ExchangeReport()
  let source = ForeignSource(shownAs: "example", bytes: text.bytes)
  var reading = ReadingOptions()
  reading.duration = recording.duration
  // What files of sets leave to their names.
  reading.passage = [AyahRange(Ayah(1, 1), Ayah(1, 7))]
  let back = try RecordingCollection(reading: source, as: format, reading, report)
  let errors = report.diagnostics.filter { $0.severity == .error }.map(\.message)
  #expect(errors.isEmpty, "\(format.name): \(errors)")
  // Sets with a file an ayah make a recording of each surah.
  #expect(
    back.recordings.count == 1 || format.loses.contains(.start),
    "\(format.name) gave \(back.recordings.count) recordings")
  return back.recordings.first
}
