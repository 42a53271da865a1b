import Foundation
import TilawaKit
import TilawaQuran
import TilawaRecognition

extension MarkListening {
  /// Listens to a file as `tilawa mark` does with no passage stated.
  init(unaidedTo path: String, _ counting: CountingSystem, model: String?) throws {
    var request = MarkRequest()
    request.counting = counting
    request.model = model
    try self.init(
      to: path, for: [], around: nil, request, in: try Workplace.ofProcess(), WorkMonitor { _ in Untold() })
  }
}

/// A stage that reports no progress.
private struct Untold: WorkStage {
  func update(_ done: Int64, of total: Int64) {}
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
  func finish() {}
}

/// The models of a benchmark as files, as `tilawa mark --model` takes them.
struct ModelTables: Sendable {
  let description: String
  private let usual: String?
  private let folder: String?

  init(_ options: BenchmarkOptions, _ recordings: [KnownRecording]) throws {
    description = try ModelChoice(options, recordings).description
    usual = options.model
    folder = options.withoutReciter
  }

  func path(for recording: KnownRecording) -> String? {
    let own = folder.map { "\($0)/\(recording.table)" }
    return own.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil } ?? usual
  }
}
