internal import CSndfile
import ScalarText
import Timing

/// What a file says about itself besides its sound.
public struct AudioMetadata: Hashable, Sendable {
  /// A place that the file marks.
  public typealias Marker = AudioMarker

  /// The tags, nil where the file has none or an empty one; white space around is left out.
  public var title, artist, album, date, comment, genre, copyright, software, license, trackNumber: String?
  /// When the recording was begun, as the program that made the file has noted it: a moment with its zone, in the form of RFC 3339.
  public var created: String?
  /// The marked places in order of time.
  public var markers: [Marker] = []
  /// What the file says of places in it that isn't read, in words, such as `synchronised lyrics that break off`.
  public var unread: [String] = []

  /// Without any tag or marker.
  public init() {}

  /// Reads the tags and markers of a file: chapters of MP3 from its ID3 tag, of FLAC and Ogg from their comments, of whatever
  /// ffmpeg decodes by its word.
  ///
  /// Text that isn't UTF-8 is repaired with replacement characters.
  public static func read(fromFileAt path: String) throws(AudioError) -> AudioMetadata {
    // The check says what is wrong with a file in better words than libsndfile's.
    let source = try openSource(path)
    if let source = source as? PipedDecoder { return AudioMetadata(of: source.facts) }
    var metadata = AudioMetadata()
    let tag = ID3Chapters.read(ofFileAt: path)
    let comments = CommentChapters.read(ofFileAt: path)
    metadata.markers = tag.chapters + comments.chapters
    metadata.unread = tag.unread
    metadata.take(tag.lyricsTexts + comments.lyrics, besides: tag.lyrics)
    metadata.sortMarkers()
    // An MP3 file that libmpg123 reads may still be too odd for libsndfile: then it has no tags.
    guard let file = source as? SoundFile ?? (try? SoundFile(reading: path, AudioFileStart(path))) else {
      return metadata
    }
    func text(_ kind: Int) -> String? {
      guard let words = sf_get_string(file.handle, Int32(kind)) else { return nil }
      let trimmed = String(cString: words).trimmed(of: isBlank)
      return trimmed.isEmpty ? nil : trimmed
    }
    metadata.title = text(Int(SF_STR_TITLE))
    metadata.artist = text(Int(SF_STR_ARTIST))
    metadata.album = text(Int(SF_STR_ALBUM))
    metadata.date = text(Int(SF_STR_DATE))
    metadata.comment = text(Int(SF_STR_COMMENT))
    metadata.genre = text(Int(SF_STR_GENRE))
    metadata.copyright = text(Int(SF_STR_COPYRIGHT))
    metadata.software = text(Int(SF_STR_SOFTWARE))
    metadata.license = text(Int(SF_STR_LICENSE))
    metadata.trackNumber = text(Int(SF_STR_TRACKNUMBER))
    metadata.markers +=
      file.format == "wav"
      ? wavCues(ofFileAt: path).map { marker($0.frame, $0.label, file, length: $0.length) }
      : markers(of: file)
    metadata.sortMarkers()
    return metadata
  }

  /// Whether a tag of this name, in lower case, holds lyrics. ffmpeg puts a language behind it, and its version 5 wrote a tag of
  /// its own kind called `USLT`.
  static func holdsLyrics(_ name: String) -> Bool {
    ["lyrics", "uslt", "unsyncedlyrics", "unsynced lyrics", "syncedlyrics"].contains(name)
      || name.after("lyrics-")?.utf8.count == 3
  }

  /// Adds the lines of lyrics: those that are `synchronised`, or else of the first of `texts` that has times.
  private mutating func take(_ texts: [String], besides synchronised: [Marker]) {
    let read = LyricsText.lines(of: texts)
    unread += read.unread
    if !synchronised.isEmpty, !read.lines.isEmpty {
      unread.append("lyrics besides the first that have times")
    }
    // Chapters may say the same.
    let labels = Dictionary(grouping: markers, by: \.at).mapValues { Set($0.map(\.label)) }
    markers += (synchronised.isEmpty ? read.lines : synchronised).filter { line in
      labels[line.at]?.contains(line.label) != true
    }
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
    markers = facts.chapters.map {
      var chapter = $0
      chapter.label = $0.label.trimmed(of: isBlank)
      return chapter
    }
    take(facts.tags.sorted { $0.key < $1.key }.filter { Self.holdsLyrics($0.key) }.map(\.value), besides: [])
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
