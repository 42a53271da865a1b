import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

/// The results of the typed reader for correct files, field by field, and for rows beside faulty ones.
@Suite struct TypedReadingTests {
  @Test func readsEveryFieldOfARecording() throws {
    let file = BundleFile(
      recording: source(
        """
        tilawa: 1.0
        id: 7f0c7b1e-9d6f-4c54-8d7b-3a2f0f3c9a11
        title: 2024
        audio:
          file: takes/audio.flac
          sha256: 0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c0b5c
          bytes: 31337000
          duration: 45:12.48
          sample_rate: 44100
          channels: 0x2
          format: flac
          url: https://example.com/a.flac
        reciter: yasser-al-dosari
        riwayah: Warsh an Nafi
        numbering: madani_last
        passage: [1:1-7, "2:0"]
        status: partial
        recorded_at: 2024-01-05T12:30:00+03:00
        imported_at: 2024-01-05
        source_file: "New\\tRecording.m4a"
        place: 'the mosque''s hall'
        notes: |
          Second row,
          left.
        x-mine: [1, { a: b }]
        """))
    #expect(file.diagnostics.map(\.rule.code) == ["F111"])
    #expect(!file.hasErrors)
    let recording = try #require(file.content)
    #expect(recording.id?.value == "7f0c7b1e-9d6f-4c54-8d7b-3a2f0f3c9a11")
    #expect(recording.title?.value == "2024")
    let audio = try #require(recording.audio)
    #expect(audio.file?.value == "takes/audio.flac")
    #expect(audio.sha256?.value.hasPrefix("0b5c") == true)
    #expect(audio.bytes?.value == 31_337_000)
    #expect(audio.duration?.value == Milliseconds(2_712_480))
    #expect(audio.sampleRate?.value == 44100)
    #expect(audio.channels?.value == 2)
    #expect(audio.format?.value == "flac")
    #expect(audio.url?.value == "https://example.com/a.flac")
    #expect(recording.reciter?.value == "yasser-al-dosari")
    #expect(recording.riwayah?.value == .warsh)
    #expect(file.counting == .madaniLast)
    #expect(recording.passage?.value.map(\.value.description) == ["1:1-7", "2:0"])
    #expect(recording.declaredStatus?.value == .partial)
    #expect(recording.recordedAt?.value.seconds == 1_704_447_000)
    #expect(recording.importedAt?.value.hasTime == false)
    #expect(recording.sourceFile?.value == "New\tRecording.m4a")
    #expect(recording.place?.value == "the mosque's hall")
    #expect(recording.notes?.value == "Second row,\nleft.\n")
    #expect(recording.title.map { file.source.text(in: $0.range) } == "2024")
  }

  @Test func readsEveryFieldOfAReciter() throws {
    let file = BundleFile(
      reciter: source(
        """
        tilawa: 1
        id: dosari
        name: Yasser al-Dosari
        short_name: Dosari
        arabic_name: ياسر الدوسري
        riwayah: hafs
        style: murattal
        sources:
          - { url: "https://a.example/", pattern: "{surah3}{ayah3}.mp3", format: mp3, riwayah: warsh,
              numbering: madani_last, bitrate: 128, cache: ../cache }
          - { url: "https://b.example/", pattern: "{number}.ogg" }
        image: http://example.com/d.jpg
        sort_order: -5
        """))
    #expect(file.diagnostics.isEmpty)
    let reciter = try #require(file.content)
    #expect(reciter.id?.value == "dosari")
    #expect(reciter.name?.value == "Yasser al-Dosari")
    #expect(reciter.shortName?.value == "Dosari")
    #expect(reciter.arabicName?.value == "ياسر الدوسري")
    #expect(reciter.riwayah?.value == .hafs)
    #expect(reciter.style?.value == "murattal")
    #expect(reciter.image?.value == "http://example.com/d.jpg")
    #expect(reciter.sortOrder?.value == -5)
    #expect(reciter.sources.count == 2)
    let first = try #require(reciter.sources.first)
    #expect(first.url?.value == "https://a.example/")
    #expect(first.pattern?.value == "{surah3}{ayah3}.mp3")
    #expect(first.format?.value == "mp3")
    #expect(first.riwayah?.value == .warsh)
    #expect(first.numbering?.value == .madaniLast)
    #expect(first.bitrate?.value == 128)
    #expect(first.cache?.value == "../cache")
    #expect(reciter.sources.last?.format == nil)
  }

  @Test func readsEveryFieldOfRowsInBlockStyle() throws {
    let segments = BundleFile(
      segments: source(
        """
        tilawa: 1
        segments:
          - ayah: 8:75-9:1
            start: 1:00
            end: "91.5"
            joins: [78.25]
            verified: TRUE
            confidence: .5
            reciter: "2"
            riwayah: shuabah
            priority: -3
            note: >-
              one
              line
          - { skip: takbir, start: 91.500, end: 99 }
        """))
    #expect(segments.diagnostics.isEmpty)
    let rows = try #require(segments.content?.rows)
    let row = try #require(rows.first)
    #expect(row.label == "8:75-9:1")
    #expect(row.span == TimeSpan(Milliseconds(60_000), Milliseconds(91_500)))
    #expect(row.joins == [Milliseconds(78_250)])
    #expect(row.isVerified)
    #expect(row.confidence == 0.5)
    #expect(row.reciter == "2")
    #expect(row.riwayah == .shuabah)
    #expect(row.priority == -3)
    #expect(row.note == "one line")
    #expect(rows.map(\.index) == [0, 1])
    #expect(rows.last?.label == "skip takbir")
    #expect(rows.last?.isVerified == false)

    let markers = BundleFile(
      markers: source(
        """
        tilawa: 1
        markers:
          - at: 1
            end: 2
            ayah: 1:1
            confirmed: true
            confidence: 1
            reciter: a
            riwayah: hafs
            note: 7
          - { at: 3, skip: amin }
          - { at: 4 }
        """))
    #expect(markers.diagnostics.isEmpty)
    let marker = try #require(markers.content?.rows.first)
    #expect(marker.at == Milliseconds(1000) && marker.end == Milliseconds(2000))
    #expect(marker.isConfirmed && marker.confidence == 1)
    #expect(marker.reciter == "a" && marker.riwayah == .hafs && marker.note == "7")
    #expect(markers.content?.rows.map(\.label) == ["1:1", "skip amin", "unassigned marker"])
    #expect(markers.content?.rows.map(\.isNamed) == [true, true, false])

    let words = BundleFile(words: source("tilawa: 1\nwords:\n- ayah: 1:1\n  word: 1\n  start: 1\n  end: 2\n"))
    #expect(words.diagnostics.isEmpty)
    #expect(words.content?.rows.first?.ayah == Ayah(1, 1))
    #expect(words.content?.rows.first?.word == 1)
    #expect(words.content?.rows.first?.confidence == nil)
  }

