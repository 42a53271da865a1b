package import TilawaBase
package import TilawaFormat
import TilawaSound

/// A bundle whose audio is being recorded.
///
/// The bundle is complete from the beginning. If the program is killed, the recording up to the last second
/// can be played and marked. `tilawa audio checksum --update` then writes its checksum and length.
package final class BundleRecording {
  /// The path of the bundle.
  package let path: String
  private let writer: WAVWriter
  /// The path of the audio when the recording began.
  private let firstPath: String
  private let format: RenderFormat

  /// Makes the bundle and the header of its audio. `draft` contains the other facts about the recording,
  /// and `reciter` is the file that describes the reciter.
  package init(at path: String, _ draft: RecordingDraft, reciter: [UInt8]? = nil, format: RenderFormat) throws
  {
    self.path = path
    self.format = format
    var draft = draft
    var audio = RecordingDraft.Audio(file: Self.audioName)
    audio.sampleRate = format.sampleRate
    audio.channels = format.channels
    audio.format = "wav"
    draft.audio = audio
    let folder = try AtomicDirectory(for: path)
    firstPath = PathText.joined(folder.path, Self.audioName)
    writer = try WAVWriter(path: firstPath, format: format)
    try AtomicFile.write(
      Array(draft.text.utf8), to: PathText.joined(folder.path, FileKind.recording.fileName))
    if let reciter {
      try AtomicFile.write(reciter, to: PathText.joined(folder.path, FileKind.reciter.fileName))
    }
    try folder.finish()
  }

  private static let audioName = "audio.wav"

  /// The duration recorded so far.
  package var position: Milliseconds { Milliseconds(frames: writer.frames, rate: format.sampleRate) }

  /// The number of frames recorded so far.
  package var frames: Int64 { writer.frames }

  /// Appends interleaved samples.
  package func write(_ samples: [Float]) throws { try telling { try writer.write(samples) } }

  /// Completes the audio.
  package func finish() throws { try telling { try writer.finish() } }

  /// Reports errors about the audio with the path that the user knows.
  private func telling(_ work: () throws -> Void) throws {
    do { try work() } catch let error as AudioError {
      throw error.told(of: PathText.joined(path, Self.audioName), insteadOf: firstPath)
    }
  }
}
