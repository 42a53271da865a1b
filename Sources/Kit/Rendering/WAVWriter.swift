package import TilawaBase
import TilawaSound

/// Writes a WAV file of 16 bits as it grows; at any time, the part that is there can be played.
///
/// The header is updated about once a second, so a program that is killed loses at most the last second.
/// From 4 GB on, the file becomes RF64 (EBU Tech 3306), for which space is reserved. Cue points with labels
/// follow the samples (RIFF specification of 1991: `cue `, `LIST` of type `adtl`).
package final class WAVWriter {
  /// A position in the sound, and its name.
  package struct Cue: Hashable, Sendable {
    /// The frame, counted from the start.
    package var frame: Int64
    /// The label that players show.
    package var label: String

    /// Creates a cue.
    package init(frame: Int64, label: String) {
      self.frame = frame
      self.label = label
    }
  }

  /// The number of frames written so far.
  package private(set) var frames: Int64 = 0
  private let file: OutputFile
  private let format: RenderFormat
  private var framesInHeader: Int64 = 0
  private static let headerSize = 80

  /// Opens the file at `path`, replacing its contents, or creates it.
  package init(path: String, format: RenderFormat) throws(AudioError) {
    file = try OutputFile(path: path)
    self.format = format
    try file.write(Self.header(format, frames: file.isSeekable ? 0 : nil, tail: 0))
  }

  /// Appends interleaved samples; values beyond full scale are clipped.
  package func write(_ samples: [Float]) throws(AudioError) {
    try file.write(Self.bytes(of: samples))
    frames += Int64(samples.count / format.channels)
    if file.isSeekable, frames - framesInHeader >= Int64(format.sampleRate) { try updateHeader(tail: 0) }
  }

  /// Returns the samples as 16-bit little-endian integers.
  package static func bytes(of samples: [Float]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: samples.count * 2) { out, count in
      for index in samples.indices {
        // A sample that came from 16 bits keeps its value.
        let scaled = (samples[index] * 32768).rounded(.toNearestOrEven)
        let value = Int16(max(-32768, min(32767, scaled.isNaN ? 0 : scaled)))
        out.initializeElement(at: index * 2, to: UInt8(truncatingIfNeeded: value))
        out.initializeElement(at: index * 2 + 1, to: UInt8(truncatingIfNeeded: value >> 8))
      }
      count = samples.count * 2
    }
  }

  /// Completes the file, with cue points if that is possible. Nothing can be written afterwards.
  package func finish(cues: [Cue] = []) throws(AudioError) {
    guard file.isSeekable else { return }
    let tail = cues.isEmpty ? [] : WAVCue.chunks(of: cues.map { WAVCue(frame: $0.frame, label: $0.label) })
    try file.write(tail)
    try updateHeader(tail: tail.count)
    try file.finish()
  }

  // MARK: Bytes

  /// Returns the header of a stream of unknown length, in the form that ffmpeg and sox use.
  package static func streamHeader(_ format: RenderFormat) -> [UInt8] { header(format, frames: nil, tail: 0) }

  private func updateHeader(tail: Int) throws(AudioError) {
    try file.write(Self.header(format, frames: frames, tail: Int64(tail)), at: 0)
    framesInHeader = frames
  }

  /// Returns the header. `frames` is nil if the length can't be written later; `tail` is the number of
  /// bytes after the samples.
  private static func header(_ format: RenderFormat, frames: Int64?, tail: Int64) -> [UInt8] {
    let frameSize = Int64(format.channels) * 2
    let dataSize = frames.map { $0 * frameSize }
    let riffSize = dataSize.map { $0 + Int64(headerSize) - 8 + tail } ?? 0xffff_ffff
    let isLong = frames != nil && riffSize > 0xffff_ffff
    var bytes: [UInt8] = []
    bytes += (isLong ? "RF64" : "RIFF").utf8
    bytes.add(isLong ? 0xffff_ffff : riffSize, bytes: 4)
    bytes += "WAVE".utf8
    bytes += (isLong ? "ds64" : "JUNK").utf8
    bytes.add(28, bytes: 4)
    bytes.add(isLong ? riffSize : 0, bytes: 8)
    bytes.add(isLong ? dataSize ?? 0 : 0, bytes: 8)
    bytes.add(isLong ? frames ?? 0 : 0, bytes: 8)
    bytes.add(0, bytes: 4)
    bytes += "fmt ".utf8
    bytes.add(16, bytes: 4)
    bytes.add(1, bytes: 2)
    bytes.add(Int64(format.channels), bytes: 2)
    bytes.add(Int64(format.sampleRate), bytes: 4)
    bytes.add(Int64(format.sampleRate) * frameSize, bytes: 4)
    bytes.add(frameSize, bytes: 2)
    bytes.add(16, bytes: 2)
    bytes += "data".utf8
    bytes.add(isLong ? 0xffff_ffff : dataSize ?? 0xffff_ffff, bytes: 4)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ value: Int64, bytes count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
