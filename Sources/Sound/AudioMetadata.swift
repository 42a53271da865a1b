public import TilawaBase
internal import TilawaCLibraries

/// The information in a file besides its sound.
public struct AudioMetadata: Hashable, Sendable {
  /// A place that the file marks.
  public typealias Marker = AudioMarker

  /// The tags, nil where the file has none or an empty one; white space around is left out.
  public var title, artist, album, date, comment, genre, copyright, software, license, trackNumber: String?
  /// The time at which the recording was begun, as noted by the program that made the file: a moment with its
  /// zone, in the form of RFC 3339.
  public var created: String?
  /// The time at which the recording was begun, by a clock whose zone isn't noted: `2024-03-20T20:15:00`.
  public var createdByItsClock: String?
  /// The encoding of the tags, where they don't say it.
  public var encoding = TagEncoding.stated
  /// The time at which players of the file let its sound begin, from which `markers` count.
  public private(set) var soundStart: Milliseconds = .zero
  /// The marked places in order of time, counted from the first sample.
  public var markers: [Marker] = []
  /// Descriptions of the places in the file that aren't read, such as `truncated synchronised lyrics`.
  public var unread: [String] = []

  /// Without any tag or marker.
  public init() {}

  /// Reads the tags and markers of a file.
  ///
  /// Chapters of MP3 come from its ID3 tag, those of FLAC and Ogg from their comments. For files that ffmpeg
  /// decodes, they are as ffmpeg reports them.
  ///
  /// Tags whose format doesn't state an encoding are read by `decoding`, else as UTF-8, else as Windows-1256
  /// where they surely are that, else as Latin-1.
  public static func read(
    fromFileAt path: String, decoding: TagDecoding? = nil
  ) throws(AudioError) -> AudioMetadata {
    // The check says what is wrong with a file in better words than libsndfile's.
    let source = try openSource(path)
    if let source = source as? PipedDecoder { return AudioMetadata(of: source.facts) }
    var metadata = AudioMetadata()
    let tag = ID3Chapters.read(ofFileAt: path, decoding)
    let comments = CommentChapters.read(ofFileAt: path)
    metadata.markers = tag.chapters + comments.chapters
    metadata.unread = tag.unread
    metadata.take(tag.lyricsTexts + comments.lyrics, besides: tag.lyrics)
    metadata.sortMarkers()
    if let file = source as? SoundFile ?? (source as? OggChain)?.first {
      metadata.take(file, decoding)
    } else if source is MPEGStream {
      metadata.take(tag)
    } else if let file = try? SoundFile(reading: path, AudioFileStart(path)) {
      // The tags of Opus.
      metadata.take(file, decoding)
    }
    metadata.sortMarkers()
    return metadata
  }

