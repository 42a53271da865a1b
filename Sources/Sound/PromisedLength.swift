import TilawaBase

/// The length that a file declares, and whether the mark of its end is missing. By both it is judged whether
/// the file is complete.
struct PromisedLength: Sendable {
  /// Frames, more than can be decoded where the rest of the file is missing; nil where the file names no length.
  var frames: Int64?
  /// The shortfall that is not significant: lengths in some formats are right to a packet or two.
  var tolerance = Milliseconds(100)
  /// True if the mark that ends each file of this format is missing, or if its last packet is incomplete.
  var lacksEnd = false
  /// Frames a second.
  let rate: Int

  /// Returns the number of frames that are missing if `decoded` frames can be decoded; 0 within the
  /// tolerance.
  func missing(after decoded: Int64) -> Int64 {
    let missing = max(0, (frames ?? 0) - decoded)
    return Milliseconds(frames: missing, rate: rate) > tolerance ? missing : 0
  }

  /// Returns true if the file is cut short, given that `decoded` frames can be decoded.
  func isMissed(by decoded: Int64) -> Bool { lacksEnd || missing(after: decoded) > 0 }
}
