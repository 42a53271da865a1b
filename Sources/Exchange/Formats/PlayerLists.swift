import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// mpv's EDL, exact to the sample: file, start and length, and the label as the title.
  static let edl = ForeignFormat(
    name: "edl", title: "mpv edit list", extensions: ["edl"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: Set.ofLabels.subtracting([.riwayah, .reciter]), bends: [.text],
    recognises: { $0.beginning.begins(with: "# mpv EDL v0") || $0.beginning.begins(with: "mpv EDL v0") },
    read: readEDL,
    write: .collection { collection, options in try writeEDL(collection, options) })

  /// Extended M3U in UTF-8; only VLC heeds the times.
  static let m3u8: ForeignFormat = ForeignFormat(
    name: "m3u8", title: "playlist with times for VLC", extensions: ["m3u8", "m3u"],
    loses: [.words, .marker, .riwayah], keepsInLabels: Set.ofLabels.subtracting([.riwayah]),
    bends: [.text, .meta], tellsReciter: true, recognises: { $0.beginning.begins(with: "#EXTM3U") },
    read: readM3U8,
    write: .collection { collection, options in try writePlaylist(collection, options, .m3u8, .m3u8) })

  /// Lists for ffmpeg's `concat`; the labels are comments.
  static let ffconcat: ForeignFormat = ForeignFormat(
    name: "ffconcat", title: "list for ffmpeg's concat", extensions: ["ffconcat"],
    loses: [.words, .marker, .meta, .reciter, .riwayah],
    keepsInLabels: Set.ofLabels.subtracting([.riwayah, .reciter]),
    bends: [.text], recognises: { $0.beginning.begins(with: "ffconcat version") },
    read: readFFConcat,
    write: .collection { collection, options in try writePlaylist(collection, options, .ffconcat, .ffconcat) }
  )
}

/// Where a recording's audio is to be found from the list.
private func location(_ recording: AnnotatedRecording, _ options: WritingOptions) throws -> String {
  let audio = recording.facts.audio
  if let path = options.audioPath ?? audio?.file, !path.isEmpty { return path }
  if let url = audio?.url { return url }
  throw ExchangeFailure(
    "\(recording.facts.title ?? recording.facts.id) names no audio, and a playlist is nothing without")
}

private func writePlaylist(
  _ collection: RecordingCollection, _ options: WritingOptions, _ format: ForeignFormat, _ form: Playlist.Form
) throws -> ForeignText {
  var losses = Losses()
  var items: [Playlist.Item] = []
  for recording in collection.recordings {
    if format.tellsReciter {
      losses.add(.meta, recording.factCount)
      losses.add(.riwayah, recording.facts.riwayah == nil ? 0 : 1)
    }
    let place = losses.oneLine(try location(recording, options))
    for segment in recording.segments {
      items.append(
        Playlist.Item(
          location: place, span: TimeSpan(segment.row.start, segment.row.end),
          title: losses.oneLine(LabelText(segment).text(options.labels)),
          creator: format.tellsReciter ? recording.reciterName ?? recording.facts.reciter : nil))
    }
  }
  return ForeignText(Playlist(items).text(form, titles: true), losses: losses)
}

// MARK: - EDL

private func writeEDL(_ collection: RecordingCollection, _ options: WritingOptions) throws -> ForeignText {
  var losses = Losses()
  var text = "# mpv EDL v0\n"
  for recording in collection.recordings {
    let file = edlValue(losses.oneLine(try location(recording, options)))
    for segment in recording.segments {
      let title = edlValue(losses.oneLine(LabelText(segment).text(options.labels)))
      text += "\(file),\(segment.row.start),\(segment.row.end - segment.row.start),title=\(title)\n"
    }
  }
  return ForeignText(text, losses: losses)
}

/// With the count of its bytes before it where it would be taken apart.
private func edlValue(_ text: String) -> String {
  let isPlain =
    text.fields(by: ",;%=!").count == 1 && text.trimmed(of: " ") == text && !text.begins(with: "#")
  return isPlain ? text : "%\(text.utf8.count)%\(text)"
}
