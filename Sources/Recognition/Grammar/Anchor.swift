public import TilawaBase
public import TilawaQuran
import TilawaSound

/// A part of a recording that a person has settled, and marking keeps: a confirmed marker, or a verified
/// segment.
public struct Anchor: Hashable, Sendable {
  /// Where it begins.
  public var start: Milliseconds
  /// Where it ends, when that is settled too.
  public var end: Milliseconds?
  /// The ayat recited there; nil if they aren't stated, or it is not an ayah.
  public var ayah: AyahRange?
  /// True if the sound there is not an ayah.
  public var isSkip: Bool

  /// A settled stretch.
  public init(start: Milliseconds, end: Milliseconds? = nil, ayah: AyahRange? = nil, isSkip: Bool = false) {
    self.start = start
    self.end = end
    self.ayah = ayah
    self.isSkip = isSkip
  }
}

extension [Anchor] {
  /// Those of some frames, counted from their start.
  package func part(_ frames: Range<Int>) -> [Anchor] {
    let start = SpeechFeatures.time(ofFrame: frames.lowerBound)
    let end = SpeechFeatures.time(ofFrame: frames.upperBound)
    return filter { $0.start < end && ($0.start >= start || $0.end ?? $0.start > start) }.map { anchor in
      var part = anchor
      part.start = Swift.max(anchor.start, start) - start
      part.end = anchor.end.map { Swift.min($0, end) - start }
      return part
    }
  }
}
