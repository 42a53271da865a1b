import TilawaBase

/// An open audio file that delivers interleaved samples: libsndfile's, libmpg123's, libopusfile's or ffmpeg's.
protocol SampleSource: AnyObject {
  var path: String { get }
  var format: String { get }
  var sampleRate: Int { get }
  var channels: Int { get }
  /// The number of frames that the file declares; nil if it declares none, as an Ogg file that breaks off.
  var declaredFrames: Int64? { get }
  /// The length that the file names, whether all of it is there or not.
  var promise: PromisedLength { get }
  /// True if samples may be NaN, infinite or absurdly large.
  var holdsFloats: Bool { get }
  /// True if reading after seeking gives the same samples as reading from the start.
  var seeksExactly: Bool { get }
  /// Fills `buffer` with whole frames only. Fewer than requested doesn't mean the end; zero does.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int
  /// Makes `frame` the next one that is read; exact.
  func seek(toFrame frame: Int64) throws(AudioError)
}

extension SampleSource {
  var promise: PromisedLength { PromisedLength(frames: declaredFrames, rate: sampleRate) }
}

/// Refuses what no recording has, before anything is allocated from it.
func checkPlausible(
  _ path: String, sampleRate: Int, channels: Int
) throws(AudioError) {
  guard (100...1_000_000).contains(sampleRate) else {
    throw AudioError(
      kind: .damaged, path: path,
      message:
        "damaged header: a sample rate of \(sampleRate) Hz is not between 100 and 1000000")
  }
  guard (1...64).contains(channels) else {
    throw AudioError(
      kind: .damaged, path: path,
      message: "damaged header: \(channels) channels are not between 1 and 64")
  }
}
