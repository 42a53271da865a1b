import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// What recordings are marked with: the model that ships, one that a file holds, or for each one that never heard its
/// reciter.
struct ModelChoice: Sendable {
  /// What is said of it where figures are printed.
  let description: String
  private let usual: AcousticModel
  private let byReciter: [String: AcousticModel]

  /// What the options `--leave-reciter-out` and `--model TABLE` ask for.
  ///
  /// Models are learnt from the plain recordings of the folder, each stem once.
  init(_ options: BenchmarkOptions, _ recordings: [KnownRecording]) throws {
    if let path = options.model {
      usual = try AcousticModel(text: String(contentsOfFile: path, encoding: .utf8))
      description = "with the model \"\(usual.name)\""
    } else {
      usual = .shipped
      description =
        options.leavesReciterOut ? "with models learnt from the other reciters" : "with the model that ships"
    }
    var models = options.leavesReciterOut ? Self.models(leavingOut: recordings) : [:]
    if options.leavesReciterOut, let left = recordings.first(where: { models[$0.reciter] == nil }) {
      throw ManifestError("the folder has no plain recordings of others than \(left.reciter) to learn from")
    }
    if let networks = options.networks {
      for recording in recordings {
        models[recording.reciter] = try models[recording.reciter]?.withNetwork(of: recording, in: networks)
      }
    }
    byReciter = models
  }

  /// The model for a recording.
  func model(for recording: KnownRecording) -> AcousticModel { byReciter[recording.reciter] ?? usual }

  private static func models(leavingOut recordings: [KnownRecording]) -> [String: AcousticModel] {
    var plain: [KnownRecording] = []
    for recording in recordings
    where recording.isPlain && !plain.contains(where: { $0.stem == recording.stem })
      && AudioReader.canRead(recording.audio)
    {
      plain.append(recording)
    }
    let features = inParallel(plain) { try? SpeechFeatures(ofFileAt: $0.audio) }
    let heard = zip(plain, features).compactMap { recording, features in features.map { (recording, $0) } }
    var models: [String: AcousticModel] = [:]
    for recording in recordings where models[recording.reciter] == nil {
      var training = AcousticTraining()
      for (other, features) in heard where !recording.sharesReciter(with: other) {
        training.add(features, other.stretches, counting: other.counting)
      }
      models[recording.reciter] = training.model()
    }
    return models
  }
}

extension AcousticModel {
  /// With the network that never heard the reciter of a recording; none where there is none for it, as of two reciters.
  fileprivate func withNetwork(of recording: KnownRecording, in folder: String) throws -> AcousticModel {
    let name = recording.stem.prefix { $0 != "-" }
    guard let text = try? String(contentsOfFile: "\(folder)/\(name).txt", encoding: .utf8) else {
      print("  no network without \(recording.reciter): \(name).txt")
      return withNetwork(nil)
    }
    guard let network = PhoneNetwork(text: text) else {
      throw ManifestError("\(name).txt is no network")
    }
    return withNetwork(network)
  }
}

extension AudioReader {
  static func canRead(_ path: String) -> Bool { (try? AudioReader(fileAt: path)) != nil }
}

extension KnownRecording {
  /// Whether a reciter of this recording is one of the other's; several stand with `+` between them, by parts of their names.
  func sharesReciter(with other: KnownRecording) -> Bool {
    let (own, others) = (reciter.lowercased(), other.reciter.lowercased())
    return own == others
      || own.contains("+") && own.split(separator: "+").contains { others.contains($0) }
      || others.contains("+") && others.split(separator: "+").contains { own.contains($0) }
  }

  /// Its ayat, to be learnt from.
  var stretches: [AcousticTraining.Stretch] {
    rows.compactMap { row in
      guard let ayah = row.ayah, let end = row.end,
        let from = Milliseconds(seconds: row.start), let to = Milliseconds(seconds: end),
        let span = TimeSpan(from, to)
      else { return nil }
      return AcousticTraining.Stretch(span, [ayah])
    }
  }
}
