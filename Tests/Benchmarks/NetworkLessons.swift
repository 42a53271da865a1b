import Foundation
import TilawaSound

/// Writes the features of each file beside it, of which `Tests/Trials/data/network` learns: their numbers as `SpeechFeatures.values` has them, in 32-bit floats.
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
