/// The settings for waiting on locks of other programs: a time limit, a callback, and a check for
/// cancellation.
public struct LockPatience: Sendable {
  /// After so long it ends in an error; nil for as long as it takes.
  public var limit: Duration?
  /// Called once for each wait that isn't over soon, with the folder and the program that has the lock, as
  /// far as it is known.
  public var onWait: @Sendable (_ folder: String, LockHolder?) -> Void
  /// Returns true if the work was cancelled. Called while the work waits, and before files are replaced. Nil
  /// for work that can't be cancelled.
  public var isCancelled: (@Sendable () -> Bool)?
  /// The time within which a wait isn't reported.
  let quietly = Duration.seconds(1)

  /// The settings for the work of this thread: to wait as long as it takes, unless set otherwise.
  @TaskLocal public static var current = LockPatience()

  /// Creates settings. Waits are not reported unless `onWait` does so.
  public init(
    limit: Duration? = nil,
    onWait: @escaping @Sendable (_ folder: String, LockHolder?) -> Void = { _, _ in }
  ) {
    self.limit = limit
    self.onWait = onWait
  }
}

/// The settings that apply to a piece of work, to be passed on to the threads that do a part of it.
package struct WorkSettings: Sendable {
  private let patience = LockPatience.current
  #if DEBUG
    private let faults = CallFaults.inForce
  #endif

  /// Those of this thread.
  package init() {}

  /// Does `body` by them.
  package func apply<Result>(_ body: () throws -> Result) rethrows -> Result {
    try LockPatience.$current.withValue(patience) {
      #if DEBUG
        try CallFaults.$inForce.withValue(faults, operation: body)
      #else
        try body()
      #endif
    }
  }
}

extension FileError {
  /// Throws where the work of this thread was called off.
  static func checkCancellation(_ action: String, _ path: String) throws(FileError) {
    if LockPatience.current.isCancelled?() ?? false { throw FileError(cancelled: action, path) }
  }
}
