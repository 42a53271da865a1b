import TilawaBase

/// The chapters and lyrics among the comments of FLAC and Ogg files: `CHAPTER001=00:00:04.200`,
/// `CHAPTER001NAME=1:1`, `LYRICS=…`.
///
/// The form is that of OGM files (https://wiki.xiph.org/Chapter_Extension), which ffmpeg, VLC and mpv read.
/// Chapters have no ends in it.
enum CommentChapters {
  /// Those of a file, in the order of its comments; none where it has none or is neither FLAC nor Ogg.
  static func read(ofFileAt path: String) -> (chapters: [AudioMarker], lyrics: [String]) {
    guard let file = try? AudioFileStart(path) else { return ([], []) }
    if file.bytes.starts(with: "fLaC".utf8) { return found(in: flacComments(file)) }
    if file.bytes.starts(with: "OggS".utf8) { return found(in: oggComments(file)) }
    return ([], [])
  }

  /// Returns the comments of one chapter; the first has the number 1.
  static func comments(of chapter: AudioMarker, number: Int) -> [String] {
    let digits = "\(number)"
    let key = "CHAPTER" + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    return ["\(key)=\(chapter.at.fullClock())", "\(key)NAME=\(chapter.label)"]
  }

  // MARK: Comments

  /// The maximum size of the comments; a cover of some megabytes may be one of them.
  private static let longest = 64 << 20

  /// Returns the block of a FLAC file that contains the comments.
  private static func flacComments(_ file: AudioFileStart) -> [UInt8] {
    var place: Int64 = 4
    while case let head = file.bytes(4, at: place), head.count == 4 {
      let size = bigEndian(head[1...])
      if head[0] & 0x7f == 4 { return file.bytes(Int(size), at: place + 4) }
      if head[0] & 0x80 != 0 { return [] }
      place += 4 + size
    }
    return []
  }

  /// The second packet of the first stream of Ogg, without its name.
  private static func oggComments(_ file: AudioFileStart) -> [UInt8] {
    var packets: [[UInt8]] = [[]]
    var serial: [UInt8] = []
    var place: Int64 = 0
    var length = 0
    while case let head = file.bytes(27, at: place), head.count == 27, head.starts(with: "OggS".utf8),
      length < longest
    {
      let sizes = file.bytes(Int(head[26]), at: place + 27)
      let size = sizes.reduce(0) { $0 + Int($1) }
      if serial.isEmpty { serial = Array(head[14..<18]) }
      if serial == Array(head[14..<18]) {
        var body = file.bytes(size, at: place + 27 + Int64(sizes.count))[...]
        for size in sizes {
          packets[packets.count - 1] += body.prefix(Int(size))
          body = body.dropFirst(Int(size))
          // A packet ends with a piece that isn't full.
          if size < 255 { packets.append([]) }
        }
        if packets.count > 2 { return withoutName(packets[1]) }
        length += size
      }
      place += 27 + Int64(sizes.count + size)
    }
    return []
  }

  private static func withoutName(_ packet: [UInt8]) -> [UInt8] {
    for name in ["OpusTags", "\u{3}vorbis"] where packet.starts(with: name.utf8) {
      return Array(packet.dropFirst(name.utf8.count))
    }
    return []
  }

  private static func found(in comments: [UInt8]) -> (chapters: [AudioMarker], lyrics: [String]) {
    var rest = comments[...]
    func number() -> Int? {
      let four = rest.prefix(4)
      rest = rest.dropFirst(4)
      return four.count == 4 ? Int(bigEndian(four.reversed())) : nil
    }
    guard let vendor = number() else { return ([], []) }
    rest = rest.dropFirst(vendor)
    guard let count = number() else { return ([], []) }
    var order: [String] = []
    var times: [String: Milliseconds] = [:]
    var names: [String: String] = [:]
    var lyrics: [String] = []
    for _ in 0..<count {
      guard let size = number(), size <= rest.count else { break }
      let text = rest.prefix(size)
      rest = rest.dropFirst(size)
      // No lyrics are longer: a cover is.
      guard size < 1 << 20, let (key, value) = String(decoding: text, as: UTF8.self).cut(at: "=") else {
        continue
      }
      if AudioMetadata.holdsLyrics(key.lowercased()) { lyrics.append(String(value)) }
      guard let name = key.uppercased().after("CHAPTER") else { continue }
      if let digits = name.before("NAME") {
        names[String(digits)] = String(value)
      } else if times[String(name)] == nil, let time = time(value) {
        order.append(String(name))
        times[String(name)] = time
      }
    }
    let chapters = order.compactMap { key in
      times[key].map { AudioMarker(at: $0, label: names[key] ?? "") }
    }
    return (chapters, lyrics)
  }

  /// `01:02:03.456`, the fraction of any length.
  private static func time(_ text: Substring) -> Milliseconds? {
    let parts = text.fields(by: ":")
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      let seconds = Double(parts[2]), (0..<10_000).contains(hours), (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    else { return nil }
    return Milliseconds((hours * 60 + minutes) * 60_000 + Int64((seconds * 1000).rounded()))
  }
}
