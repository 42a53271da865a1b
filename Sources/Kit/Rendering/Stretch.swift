package import TilawaBase

/// One thing to be heard: a stretch of an audio file, or a silence in the place of what is missing.
package struct Stretch: Hashable, Sendable {
  /// The audio file; nil for a silence.
  package var file: String?
  /// From where to where in it; of a silence only the length counts.
  package var span: TimeSpan
  /// How long nothing is heard before it. The speed changes neither this nor a silence.
  package var gap: Milliseconds
  /// What a chapter list calls it, such as `67:1`.
  package var label: String

  /// A stretch of `file`.
  package init(file: String?, span: TimeSpan, gap: Milliseconds = .zero, label: String) {
    self.file = file
    self.span = span
    self.gap = gap
    self.label = label
  }

  /// Whether `next` goes on in the file where this one ends, with nothing in between.
  func runsInto(_ next: Stretch) -> Bool {
    guard let file, let following = next.file else { return false }
    return next.gap == .zero && file.isExactly(following) && span.end == next.span.start
  }
}
