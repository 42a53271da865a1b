/// A stretch of a recording, from `start` up to but not including `end`.
public struct TimeSpan: Hashable, Sendable {
  /// Where it begins.
  public var start: Milliseconds
  /// Where it ends; not before `start`.
  public var end: Milliseconds

  /// Nil when `end` lies before `start`.
  public init?(_ start: Milliseconds, _ end: Milliseconds) {
    guard start <= end else { return nil }
    self.start = start
    self.end = end
  }

  /// From the start of a recording of `length`, which is taken for 0 when it is less.
  public init(length: Milliseconds) {
    start = .zero
    end = max(.zero, length)
  }

  /// The length of the span.
  public var length: Milliseconds { end - start }

  /// Returns true if both contain some of the same audio; touching ends don't count.
  public func overlaps(_ other: TimeSpan) -> Bool { start < other.end && other.start < end }
}
