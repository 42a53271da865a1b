import Synchronization
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

extension ForeignFormat {
  /// Folders with an audio file an ayah, `001001.mp3`, or one a surah, `001.mp3`.
  static let everyayah = ForeignFormat(
    name: "everyayah", title: "folder with one audio file per ayah", extensions: [],
    loses: [
      .range, .xsurah, .start, .gap, .overlap, .order, .repetition, .conf, .verified, .words, .marker,
      .reciter, .riwayah, .meta, .xkeys, .note, .cut, .rakah, .priority,
    ], bends: [.skip, .joins, .numbering],
    recognises: { source in
      guard source.isFolder, let path = source.path, let folder = try? AudioFolder(path) else { return false }
      return !folder.isEmpty
    },
    read: { input in
      guard let path = input.source.path, input.source.isFolder else {
        throw input.failure("is not a folder; unpack it first")
      }
      return try EveryayahFolder.read(AudioFolder(path), input)
    },
    write: .folder { collection, options, folder in
      try EveryayahFolder.write(collection, options, to: folder)
    })
}

private enum EveryayahFolder {
  static func read(
    _ folder: AudioFolder, _ input: ForeignInput
  ) throws -> RecordingCollection {
    for double in folder.doubles.prefix(20) {
      input.add(
        .unplaced, "another file has the same ayah or surah; this one is ignored",
        at: Place(path: double))
    }
    folder.tellNameless(besides: [], at: input.place, input.report)
    var set = AyahFileSet(input)
    let ayat = folder.allAyat
    for ayah in ayat {
      set.add(AyahFileSet.Entry(ayah: ayah, place: Place(path: folder.file(of: ayah) ?? input.name)))
    }
    var recordings = try set.finished(audio: folder).recordings
    // A surah whose ayat have files is taken from those.
    var whole = SurahRecordings(input, audio: folder)
    for surah in folder.allSurahs {
      if ayat.contains(where: { $0.surah == surah }) {
        input.add(
          .unplaced, "surah \(surah) also has a file for each ayah; this one is ignored",
          at: Place(path: folder.file(ofSurah: surah, named: nil) ?? input.name))
      } else {
        whole.change(surah) { _ in }
      }
    }
    recordings += whole.finished().recordings
    return RecordingCollection(recordings)
  }

  /// One ayah to be cut.
  private struct Cut: Sendable {
    var file: String
    var span: TimeSpan
    var name: String
  }

  static func write(_ collection: RecordingCollection, _ options: WritingOptions, to folder: String) throws
    -> Losses
  {
    var losses = Losses()
    var cuts: [String: Cut] = [:]
    for recording in collection.recordings {
      guard case .file(let file)? = recording.localAudio else {
        throw ExchangeFailure(
          "the audio of \(recording.facts.title ?? "a recording") is missing; `tilawa audio fetch` downloads it if it has an address"
        )
      }
      func add(_ ayah: Ayah, _ start: Milliseconds, _ end: Milliseconds) {
        let name = "\(SetNames.file(of: ayah)).\(options.audioEncoding.fileEnding)"
        guard let span = TimeSpan(start, end) else { return }
        if cuts[name] == nil {
          cuts[name] = Cut(file: file, span: span, name: name)
        } else {
          losses.add(.repetition)
        }
      }
      for entry in recording.setAyat(&losses) { add(entry.ayah, entry.start, entry.end) }
      for row in recording.segmentsInTime.map(\.row) {
        if let ayah = row.ayah, ayah.isSingle, ayah.first.number == 0 { add(ayah.first, row.start, row.end) }
        if row.skip == SkipKind.istiadhah.rawValue, recording.surahs.first == 1 {
          add(Ayah(1, 0), row.start, row.end)
        } else if row.skip != nil {
          losses.add(.skip)
        }
      }
    }
    guard !cuts.isEmpty else {
      throw ExchangeFailure("no row contains exactly one ayah, so there is nothing to cut")
    }
    let sums = try cut(cuts.values.sorted { $0.name < $1.name }, options.audioEncoding, folder)
    try FileTransfer.create(Array(sums.utf8), at: PathText.joined(folder, "000_checksum.md5"))
    return losses
  }

  /// Cuts all of them, on all cores; returns the lines of the checksums.
  private static func cut(_ cuts: [Cut], _ encoding: AudioEncoding, _ folder: String) throws -> String {
    let lines = Mutex([Int: Result<String, any Error>]())
    Processors.share(cuts.count) { index in
      let cut = cuts[index]
      let line = Result {
        let path = PathText.joined(folder, cut.name)
        try AudioCut.copy(cut.span, ofFileAt: cut.file, to: path, encoding: encoding)
        return "\(try FileDigest.md5(ofFileAt: path)) *\(cut.name)\r\n"
      }
      lines.withLock { $0[index] = line }
    }
    return try lines.withLock { lines in
      try cuts.indices.map { try lines[$0]?.get() ?? "" }.joined()
    }
  }
}
