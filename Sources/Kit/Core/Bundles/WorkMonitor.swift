/// Receives the progress of long work and can cancel it.
package struct WorkMonitor: Sendable {
  /// Begins a piece of work with a title such as `listening to audio.flac`.
  package let begin: @Sendable (_ title: String) -> any WorkStage
  /// Returns true if the work is cancelled. Called while audio is decoded, and between stages.
  package let isCancelled: @Sendable () -> Bool

  package init(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    begin: @escaping @Sendable (_ title: String) -> any WorkStage
  ) {
    self.begin = begin
    self.isCancelled = isCancelled
  }

  /// Throws `CancellationError` if the work is cancelled.
  package func check() throws(CancellationError) { if isCancelled() { throw CancellationError() } }
}

/// One piece of long work. Thread-safe.
package protocol WorkStage: Sendable {
  /// Reports that `done` of `total` are done; 0 of 0 counts as complete.
  func update(_ done: Int64, of total: Int64)
  /// Performs work whose progress can't be measured.
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result
  /// Reports that the work has ended.
  func finish()
}
