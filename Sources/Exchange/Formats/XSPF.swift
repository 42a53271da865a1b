import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// XSPF playlists with one track per row, and the options by which VLC plays a part of a file.
  ///
  /// After xspf.org and VLC's output. Locations are addresses, `duration` is in milliseconds, the times of
  /// the options in seconds.
  static let xspf = ForeignFormat(
    name: "xspf", title: "XSPF playlist for VLC", extensions: ["xspf"],
    loses: [.skip, .words, .marker, .meta], keepsInLabels: .ofLabels, bends: [.text, .riwayah],
    tellsReciter: true,
    recognises: { $0.xmlRootName == "playlist" },
    read: readXSPF,
    write: .texts(writeXSPF))
}

@Sendable private func writeXSPF(
  _ collection: RecordingCollection, _ options: WritingOptions, _ losses: inout Losses
) -> String {
  var items: [Playlist.Item] = []
  for recording in collection.recordings {
    if recording.facts.riwayah != nil { losses.add(.riwayah) }
    let audio = recording.facts.audio
    let file = (collection.recordings.count == 1 ? options.audioPath : nil) ?? audio?.file ?? ""
    let creator = recording.reciterName ?? recording.reciter?.name ?? recording.facts.reciter
    for segment in recording.segments where segment.row.skip == nil {
      let label = LabelText(segment)
      var item = Playlist.Item(
        location: file.isEmpty ? audio?.url ?? "" : file, span: TimeSpan(segment.row.start, segment.row.end),
        title: label.target, creator: creator)
      item.album = recording.facts.title
      if options.labels == .full { item.note = losses.oneLine(label.text(.full)) }
      items.append(item)
    }
  }
  return Playlist(items).text(.xspf)
}

// MARK: Reading

private struct Track {
  var location: String
  var start: Milliseconds?
  var end: Milliseconds?
  var label: String
  var note: String?
  var node: XMLNode
  var place: Place
}

@Sendable private func readXSPF(_ input: ForeignInput) throws -> RecordingCollection {
  let (root, text) = try input.xml(root: "playlist")
  var files: [(location: String, tracks: [Track], first: XMLNode)] = []
  for node in root.first("trackList")?.all("track") ?? [] {
    var track = Track(
      location: node.textOf("location") ?? "", label: node.textOf("title") ?? "",
      note: node.textOf("annotation"), node: node, place: Place(text, of: node))
    let extensions = node.all("extension")
    for item in extensions {
      item.passOver(attribute: "application")
      // VLC numbers the tracks.
      item.passOver("id")
    }
    for item in extensions.flatMap({ $0.all("option") }) {
      let option = item.text.trimmed(of: " \t\r\n")
      if let time = option.after("start-time=") {
        track.start = DecimalTime.parse(time)
      } else if let time = option.after("stop-time=") {
        track.end = DecimalTime.parse(time)
      } else {
        input.unplaced.add("\"\(option)\"", at: Place(text, of: item))
      }
    }
    let duration = node.textOf("duration").flatMap { DecimalTime.parse($0, unit: .milliseconds) }
    if track.end == nil, let duration, duration > .zero { track.end = (track.start ?? .zero) + duration }
    if let index = files.firstIndex(where: { $0.location == track.location }) {
      files[index].tracks.append(track)
    } else {
      files.append((track.location, [track], node))
    }
  }
  root.passOver(attribute: "version")
  return RecordingCollection(
    files.map { file in
      var recording = AnnotatedRecording()
      recording.facts.title =
        file.first.textOf("album") ?? (files.count == 1 ? root.textOf("title") : nil)
      recording.reciterName = file.first.textOf("creator")
      for track in file.tracks {
        track.node.passOver("album") { $0 == recording.facts.title }
        track.node.passOver("creator") { $0 == recording.reciterName }
      }
      if !file.location.isEmpty { recording.facts.audio = RecordingDraft.Audio(location: file.location) }
      var rows = LabelledRows(recording, report: input.report)
      for (index, track) in file.tracks.enumerated() {
        // The annotation holds the label in full, when it is of the same ayat.
        let full = track.note.flatMap { LabelText($0) }
        let label = full != nil && full?.ayah == LabelText(track.label)?.ayah ? track.note ?? "" : track.label
        let next = file.tracks.dropFirst(index + 1).first?.start
        let start = track.start ?? .zero
        guard let end = track.end ?? next ?? input.options.duration, end > start else {
          input.add(
            .untimed, "the track \"\(track.label)\" has neither an end nor a length",
            at: track.place)
          continue
        }
        rows.add(label, from: start, to: end, at: track.place)
      }
      return rows.finished()
    })
}
