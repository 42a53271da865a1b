import TilawaBase
import TilawaFormat
import TilawaQuran

extension RecordingCollection {
  /// Reads `source` as `format`, and checks the requirements of all formats: rows have a duration, lie within
  /// the audio, and are of ayat that exist. Rows that violate them are reported as errors and left out.
  package init(
    reading source: ForeignSource, as format: ForeignFormat, _ options: ReadingOptions,
    _ report: ExchangeReport
  ) throws {
    guard let read = format.read else {
      throw ExchangeFailure("\(format.name) can only be written, not read")
    }
    let input = ForeignInput(source, options, report)
    self = try read(input)
    input.unplaced.tell(report)
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
      if let target = options.target { recordings[index].renumber(to: target, input) }
      if options.asMarkers { recordings[index].turnIntoMarkers(input) }
      recordings[index].leaveOutFaulty(input)
      recordings[index].mendNames(input)
    }
    library.reciters = library.reciters.compactMap { $0.mended(input) }
  }
}

extension AnnotatedRecording {
  /// Ids and paths become such that a bundle can have them; what they were is kept.
  fileprivate mutating func mendNames(_ input: ForeignInput) {
    if !facts.id.isEmpty, !RecordingDraft.isIdentifier(facts.id) {
      input.add(.unplaced, "\"\(facts.id)\" is not a valid id; kept as x-id", at: input.place)
      extras.append(ExtraKey("x-id", .string(facts.id)))
      facts.id = ""
    }
    if facts.reciter == "" { facts.reciter = nil }
    if let name = facts.reciter, !RecordingDraft.isIdentifier(name) {
      facts.reciter = nil
      input.add(.understood, "\"\(name)\" is not a valid id; used as the reciter's name", at: input.place)
      reciterName = reciterName ?? name
    }
    if let given = reciter {
      reciter = given.mended(input)
      if reciter == nil { reciterName = reciterName ?? given.name }
    }
    guard let file = facts.audio?.file, !file.isEmpty, !AudioPresence.isPath(file) else { return }
    let name = file.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    input.add(
      .understood, "the audio \"\(file)\" is outside the bundle; its path is kept as x-audio-file",
      at: input.place)
    extras.append(ExtraKey("x-audio-file", .string(file)))
    facts.audio?.file = AudioPresence.isPath(name) ? name : "audio"
  }
}

extension ReciterDraft {
  /// Returns the draft with an id that is valid in a bundle. If none can be made, reports that and returns
  /// nil.
  fileprivate func mended(_ input: ForeignInput) -> ReciterDraft? {
    if RecordingDraft.isIdentifier(id) { return self }
    var mended = self
    guard let found = RecordingDraft.identifier(from: id) ?? RecordingDraft.identifier(from: name) else {
      input.add(
        .unplaced, "\"\(id)\" is not a valid id; the facts about \"\(name)\" are left out", at: input.place)
      return nil
    }
    input.add(.understood, "\"\(id)\" is not a valid id; the reciter's id is \(found)", at: input.place)
    mended.id = found
    return mended
  }
}

extension AnnotatedRecording {
  fileprivate mutating func turnIntoMarkers(_ input: ForeignInput) {
    let unplaced = UnplacedElements(input.options)
    let starts = Set(segments.map(\.row.start))
    markers += segments.map { segment in
      var marker = LabelText(segment).marker(at: segment.row.start)
      // Where the next one begins a marker ends by itself.
      if !starts.contains(segment.row.end) { marker.end = segment.row.end }
      var extras = segment.extras
      let place = segment.place ?? input.place
      if let priority = segment.row.priority {
        unplaced.add(
          "the priority of rows in markers", "\(priority)", as: "x-priority", in: &extras, at: place)
      }
      return MarkerRow(marker, extras: extras, at: segment.place)
    }
    segments = []
    unplaced.tell(input.report)
  }

  fileprivate mutating func leaveOutFaulty(_ input: ForeignInput) {
    let end = input.options.duration ?? duration
    let counting = counting
    func isSound(
      _ label: String, _ start: Milliseconds, _ stop: Milliseconds, _ ayat: AyahRange?, _ place: Place?
    ) -> Bool {
      let place = place ?? input.place
      if start < .zero {
        input.add(.emptyRow, "\(label) starts at \(start), before the audio", at: place)
      } else if stop <= start {
        input.report.addEmptyRow(label, from: start, to: stop, at: place)
      } else if let end, stop > end {
        input.add(.pastEnd, "\(label) ends at \(stop), but the audio ends at \(end)", at: place)
      } else if let ayat, let reason = ayat.absence(in: counting) {
        input.add(.noSuchAyah, reason, at: place)
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
    if let ayah = [first, last].first(where: { !counting.contains($0) }) {
      return ayah.absence(in: counting)
    }
    return isForward ? nil : "\(self) runs backwards"
  }
}

extension Ayah {
  /// Why the count hasn't got it.
  func absence(in counting: CountingSystem) -> String {
    let hasSurah = (1...114).contains(surah)
    return hasSurah
      ? PassageError.noSuchAyah(self, counting).message : PassageError.noSuchSurah(surah).message
  }
}
