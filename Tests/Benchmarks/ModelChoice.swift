import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// The models that recordings are marked with: the one that ships, one from a file, or for each recording one
/// that was trained without its reciter.
struct ModelChoice: Sendable {
  /// The description that is printed with the figures.
  let description: String
  private let usual: AcousticModel
  private let byTable: [String: AcousticModel]

  /// Loads the models for the options `--without-reciter FOLDER` and `--model TABLE`.
  init(_ options: BenchmarkOptions, _ recordings: [KnownRecording]) throws {
    try self.init(options, tables: recordings.map(\.table))
  }

  init(_ options: BenchmarkOptions, tables: [String]) throws {
    usual = try options.model.map { try AcousticModel(contentsOf: $0) } ?? .shipped
    var models: [String: AcousticModel] = [:]
    if let folder = options.withoutReciter {
      for table in tables where models[table] == nil {
        // Of two reciters there is none.
        models[table] = try? AcousticModel(contentsOf: "\(folder)/\(table)")
      }
    }
    description =
      options.model != nil
      ? "with the model \"\(usual.name)\""
      : models.isEmpty
        ? "with the model that ships" : "with models that never heard the reciter of \(models.count)"
    byTable = models
  }

  /// The model for a recording.
  func model(for recording: KnownRecording) -> AcousticModel { model(ofTable: recording.table) }

  func model(ofTable table: String) -> AcousticModel { byTable[table] ?? usual }
}

extension AcousticModel {
  fileprivate init(contentsOf path: String) throws {
    self = try AcousticModel(text: String(contentsOfFile: path, encoding: .utf8))
  }
}

extension AudioReader {
  static func canRead(_ path: String) -> Bool { (try? AudioReader(fileAt: path)) != nil }
}

extension KnownRecording {
  /// Returns true if both recordings have a reciter in common. Several reciters are separated by `+`, and are
  /// matched by parts of their names.
  func sharesReciter(with other: KnownRecording) -> Bool {
    let (own, others) = (reciter.lowercased(), other.reciter.lowercased())
    return own == others
      || own.contains("+") && own.split(separator: "+").contains { others.contains($0) }
      || others.contains("+") && others.split(separator: "+").contains { own.contains($0) }
  }
}
