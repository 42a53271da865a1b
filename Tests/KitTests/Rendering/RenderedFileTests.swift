import Testing
import TilawaBase
import TilawaKit
import TilawaSound
import TilawaTestSupport

@Suite struct RenderedFileTests {
  @Test func everyFormatHasItsLengthAndChapters() throws {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation([.init(1500, pauseAfter: 500)])
      recitation.sampleRate = 16000
      let source = directory + "/a.flac"
      try recitation.write(to: source, encoding: .flac)
      let ends = [(0, 700), (700, 1500), (200, 900)]
      let stretches = try ends.enumerated().map { index, ends in
        Stretch(
          file: source,
          span: try #require(TimeSpan(Milliseconds(Int64(ends.0)), Milliseconds(Int64(ends.1)))),
          label: "67:\(index + 1)")
      }
      for encoding in [AudioEncoding.wav, .flac, .ogg, .opus, .mp3] {
        let format = RenderFormat(sampleRate: 16000, channels: 1)
        let file = RenderedFile(
          path: "\(directory)/out.\(encoding.rawValue)", encoding: encoding, chapterForm: .cue)
        let list = try file.write(RenderStream(.init(format: format), of: stretches), format)
        #expect(list.chapters.map(\.frame) == [0, 11200, 24000])
        #expect(list.frames == 35200)
        let frames = try AudioProbe.properties(ofFileAt: file.path).frames
        #expect(abs(frames - 35200) < (encoding == .mp3 ? 2400 : 1), "\(encoding): \(frames)")
        let cues = try AudioMetadata.read(fromFileAt: file.path).markers
        if encoding == .wav {
          #expect(cues.map(\.label) == ["67:1", "67:2", "67:3"])
          #expect(cues.map(\.at.count) == [0, 700, 1500])
          #expect(file.sidecar == nil)
        } else {
          let sheet = try String(decoding: FileContents.read(directory + "/out.cue"), as: UTF8.self)
          #expect(
            sheet == """
              FILE "out.\(encoding.rawValue)" \(encoding == .mp3 ? "MP3" : "WAVE")
                TRACK 01 AUDIO
                  TITLE "67:1"
                  INDEX 01 00:00:00
                TRACK 02 AUDIO
                  TITLE "67:2"
                  INDEX 01 00:00:52
                TRACK 03 AUDIO
                  TITLE "67:3"
                  INDEX 01 00:01:37

              """)
        }
      }
      let names = try FileTree.entries(ofFolder: directory)
      #expect(!names.contains { $0.contains("tilawa-tmp") })
    }
  }

  @Test(
    arguments: [AudioEncoding.wav, .flac, .ogg, .opus, .mp3, .m4a, .mka, .webm].filter {
      !$0.needsFFmpeg || AudioPrograms.areInstalled
    })
  func chaptersStandInsideWhereThatIsWanted(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let source = folder.path(of: "a.flac")
    var recitation = GeneratedRecitation([.init(1500, pauseAfter: 500)])
    recitation.sampleRate = 16000
    try recitation.write(to: source, encoding: .flac)
    let stretches = try [(0, 700), (700, 1500)].map { start, end in
      Stretch(
        file: source,
        span: try #require(TimeSpan(Milliseconds(Int64(start)), Milliseconds(Int64(end)))),
        label: "67:\(start)")
    }
    let format = RenderFormat(sampleRate: encoding.nearestRate(to: 16000), channels: 1)
    let file = RenderedFile(
      path: folder.path(of: "out.\(encoding)"), encoding: encoding, chapterForm: .inside)
    #expect(file.holdsChapters && file.sidecar == nil)
    _ = try file.write(RenderStream(.init(format: format), of: stretches), format)
    let found = try AudioMetadata.read(fromFileAt: file.path).markers
    #expect(found.map(\.label) == ["67:0", "67:700"])
    #expect(found.map(\.at.count) == [0, 700])
    if [.mp3, .m4a, .mka, .webm].contains(encoding) { #expect(found.map(\.end?.count) == [700, 1500]) }
    #expect(try FileTree.entries(ofFolder: folder.path).sorted() == ["a.flac", "out.\(encoding)"])
    #expect(!RenderedFile(path: file.path, encoding: .aiff, chapterForm: .inside).holdsChapters)
  }

  @Test func nothingIsLeftOfWhatFails() throws {
    try withScratchDirectory { directory in
      let format = RenderFormat(sampleRate: 8000, channels: 1)
      let file = RenderedFile(path: directory + "/out.wav", encoding: .wav, chapterForm: .cue)
      let missing = Stretch(
        file: directory + "/none.wav", span: try #require(TimeSpan(.zero, Milliseconds(10))), label: "1:1")
      try AtomicFile.write(Array("old".utf8), to: file.path)
      #expect(throws: AudioError.self) {
        try file.write(RenderStream(.init(format: format), of: [missing]), format)
      }
      #expect(try FileContents.read(file.path) == Array("old".utf8))
      #expect(try FileTree.entries(ofFolder: directory) == ["out.wav"])
    }
  }

  @Test func aWAVFileCanBePlayedWhileItGrows() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      let writer = try WAVWriter(path: path, format: RenderFormat(sampleRate: 8000, channels: 2))
      for second in 1...3 {
        try writer.write([Float](repeating: 0.5, count: 2 * 8000))
        #expect(try AudioProbe.properties(ofFileAt: path).frames == Int64(second * 8000))
      }
      try writer.write([-1, 1, 2, -2])
      try writer.finish(cues: [.init(frame: 8000, label: "1:1"), .init(frame: 9000, label: "takbir")])
      var reader = try AudioReader(fileAt: path)
      try reader.seek(toFrame: 23999)
      #expect(try reader.read(frames: 10) == [0.5, 0.5, -1, 32767 / 32768, 32767 / 32768, -1])
      let cues = try AudioMetadata.read(fromFileAt: path).markers
      #expect(cues.map(\.at.count) == [1000, 1125])
      #expect(cues.map(\.label) == ["1:1", "takbir"])
    }
  }

  @Test func chaptersForFFmpegAreExact() {
    var list = ChapterList(sampleRate: 44100)
    list.chapters = [.init(frame: 0, title: "1:1"), .init(frame: 44101, title: "a=b;#\\")]
    list.frames = 100_000
    #expect(
      list.ffmetadata == """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/44100
        START=0
        END=44101
        title=1:1
        [CHAPTER]
        TIMEBASE=1/44100
        START=44101
        END=100000
        title=a\\=b\\;\\#\\\\

        """)
  }
}
