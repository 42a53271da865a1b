public import TilawaBase

extension SpeechFeatures {
  private static let frameLength = 1000 / Int64(framesPerSecond)

  /// Where a frame begins.
  public static func time(ofFrame frame: Int) -> Milliseconds { Milliseconds(Int64(frame) * frameLength) }

  /// Returns the frame that contains a time.
  public static func frame(at time: Milliseconds) -> Int { Int(time.count / frameLength) }

  /// The frame whose beginning is nearest to a place.
  public static func frame(nearest time: Milliseconds) -> Int {
    frame(at: Milliseconds(time.count + frameLength / 2))
  }
}
