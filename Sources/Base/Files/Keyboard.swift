/// Single key presses from the terminal behind standard input, without waiting for the return key.
///
/// While the value lives keys are not shown; Ctrl-C works as always. The terminal is given back as it was
/// when the value goes or a signal ends the program.
public final class Keyboard {
  /// Takes over the keyboard; nil if standard input is not a terminal.
  public init?() {
    guard System.isTerminal(0), System.takeKeys() else { return nil }
    InterruptCleanup.add(.terminal)
  }

  deinit {
    InterruptCleanup.remove(.terminal)
    System.giveBackKeys()
  }

  /// The next key, when there is one within the time.
  public func key(waitingMilliseconds time: Int) -> UInt8? { System.nextKey(waitingMilliseconds: time) }
}
