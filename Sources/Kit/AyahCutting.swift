package import TilawaBase
package import TilawaLibrary
import TilawaQuran
package import TilawaSound

extension Hearing {
  /// Copies a span of the recording to a file with `tags`, which is written wholly or not at all. Without
  /// an encoding, the format follows from the file's name, and the copy is as exact as the recording.
  ///
  /// `name` is the file as the user wrote it. `chapters` are the starts of its ayat in the recording;
  /// `form` is the place for them. Throws a `Failure` if the file is the recording itself, or there is no
  /// sound in the span.
  package func cut(
    _ span: TimeSpan, to path: String, named name: String, _ encoding: AudioEncoding? = nil,
    _ tags: AudioTags = AudioTags(), chapters: [HeardAyat.Chapter] = [],
    _ form: RenderedFile.ChapterForm = .none
  ) throws {
    if let real = try? PathText.realPath(path), real == (try? PathText.realPath(file)) {
      throw Failure("\(name) is the recording itself; name another file")
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
    guard frames > 0 else { throw Failure("\(shownAudio) has no audio from \(span.start) to \(span.end)") }
    let rendered = RenderedFile(path: path, encoding: encoding ?? .wav, chapterForm: form)
    guard form != .none else { return try output.finish() }
    let properties = try AudioProbe.properties(ofFileAt: temporary)
    var list = ChapterList(sampleRate: properties.sampleRate)
    list.frames = properties.frames
    list.chapters = chapters.map { chapter in
      .init(frame: (chapter.start - span.start).frame(rate: properties.sampleRate), title: chapter.label)
    }
    try rendered.complete(output, list)
  }
}

extension AudioEncoding {
  /// Returns the encoding of the same format that keeps samples of a depth unchanged.
  fileprivate func keeping(_ depth: SampleDepth) -> AudioEncoding {
    switch (self, depth) {
    case (.wav, .integers(24)): .wav24
    case (.wav, .integers(32)), (.wav, .floats): .wavFloat
    case (.flac, .integers(24)), (.flac, .integers(32)), (.flac, .floats): .flac24
    default: self
    }
  }
}
