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

  @Flag(help: "Leave recordings as loud as they are.") var noLoudness = false

  @Flag(help: "Don't fade cuts.") var noFade = false

  func validate() throws {
    if let sampleRate, !(4000...384_000).contains(sampleRate) {
      throw ValidationError("--sample-rate is 4000 to 384000 Hz, not \(sampleRate)")
    }
    if let channels, !(1...2).contains(channels) {
      throw ValidationError("--channels is 1 or 2, not \(channels)")
    }
    if let loudness, !(-50...(-5)).contains(loudness) {
      throw ValidationError("--loudness is -50 to -5 LUFS, not \(loudness)")
    }
    guard loudness == nil || !noLoudness else {
      throw ValidationError("--loudness and --no-loudness can't be used together")
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
          "\(encoding.rawValue) can't hold \(sampleRate) Hz; it can "
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
