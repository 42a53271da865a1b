import Synchronization
package import TilawaBase
import TilawaFormat
package import TilawaSound

/// The sound of a bundle in the studio: its waveform at every zoom level, its spectrogram, and its bytes
/// for a player.
package final class StudioSound: Sendable {
  /// Bytes for a player.
  package struct Bytes: Sendable {
    /// The media type.
    package let type: String
    /// The number of bytes.
    package let length: Int64
    /// Reads bytes from an offset on: at least one, at most `most`.
    package let part: @Sendable (_ offset: Int64, _ most: Int) throws -> [UInt8]
  }

  /// The duration.
  package let duration: Milliseconds
  /// The waveform peaks at every zoom level.
  package let peaks: PeakPyramid
  private let path: String
  private let format: String
  // Opened on first use, as that takes seconds for a file of hours that has no table of its frames.
  private let quiet = Mutex<QuietPoints?>(nil)
  private let tiles = Mutex<SpectrogramTiles?>(nil)

  /// Opens the sound of a bundle. Throws `Failure` or `AudioError` if it can't be read.
  init(of bundle: TilawaBundle) throws {
    path = try bundle.audioPath()
    let properties = try AudioProbe.properties(ofFileAt: path)
    (duration, format) = (properties.duration, properties.format)
    peaks = PeakPyramid(fileAt: path, duration: properties.duration)
  }

  /// Returns the quietest moment near a place, at most `reach` away.
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

  /// Returns a tile of the spectrogram, or nil after the end. Throws if the sound can't be decoded.
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

  /// Returns bytes that browsers play and in which they seek exactly. This is the file itself if it is FLAC
  /// or WAV, and otherwise, or with `asWAV`, a WAV file that is decoded on demand.
  package func bytes(asWAV: Bool) throws -> Bytes {
    // In MPEG, Ogg, Opus and MP4, positions are off by some milliseconds in some browsers.
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
