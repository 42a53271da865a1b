import Testing
import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaSound
import TilawaTestSupport

/// Smaller audio for messengers lies under the same rows.
@Suite struct PackedAudioTests {
  @Test(arguments: [16_000, 22_050, 44_100])
  func everySoundStaysWithinAMillisecondOfItsPlace(_ sampleRate: Int) throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      riwayah: hafs
      reciter: nobody
      audio: { file: sound/audio.flac, url: "https://example.org/a.flac" }  # as it was

      """,
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.500, end: 2.900 }\n",
    ])
    var recitation = GeneratedRecitation(
      (0..<12).map { .init(2000 + 137 * $0, pauseAfter: 300 + 71 * $0) }, seed: 5)
    recitation.sampleRate = sampleRate
    try FileTransfer.makeFolder(folder.path(of: "a.tilawa/sound"))
    let original = folder.path(of: "a.tilawa/sound/audio.flac")
    try recitation.write(to: original, encoding: .flac)

    try pack(folder, to: "one.zip")
    try pack(folder, to: "two.zip")
    #expect(
      try FileContents.read(folder.path(of: "one.zip")) == FileContents.read(folder.path(of: "two.zip")))
    try FileTransfer.makeFolder(folder.path(of: "there"))
    let request = UnpackRequest(.file("one.zip"), into: "there")
    let plan = try UnpackPlan(request, in: workplace(folder), .silent)
    #expect(plan.bundles.flatMap(\.findings).map(\.message) == [])
    try plan.apply()

    let copy = folder.path(of: "there/a.tilawa/sound/audio.opus")
    let bundle = TilawaBundle(readingAt: folder.path(of: "there/a.tilawa"), shownAs: "a.tilawa")
    let audio = try #require(bundle.recording?.content?.audio)
    let digest = try FileDigest.of(copy)
    #expect(audio.file?.value == "sound/audio.opus" && audio.url == nil)
    #expect(audio.sha256?.value == digest.sha256 && audio.bytes.map { Int64($0.value) } == digest.bytes)
    #expect(abs((audio.duration?.value ?? .zero).count - recitation.duration.count) <= 1)
    #expect(
      try folder.text(of: "there/a.tilawa/segments.yaml") == folder.text(of: "a.tilawa/segments.yaml"))
    #expect(digest.bytes < (try FileStatus.of(original).size) / 2)

    guard case .found(let offset, _) = try RecordingOffset.find(from: original, to: copy) else {
      Issue.record("the copy doesn't sound like the recording")
      return
    }
    #expect(abs(offset.count) <= 1)
    for lag in try lags(original, copy, recitation.spans) {
      #expect(abs(lag) <= 0.001, "a sound lies \(lag) s from its place")
    }
  }

  private func pack(_ folder: TemporaryFolder, to archive: String) throws {
    var request = PackRequest(["a.tilawa"])
    request.audio = .opus(bitrate: 32_000)
    try PackPlan(request, in: workplace(folder)).apply(
      as: .zip, to: .file(folder.path(of: archive)), in: workplace(folder), .silent)
  }

  private func workplace(_ folder: TemporaryFolder) -> Workplace {
    Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
  }

  /// Returns for each stretch how much later the second file is than the first, in seconds. The lag is where
  /// their waveforms are most alike.
  private func lags(_ first: String, _ second: String, _ spans: [TimeSpan]) throws -> [Double] {
    var one = try AudioReader(fileAt: first)
    var other = try AudioReader(fileAt: second)
    let rate = other.sampleRate
    var samples = try one.readMono(frames: 60 * one.sampleRate)
    if one.sampleRate != rate {
      let converter = try #require(SampleRateConverter(from: one.sampleRate, to: rate, channels: 1))
      samples = converter.convert(samples, isLast: true)
    }
    let copy = try other.readMono(frames: 60 * rate)
    return spans.map { span in
      let start = Int(span.start.frame(rate: rate)) + rate / 10
      let lag = likeliestLag(of: start..<(start + rate / 2), in: samples, to: copy, within: rate / 200)
      return Double(lag) / Double(rate)
    }
  }
}
