public import TilawaBase

/// A place that a file marks: a cue point or region of WAV, a marker of AIFF, a chapter of any other.
public struct AudioMarker: Hashable, Sendable {
  /// Where it points.
  public var at: Milliseconds
  /// Its name; empty when it has none.
  public var label: String
  /// The time at which a region or chapter ends; nil for a point, and where only the start is stated.
  public var end: Milliseconds?
  /// The parts of a line of lyrics that have times of their own, in order.
  public var parts: [AudioMarker] = []

  /// A marker at a place of the recording.
  public init(at: Milliseconds, label: String) {
    self.at = at
    self.label = label
  }

  /// Returns the marker later by `time`, with its parts.
  func moved(by time: Milliseconds) -> AudioMarker {
    var marker = self
    marker.at = at + time
    marker.end = end.map { $0 + time }
    marker.parts = parts.map { $0.moved(by: time) }
    return marker
  }
}
