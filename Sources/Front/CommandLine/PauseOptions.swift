import ArgumentParser
import TilawaBase
import TilawaSound

/// The definition of a pause, for the commands that detect them.
struct PauseOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Level of silence in dBFS: -40. (default: measured)")
  var threshold: Double?

  @Flag(help: "Use fixed thresholds: -33.98 dBFS for 400 ms.")
  var fixed = false

  @Option(help: "Ignore pauses shorter than this, in seconds.") var minLength: String?

  func validate() throws { _ = try settings }

  /// The settings that they make; throws a `ValidationError` in words for the user.
  var settings: PauseSettings {
    get throws {
      var settings = fixed ? PauseSettings.fixed : .adaptive
      if let threshold {
        guard (-120...0).contains(threshold) else {
          throw ValidationError("invalid --threshold \(threshold) (expected a level from -120 to 0 dBFS)")
        }
        settings.threshold = .dBFS(threshold)
      }
      if let minLength {
        guard let length = Milliseconds(minLength) else {
          throw ValidationError("invalid --min-length \"\(minLength)\" (expected seconds, such as 0.4)")
        }
        settings.minimumLength = length
      }
      return settings
    }
  }
}
