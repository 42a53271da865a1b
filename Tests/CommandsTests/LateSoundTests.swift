import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaSound

/// Videos whose sound begins later than the picture. Positions count from the first sample, chapters and
/// subtitles from the picture.
@Suite(.enabled(if: AudioPrograms.areInstalled, "needs ffmpeg and ffprobe")) struct LateSoundTests {
  private static let chapters = [
    AudioMarker(at: Milliseconds(300), label: "before"), AudioMarker(at: Milliseconds(3500), label: "1:1"),
  ]

  /// A film of 6 s whose sound is said to begin at about 1.5 s.
  private static func film(
    _ name: String, _ codecs: [String], chapters: [AudioMarker], in folder: TemporaryFolder
  ) throws -> Milliseconds {
    var recitation = GeneratedRecitation([.init(4000, pauseAfter: 500)])
    recitation.sampleRate = 16_000
    try recitation.write(to: folder.path(of: "sound.wav"), encoding: .wav)
    var ends = chapters
    for index in ends.indices { ends[index].end = ends[index].at + Milliseconds(1000) }
    _ = try folder.write(FFMetadataText.text(of: ends), to: "chapters.txt")
    let ffmpeg = try #require(AudioPrograms.ffmpeg)
    let ending = try ffmpeg.run(
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=size=32x32:rate=10:duration=6",
        "-itsoffset", "1.5", "-i", folder.path(of: "sound.wav"), "-f", "ffmetadata", "-i",
        folder.path(of: "chapters.txt"), "-map", "0:v", "-map", "1:a", "-map_chapters", "2",
      ] + codecs + ["-y", folder.path(of: name)])
    try #require(ending.status == 0, "\(ending.talk)")
    return try AudioProbe.soundStart(ofFileAt: folder.path(of: name))
  }

  private static let forms: [(name: String, codecs: [String])] = [
    ("a.mkv", ["-c:v", "mpeg4", "-c:a", "libopus"]), ("b.mkv", ["-c:v", "mpeg4", "-c:a", "libvorbis"]),
    ("c.webm", ["-c:v", "libvpx", "-c:a", "libopus"]), ("d.mp4", ["-c:v", "mpeg4", "-c:a", "aac"]),
    ("e.mov", ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
  ]

  @Test(arguments: forms.map(\.name)) func chaptersAreWhereTheyAreHeard(name: String) throws {
    let form = try #require(Self.forms.first { $0.name == name })
    let folder = try TemporaryFolder()
    let start = try Self.film(name, form.codecs, chapters: Self.chapters, in: folder)
    #expect((1400...1600).contains(start.count), "\(start)")
    let said = transcript("import", name, "--riwayah", "hafs", "--name", "film", in: folder.path)
    // In MP4 and QuickTime a chapter lasts to the next, which is heard.
    let isOver = !["d.mp4", "e.mov"].contains(name)
    #expect(said.contains("1 position before the start of the sound") == isOver, "\(said)")
    #expect(
      try folder.text(of: "film.tilawa/markers.yaml").contains("at: \(Milliseconds(3500) - start), end: "))
    // Nothing is cut short, as far as the file says.
    #expect(!transcript("audio", "pauses", "film.tilawa", in: folder.path).contains("cut short"))
    let straight = transcript("convert", name, "other.tilawa", "--from", "wav-cues", in: folder.path)
    #expect(
      try folder.text(of: "other.tilawa/segments.yaml").contains("start: \(Milliseconds(3500) - start)"),
      "\(straight)")
    // From one clock of the file to the other.
    _ = transcript("convert", name, "a.srt", "--from", "wav-cues", in: folder.path)
    #expect(try folder.text(of: "a.srt").contains("00:00:03,500 --> 00:00:04,500"))
  }

  private static func write(_ folder: TemporaryFolder, audio: String) throws {
    _ = try folder.write(
      "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: \(audio) }\n", to: "a.tilawa/recording.yaml")
    _ = try folder.write(
      """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.005, end: 1.000 }
        - { ayah: "1:2-3", start: 1.000, end: 3.005, joins: [2.005] }

      """, to: "a.tilawa/segments.yaml")
  }

  /// Written into the very file, and beside it; and what comes back unchanged changes nothing.
  @Test func whatIsWrittenCountsFromThePicture() throws {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": ""])
    let start = try Self.film("a.tilawa/audio.mka", Self.forms[1].codecs, chapters: [], in: folder)
    try Self.write(folder, audio: "audio.mka")
    func time(_ count: Int64) -> Milliseconds { Milliseconds(count) + start }
    let said = transcript("convert", "a.tilawa", "out.mka", in: folder.path)
    let chapters = try AudioMetadata.read(fromFileAt: folder.path(of: "out.mka"))
    #expect(chapters.soundStart == start && !said.contains("[exit"), "\(said)")
    #expect(chapters.markers.map { "\($0.label) \($0.at)" } == ["1:1 0.005", "1:2-3 1.000"])
    let rows = try folder.text(of: "a.tilawa/segments.yaml")
    for name in [
      "a.srt", "a.vtt", "a.ass", "a.lrc", "a.ttml", "a.sbv", "a.m3u8", "a.xspf", "a.ffconcat", "a.edl",
      "a.ffmeta", "a.chapters", "a.psc", "a.cue", "a.eaf",
    ] {
      _ = transcript("convert", "a.tilawa", name, in: folder.path)
      let text = try folder.text(of: name)
      let shown = [time(1000).description, time(1000).fullClock(mark: ","), "\(time(1000).count)"]
      if ["a.srt", "a.m3u8", "a.xspf", "a.edl", "a.ffmeta", "a.eaf"].contains(name) {
        #expect(shown.contains { text.contains($0) }, "\(name): \(text)")
      }
      let back = transcript("convert", name, "a.tilawa", in: folder.path)
      let isSame = try folder.text(of: "a.tilawa/segments.yaml") == rows
      #expect(isSame && !back.contains("[exit"), "\(name): \(back)")
    }
    // What counts samples stays as it is.
    _ = transcript("convert", "a.tilawa", "a.TextGrid", in: folder.path)
    #expect(try folder.text(of: "a.TextGrid").contains("xmax = 3.005"))
    let list = transcript("resolve", "1:2", "--format", "m3u8", in: folder.path)
    #expect(list.contains("#EXTVLCOPT:start-time=\(time(1000))"), "\(list)")
  }

  @Test func subtitlesOfTheFilmAreReadByItsClock() throws {
    let folder = try TemporaryFolder()
    let start = try Self.film("a.mkv", Self.forms[0].codecs, chapters: [], in: folder)
    _ = try folder.write(
      "1\n00:00:00,000 --> 00:00:01,000\n1:1\n\n2\n00:00:01,000 --> 00:00:02,500\n1:2\n", to: "a.srt")
    let said = transcript(
      "convert", "a.srt", "a.tilawa", "--audio", "a.mkv", "--riwayah", "hafs", in: folder.path)
    #expect(said.contains("before the audio [X103"), "\(said)")
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml").contains(
        "{ ayah: \"1:2\", start: 0.000, end: \(Milliseconds(2500) - start) }"))
  }
}
