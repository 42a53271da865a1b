/// The end at which a row lacks a part of its ayah: the recording begins or breaks off amid it.
public enum AyahCut: String, CaseIterable, Sendable {
  case start, end, both

  /// Of a row that lacks the beginning of its first ayah, the end of its last, or neither.
  public init?(start: Bool, end: Bool) {
    guard start || end else { return nil }
    self = !end ? .start : !start ? .end : .both
  }

  /// True if the beginning of the first ayah is missing.
  public var isAtStart: Bool { self != .end }
  /// True if the end of the last ayah is missing.
  public var isAtEnd: Bool { self != .start }

  /// The meaning in words.
  public var meaning: String {
    switch self {
    case .start: "the first ayah's beginning isn't in the recording"
    case .end: "the last ayah's end isn't in the recording"
    case .both: "neither is in the recording"
    }
  }
}
