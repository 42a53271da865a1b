/// How long a piece of work waits for locks that others hold, who is told of it, and whether it was called off.
public struct LockPatience: Sendable {
  /// After so long it ends in an error; nil for as long as it takes.
  public var limit: Duration?
  /// Called once for each wait that isn't over soon, with the folder and with who holds the lock, as far as is known.
  public var onWait: @Sendable (_ folder: String, LockHolder?) -> Void
  /// Whether the work was called off: asked while it waits, and before files are replaced. Nil for work that can't be.
  public var isCancelled: (@Sendable () -> Bool)?
  /// What is over sooner isn't worth telling.
  let quietly = Duration.seconds(1)

  /// What holds for the work of this thread: as long as it takes, unless said otherwise.
  @TaskLocal public static var current = LockPatience()

  /// Nobody is told unless `onWait` does.
  public init(
    limit: Duration? = nil,
    onWait: @escaping @Sendable (_ folder: String, LockHolder?) -> Void = { _, _ in }
  ) {
    self.limit = limit
    self.onWait = onWait
  }
}

/// What holds for a piece of work, to be taken along to the threads that do a part of it.
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
