import TilawaBase
import TilawaSound

/// The processing of the sound of one run: gain, channels, sample rate, speed, soft edges.
///
/// The number of frames that come out follows exactly from the length, the rates and the speed.
final class StateChain {
  private let gain: Float
  /// The number of channels of the file, during processing, and of the stream.
  private let sourceChannels, channels, targetChannels: Int
  private let ratio: Double
  private let converter: SampleRateConverter?
  private let changer: SpeedChanger?
  private var softener: EdgeSoftener?
  private var framesIn: Int64 = 0
  private var framesOut: Int64 = 0

  init(
    _ settings: RenderStream.Settings, gain: Float, sampleRate: Int, channels sourceChannels: Int,
    file: String
  ) throws(AudioError) {
    let format = settings.format
    self.gain = gain
    self.sourceChannels = sourceChannels
    targetChannels = format.channels
    channels = min(sourceChannels, targetChannels)
    ratio = Double(format.sampleRate) / Double(sampleRate) / settings.speed
    if sampleRate == format.sampleRate {
      converter = nil
    } else {
      converter = SampleRateConverter(from: sampleRate, to: format.sampleRate, channels: channels)
      guard converter != nil else {
        throw AudioError(
          kind: .unreadable, path: file,
          message: "cannot resample \(sampleRate) Hz to \(format.sampleRate) Hz; choose another rate")
      }
    }
    changer =
      settings.speed == 1
      ? nil : SpeedChanger(speed: settings.speed, sampleRate: format.sampleRate, channels: channels)
    softener =
      settings.softensCuts
      ? EdgeSoftener(sampleRate: format.sampleRate, channels: format.channels) : nil
  }

  /// The total number of frames that come out for those put in so far.
  var framesExpected: Int64 { Int64((Double(framesIn) * ratio).rounded()) }

  /// Processes samples and returns the result; with `isLast`, all that is left.
  func pass(_ samples: [Float], isLast: Bool) -> [Float] {
    framesIn += Int64(samples.count / sourceChannels)
    var sound = ChannelMix.mix(samples, from: sourceChannels, to: channels)
    if gain != 1 { for index in sound.indices { sound[index] *= gain } }
    if let converter { sound = converter.convert(sound, isLast: isLast) }
    if let changer { sound = changer.change(sound, isLast: isLast) }
    if isLast {
      // Converters may return a few frames more or less than expected.
      let rest = max(0, Int(framesExpected - framesOut)) * channels
      if sound.count > rest { sound.removeLast(sound.count - rest) }
      sound += [Float](repeating: 0, count: rest - sound.count)
    }
    framesOut += Int64(sound.count / channels)
    sound = ChannelMix.mix(sound, from: channels, to: targetChannels)
    return softener?.soften(sound, isLast: isLast) ?? sound
  }
}
