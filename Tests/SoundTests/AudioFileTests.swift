import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@Suite struct AudioFileTests {
  @Test func everyEncodingIsReadBack() throws {
    try withScratchDirectory { directory in
      for encoding in AudioEncoding.written {
        for (rate, gains) in [(8000, [1]), (24000, [1, 1]), (48000, [1, 0.5])] as [(Int, [Float])]
        where encoding.sampleRates?.contains(rate) ?? true {
          var recitation = GeneratedRecitation([.init(700, pauseAfter: 300)])
          recitation.sampleRate = rate
          recitation.channelGains = gains
          let path = directory + "/\(encoding.rawValue)-\(rate)"
          try recitation.write(to: path, encoding: encoding)
          let properties = try AudioProbe.properties(ofFileAt: path)
          // A Matroska file with Opus is what is called WebM.
          let name = encoding == .mka ? "webm" : encoding.fileEnding
          #expect(properties.format == name)
          #expect(properties.sampleRate == rate)
          #expect(properties.channels == gains.count)
          #expect(properties.isComplete)
          #expect(properties.frames == Int64(recitation.frames), "\(encoding) \(rate)")
          #expect(properties.duration == recitation.duration)
          var reader = try AudioReader(fileAt: path)
          #expect(try reader.read(frames: recitation.frames + 100).count == recitation.frames * gains.count)
          #expect(reader.framesRead == properties.frames)
          #expect(try reader.read(frames: 100).isEmpty)
        }
      }
    }
  }

  @Test func seekingIsExact() throws {
    try withScratchDirectory { directory in
      for encoding in AudioEncoding.written {
        var recitation = GeneratedRecitation([.init(4000, pauseAfter: 500)])
        recitation.sampleRate = encoding.nearestRate(to: 24000)
        let path = directory + "/" + encoding.rawValue
        try recitation.write(to: path, encoding: encoding)
        var whole = try AudioReader(fileAt: path)
        let all = try whole.read(frames: recitation.frames)
        var random = SplitMix64(state: 7)
        for _ in 0..<8 {
          let frame = Int.random(in: 0..<(recitation.frames - 1000), using: &random)
          var reader = try AudioReader(fileAt: path)
          try reader.seek(toFrame: Int64(frame))
          let part = try reader.read(frames: 1000)
          let worst = zip(part, all[frame...]).map { abs($0 - $1) }.max() ?? 1
          #expect(part.count == 1000)
          #expect(worst < 1e-4, "\(encoding) from \(frame): \(worst)")
        }
      }
    }
  }

  @Test func monoIsTheMeanOfTheChannels() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      var writer = try AudioWriter(path: path, encoding: .wavFloat, sampleRate: 8000, channels: 2)
      try writer.write([0.5, 0, -0.25, 0.75])
      try writer.finish()
      var reader = try AudioReader(fileAt: path)
      #expect(try reader.readMono(frames: 10) == [0.25, 0.25])
    }
  }

  @Test func samplesThatAreNoNumbersBecomeSilence() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      var writer = try AudioWriter(path: path, encoding: .wavFloat, sampleRate: 8000, channels: 1)
      try writer.write([0.5, .nan, -.infinity, 1e30, -0.5])
      try writer.finish()
      var reader = try AudioReader(fileAt: path)
      #expect(try reader.read(frames: 10) == [0.5, 0, 0, 0, -0.5])
      #expect(reader.unusableSamples == 3)
    }
  }

  @Test func mp3WithoutLengthHeaderIsCounted() throws {
    try withScratchDirectory { directory in
      let recitation = GeneratedRecitation([.init(5000, pauseAfter: 1000)])
      let path = directory + "/a.mp3"
      try recitation.write(to: path, encoding: .mp3)
      var bytes = try Data(contentsOf: URL(filePath: path))
      // The first frame says how long the file is; without it the rest is a plain stream.
      let tag = try #require(bytes.range(of: Data("Info".utf8)) ?? bytes.range(of: Data("Xing".utf8)))
      bytes.replaceSubrange(tag, with: Data("....".utf8))
      let plain = directory + "/plain.mp3"
      try bytes.write(to: URL(filePath: plain))
      let properties = try AudioProbe.properties(ofFileAt: plain)
      var reader = try AudioReader(fileAt: plain)
      let decoded = try reader.read(frames: recitation.frames * 2).count
      #expect(Int(properties.frames) == decoded)
      #expect(decoded % 1152 == 0 && decoded >= recitation.frames)
    }
  }

  @Test func whatIsNoAudioIsToldPlainly() throws {
    try withScratchDirectory { directory in
      func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = directory + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
      }
      var random = SplitMix64(state: 3)
      let noise = (0..<20000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let letters = Array(String(repeating: "not audio at all\n", count: 500).utf8)
      let formats = "wav, flac, ogg, opus, mp3, aiff, caf and au; "
      for path in try [
        write("noise.wav", noise), write("noise.mp3", noise), write("text.mp3", letters),
        write("text.flac", letters), write("one", [82]), write("tag.mp3", Array("ID3".utf8)),
      ] {
        let error = #expect(throws: AudioError.self) { try AudioProbe.properties(ofFileAt: path) }
        #expect(error?.kind == .unknownFormat)
        #expect(error?.message.contains(formats) == true)
      }
      for (path, kind, message) in [
        (directory + "/none.wav", .missing, "no such file"),
        (directory, .notAFile, "it is a folder"),
        ("/dev/null", .notAFile, "not a regular file"),
        (try write("empty.wav", []), .empty, "the file is empty"),
      ] as [(String, AudioError.Kind, String)] {
        let error = #expect(throws: AudioError.self) { try AudioProbe.properties(ofFileAt: path) }
        #expect(error == AudioError(kind: kind, path: path, message: message))
        #expect(error?.description == "cannot read \(path): \(message)")
      }
    }
  }

  @Test func filesThatBreakOffNeverCrash() throws {
    try withScratchDirectory { directory in
      for encoding in AudioEncoding.written {
        let path = directory + "/whole"
        var recitation = GeneratedRecitation([.init(1500, pauseAfter: 300)])
        recitation.sampleRate = encoding.nearestRate(to: 24000)
        try recitation.write(to: path, encoding: encoding)
        let bytes = try Data(contentsOf: URL(filePath: path))
        for tenth in 0..<10 {
          let cut = directory + "/cut.\(encoding.rawValue)"
          try bytes.prefix(bytes.count * tenth / 10 + 3).write(to: URL(filePath: cut))
          do {
            let properties = try AudioProbe.properties(ofFileAt: cut)
            #expect(properties.duration <= Milliseconds(2500))
            var reader = try AudioReader(fileAt: cut)
            var frames = 0
            while case let got = try reader.read(frames: 4096).count / reader.channels, got > 0 {
              frames += got
            }
            #expect(frames <= properties.frames)
            if [.ogg, .opus, .flac].contains(encoding) { #expect(!properties.isComplete) }
          } catch let error as AudioError {
            #expect([.unknownFormat, .damaged].contains(error.kind))
          }
        }
      }
    }
  }

  @Test func headersThatCannotBeTrueAreRefused() throws {
    try withScratchDirectory { directory in
      let path = directory + "/a.wav"
      try GeneratedRecitation([.init(200, pauseAfter: 0)]).write(to: path, encoding: .wav)
      let whole = try Data(contentsOf: URL(filePath: path))
      let duration = try AudioProbe.properties(ofFileAt: path).duration
      var bytes = whole
      bytes.replaceSubrange(24..<28, with: [3, 0, 0, 0])
      try bytes.write(to: URL(filePath: path))
      let error = #expect(throws: AudioError.self) { try AudioProbe.properties(ofFileAt: path) }
      #expect(
        error?.message
          == "damaged header: a sample rate of 3 Hz is not between 100 and 1000000")
      // 65535 channels, none, and samples of no bits: nothing is allocated for them.
      for (place, value) in [(22, [0xff, 0xff]), (22, [0, 0]), (34, [0, 0])] as [(Int, [UInt8])] {
        var bytes = whole
        bytes.replaceSubrange(place..<place + 2, with: value)
        try bytes.write(to: URL(filePath: directory + "/b.wav"))
        let error = #expect(throws: AudioError.self) {
          try AudioProbe.properties(ofFileAt: directory + "/b.wav")
        }
        #expect(error?.kind == .damaged, "\(place)")
      }
      // A data chunk that claims four gigabytes has what is there.
      bytes = whole
      bytes.replaceSubrange(40..<44, with: [0xff, 0xff, 0xff, 0x7f])
      try bytes.write(to: URL(filePath: path))
      #expect(try AudioProbe.properties(ofFileAt: path).duration == duration)
    }
  }

  @Test func whatCannotBeWrittenIsToldPlainly() throws {
    try withScratchDirectory { directory in
      let wrongRate = #expect(throws: AudioError.self) {
        _ = try AudioWriter(path: directory + "/a.opus", encoding: .opus, sampleRate: 44100, channels: 1)
      }
      #expect(wrongRate?.kind == .unsupported)
      #expect(wrongRate?.message == "opus does not support 44100 Hz with 1 channel")
      let nowhere = #expect(throws: AudioError.self) {
        _ = try AudioWriter(path: directory + "/no/a.wav", encoding: .wav, sampleRate: 8000, channels: 1)
      }
      #expect(nowhere?.kind == .unwritable)
    }
  }
}

extension AudioEncoding {
  /// Those that are written on this machine: some of them take ffmpeg.
  static var written: [AudioEncoding] { allCases.filter { !$0.needsFFmpeg || AudioPrograms.areInstalled } }
}
