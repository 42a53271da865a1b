import Synchronization
package import TilawaBase
import TilawaFormat
package import TilawaSound

/// The sound of a bundle in the studio: its pictures at every zoom, and its bytes for a player.
package final class StudioSound: Sendable {
  /// Bytes for a player.
  package struct Bytes: Sendable {
    /// The media type.
    package let type: String
    /// How many there are.
    package let length: Int64
    /// Those from an offset on, at least one and at most so many.
    package let part: @Sendable (_ offset: Int64, _ most: Int) throws -> [UInt8]
  }

  /// How long it is.
  package let duration: Milliseconds
  /// Peaks at every zoom.
  package let peaks: PeakPyramid
  private let path: String
  private let format: String
  // Opened when they are first asked for, as that takes seconds where a file of hours has no table of its frames.
  private let quiet = Mutex<QuietPoints?>(nil)
  private let tiles = Mutex<SpectrogramTiles?>(nil)

  /// Opens the sound of a bundle. Throws `Failure` or `AudioError` when there is none that can be read.
  init(of bundle: TilawaBundle) throws {
    path = try bundle.audioPath()
    let properties = try AudioProbe.properties(ofFileAt: path)
    (duration, format) = (properties.duration, properties.format)
    peaks = PeakPyramid(fileAt: path, duration: properties.duration)
  }

  /// The quietest moment near a place, at most so far from it.
  package func quietest(near place: Milliseconds, within reach: Milliseconds) throws -> Milliseconds {
    try quiet.withLock { known in
      Result {
        var points = if let open = known.take() { open } else { try QuietPoints(fileAt: path) }
        let found = try points.quietest(
          near: place, from: max(.zero, place - reach), to: min(duration, place + reach))
        known = consume points
        return found
      }
    }.get()
  }

  /// A tile of the spectrogram; nil behind the end. Throws when it can't be decoded.
  package func spectrogram(_ number: Int) throws -> [UInt8]? {
    let tiles = try tiles.withLock { known in
      Result {
        if let known { return known }
        let made = try SpectrogramTiles(fileAt: path)
        known = made
        return made
      }
    }.get()
    return try tiles.tile(number)
  }

  /// Bytes that a browser plays and in which it finds every position exactly: the file itself where it does, else a WAV file that is decoded as
  /// it goes, which is also had by asking for it.
  package func bytes(asWAV: Bool) throws -> Bytes {
    // Positions in MPEG, Ogg, Opus and MP4 are off by some milliseconds in one browser or another.
    if !asWAV, format == "flac" || format == "wav" {
      let file = try FileParts(of: path)
      return Bytes(type: format == "flac" ? "audio/flac" : "audio/wav", length: file.size) {
        try file.bytes(from: $0, atMost: $1)
      }
    }
    let file = try decoded()
    return Bytes(type: "audio/wav", length: file.length) { try file.bytes(from: $0, atMost: $1) }
  }

  private let wav = Mutex<DecodedWAV?>(nil)

  private func decoded() throws -> DecodedWAV {
    try wav.withLock { known in
      Result {
        if let known { return known }
        let made = try DecodedWAV(fileAt: path)
        known = made
        return made
      }
    }.get()
  }
}
