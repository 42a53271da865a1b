import TilawaBase
import TilawaQuran
import TilawaFormat

extension RecordingCollection {
  /// Reads `source` as `format`, and checks what every format has in common: rows last some time, lie within the audio,
  /// and are of ayat that exist. Rows that don't are reported as errors, and left out.
  package init(
    reading source: ForeignSource, as format: ForeignFormat, _ options: ReadingOptions,
    _ report: ExchangeReport
  ) throws {
    guard let read = format.read else {
      throw ExchangeFailure("\(format.name) is only written, not read")
    }
    self = try read(source, options, report)
    report.tellLeftovers()
    if let folder = options.audioFolder {
      folder.tellNameless(besides: recordings, at: Place(path: folder.path), report)
    }
    for index in recordings.indices {
      if format.countsFromFile {
        recordings[index] = recordings[index].moved(by: .zero - options.soundStart)
      }
      // What the user says goes before what the source says, and that before what the format is known for.
      if let stated = options.numbering ?? recordings[index].facts.numbering ?? format.onlyCounting
        ?? options.target
      {
        recordings[index].facts.numbering = stated
      }
      if let target = options.target { recordings[index].renumber(to: target, source, report) }
      if options.asMarkers { recordings[index].turnIntoMarkers(source, options, report) }
      recordings[index].leaveOutFaulty(source, options, report)
      recordings[index].mendNames(source, report)
    }
    library.reciters = library.reciters.compactMap { $0.mended(source, report) }
  }
}

extension AnnotatedRecording {
  /// Ids and paths become such that a bundle can have them; what they were is kept.
  fileprivate mutating func mendNames(_ source: ForeignSource, _ report: ExchangeReport) {
    if !facts.id.isEmpty, !RecordingDraft.isIdentifier(facts.id) {
      report.add(
        ExchangeRules.unplaced, "\"\(facts.id)\" can't be an id; it is kept as x-id", at: source.place)
      extras.append(ExtraKey("x-id", .string(facts.id)))
      facts.id = ""
    }
    if facts.reciter == "" { facts.reciter = nil }
    if let name = facts.reciter, !RecordingDraft.isIdentifier(name) {
      facts.reciter = nil
      report.add(
        ExchangeRules.understood, "\"\(name)\" can't be an id; it is used as the reciter's name",
        at: source.place)
      reciterName = reciterName ?? name
    }
    if let given = reciter {
      reciter = given.mended(source, report)
      if reciter == nil { reciterName = reciterName ?? given.name }
    }
    guard let file = facts.audio?.file, !file.isEmpty, !AudioPresence.isPath(file) else { return }
    let name = file.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    report.add(
      ExchangeRules.understood,
      "the audio \"\(file)\" lies outside a bundle; its path is kept as x-audio-file", at: source.place)
    extras.append(ExtraKey("x-audio-file", .string(file)))
    facts.audio?.file = AudioPresence.isPath(name) ? name : "audio"
  }
}

extension ReciterDraft {
  /// The same with an id that a bundle can have; nil, with a report, when none can be made.
  fileprivate func mended(_ source: ForeignSource, _ report: ExchangeReport) -> ReciterDraft? {
    if RecordingDraft.isIdentifier(id) { return self }
    var mended = self
    guard let found = RecordingDraft.identifier(from: id) ?? RecordingDraft.identifier(from: name) else {
      report.add(
        ExchangeRules.unplaced, "\"\(id)\" can't be an id; what is said of \"\(name)\" is left out",
        at: source.place)
      return nil
    }
    report.add(
      ExchangeRules.understood, "\"\(id)\" can't be an id; the reciter's is \(found)", at: source.place)
    mended.id = found
    return mended
  }
}

extension AnnotatedRecording {
  fileprivate mutating func turnIntoMarkers(
    _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
  ) {
    var unplaced = UnplacedElements(options)
    let starts = Set(segments.map(\.row.start))
    markers += segments.map { segment in
      var marker = MarkerDraft(at: segment.row.start, confidence: segment.row.confidence)
      marker.ayah = segment.row.ayah
      marker.skip = segment.row.skip
      marker.joins = segment.row.joins
      marker.isConfirmed = segment.row.isVerified
      marker.reciter = segment.row.reciter
      marker.riwayah = segment.row.riwayah
      marker.rakah = segment.row.rakah
      marker.note = segment.row.note
      // Where the next one begins a marker ends by itself.
      if !starts.contains(segment.row.end) { marker.end = segment.row.end }
      var extras = segment.extras
      let place = segment.place ?? source.place
      if let priority = segment.row.priority {
        unplaced.add(
          "the priority of rows in markers", "\(priority)", as: "x-priority", in: &extras, at: place)
      }
      return MarkerRow(marker, extras: extras, at: segment.place)
    }
    segments = []
    unplaced.tell(report)
  }

  fileprivate mutating func leaveOutFaulty(
    _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
  ) {
    let end = options.duration ?? duration
    let counting = counting
    func isSound(
      _ label: String, _ start: Milliseconds, _ stop: Milliseconds, _ ayat: AyahRange?, _ place: Place?
    ) -> Bool {
      let place = place ?? source.place
      if start < .zero {
        report.add(ExchangeRules.emptyRow, "\(label) starts at \(start), before the audio", at: place)
      } else if stop <= start {
        report.addEmptyRow(label, from: start, to: stop, at: place)
      } else if let end, stop > end {
        report.add(
          ExchangeRules.pastEnd, "\(label) ends at \(stop), and the audio at \(end)", at: place)
      } else if let ayat, let reason = ayat.absence(in: counting) {
        report.add(ExchangeRules.noSuchAyah, reason, at: place)
      } else {
        return true
      }
      return false
    }
    segments.removeAll { !isSound($0.label, $0.row.start, $0.row.end, $0.row.ayah, $0.place) }
    words.removeAll {
      !isSound($0.label, $0.row.start, $0.row.end, AyahRange($0.row.ayah), $0.place)
    }
    markers.removeAll { marker in
      let row = marker.row
      // A point lasts no time, and may open what nobody has closed yet.
      let stop = row.end ?? Milliseconds(row.at.count + 1)
      return !isSound(marker.label, row.at, stop, row.ayah, marker.place)
    }
  }
}

extension AyahRange {
  /// Why the count hasn't got it; nil when it has.
  fileprivate func absence(in counting: CountingSystem) -> String? {
    for ayah in [first, last] where !counting.contains(ayah) {
      return (1...114).contains(ayah.surah)
        ? PassageError.noSuchAyah(ayah, counting).message : PassageError.noSuchSurah(ayah.surah).message
    }
    return isForward ? nil : "\(self) runs backwards"
  }
}
