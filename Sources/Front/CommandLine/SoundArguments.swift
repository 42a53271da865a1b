import ArgumentParser
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaSound

/// Treatment of the sound of recordings that are played one after the other.
struct SoundArguments: ParsableArguments {
  @Option(help: .init("Samples per second. (default: highest of all)", valueName: "hz"))
  var sampleRate: Int?

  @Option(help: "1 or 2. (default: 2 if a recording has 2)") var channels: Int?

  @Option(
    help: .init(
      "Target loudness in LUFS. (default: about -18)", valueName: "lufs"))
  var loudness: Double?

  @Flag(help: "Keep the loudness of recordings.") var noLoudness = false

  @Flag(help: "Don't fade cuts.") var noFade = false

  func validate() throws {
    if let sampleRate, !(4000...384_000).contains(sampleRate) {
      throw ValidationError("invalid --sample-rate \(sampleRate) (expected 4000 to 384000 Hz)")
    }
    if let channels, !(1...2).contains(channels) {
      throw ValidationError("invalid --channels \(channels) (expected 1 or 2)")
    }
    if let loudness, !(-50...(-5)).contains(loudness) {
      throw ValidationError("invalid --loudness \(loudness) (expected -50 to -5 LUFS)")
    }
    guard loudness == nil || !noLoudness else {
      throw ValidationError("--loudness and --no-loudness cannot be used together")
    }
  }

  /// The settings for a queue, for which recordings may have to be listened to.
  func settings(
    for queue: PlaybackQueue, encoding: AudioEncoding?, in terminal: Terminal
  ) throws -> RenderStream.Settings {
    try settings(
      for: queue.stretches, speed: queue.settings.speed.factor, encoding: encoding, in: terminal)
  }

  /// The settings for stretches of recordings.
  func settings(
    for stretches: [Stretch], speed: Double, encoding: AudioEncoding?, in terminal: Terminal
  ) throws -> RenderStream.Settings {
    var format = try RenderFormat(fitting: Set(stretches.compactMap(\.file)), encoding: encoding)
    if let sampleRate {
      if let encoding, let rates = encoding.sampleRates, !rates.contains(sampleRate) {
        throw CommandFailure(
          "\(encoding.rawValue) does not support \(sampleRate) Hz; it supports "
            + rates.map { "\($0)" }.joined(separator: ", "))
      }
      format.sampleRate = sampleRate
    }
    if let channels { format.channels = channels }
    var settings = RenderStream.Settings(format: format)
    settings.speed = speed
    settings.softensCuts = !noFade
    if !noLoudness {
      let progress = terminal.progress("measuring loudness")
      settings.gains = try LevelMatching.gains(for: stretches, target: loudness) {
        progress.update($0, of: $1)
      }
      progress.finish()
    }
    return settings
  }
}
