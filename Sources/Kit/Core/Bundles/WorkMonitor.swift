/// Whom long work tells how far it has come, and who may call it off.
package struct WorkMonitor: Sendable {
  /// Begins a piece of work, called what it is: `listening to audio.flac`.
  package let begin: @Sendable (_ title: String) -> any WorkStage
  /// Whether nobody wants it any more. Asked while audio is decoded, and between stages.
  package let isCancelled: @Sendable () -> Bool

  package init(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    begin: @escaping @Sendable (_ title: String) -> any WorkStage
  ) {
    self.begin = begin
    self.isCancelled = isCancelled
  }

  /// Throws `CancellationError` when it is called off.
  package func check() throws(CancellationError) { if isCancelled() { throw CancellationError() } }
}

/// One piece of long work. May be told from any thread.
package protocol WorkStage: Sendable {
  /// `done` of `total` are done; 0 of 0 counts as all.
  func update(_ done: Int64, of total: Int64)
  /// Does work of which nobody knows how far it has come.
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result
  /// It is over.
  func finish()
}
