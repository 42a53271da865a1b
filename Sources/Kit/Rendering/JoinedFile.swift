package import TilawaBase
package import TilawaSound

/// Writes audio files in sequence to a single file, at the exact samples of an `AudioJoin`.
package enum JoinedFile {
  /// Writes the joined file to `path`.
  ///
  /// Throws if a file delivers more or fewer frames than it declares, because the places of all later files
  /// would be wrong.
  package static func write(_ join: AudioJoin, to path: String, encoding: AudioEncoding) throws(AudioError) {
    var writer = try AudioWriter(
      path: path, encoding: encoding, sampleRate: join.sampleRate, channels: join.channels)
    for part in join.parts {
      let isAlike =
        part.properties.sampleRate == join.sampleRate && part.properties.channels == join.channels
      // Floats would round some whole numbers.
      if isAlike, let frames = try AudioCut.appendIntegers(ofFileAt: part.path, to: &writer, encoding) {
        try require(frames, of: part)
      } else {
        try append(part, join.frames(of: part), join, to: &writer)
      }
    }
    try writer.finish()
  }

  private static func require(_ frames: Int64, of part: AudioJoin.Part) throws(AudioError) {
    guard frames == part.properties.frames else {
      throw AudioError(
        kind: .damaged, path: part.path,
        message: "it delivers \(frames) frames, and says it has \(part.properties.frames)")
    }
  }

  private static func append(
    _ part: AudioJoin.Part, _ wanted: Int64, _ join: AudioJoin, to writer: inout AudioWriter
  ) throws(AudioError) {
    var reader = try AudioReader(fileAt: part.path)
    let rate = reader.sampleRate
    let converter =
      rate == join.sampleRate
      ? nil : SampleRateConverter(from: rate, to: join.sampleRate, channels: join.channels)
    guard rate == join.sampleRate || converter != nil else {
      throw AudioError(
        kind: .unsupported, path: part.path, message: "cannot resample \(rate) Hz to \(join.sampleRate) Hz")
    }
    var rest = wanted
    while true {
      let block = try reader.read(frames: 16384)
      let mixed = ChannelMix.mix(block, from: reader.channels, to: join.channels)
      var samples = converter?.convert(mixed, isLast: block.isEmpty) ?? mixed
      // At the end, a converter may have a frame more or less than the calculated number.
      let most = Int(rest) * join.channels
      if converter != nil, samples.count > most { samples.removeLast(samples.count - most) }
      if converter != nil, block.isEmpty, samples.count < most {
        samples += [Float](repeating: 0, count: min(most - samples.count, join.channels * 64))
      }
      rest -= Int64(samples.count / join.channels)
      guard rest >= 0, !block.isEmpty || rest == 0 else {
        throw AudioError(
          kind: .damaged, path: part.path,
          message: "it has \(reader.framesRead) frames, but declares \(part.properties.frames)")
      }
      if samples.isEmpty { return }
      try writer.write(samples)
      if block.isEmpty { return }
    }
  }
}
