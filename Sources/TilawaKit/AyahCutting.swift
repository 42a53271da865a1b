package import Audio
import Files
package import Timing

extension HeardAyat.Item {
  /// Copies a stretch of the recording to a file, which is there wholly or not at all; without an encoding as exactly as the
  /// recording is, in the format that the file's name tells. It is tagged with `tags`.
  ///
  /// `name` is the file as the user wrote it. Throws an `Obstacle` when that is the recording itself, or has no sound there.
  package func cut(
    _ span: TimeSpan, to path: String, named name: String, _ encoding: AudioEncoding? = nil,
    _ tags: AudioTags = AudioTags()
  ) throws {
    if let real = try? PathText.realPath(path), real == (try? PathText.realPath(file)) {
      throw Obstacle("\(name) is the recording itself; name another file")
    }
    try FileTransfer.makeFolder(PathText.folder(of: path))
    let output = try AtomicOutput(for: path)
    let encoding = try encoding ?? AudioEncoding(fileName: name)?.keeping(AudioProbe.depth(ofFileAt: file))
    let temporary = output.path
    let frames: Int64
    do throws(AudioError) {
      frames = try AudioCut.copy(span, ofFileAt: file, to: temporary, encoding: encoding ?? .wav, tags: tags)
    } catch {
      throw error.told(of: path, insteadOf: temporary)
    }
    guard frames > 0 else { throw Obstacle("\(shownFile) has no audio from \(span.start) to \(span.end)") }
    try output.finish()
  }
}

extension AudioEncoding {
  /// The one of the same format that keeps samples of a depth as they are.
  fileprivate func keeping(_ depth: SampleDepth) -> AudioEncoding {
    switch (self, depth) {
    case (.wav, .integers(24)): .wav24
    case (.wav, .integers(32)), (.wav, .floats): .wavFloat
    case (.flac, .integers(24)), (.flac, .integers(32)), (.flac, .floats): .flac24
    default: self
    }
  }
}
