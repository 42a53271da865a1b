package import TilawaBase
package import TilawaSound

/// An audio file to which a stream of stretches is written; it appears complete, or not at all.
package struct RenderedFile: Sendable {
  /// The place and format of chapters.
  package enum ChapterForm: String, CaseIterable, Sendable {
    /// Cue points in a WAV file; a cue sheet beside any other file.
    case cue
    /// A metadata file of ffmpeg beside the audio file.
    case ffmetadata
    /// In the file, where players look for them: cue points of WAV, `CHAP` of MP3, comments of FLAC and
    /// Ogg, chapters of M4A and Matroska.
    case inside
    /// No chapters.
    case none
  }

  /// The path of the file.
  package let path: String
  /// The encoding of the samples.
  package let encoding: AudioEncoding
  /// The place and format of its chapters.
  package let chapterForm: ChapterForm
  /// The tags; a WAV file has only chapters.
  package var tags = AudioTags()

  /// Creates a description of a file to write.
  package init(path: String, encoding: AudioEncoding, chapterForm: ChapterForm) {
    self.path = path
    self.encoding = encoding
    self.chapterForm = chapterForm
  }

  /// True if the chapters can be written in the chosen form.
  package var holdsChapters: Bool {
    chapterForm != .inside || AudioChapters.canBeInserted(into: encoding)
  }

  private var isWAV: Bool { encoding.fileEnding == "wav" }

  /// The path of the separate file of chapters, or nil if there is none.
  package var sidecar: String? {
    switch chapterForm {
    case .cue: isWAV ? nil : PathText.folderAndStem(of: path) + ".cue"
    case .ffmetadata: PathText.folderAndStem(of: path) + ".ffmetadata"
    case .inside, .none: nil
    }
  }

  /// Writes the whole stream. Returns the chapters. `progress` receives the number of frames written.
  package func write(
    _ stream: RenderStream, _ format: RenderFormat, progress: (Int64) -> Void = { _ in }
  ) throws -> ChapterList {
    let output = try AtomicOutput(for: path)
    let list: ChapterList
    do {
      list = try write(stream, format, to: output.path, progress)
    } catch let error as AudioError {
      throw error.told(of: path, insteadOf: output.path)
    }
    try finish(output, list)
    return list
  }

  private func write(
    _ stream: RenderStream, _ format: RenderFormat, to temporary: String, _ progress: (Int64) -> Void
  ) throws -> ChapterList {
    var list = ChapterList(sampleRate: format.sampleRate)
    var started: [ChapterList.Chapter] = []
    stream.onStart = { started.append(.init(frame: $1, title: $0.label)) }
    if encoding == .wav {
      let writer = try WAVWriter(path: temporary, format: format)
      try pump(stream, progress) { samples throws(AudioError) in try writer.write(samples) }
      let cues = started.map { WAVWriter.Cue(frame: $0.frame, label: $0.title) }
      try writer.finish(cues: [.cue, .inside].contains(chapterForm) ? cues : [])
    } else {
      var writer = try AudioWriter(
        path: temporary, encoding: encoding, sampleRate: format.sampleRate, channels: format.channels,
        tags: tags)
      while let samples = try stream.read() {
        try writer.write(samples)
        progress(stream.framesOut)
      }
      try writer.finish()
    }
    list.chapters = started
    list.frames = stream.framesOut
    if chapterForm == .inside, encoding != .wav {
      try AudioChapters.insert(list.markers, intoFileAt: temporary, as: encoding)
    }
    return list
  }

  private func pump(
    _ stream: RenderStream, _ progress: (Int64) -> Void, _ write: ([Float]) throws(AudioError) -> Void
  ) throws(AudioError) {
    while let samples = try stream.read() {
      try write(samples)
      progress(stream.framesOut)
    }
  }

  /// Adds chapters to an otherwise complete audio file, or beside it, and gives both files their names, or
  /// neither.
  package func complete(_ output: consuming AtomicOutput, _ list: ChapterList) throws {
    if chapterForm == .inside || chapterForm == .cue && isWAV {
      let temporary = output.path
      do throws(AudioError) {
        try AudioChapters.insert(list.markers, intoFileAt: temporary, as: encoding)
      } catch {
        throw error.told(of: path, insteadOf: temporary)
      }
    }
    try finish(output, list)
  }

  /// Gives both files their names, or neither.
  private func finish(_ output: consuming AtomicOutput, _ list: ChapterList) throws(FileError) {
    guard let sidecar else { return try output.finish() }
    let kind = encoding == .mp3 ? "MP3" : encoding == .aiff ? "AIFF" : "WAVE"
    let text =
      chapterForm == .cue ? list.cueSheet(forFile: PathText.name(of: path), kind: kind) : list.ffmetadata
    let old = try FileContents.readIfAny(sidecar)
    var unfinished: AtomicOutput? = consume output
    try AtomicFile.change([.init(sidecar, from: old, to: Array(text.utf8))]) { () throws(FileError) in
      try unfinished.take()?.finish()
    }
  }
}

extension PathText {
  /// Returns the path without the file extension.
  fileprivate static func folderAndStem(of path: String) -> String {
    joined(folder(of: path), stem(of: path))
  }
}