  private mutating func take(_ tag: ID3Chapters) {
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { tag.texts[$0]?.trimmed(of: isBlank) }.first { !$0.isEmpty }
    }
    encoding = tag.decoder.found
    title = text("TIT2")
    artist = text("TPE1", "TPE2")
    album = text("TALB")
    date = text("TDRC", "TYER")
    comment = text("COMM")
    genre = text("TCON")
    copyright = text("TCOP")
    software = text("TSSE", "TENC")
    trackNumber = text("TRCK")
  }

  private mutating func take(_ file: SoundFile, _ decoding: TagDecoding?) {
    func bytes(_ kind: Int) -> [UInt8]? {
      sf_get_string(file.handle, Int32(kind)).map { words in
        sequence(first: words) { $0 + 1 }.prefix { $0.pointee != 0 }.map { UInt8(bitPattern: $0.pointee) }
      }
    }
    let kinds = [
      SF_STR_TITLE, SF_STR_ARTIST, SF_STR_ALBUM, SF_STR_DATE, SF_STR_COMMENT, SF_STR_GENRE, SF_STR_COPYRIGHT,
      SF_STR_SOFTWARE, SF_STR_LICENSE, SF_STR_TRACKNUMBER,
    ].map { Int($0) }
    var texts = kinds.compactMap(bytes)
    let hasCues = file.format == "wav"
    if hasCues {
      _ = wavCues(ofFileAt: file.path) { label in
        texts.append(Array(label))
        return ""
      }
    }
    let decoder = TagDecoder(decoding, for: texts)
    encoding = decoder.found
    func text(_ kind: Int) -> String? {
      bytes(kind).map { decoder.text($0).trimmed(of: isBlank) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    title = text(Int(SF_STR_TITLE))
    artist = text(Int(SF_STR_ARTIST))
    album = text(Int(SF_STR_ALBUM))
    date = text(Int(SF_STR_DATE))
    comment = text(Int(SF_STR_COMMENT))
    genre = text(Int(SF_STR_GENRE))
    copyright = text(Int(SF_STR_COPYRIGHT))
    software = text(Int(SF_STR_SOFTWARE))
    license = text(Int(SF_STR_LICENSE))
    trackNumber = text(Int(SF_STR_TRACKNUMBER))
    createdByItsClock = Self.broadcastTime(file)
    markers +=
      hasCues
      ? wavCues(ofFileAt: file.path) { decoder.text($0) }.map {
        Self.marker($0.frame, $0.label, file, length: $0.length)
      } : Self.markers(of: file)
  }

  /// Returns the time at which the recording was begun by its `bext` chunk (EBU Tech 3285).
  ///
  /// It is a day and a time, with any characters between the numbers.
  private static func broadcastTime(_ file: SoundFile) -> String? {
    var info = SF_BROADCAST_INFO()
    guard
      sf_command(
        file.handle, Int32(SFC_GET_BROADCAST_INFO), &info, Int32(MemoryLayout<SF_BROADCAST_INFO>.size)) != 0
    else { return nil }
    let bytes =
      withUnsafeBytes(of: info.origination_date) { Array($0) }
      + withUnsafeBytes(of: info.origination_time) { Array($0) }
    let numbers = [0..<4, 5..<7, 8..<10, 10..<12, 13..<15, 16..<18].map { bytes[$0] }
    guard numbers.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    let texts = numbers.map { String(decoding: $0, as: UTF8.self) }
    return texts[..<3].joined(separator: "-") + "T" + texts[3...].joined(separator: ":")
  }

  /// Returns true if a tag of this name, in lower case, contains lyrics.
  ///
  /// ffmpeg puts a language after the name, and its version 5 wrote a tag of its own kind called `USLT`.
  static func holdsLyrics(_ name: String) -> Bool {
    ["lyrics", "uslt", "unsyncedlyrics", "unsynced lyrics", "syncedlyrics"].contains(name)
      || name.after("lyrics-")?.utf8.count == 3
  }

  /// Adds the lines of lyrics: those that are `synchronised`, or else of the first of `texts` that has times.
  private mutating func take(_ texts: [String], besides synchronised: [Marker]) {
    let read = LyricsText.lines(of: texts)
    unread += read.unread
    if !synchronised.isEmpty, !read.lines.isEmpty {
      unread.append("further lyrics with times")
    }
    // Chapters may say the same.
    let labels = Dictionary(grouping: markers, by: \.at).mapValues { Set($0.map(\.label)) }
    markers += (synchronised.isEmpty ? read.lines : synchronised).filter { line in
      labels[line.at]?.contains(line.label) != true
    }
  }

  /// Moves markers that start before the sound to its beginning, and removes those that end before it.
  ///
  /// The number of removed markers is noted in `unread`.
  private mutating func leaveOutWhatIsBeforeTheSound() {
    let early = markers.count { $0.at < .zero && $0.end.map { $0 <= .zero } ?? true }
    markers.removeAll { $0.at < .zero && $0.end.map { $0 <= .zero } ?? true }
    for index in markers.indices { markers[index].at = max(.zero, markers[index].at) }
    if early > 0 { unread.append("\(early) position\(early == 1 ? "" : "s") before the start of the sound") }
  }

  /// Of equal places the first of the file stays the first.
  private mutating func sortMarkers() {
    markers = markers.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  private init(of facts: ProbedAudio) {
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { facts.tags[$0]?.trimmed(of: isBlank) }.first { !$0.isEmpty }
    }
    title = text("title")
    artist = text("artist", "album_artist")
    album = text("album")
    date = text("date", "year")
    comment = text("comment", "description")
    genre = text("genre")
    copyright = text("copyright")
    software = text("encoder", "com_apple_quicktime_software")
    license = text("license")
    trackNumber = text("track")
    soundStart = facts.start
    markers = facts.chapters.map {
      var chapter = $0
      chapter.label = $0.label.trimmed(of: isBlank)
      return chapter
    }
    take(facts.tags.sorted { $0.key < $1.key }.filter { Self.holdsLyrics($0.key) }.map(\.value), besides: [])
    leaveOutWhatIsBeforeTheSound()
    sortMarkers()
    // Phones say the former with the zone of the place.
    created = text("com_apple_quicktime_creationdate", "creation_time")
  }

  private static func markers(of file: SoundFile) -> [Marker] {
    var count: UInt32 = 0
    let size = Int32(MemoryLayout<UInt32>.size)
    sf_command(file.handle, Int32(SFC_GET_CUE_COUNT), &count, size)
    guard (1...100_000).contains(count) else { return [] }
    // SF_CUES holds a hundred; the list is a count and then as many points as there are.
    let stride = MemoryLayout<SF_CUE_POINT>.stride
    let bytes = MemoryLayout<UInt32>.size + Int(count) * stride
    let list = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    defer { list.deallocate() }
    list.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    guard sf_command(file.handle, Int32(SFC_GET_CUE), list, Int32(bytes)) != 0 else { return [] }
    let found = min(Int(count), Int(list.load(as: UInt32.self)))
    return (0..<found).map { index in
      let point = list.loadUnaligned(
        fromByteOffset: MemoryLayout<UInt32>.size + index * stride, as: SF_CUE_POINT.self)
      let label = withUnsafeBytes(of: point.name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      return marker(Int64(point.sample_offset), label, file)
    }
  }

  private static func marker(_ frame: Int64, _ label: String, _ file: SoundFile, length: Int64 = 0) -> Marker
  {
    var marker = Marker(
      at: Milliseconds(frames: frame, rate: file.sampleRate), label: label.trimmed(of: isBlank))
    if length > 0 { marker.end = Milliseconds(frames: frame + length, rate: file.sampleRate) }
    return marker
  }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar == "\0" }
