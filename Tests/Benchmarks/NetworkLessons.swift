import Foundation
import TilawaSound

/// Writes the features of each file beside it, as training data for `Tests/Trials/data/network`. They are the
/// numbers of `SpeechFeatures.values`, as 32-bit floats.
func writeFeatures(of files: [String]) throws {
  let failures = inParallel(files) { file -> String? in
    do {
      let features = try SpeechFeatures(ofFileAt: file)
      try features.values.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: "\(file).features")) }
      return nil
    } catch { return "\(file): \(error)" }
  }
  for case let failure? in failures { throw ManifestError(failure) }
}
