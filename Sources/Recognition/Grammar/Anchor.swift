public import QuranIndex
public import Timing

/// What a person has settled of a recording, and marking keeps: a confirmed marker, or a verified segment.
public struct Anchor: Hashable, Sendable {
  /// Where it begins.
  public var start: Milliseconds
  /// Where it ends, when that is settled too.
  public var end: Milliseconds?
  /// What is recited there; nil when that isn't said, or it is no ayah.
  public var ayah: AyahRange?
  /// Whether something is heard there that is no ayah.
  public var isSkip: Bool

  /// A settled stretch.
  public init(start: Milliseconds, end: Milliseconds? = nil, ayah: AyahRange? = nil, isSkip: Bool = false) {
    self.start = start
    self.end = end
    self.ayah = ayah
    self.isSkip = isSkip
  }
}