  @Test func faultyRowsAreLeftOutAndTheRestIsRead() {
    let file = BundleFile(
      segments: source(
        """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 1.000, end: 2.000 }
          - { ayah: "1:2", start: soon, end: 3.000, verified: yes }
          - text
          - { ayah: "1:3", skip: amin, start: 3.000, end: 4.000 }
          - { ayah: "1:4", start: 4.000, end: 5.000, confidence: 2 }
        """))
    #expect(file.content?.rows.map(\.label) == ["1:1"])
    #expect(file.content?.faultyRows.map(\.label) == ["1:4"])
    #expect(file.content?.faultyRows.map(\.index) == [4])
    #expect(file.diagnostics.map(\.rule.code).sorted() == ["F105", "F105", "F106", "F108", "F117"])
    #expect(file.hasErrors)
  }

  @Test func anotherMajorIsNotReadAndNewKeysOfAMinorAreToldOnce() {
    let other = BundleFile(markers: source("tilawa: 2\nmarkers: { at: 1 }\n"))
    #expect(other.content == nil)
    #expect(other.diagnostics.map(\.rule.code) == ["F115"])
    let newer = BundleFile(markers: source("tilawa: 1.3\nnew: 1\nmarkers:\n  - { at: 1, tempo: 2 }\n"))
    #expect(newer.content?.rows.count == 1)
    #expect(newer.diagnostics.map(\.rule.code) == ["F116"])
    #expect(!newer.hasErrors)
  }

  @Test func messagesSuggestWhatWasMeant() throws {
    let file = BundleFile(recording: source("tilawa: 1\nid: a\ntitel: b\nriwayah: hafz\n"))
    let messages = file.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains("\"titel\"") && $0.contains("did you mean \"title\"?") })
    #expect(messages.contains { $0.contains("\"hafz\"") && $0.contains("did you mean hafs?") })
    let spelled = BundleFile(recording: source("tilawa: 1\nid: a\nriwayah: \"Hafs\"\n"))
    let fix = try #require(spelled.diagnostics.first?.fix)
    #expect(fix.isSafe)
    #expect(
      fix.edits.applied(to: spelled.source.bytes).map { String(decoding: $0, as: UTF8.self) }
        == "tilawa: 1\nid: a\nriwayah: hafs\n")
  }

  @Test func anUnreadableBundleIsADiagnosticAndNoCrash() {
    let bundle = TilawaBundle(readingAt: "/nowhere/a.tilawa", shownAs: "a.tilawa")
    #expect(bundle.diagnostics.map(\.rule.code) == ["F119"])
    #expect(bundle.sources.isEmpty)
  }

  @Test func aFileOfMoreThan64MiBIsNotRead() throws {
    let folder = try TemporaryFolder(["recording.yaml": "tilawa: 1\nid: a\n", "segments.yaml": ""])
    // Sparse: the size is all that matters.
    let file = try #require(FileHandle(forWritingAtPath: folder.path(of: "segments.yaml")))
    try file.truncate(atOffset: (64 << 20) + 1)
    try file.close()
    let bundle = TilawaBundle(readingAt: folder.path, shownAs: "a.tilawa")
    #expect(bundle.diagnostics.map(\.rule.code) == ["Y014"])
    #expect(bundle.segments == nil)
    let text = BundleFile(
      segments: SourceText(path: "a", bytes: [UInt8](repeating: 0x20, count: (64 << 20) + 1)))
    #expect(text.diagnostics.map(\.rule.code) == ["Y014"])
    #expect(text.content == nil)
  }

  @Test func versionsAreReadAndOrdered() {
    for (text, major, minor) in [
      ("1", 1, 0), ("1.0", 1, 0), ("1.12", 1, 12), ("0", 0, 0), ("9999.9999", 9999, 9999),
    ] {
      #expect(FormatVersion(text) == FormatVersion(major, minor), "\(text)")
    }
    for text in ["", "1.", ".1", "1.2.3", "-1", "+1", "1 ", "a", "1.a", "10000", "\u{661}", "1e0"] {
      #expect(FormatVersion(text) == nil, "\(text)")
    }
    #expect(FormatVersion(1) < FormatVersion(1, 1))
    #expect(FormatVersion(1, 9) < FormatVersion(1, 10))
    #expect(FormatVersion(1, 10) < FormatVersion(2))
    #expect(FormatVersion(1).description == "1" && FormatVersion(1, 2).description == "1.2")
    #expect(FormatVersion.current == FormatVersion(1))
  }

  private func source(_ text: String) -> SourceText { SourceText(path: "file.yaml", bytes: Array(text.utf8)) }
}
