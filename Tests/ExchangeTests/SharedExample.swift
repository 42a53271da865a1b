import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// The recording that every format is tried with: the Fatihah in 45 seconds, with the isti'adhah before it.
///
/// One row is verified, one has a confidence, the words of 1:1 are known.
enum SharedExample {
  /// The plain one: what any format for annotations should carry.
  static var recording: AnnotatedRecording {
    var recording = AnnotatedRecording()
    recording.facts = RecordingDraft(id: "fatihah")
    recording.facts.title = "Al-Fatihah"
    recording.facts.reciter = "example-reciter"
    recording.facts.riwayah = .hafs
    var audio = RecordingDraft.Audio(file: "fatihah.flac")
    audio.duration = Milliseconds(45_000)
    recording.facts.audio = audio
    let bounds: [Int64] = [0, 4200, 9050, 14300, 18400, 22750, 29100, 33600, 44250]
    for (index, (start, end)) in zip(bounds, bounds.dropFirst()).enumerated() {
      var row = Segment(
        ayah: index == 0 ? nil : AyahRange(Ayah(1, index)), skip: index == 0 ? "istiadhah" : nil,
        start: Milliseconds(start), end: Milliseconds(end))
      if index == 1 { row.isConfirmed = true }
      if index == 2 { row.confidence = 0.93 }
      recording.segments.append(SegmentRow(row))
    }
    let words: [Int64] = [4200, 5000, 5900, 7300, 9050]
    for (index, (start, end)) in zip(words, words.dropFirst()).enumerated() {
      recording.words.append(
        WordRow(
          WordTiming(ayah: Ayah(1, 1), word: index + 1, start: Milliseconds(start), end: Milliseconds(end))))
    }
    return recording
  }

  /// The reciter of the example.
  static var reciter: ReciterDraft {
    var reciter = ReciterDraft(id: "example-reciter", name: "Example Reciter")
    reciter.riwayah = .hafs
    reciter.style = "murattal"
    var source = ReciterDraft.Source(url: "https://example.com/a/", pattern: "{surah3}{ayah3}.mp3")
    source.format = "mp3"
    source.bitrate = 128
    reciter.sources = [source]
    return reciter
  }

  /// One with everything that a bundle can say: each loss has something to lose.
  static var rich: AnnotatedRecording {
    var recording = recording
    recording.facts.notes = "Second row, left of the minbar."
    recording.facts.place = "Example Mosque"
    recording.facts.recordedAt = Timestamp("2024-01-05T12:30:00+03:00")
    recording.facts.audio?.duration = Milliseconds(200_000)
    recording.extras = [ExtraKey("x-series", .string("fridays"))]
    recording.segments[3].row.note = "a cough"
    recording.segments[3].extras = [ExtraKey("x-take", .number("2"))]
    recording.segments[4].row.reciter = "another-reciter"
    recording.segments[4].row.riwayah = .warsh
    recording.segments[5].row.priority = 3
    recording.segments[5].row.rakah = 2
    recording.segments[5].row.cut = .end
    var run = Segment(
      ayah: AyahRange(Ayah(8, 75), Ayah(9, 1)), start: Milliseconds(60_000), end: Milliseconds(91_500))
    run.joins = [Milliseconds(78_250)]
    run.isConfirmed = true
    recording.segments.append(SegmentRow(run))
    recording.segments.append(
      SegmentRow(
        Segment(ayah: AyahRange(Ayah(1, 7)), start: Milliseconds(91_000), end: Milliseconds(99_001))))
    recording.segments.append(
      SegmentRow(
        Segment(ayah: AyahRange(Ayah(2, 0)), start: Milliseconds(99_001), end: Milliseconds(103_007))))
    var marker = Marker(at: Milliseconds(120_500), confidence: 0.5)
    marker.ayah = AyahRange(Ayah(2, 1))
    marker.isConfirmed = true
    recording.markers.append(MarkerRow(marker))
    recording.markers.append(MarkerRow(Marker(at: Milliseconds(130_000))))
    var noted = Marker(at: Milliseconds(140_000))
    noted.note = "check this"
    recording.markers.append(MarkerRow(noted))
    return recording
  }
}
