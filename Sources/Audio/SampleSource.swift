import ScalarText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open audio file that delivers interleaved samples: libsndfile's, libmpg123's or libopusfile's.
protocol SampleSource: AnyObject {
  var path: String { get }
  var format: String { get }
  var sampleRate: Int { get }
  var channels: Int { get }
  /// How many frames the file says it has; nil when it doesn't say, as an Ogg file that breaks off.
  var declaredFrames: Int64? { get }
  /// Whether samples may be NaN, infinite or absurdly large.
  var holdsFloats: Bool { get }
  /// Whether what is read after seeking is what reading from the start would give.
  var seeksExactly: Bool { get }
  /// Fills `buffer`, whole frames only; fewer than asked for is no sign of the end, zero is.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int
  /// Makes `frame` the next one that is read; exact.
  func seek(toFrame frame: Int64) throws(AudioError)
}

/// Opens the file with whichever library reads its format to the last frame.
///
/// MPEG audio never comes to libsndfile: it guesses the length of a file without a Xing header and
/// stops there, and says on stderr what it thinks of garbage named .mp3. Opus it decodes more slowly than need be.
func openSource(_ path: String) throws(AudioError) -> any SampleSource {
  let file = try AudioFileStart(path)
  let start = file.bytes
  if isMPEGHeader(start) || (hasMPEGName(path) && !isOtherContainer(start)) { return try MPEGStream(path) }
  if start.starts(with: "OggS".utf8), start[28...].starts(with: "OpusHead".utf8) {
    return try OpusStream(path)
  }
  return try SoundFile(reading: path, file)
}

/// What a file begins with.
struct AudioFileStart {
  let path: String
  /// The first 36 bytes behind ID3 tags, zeros where there are fewer.
  let bytes: [UInt8]
  /// Where those stand.
  let offset: Int64
  /// How many bytes the file has from there on.
  let size: Int64
  /// As many of them as were read at once.
  private let head: [UInt8]

  /// At most `count` bytes, `place` behind `offset`; none when they can't be read.
  func bytes(_ count: Int, at place: Int64) -> [UInt8] {
    guard place >= 0, place + Int64(count) <= Int64(head.count) else {
      return Audio.bytes(of: path, count, at: offset + place)
    }
    return Array(head[Int(place)..<Int(place) + count])
  }
}

extension AudioFileStart {
  /// libsndfile waits for ever at a pipe and has the same words for most of what is thrown here.
  init(_ path: String) throws(AudioError) {
    guard !path.utf8.contains(0) else {
      throw AudioError(kind: .missing, path: path, message: "a path can't hold a zero byte")
    }
    // Without O_NONBLOCK opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR
        ? AudioError(kind: .missing, path: path, message: "no such file")
        : AudioError(kind: .unreadable, path: path, message: systemMessage(code))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw AudioError(kind: .unreadable, path: path, message: systemMessage(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw AudioError(kind: .notAFile, path: path, message: "it is a folder")
    default:
      throw AudioError(kind: .notAFile, path: path, message: "it is no regular file")
    }
    guard status.st_size > 0 else {
      throw AudioError(kind: .empty, path: path, message: "the file is empty")
    }
    // What is looked for stands in so many bytes, as a rule.
    var head = [UInt8](repeating: 0, count: 512)
    var got = pread(descriptor, &head, head.count, 0)
    guard got >= 0 else {
      throw AudioError(kind: .unreadable, path: path, message: systemMessage(errno))
    }
    var offset: off_t = 0
    if got >= 10, head.starts(with: "ID3".utf8) {
      // The tag's length has seven bits a byte. FLAC files carry such tags as well.
      offset = head[6...9].reduce(0) { $0 << 7 | off_t($1 & 0x7f) } + 10
      got = max(0, pread(descriptor, &head, head.count, offset))
    }
    head.removeLast(head.count - got)
    self.init(
      path: path, bytes: Array((head + [UInt8](repeating: 0, count: 36))[..<36]),
      offset: Int64(offset), size: Int64(status.st_size - offset), head: head)
  }
}

/// At most `count` bytes of a file, at `offset` or the last ones; none when it can't be read.
func bytes(of path: String, _ count: Int, at offset: Int64? = nil) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  let offset = offset.map { off_t($0) } ?? max(0, lseek(descriptor, 0, SEEK_END) - off_t(count))
  let got = pread(descriptor, &bytes, count, offset)
  return Array(bytes.prefix(max(0, got)))
}

/// The last bytes of a file, at most `count`; none when it can't be read.
func lastBytes(of path: String, _ count: Int) -> [UInt8] { bytes(of: path, count) }

/// As a number, the first byte being worth the most.
func bigEndian(_ bytes: some Sequence<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }

/// Whether the last page of an Ogg file is there wholly and says that it is the last.
func oggFileHasItsEnd(_ path: String) -> Bool {
  // No page is longer than this.
  let bytes = lastBytes(of: path, 65_307)
  let got = bytes.count
  guard got >= 27 else { return false }
  for start in (0...(got - 27)).reversed() where bytes[start...].starts(with: "OggS\0".utf8) {
    let lengths = start + 27..<start + 27 + Int(bytes[start + 26])
    guard lengths.upperBound <= got else { return false }
    let end = bytes[lengths].reduce(lengths.upperBound) { $0 + Int($1) }
    return end <= got && bytes[start + 5] & 4 != 0
  }
  return false
}

// The layer bits are 0 in AAC's ADTS headers, which are alike otherwise.
private func isMPEGHeader(_ bytes: [UInt8]) -> Bool {
  bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0 && bytes[1] & 0x18 != 0x08 && bytes[1] & 0x06 != 0
    && bytes[2] & 0xf0 != 0xf0 && bytes[2] & 0x0c != 0x0c
}

private func hasMPEGName(_ path: String) -> Bool {
  let name = path.lowercased()
  return name.ends(with: ".mp3") || name.ends(with: ".mp2") || name.ends(with: ".mp1")
}

private func isOtherContainer(_ bytes: [UInt8]) -> Bool {
  ["RIFF", "RF64", "fLaC", "OggS", "FORM", "caff", ".snd"].contains { bytes.starts(with: $0.utf8) }
}

/// What the system says of an `errno`, in lower case: `permission denied`.
func systemMessage(_ code: Int32) -> String {
  if code == ENOSPC { return "no space is left on the device" }
  return String(cString: strerror(code)).lowercased()
}

/// Refuses what no recording has, before anything is allocated from it.
func checkPlausible(
  _ path: String, sampleRate: Int, channels: Int
) throws(AudioError) {
  guard (100...1_000_000).contains(sampleRate) else {
    throw AudioError(
      kind: .damaged, path: path,
      message:
        "it says it has \(sampleRate) samples a second, 100 to 1000000 are possible; its header is damaged")
  }
  guard (1...64).contains(channels) else {
    throw AudioError(
      kind: .damaged, path: path,
      message: "it says it has \(channels) channels, 1 to 64 are possible; its header is damaged")
  }
}
