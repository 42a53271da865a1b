import Foundation
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Writes what `Tests/Trials/data/network` learns from: of each plain recording of a folder its features, where its phones lie and who recites.
///
/// In OUT, which is there: `recordings.tsv` (number, stem, file, reciter, frames), `phones.tsv` (recording, letter, first frame, end) where _ is
/// silence.
func writeLessons(inFolder folder: String, to out: String) throws {
  var training = AcousticTraining()
  var (known, phones) = (["number\tstem\tfile\treciter\tframes"], ["recording\tphone\tfirst\tend"])
  for recording in try KnownRecording.readable(inFolder: folder) where recording.isPlain {
    let features = try SpeechFeatures(ofFileAt: recording.audio)
    known.append(
      "\(known.count - 1)\t\(recording.stem)\t\(recording.file)\t\(recording.reciter)\t\(features.count)")
    training.add(features, recording.stretches, counting: recording.counting)
  }
  for sound in training.alignedSounds(by: .shipped) {
    let letter = sound.phone.map(\.letter) ?? "_"
    phones.append("\(sound.recording)\t\(letter)\t\(sound.frames.lowerBound)\t\(sound.frames.upperBound)")
  }
  for (name, lines) in [("recordings", known), ("phones", phones)] {
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: "\(out)/\(name).tsv", atomically: true, encoding: .utf8)
  }
}

/// Writes the features of each file beside it: their numbers as `SpeechFeatures.values` has them, in 32-bit floats.
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
