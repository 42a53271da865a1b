import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes at the beginning of a file.
struct AudioFileStart {
  let path: String
  /// The first 36 bytes behind ID3 tags, zeros where there are fewer.
  let bytes: [UInt8]
  /// Where those stand.
  let offset: Int64
  /// The number of bytes of the file from there on.
  let size: Int64
  /// True if more bytes follow that don't belong to it.
  private(set) var isPart = false
  /// As many of them as were read at once.
  private let head: [UInt8]

  /// A part of the file, taken for a file by itself.
  func part(_ range: Range<Int64>) -> AudioFileStart {
    let head = TilawaSound.bytes(of: path, Int(min(512, Int64(range.count))), at: range.lowerBound)
    var part = AudioFileStart(
      path: path, bytes: Array((head + [UInt8](repeating: 0, count: 36))[..<36]), offset: range.lowerBound,
      size: Int64(range.count), head: head)
    part.isPart = true
    return part
  }

  /// At most `count` bytes, `place` behind `offset`; none when they can't be read.
  func bytes(_ count: Int, at place: Int64) -> [UInt8] {
    guard place >= 0, place + Int64(count) <= Int64(head.count) else {
      return TilawaSound.bytes(of: path, count, at: offset + place)
    }
    return Array(head[Int(place)..<Int(place) + count])
  }
}

extension AudioFileStart {
  /// libsndfile waits for ever at a pipe and has the same words for most of what is thrown here.
  init(_ path: String) throws(AudioError) {
    guard !path.utf8.contains(0) else {
      throw AudioError(kind: .missing, path: path, message: "a path cannot contain a zero byte")
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
      throw AudioError(kind: .notAFile, path: path, message: "not a regular file")
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
