package import TilawaBase

/// A part of an audio file to play, or a silence in place of missing audio.
package struct Stretch: Hashable, Sendable {
  /// The path of the audio file, or nil for a silence.
  package var file: String?
  /// The span in the file; for a silence, only the length matters.
  package var span: TimeSpan
  /// The silence before it. The speed changes neither this nor a silence.
  package var gap: Milliseconds
  /// The title in a chapter list, such as `67:1`.
  package var label: String

  /// Creates a stretch of `file`.
  package init(file: String?, span: TimeSpan, gap: Milliseconds = .zero, label: String) {
    self.file = file
    self.span = span
    self.gap = gap
    self.label = label
  }

  /// Returns true if `next` continues in the same file where this one ends, without a gap.
  func runsInto(_ next: Stretch) -> Bool {
    guard let file, let following = next.file else { return false }
    return next.gap == .zero && file.isExactly(following) && span.end == next.span.start
  }
}
