import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa convert` with sets for the mushaf.
struct ConvertSetTests {
  private let timings = """
    INSERT INTO timings VALUES(108,1,100,NULL),(108,2,5000,NULL),(108,3,9000,NULL);
    INSERT INTO timings VALUES(112,0,50,NULL),(112,1,4000,'1:4000:4500'),(112,2,6000,NULL),(112,3,9000,NULL);
    INSERT INTO timings VALUES(112,4,12000,NULL);

    """

  @Test func whatIsPersonalOfALibraryIsOnlyWrittenWhereItIsAskedFor() throws {
    let folder = try TemporaryFolder([
      "library/playback.yaml": "tilawa: 1\nspeed: 1.25\n",
      "library/journal/notes.yaml":
        "tilawa: 1\nnotes:\n  - { ayat: \"18:10\", text: first secret }\n  - { ayat: \"18:11\", text: second }\n",
      "library/journal/favourites.yaml": "tilawa: 1\nfavourites:\n  - { ayat: \"2:255\" }\n",
      "library/journal/listening.yaml": "tilawa: 1\nayah: \"67:3\"\nat: 2024-01-05T10:00:00Z\n",
      "one.txt": "1.0\t2.0\t112:1\n",
    ])
    _ = transcript("convert", "one.txt", "library/one.tilawa", "-q", in: folder.path)
    let said = transcript("convert", "library", "app.json", "--to", "cloudkit", in: folder.path)
    #expect(
      said.contains(
        "cloudkit: left out as personal: favourites.yaml (1 row), listening.yaml, notes.yaml (2 rows); "
          + "use --journal to include it\n"))
    let records = try folder.text(of: "app.json")
    #expect(records.contains("CD_RecordingSegment") && records.contains("CD_PlaybackSettings"))
    for personal in ["secret", "CD_QuranNote", "CD_FavoriteVerse", "CD_ListeningSession"] {
      #expect(!records.contains(personal))
    }
    let asked = transcript(
      "convert", "library", "all.json", "--to", "cloudkit", "--journal", in: folder.path)
    #expect(!asked.contains("personal"))
    let all = try folder.text(of: "all.json")
    for personal in ["first secret", "CD_QuranNote", "CD_FavoriteVerse", "CD_ListeningSession"] {
      #expect(all.contains(personal))
    }
    // A file of such records that becomes another is judged alike.
    _ = transcript(
      "convert", "all.json", "again.json", "--from", "cloudkit", "--to", "cloudkit", in: folder.path)
    #expect(try !folder.text(of: "again.json").contains("secret"))
    let other = transcript("convert", "library", "all.csv", "--journal", in: folder.path)
    #expect(other.contains("a csv file cannot contain a journal"))
    #expect((try? FileStatus.ifAny(folder.path + "/all.csv")) == nil)
  }

  @Test func aLibraryWithoutBundlesGoesIntoRecordsToo() throws {
    let folder = try TemporaryFolder(["library/playback.yaml": "tilawa: 1\nspeed: 1.25\n"])
    let said = transcript("convert", "library", "app.json", "--to", "cloudkit", in: folder.path)
    #expect(!said.contains("[exit"), "\(said)")
    #expect(try folder.text(of: "app.json").contains("CD_PlaybackSettings"))
  }

  private func recording(_ name: String, _ file: String, _ more: String = "") -> String {
    "{\"recordName\":\"\(name)\",\"recordType\":\"CD_Recording\",\"fields\":{\"CD_title\":{\"value\":\"\(name)\"},"
      + "\"CD_storagePath\":{\"value\":\"Recordings/\(file)\"}\(more)}}"
  }

  @Test func recordsThatAreLeftOutAreAFinding() throws {
    let unknown =
      "{\"recordName\":\"U\",\"recordType\":\"CD_Unknown\",\"fields\":{\"CD_id\":{\"value\":\"U\"}}}"
    let folder = try TemporaryFolder([
      "whole.json": "{\"records\":[\(recording("one", "one.wav"))]}",
      "part.json": "{\"records\":[\(recording("one", "one.wav")),\(unknown),\(unknown)]}",
      "fact.json": "{\"records\":[\(recording("one", "one.wav", ",\"CD_mood\":{\"value\":\"calm\"}"))]}",
    ])
    #expect(
      !transcript("convert", "whole.json", "a/", "--from", "cloudkit", in: folder.path).contains("[exit"))
    let said = transcript("convert", "part.json", "b/", "--from", "cloudkit", in: folder.path)
    #expect(said.contains("left out: 2 records of the type CD_Unknown") && said.hasSuffix("[exit 1]\n"))
    let again = transcript(
      "convert", "part.json", "again.json", "--from", "cloudkit", "--to", "cloudkit", in: folder.path)
    #expect(again.hasSuffix("[exit 1]\n"))
    // An attribute without a place is a warning, as in every format.
    #expect(
      !transcript("convert", "fact.json", "c/", "--from", "cloudkit", in: folder.path).contains("[exit"))
    // That Kufi numbers are written down is not lost where all numbers are Kufi ones.
    #expect(try folder.text(of: "a/one.tilawa/recording.yaml").contains("numbering: kufi"))
    #expect(!transcript("convert", "a", "out.json", "--to", "cloudkit", in: folder.path).contains("fact"))
  }

  @Test func recordsTakeTheirAudioFromAFolder() throws {
    let folder = try TemporaryFolder([
      "in.json": "{\"records\":[\(recording("one", "1A.wav")),\(recording("two", "2B.wav"))]}"
    ])
    try FileTransfer.makeFolder(folder.path(of: "audio"))
    try AtomicFile.write(silentWAV(frames: 8000), to: folder.path(of: "audio/1A.wav"))
    let said = transcript(
      "convert", "in.json", "library/", "--from", "cloudkit", "--audio", "audio", in: folder.path)
    #expect(said.contains("audio has no audio named 2B.wav"), "\(said)")
    #expect(try folder.text(of: "library/one.tilawa/recording.yaml").contains("sha256:"))
    #expect(try !folder.text(of: "library/two.tilawa/recording.yaml").contains("sha256:"))
  }

  @Test func aSetTakesItsAudioFromAFolder() throws {
    let folder = try TemporaryFolder(["set.sql": timings])
    try AtomicFile.write(silentWAV(frames: 120_000), to: folder.path(of: "108.wav"))
    #expect(
      transcript("convert", "set.sql", "library/", "--audio", ".", in: folder.path) == """
        [stderr]
        set.sql: warning: no audio in \(folder.path) for surah 112 [X204 untimed]
        set.sql: warning: the end of 112:4 is unknown; kept as a marker; name the audio file with --audio [X204 untimed]
        library/108-al-kawthar.tilawa: 3 segments
        library/112-al-ikhlas.tilawa: 4 segments, 1 marker, 1 word

        """)
    #expect(
      try folder.text(of: "library/108-al-kawthar.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "108:1", start: 0.100, end: 5.000 }
          - { ayah: "108:2", start: 5.000, end: 9.000 }
          - { ayah: "108:3", start: 9.000, end: 15.000 }

        """)
    #expect((try? FileStatus.ifAny(folder.path(of: "library/108-al-kawthar.tilawa/audio.wav"))) != nil)
    #expect(
      transcript("convert", "library", "back.sql", in: folder.path).hasSuffix(
        "back.sql: 7 segments, 1 marker, 1 word\n"))
    #expect(try folder.text(of: "back.sql").contains("INSERT INTO timings VALUES(108,999,15000,NULL);"))
    #expect(try !folder.text(of: "back.sql").contains("VALUES(112,"))
  }

  @Test func aSetNamesRemoteAudio() throws {
    let folder = try TemporaryFolder(["set.sql": timings])
    _ = transcript(
      "convert", "set.sql", "library/", "--audio-url", "https://example.com/a/{surah3}.mp3", in: folder.path)
    #expect(
      try folder.text(of: "library/112-al-ikhlas.tilawa/recording.yaml").contains(
        "audio:\n  file: 112.mp3\n  url: https://example.com/a/112.mp3\n"))
  }

  /// The bundle of one surah takes from a set what is of its surah.
  @Test func aSetUpdatesTheBundleOfASurah() throws {
    let folder = try TemporaryFolder(["set.sql": timings])
    _ = transcript("convert", "set.sql", "library/", in: folder.path)
    try folder.write(timings.replacing("(108,2,5000", with: "(108,2,5200"), to: "set.sql")
    #expect(
      transcript("convert", "set.sql", "library/108-al-kawthar.tilawa", "-n", in: folder.path).contains(
        "~ 108:2  start 5.000 -> 5.200 (+0.200)"))
  }

  @Test func filesOfAyatAreJoinedAndCutAgain() throws {
    let folder = try TemporaryFolder()
    try FileTransfer.makeFolder(folder.path(of: "ayat/old"))
    // Not whole milliseconds: rounding each file for itself would add up.
    for (name, frames) in [("112001", 8001), ("112002", 16_001), ("112003", 12_003), ("112004", 9_999)] {
      try AtomicFile.write(silentWAV(frames: frames), to: folder.path(of: "ayat/\(name).wav"))
    }
    try AtomicFile.write(silentWAV(frames: 99), to: folder.path(of: "ayat/old/113001.wav"))
    #expect(
      transcript("convert", "ayat", "library/", in: folder.path) == """
        [stderr]
        ayat: warning: 1 of the files is left out, because no ayah or surah is in the name: "old" [X202 unplaced]
        library/112-al-ikhlas.tilawa: 4 segments

        """)
    #expect(
      try folder.text(of: "library/112-al-ikhlas.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "112:1", start: 0.000, end: 1.000 }
          - { ayah: "112:2", start: 1.000, end: 3.000 }
          - { ayah: "112:3", start: 3.000, end: 4.501 }
          - { ayah: "112:4", start: 4.501, end: 5.751 }

        """)
    let joined = try AudioProbe.properties(
      ofFileAt: folder.path(of: "library/112-al-ikhlas.tilawa/audio.flac"))
    #expect(joined.frames == 8001 + 16_001 + 12_003 + 9_999)
    _ = transcript(
      "convert", "library", "cut", "--to", "everyayah", "--audio-format", "wav", in: folder.path)
    let cut = try AudioProbe.properties(ofFileAt: folder.path(of: "cut/112003.wav"))
    #expect(cut.duration == Milliseconds(1501))
    #expect(try folder.text(of: "cut/000_checksum.md5").hasSuffix(" *112004.wav\r\n"))
  }

  @Test func aQULExportGoesOutAndComesBack() throws {
    let folder = try TemporaryFolder(["set.sql": timings])
    _ = transcript(
      "convert", "set.sql", "library/", "--audio-url", "https://example.com/a/{surah3}.mp3", in: folder.path)
    _ = transcript("convert", "library", "qul", "--to", "qul-surah", in: folder.path)
    #expect(
      try folder.text(of: "qul/surah.json").contains(
        "\"112\":{\"surah_number\":112,\"audio_url\":\"https://example.com/a/112.mp3\",\"duration\":null}"))
    _ = transcript("convert", "qul", "again/", in: folder.path)
    let name = "112-al-ikhlas.tilawa/words.yaml"
    #expect(try folder.text(of: "again/\(name)") == folder.text(of: "library/\(name)"))
  }

  /// A folder by surah has a run over two surahs in two files.
  @Test func aQULFolderDoesNotAddPartsBesideARun() throws {
    let rows = """
      tilawa: 1
      segments:
        - { ayah: "8:75-9:1", start: 60.000, end: 91.500, joins: [78.250], verified: true }

      """
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\nreciter: b\naudio: { file: a.flac, duration: 100.000 }\n",
      "a.tilawa/segments.yaml": rows,
    ])
    let out = transcript("convert", "a.tilawa", "qul", "--to", "qul-surah", in: folder.path)
    #expect(try folder.text(of: "qul/segments.json").contains("\"9:1\""), "\(out)")
    let back = transcript("convert", "qul", "a.tilawa", in: folder.path)
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == rows, "\(back)")
    #expect(!back.contains("added"), "\(back)")
  }

  @Test func equalTimesOfDifferentAudioAreTold() throws {
    let folder = try TemporaryFolder()
    for reciter in ["a", "b"] {
      let rows = (1...4).map {
        "{\"verse_key\":\"112:\($0)\",\"timestamp_from\":\($0)000,\"timestamp_to\":\($0)900}"
      }
      try folder.write(
        "{\"audio_file\":{\"chapter_id\":112,\"audio_url\":\"https://example.com/\(reciter)/112.mp3\",\"timestamps\":["
          + rows.joined(separator: ",") + "]}}", to: "\(reciter).json")
    }
    #expect(
      transcript("convert", "a.json", "b.json", "library/", in: folder.path) == """
        [stderr]
        library/112-al-ikhlas.tilawa: 4 segments
        library/112-al-ikhlas-2.tilawa: 4 segments
        tilawa: b.json and a.json give the same times for different audio; one of them is wrong

        """)
  }
}
