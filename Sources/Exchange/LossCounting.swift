import TilawaBase
import TilawaFormat
import TilawaQuran

extension Losses {
  /// Counts the data of `recording` that a format loses under these options.
  ///
  /// Only losses that depend on the recording alone are counted. The writer itself counts `prec`, `text`,
  /// `numbering`, the format's other `bends`, and its `counts`.
  package init(
    of format: ForeignFormat, _ given: WritingOptions, in whole: AnnotatedRecording
  ) {
    // Where the text stands for the label nothing is said in labels, and words are always there.
    let options = given.captions == nil ? given : given.withBareLabels
    let codes = format.loses(with: options).subtracting(format.counts)
    var recording = whole
    if format.tellsReciter {
      recording.facts.reciter = nil
      recording.facts.riwayah = nil
      recording.reciterName = nil
    }
    let rows = recording.segments.map(\.row)
    let ayat = rows.compactMap(\.ayah)
    let said = rows.map(\.facts) + recording.markers.map(\.row.facts)
    func count(_ code: LossCode, _ count: @autoclosure () -> Int) {
      if codes.contains(code) { add(code, count()) }
    }
    count(.rows, rows.count)
    count(.skip, rows.count { $0.skip != nil })
    count(.zero, ayat.count { $0.first.number == 0 })
    count(.range, ayat.count { !$0.isSingle })
    count(.joins, said.count { !$0.joins.isEmpty })
    count(.xsurah, ayat.count(where: \.crossesSurahs))
    count(.end, rows.count)
    count(.start, rows.count)
    let sureWords = codes.contains(.words) ? 0 : recording.words.count { $0.row.confidence != nil }
    count(.conf, said.count { $0.confidence != nil } + sureWords)
    count(.verified, said.count { $0.isConfirmed })
    count(.words, recording.words.count)
    count(.marker, recording.markers.count)
    let namesReciter = recording.facts.reciter != nil || recording.reciterName != nil
    count(.reciter, said.count { $0.reciter != nil } + (namesReciter ? 1 : 0))
    count(.riwayah, said.count { $0.riwayah != nil } + (recording.facts.riwayah == nil ? 0 : 1))
    count(.note, said.count { $0.note != nil })
    count(.cut, said.count { $0.cut != nil })
    count(.rakah, said.count { $0.rakah != nil })
    count(.priority, rows.count { $0.priority != nil })
    if codes.contains(.wordless) {
      let known = recording.wordsByAyah
      count(.wordless, rows.count { $0.ayah != nil && recording.words(in: $0, of: known).isEmpty })
    }
    count(.meta, recording.factCount)
    count(.xkeys, recording.extras.count + recording.rowExtras.count + recording.wordExtras.count)
    if options.labels == .full { addBesideLabels(format.keepsInLabels, in: recording) }
    guard !codes.isDisjoint(with: [.gap, .overlap, .order, .repetition]) else { return }
    let inTime = recording.segmentsInTime.map(\.row)
    var (latest, gaps, overlaps) = (inTime.first?.end ?? .zero, 0, 0)
    for row in inTime.dropFirst() {
      if row.start > latest { gaps += 1 }
      if row.start < latest { overlaps += 1 }
      latest = max(latest, row.end)
    }
    count(.gap, gaps)
    count(.overlap, overlaps)
    count(.order, zip(rows, inTime).count { $0 != $1 })
    var seen: Set<AyahRange> = []
    count(.repetition, ayat.count { !seen.insert($0).inserted })
  }

  /// Counts the losses in formats that store only the number and the time of each word.
  mutating func addOfWords(in recording: AnnotatedRecording, _ options: WritingOptions) {
    if options.labels == .full {
      add(.conf, recording.words.count { $0.row.confidence != nil })
      add(.xkeys, recording.wordExtras.count)
    }
  }

  /// Counts what full labels of rows cannot carry: facts about the recording as a whole, and keys of another
  /// form.
  private mutating func addBesideLabels(_ inLabels: Set<LossCode>, in recording: AnnotatedRecording) {
    let facts = recording.facts
    if inLabels.contains(.reciter), facts.reciter != nil || recording.reciterName != nil { add(.reciter) }
    if inLabels.contains(.riwayah), facts.riwayah != nil { add(.riwayah) }
    if inLabels.contains(.note) {
      let notes = recording.segments.map(\.row.note) + recording.markers.map(\.row.note)
      add(.text, notes.count { $0.map { $0 != LabelText.note($0[...]) } ?? false })
    }
    guard inLabels.contains(.xkeys) else { return }
    add(.xkeys, recording.extras.count + recording.rowExtras.count { $0.labelText == nil })
  }
}

extension AnnotatedRecording {
  /// Keys of the user's own of its segments and markers.
  var rowExtras: [ExtraKey] { segments.flatMap(\.extras) + markers.flatMap(\.extras) }

  /// The user's own keys of its words.
  var wordExtras: [ExtraKey] { words.flatMap(\.extras) }

  /// The number of facts about the recording, not counting its rows, its reciter, its riwayah and the name of
  /// its audio.
  var factCount: Int {
    let audio = facts.audio
    let ofAudio: [Bool] = [
      audio?.sha256 != nil, audio?.bytes != nil, audio?.duration != nil, audio?.sampleRate != nil,
      audio?.channels != nil, audio?.format != nil, audio?.url != nil,
    ]
    let others: [Bool] = [
      !facts.id.isEmpty, facts.title != nil, facts.countsOtherwise, !facts.passage.isEmpty,
      facts.recordedAt != nil, facts.importedAt != nil, facts.sourceFile != nil, facts.place != nil,
      facts.notes != nil, reciter != nil,
    ]
    return (ofAudio + others).count { $0 }
  }
}

extension RecordingDraft {
  /// True if a count other than Kufi is given. Kufi is the default of every file.
  var countsOtherwise: Bool { numbering.map { $0 != .kufi } ?? false }
}
