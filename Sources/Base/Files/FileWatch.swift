/// Waits for a file to be saved again.
///
/// It checks the file's time and size. A file that is just being written is left alone until both are stable
/// for a moment.
public struct FileWatch: Sendable {
  private let path: String
  private let pause: Int

  /// Watches `path`, looking every `pause` milliseconds.
  public init(_ path: String, everyMilliseconds pause: Int = 200) {
    self.path = path
    self.pause = pause
  }

  /// Calls `body` now and after every change, for as long as the process lives.
  ///
  /// Throws what `body` throws. A file that is gone, as while an editor replaces it, is waited for.
  public func follow(_ body: () throws -> Void) throws -> Never {
    var seen: FileStatus?
    while true {
      let now = try? FileStatus.ifAny(path)
      if let now, now != seen {
        Surroundings.pause(milliseconds: pause)
        if (try? FileStatus.ifAny(path)) == now {
          seen = now
          try body()
        }
      } else {
        Surroundings.pause(milliseconds: pause)
      }
    }
  }
}
