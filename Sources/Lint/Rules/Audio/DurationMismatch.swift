import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The file isn't the one that was annotated, or its length was written by a program that guessed it.
  static let durationMismatch = Rule("A708", "duration-mismatch", .error) { bundle, report in
    guard let declared = bundle.audio?.duration, case .success(let properties) = bundle.audioProperties,
      abs((declared.value - properties.duration).count) > 100
    else { return }
    report.add(
      "the audio lasts \(properties.duration) s, not \(declared.value)",
      at: bundle.place(inRecording: declared))
  }
}
