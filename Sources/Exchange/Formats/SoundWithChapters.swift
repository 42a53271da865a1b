import TilawaBase
import TilawaFormat
import TilawaSound

extension AnnotatedRecording {
  /// Writes the recording's audio with a chapter for each row, and returns the losses. Without a path,
  /// nothing is written.
  ///
  /// Audio of the same encoding that has no chapters yet is copied. Other audio is encoded anew.
  func writeSound(to path: String?, _ options: WritingOptions) throws -> Losses {
    guard case .file(let audio)? = localAudio else {
      throw ExchangeFailure(
        "the audio of \(facts.title ?? "the recording") is missing; `tilawa audio fetch` downloads it if it has an address"
      )
    }
    let encoding = options.audioEncoding
    guard AudioChapters.canBeInserted(into: encoding) else {
      throw ExchangeFailure("\(encoding.fileEnding) files cannot contain chapters that players read")
    }
    var losses = Losses()
    let chapters = segmentsInTime.map { segment -> AudioMetadata.Marker in
      var chapter = AudioMetadata.Marker(
        at: segment.row.start, label: losses.oneLine(LabelText(segment).text(options.labels)))
      chapter.end = segment.row.end
      return chapter
    }
    countEnds(of: chapters, encoding, &losses)
    guard let path else { return losses }
    if try !take(audio, to: path, encoding, chapters) {
      try encode(audio, to: path, encoding)
      try AudioChapters.insert(chapters, intoFileAt: path, as: encoding)
    }
    return losses
  }

  /// Counts the ends that get lost. Comments of FLAC and Ogg have no ends. In M4A, the first chapter begins
  /// at 0, and each lasts until the next.
  private func countEnds(
    of chapters: [AudioMetadata.Marker], _ encoding: AudioEncoding, _ losses: inout Losses
  ) {
    switch encoding {
    case .flac, .flac24, .ogg, .opus: losses.add(.end, chapters.count)
    case .m4a:
      if let first = chapters.first, first.at > .zero { losses.add(.gap) }
      for (chapter, next) in zip(chapters, chapters.dropFirst()) {
        guard let end = chapter.end, end != next.at else { continue }
        losses.add(end < next.at ? .gap : .overlap)
      }
    case .wav, .wav24, .wavFloat, .mp3, .mka, .webm, .aiff: break
    }
  }

  /// Copies the file as it is and puts the chapters into the copy; false where that can't be done.
  private func take(
    _ audio: String, to path: String, _ encoding: AudioEncoding, _ chapters: [AudioMetadata.Marker]
  ) throws -> Bool {
    guard AudioEncoding(fileName: audio)?.fileEnding == encoding.fileEnding,
      try AudioMetadata.read(fromFileAt: audio).markers.isEmpty
    else { return false }
    do throws(AudioError) {
      try AudioChapters.insert(chapters, intoCopyOf: audio, at: path, as: encoding)
      return true
    } catch {
      // What isn't as it should be is made so by writing it anew; a disk that is full fails there, too.
      return false
    }
  }

  private func encode(_ audio: String, to path: String, _ encoding: AudioEncoding) throws {
    let properties = try AudioProbe.properties(ofFileAt: audio)
    let end = Milliseconds(frames: properties.frames, rate: properties.sampleRate) + Milliseconds(1000)
    guard let span = TimeSpan(.zero, end) else { return }
    var tags = AudioTags()
    tags.title = facts.title
    tags.artist = reciterName ?? reciter?.name ?? facts.reciter
    try AudioCut.copy(span, ofFileAt: audio, to: path, encoding: encoding, tags: tags)
  }
}
