public import TilawaBase
import TilawaPrograms

/// Puts chapters into a finished audio file, where players look for them.
///
/// MP3 gets `CHAP` and `CTOC` frames of ID3v2, FLAC and Ogg get comments `CHAPTER001`. M4A and Matroska get
/// the chapters that ffmpeg writes, WAV cue points that are regions. The sound stays as it is. AIFF has no
/// place that players read.
public enum AudioChapters {
  /// Returns true if chapters can be written into files of an encoding.
  public static func canBeInserted(into encoding: AudioEncoding) -> Bool {
    switch encoding {
    case .mp3, .flac, .flac24, .ogg, .opus, .m4a, .mka, .webm, .wav, .wav24, .wavFloat: true
    case .aiff: false
    }
  }

  /// Rewrites the file in place; half done when it throws, as any other write that fails.
  ///
  /// Chapters are in order of time, each with its end. Throws as well where ffmpeg is needed and isn't there.
  public static func insert(
    _ chapters: [AudioMarker], intoFileAt path: String, as encoding: AudioEncoding
  ) throws(AudioError) {
    guard !chapters.isEmpty else { return }
    switch encoding {
    case .mp3: try insertFrames(of: chapters, path)
    case .flac, .flac24: try insertIntoFLAC(comments(of: chapters), path)
    case .ogg, .opus: try OggComments.insert(comments(of: chapters), intoFileAt: path)
    case .m4a: try remux(chapters, path, "M4A", ["-map", "0", "-movflags", "+faststart", "-f", "ipod"])
    case .mka: try remux(chapters, path, "Matroska", allButPictures + ["-f", "matroska"])
    case .webm: try remux(chapters, path, "WebM", allButPictures + ["-f", "webm"])
    case .wav, .wav24, .wavFloat: try insertCues(of: chapters, path)
    case .aiff:
      throw AudioError(
        kind: .unsupported, path: path, message: "\(encoding.rawValue) files cannot contain chapters")
    }
  }

  /// Copies a file as it is and puts chapters into the copy.
  ///
  /// Throws where the file has another form than those that are written here, too: then it is to be encoded anew.
  public static func insert(
    _ chapters: [AudioMarker], intoCopyOf source: String, at path: String, as encoding: AudioEncoding
  ) throws(AudioError) {
    let output = try OutputFile(path: path)
    var place: Int64 = 0
    while case let block = bytes(of: source, 1 << 20, at: place), !block.isEmpty {
      try output.write(block)
      place += Int64(block.count)
    }
    try output.finish()
    try insert(chapters, intoFileAt: path, as: encoding)
  }

  private static func comments(of chapters: [AudioMarker]) -> [[UInt8]] {
    chapters.enumerated().flatMap { CommentChapters.comments(of: $1, number: $0 + 1) }.map { Array($0.utf8) }
  }

  private static func odd(_ path: String) -> AudioError {
    AudioError(
      kind: .unwritable, path: path, message: "cannot add chapters: the header is not as expected")
  }

  // MARK: WAV

  /// Behind what the file has; one that has cue points already, or whose length isn't as it says, isn't touched.
  private static func insertCues(of chapters: [AudioMarker], _ path: String) throws(AudioError) {
    let rate = try AudioProbe.properties(ofFileAt: path).sampleRate
    let size = try AudioFileStart(path).size
    let cues = chapters.map { chapter in
      let first = chapter.at.frame(rate: rate)
      return WAVCue(
        frame: first, label: chapter.label, length: max(0, (chapter.end?.frame(rate: rate) ?? first) - first))
    }
    let chunks = (size % 2 == 1 ? [0] : []) + WAVCue.chunks(of: cues)
    let file = try GrowingFile(path)
    var start = try file.read() ?? []
    guard start.count >= 12, start.starts(with: "RIFF".utf8), start[8..<12].elementsEqual("WAVE".utf8),
      abs(bigEndian(start[4..<8].reversed()) + 8 - size) <= 1, wavCues(ofFileAt: path).isEmpty,
      size + Int64(chunks.count) <= Int64(UInt32.max)
    else { throw odd(path) }
    start.replaceSubrange(4..<8, with: UInt32(size + Int64(chunks.count) - 8).littleEndianBytes)
    try write(start, file, behind: chunks)
  }

  // MARK: MP3

