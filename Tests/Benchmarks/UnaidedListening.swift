import Foundation
import TilawaKit
import TilawaQuran
import TilawaRecognition

extension MarkListening {
  /// What `tilawa mark` hears when nobody says what is recited.
  init(unaidedTo path: String, _ counting: CountingSystem, isPrayer: Bool, model: String?) throws {
    var request = MarkRequest()
    request.counting = counting
    request.isPrayer = isPrayer
    request.model = model
    try self.init(
      to: path, for: [], around: nil, request, in: try Workplace.ofProcess(), WorkMonitor { _ in Untold() })
  }
}

/// Nobody is told how far the work has come.
private struct Untold: WorkStage {
  func update(_ done: Int64, of total: Int64) {}
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
  func finish() {}
}

/// The models of a benchmark as files, as `tilawa mark --model` takes them.
struct ModelTables: Sendable {
  let description: String
  private let usual: String?
  private let byReciter: [String: String]
  private let folder: String

  init(_ options: BenchmarkOptions, _ recordings: [KnownRecording]) throws {
    let models = try ModelChoice(options, recordings)
    description = models.description
    usual = options.model
    folder = "\(NSTemporaryDirectory())/models-\(ProcessInfo.processInfo.processIdentifier)"
    var tables: [String: String] = [:]
    if options.leavesReciterOut {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for recording in recordings where tables[recording.reciter] == nil {
        let path = "\(folder)/\(tables.count).model"
        try models.model(for: recording).text.write(toFile: path, atomically: false, encoding: .utf8)
        tables[recording.reciter] = path
      }
    }
    byReciter = tables
  }

  func path(for recording: KnownRecording) -> String? { byReciter[recording.reciter] ?? usual }

  func remove() { if !byReciter.isEmpty { try? FileManager.default.removeItem(atPath: folder) } }
}
