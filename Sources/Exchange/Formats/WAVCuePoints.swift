import TilawaBase
import TilawaFormat
import TilawaSound

extension ForeignFormat {
  /// The cue points and regions of WAV files, which recorders and editors write, the markers of AIFF, and the
  /// chapters of audiobooks and podcasts. Chapters are ID3 in MP3, comments in FLAC and Ogg, and whatever
  /// ffmpeg reports of other files. Lyrics with times are read where chapters are. Written, it is the
  /// recording's audio with its rows as chapters.
  static let wavCuePoints = ForeignFormat(
    name: "wav-cues", title: "chapters and cue points in audio",
    extensions: [
      "wav", "wave", "bwf", "rf64", "aiff", "aif", "mp3", "flac", "ogg", "oga", "opus", "m4a", "m4b", "mp4",
      "mka",
      "mkv", "webm",
    ],
    loses: [.order, .marker, .words, .meta], keepsInLabels: .ofLabels, bends: [.text, .gap, .overlap, .end],
    recognises: { source in
      let bytes = source.bytes
      return bytes.count >= 12
        && (bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "RF64".utf8))
        && bytes[8..<12].elementsEqual("WAVE".utf8)
    },
    read: { input in
      guard let path = input.source.path else {
        throw ExchangeFailure("chapters and cue points cannot be read from standard input; name a file")
      }
      let decoding = input.options.encoding.map { encoding -> TagDecoding in { encoding.text(of: $0) } }
      let metadata = try AudioMetadata.read(fromFileAt: path, decoding: decoding)
      var recording = AnnotatedRecording()
      recording.facts.title = metadata.title
      recording.facts.notes = metadata.comment
      recording.reciterName = metadata.artist
      recording.soundStart = metadata.soundStart
      if metadata.encoding != .stated {
        input.add(
          .understood,
          metadata.encoding == .windows1256
            ? "the tags are read as windows-1256"
            : "the tags seem to have another encoding than they declare",
          at: input.place, unless: .encoding)
      }
      var rows = LabelledRows(recording, report: input.report)
      let places = MarkedPlaces(of: metadata) { label in
        guard let text = LabelText(label), text.isNamed else { return .nothing }
        return LabelReference(label)?.words == nil ? .ayat : .words
      }
      for marker in places.markers {
        rows.add(marker.label, from: marker.at, to: marker.end, at: input.place)
      }
      if places.unnamedParts > 0 {
        input.add(
          .unplaced, "left out: parts of lines without a name\(occurrences(places.unnamedParts))",
          at: input.place)
      }
      for what in metadata.unread {
        input.add(.unplaced, "left out: \(what)", at: input.place)
      }
      return RecordingCollection([rows.finished()])
    }, write: .sound { recording, options, path in try recording.writeSound(to: path, options) })
}