  private static func insertFrames(of chapters: [AudioMarker], _ path: String) throws(AudioError) {
    let file = try GrowingFile(path)
    var start = try file.read() ?? []
    // Version 2.4, which ffmpeg writes, has seven bits a byte in the lengths of frames too.
    let isTagged = start.count >= 10 && start.starts(with: "ID3".utf8)
    guard !isTagged || [3, 4].contains(start[3]) && start[5] == 0 else { throw odd(path) }
    let frames = ID3Tag.frames(of: chapters, version: isTagged ? start[3] : 3)
    if isTagged {
      let size = start[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
      start.replaceSubrange(6...9, with: ID3Tag.sevenBits(size + frames.count))
      start.insert(contentsOf: frames, at: 10)
    } else {
      start = Array("ID3".utf8) + [3, 0, 0] + ID3Tag.sevenBits(frames.count) + frames + start
    }
    try write(start, file)
  }

  private static func write(
    _ start: [UInt8], _ file: GrowingFile, behind end: [UInt8] = []
  ) throws(AudioError) {
    try file.write(start)
    while let bytes = try file.read() { try file.write(bytes) }
    try file.write(end)
    try file.finish()
  }

  // MARK: FLAC

  private static func insertIntoFLAC(_ comments: [[UInt8]], _ path: String) throws(AudioError) {
    let file = try GrowingFile(path)
    var start = try file.read() ?? []
    guard start.starts(with: "fLaC".utf8) else { throw odd(path) }
    var place = 4
    while true {
      while start.count < place + 4 {
        guard let more = try file.read() else { throw odd(path) }
        start += more
      }
      let size = Int(bigEndian(start[(place + 1)..<(place + 4)]))
      guard start[place] & 0x7f != 4 else { break }
      // libFLAC always writes one, also without any comment.
      guard start[place] & 0x80 == 0 else { throw odd(path) }
      place += 4 + size
    }
    let size = Int(bigEndian(start[(place + 1)..<(place + 4)]))
    while start.count < place + 4 + size {
      guard let more = try file.read() else { throw odd(path) }
      start += more
    }
    guard let block = commented(Array(start[(place + 4)..<(place + 4 + size)]), comments),
      block.count < 1 << 24
    else { throw odd(path) }
    let head = [start[place]] + UInt32(block.count).bigEndianBytes.dropFirst()
    start.replaceSubrange(place..<(place + 4 + size), with: head + block)
    try write(start, file)
  }

  /// The comments, whose first is the name of the encoder, with more of them; nil when they aren't as they should be.
  private static func commented(_ block: [UInt8], _ comments: [[UInt8]]) -> [UInt8]? {
    func number(at place: Int) -> Int? {
      place + 4 <= block.count ? Int(bigEndian(block[place..<(place + 4)].reversed())) : nil
    }
    guard let vendor = number(at: 0), let count = number(at: 4 + vendor) else { return nil }
    let more = comments.flatMap { UInt32($0.count).littleEndianBytes + $0 }
    var result = Array(block[..<(4 + vendor)])
    result += UInt32(count + comments.count).littleEndianBytes
    result += block[(8 + vendor)...]
    return result + more
  }

  // MARK: M4A and Matroska

  /// ffmpeg would make a film of the pictures that are attached to a Matroska file.
  private static let allButPictures = [
    "-map", "0:a", "-map", "0:V?", "-map", "0:s?", "-map", "0:t?",
  ]

  /// Rewrites the file with the chapters by ffmpeg. `kind` is the container's name for people, `form` the
  /// arguments of ffmpeg for it.
  private static func remux(
    _ chapters: [AudioMarker], _ path: String, _ kind: String, _ form: [String]
  ) throws(AudioError) {
    guard let ffmpeg = AudioPrograms.ffmpeg else {
      throw AudioError(
        kind: .unsupported, path: path,
        message:
          "chapters in \(kind) require ffmpeg, which is not installed; install ffmpeg and try again"
      )
    }
    let (list, made) = (Byproduct.chapters.path(beside: path), Byproduct.remuxed.path(beside: path))
    defer {
      for name in [list, made] { try? FileTransfer.remove(name) }
    }
    // What can't be read is reported in ffmpeg's words.
    let start = (try? AudioProbe.soundStart(ofFileAt: path)) ?? .zero
    try OutputFile(path: list).write(
      Array(FFMetadataText.text(of: chapters.map { $0.moved(by: start) }).utf8))
    let ending: ChildProgram.Ending
    do {
      ending = try ffmpeg.run(
        ["-v", "error", "-nostdin"] + AudioPrograms.input(path) + [
          "-protocol_whitelist", "file", "-f", "ffmetadata", "-i", "file:\(list)",
          "-map_metadata", "0", "-map_chapters", "1", "-c", "copy",
        ] + form + ["-y", "file:\(made)"])
    } catch {
      throw AudioError(kind: .unwritable, path: path, message: "cannot run ffmpeg: \(error.reason)")
    }
    guard ending.status == 0 else {
      let said = AudioPrograms.lastWords(of: ending.talk, about: path, else: "exit status \(ending.status)")
      throw AudioError(kind: .unwritable, path: path, message: "ffmpeg failed: \(said)")
    }
    // The file itself stays the same one: others hold it open.
    let output = try OutputFile(path: path)
    var place: Int64 = 0
    while case let block = bytes(of: made, 1 << 20, at: place), !block.isEmpty {
      try output.write(block)
      place += Int64(block.count)
    }
  }
}
