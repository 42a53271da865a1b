import TilawaBase

/// The length that a file names for itself, and whether its form has an end: by both it is judged whether all of it is there.
struct PromisedLength: Sendable {
  /// Frames, more than can be decoded where the rest of the file is missing; nil where the file names no length.
  var frames: Int64?
  /// How much less is no sign of anything: lengths of some forms are right to a packet or two.
  var tolerance = Milliseconds(100)
  /// Whether the mark is missing that ends each file of this form, or its last packet is there in part.
  var lacksEnd = false
  /// Frames a second.
  let rate: Int

  /// How many frames are missing when `frames` can be decoded.
  func missing(after decoded: Int64) -> Int64 {
    let missing = max(0, (frames ?? 0) - decoded)
    return Milliseconds(frames: missing, rate: rate) > tolerance ? missing : 0
  }

  /// Whether the file is cut short when `frames` can be decoded.
  func isMissed(by decoded: Int64) -> Bool { lacksEnd || missing(after: decoded) > 0 }
}
