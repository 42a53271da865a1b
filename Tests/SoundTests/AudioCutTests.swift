import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@Suite struct AudioCutTests {
  @Test func cutsAreSampleExact() throws {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation([.init(3000, pauseAfter: 500)])
      recitation.sampleRate = 48000
      recitation.channelGains = [1, 0.5]
      let span = try #require(TimeSpan(Milliseconds(1234), Milliseconds(2345)))
      for (encoding, target, tolerance) in [
        (.wav, .flac, 0), (.flac24, .wav24, 0), (.flac24, .flac24, 0), (.aiff, .wav, 0),
        (.wavFloat, .wavFloat, 0), (.ogg, .wavFloat, 1e-4), (.mp3, .wavFloat, 1e-4), (.opus, .wavFloat, 1e-4),
        (.ogg, .flac, 1e-4),
      ] as [(AudioEncoding, AudioEncoding, Float)] {
        let whole = directory + "/whole"
        let cut = directory + "/cut"
        try recitation.write(to: whole, encoding: encoding)
        let frames = try AudioCut.copy(span, ofFileAt: whole, to: cut, encoding: target)
        #expect(frames == 1111 * 48)
        var reader = try AudioReader(fileAt: whole)
        let all = try reader.read(frames: recitation.frames)
        var cutReader = try AudioReader(fileAt: cut)
        let part = try cutReader.read(frames: recitation.frames)
        #expect(part.count == 2 * 1111 * 48)
        let worst = zip(part, all[(1234 * 48 * 2)...]).map { abs($0 - $1) }.max() ?? 1
        #expect(worst <= tolerance, "\(encoding) to \(target): \(worst)")
      }
    }
  }

  @Test func whatLiesPastTheEndIsLeftOut() throws {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation([.init(1000, pauseAfter: 0)])
      recitation.sampleRate = 8000
      let whole = directory + "/whole.wav"
      try recitation.write(to: whole, encoding: .wav)
      for (start, end, frames) in [(1000, 9000, 4000), (1500, 1500, 0), (8000, 9000, 0)]
        as [(Int64, Int64, Int64)]
      {
        let span = try #require(TimeSpan(Milliseconds(start), Milliseconds(end)))
        let cut = directory + "/cut.wav"
        #expect(try AudioCut.copy(span, ofFileAt: whole, to: cut, encoding: .wav) == frames)
        #expect(try AudioProbe.properties(ofFileAt: cut).frames == frames)
      }
    }
  }
}
