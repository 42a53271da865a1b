import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The sample rate or number of channels given for the audio differs from the file's.
  static let audioPropertiesDiffer = Rule("A709", "audio-properties-differ", .warning) { bundle, report in
    guard let audio = bundle.audio, audio.sampleRate != nil || audio.channels != nil,
      case .success(let properties) = bundle.audioProperties
    else { return }
    if let rate = audio.sampleRate, rate.value != properties.sampleRate {
      report.add(
        "the file has a sample rate of \(properties.sampleRate) Hz, not \(rate.value)",
        at: bundle.place(inRecording: rate))
    }
    if let channels = audio.channels, channels.value != properties.channels {
      report.add(
        "the file has \(properties.channels) channel\(properties.channels == 1 ? "" : "s"), not \(channels.value)",
        at: bundle.place(inRecording: channels))
    }
  }
}
