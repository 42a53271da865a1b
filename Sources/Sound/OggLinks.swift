import Synchronization
import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The streams of an Ogg file that follow one another, as in recordings of radio and in joined files (RFC
/// 3533, 4: chained).
struct OggLinks {
  struct Link: Sendable {
    /// `Vorbis`, `Opus`, `FLAC`, `Speex`, or `another kind`.
    let codec: String
    /// Where it lies, counted from the start of the first.
    var bytes: Range<Int64>
  }

  private static let known = Mutex<[FileIdentity: [Link]]>([:])

  /// Those of a file, in order; one when nothing follows the first. The pages of a file are looked through once.
  static func of(_ file: AudioFileStart) -> [Link] {
    let identity = FileIdentity(file.path)
    if let links = known.withLock({ $0[identity] }) { return links }
    let links = read(file)
    known.withLock { $0[identity] = links }
    return links
  }

  private static func read(_ file: AudioFileStart) -> [Link] {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var links: [Link] = []
    var place: Int64 = 0
    // The streams of a link begin together; pages that begin one later begin another link.
    var isBeginning = false
    var page = [UInt8](repeating: 0, count: 27 + 255 + 8)
    while true {
      let got = pread(descriptor, &page, page.count, off_t(file.offset + place))
      guard got >= 27, page.starts(with: "OggS\0".utf8) else { break }
      let head = 27 + Int(page[26])
      guard got >= head else { break }
      let begins = page[5] & 2 != 0
      if begins, !isBeginning || links.isEmpty {
        if let last = links.indices.last { links[last].bytes = links[last].bytes.lowerBound..<place }
        let body = page[head..<max(head, min(got, head + 8))]
        links.append(Link(codec: codec(body), bytes: place..<file.size))
      }
      isBeginning = begins
      place += Int64(page[27..<head].reduce(head) { $0 + Int($1) })
    }
    return links
  }

  private static func codec(_ packet: ArraySlice<UInt8>) -> String {
    let names = [
      ("\u{1}vorbis", "Vorbis"), ("OpusHead", "Opus"), ("\u{7F}FLAC", "FLAC"), ("Speex   ", "Speex"),
    ]
    return names.first { packet.starts(with: $0.0.utf8) }?.1 ?? "another kind"
  }
}

/// Streams of Vorbis or FLAC in Ogg, one after the other. libsndfile would read only the first.
final class OggChain: SampleSource {
  let path: String
  let declaredFrames: Int64?
  let promise: PromisedLength
  let holdsFloats: Bool
  /// Its tags are taken for those of the file.
  let first: SoundFile
  var format: String { first.format }
  var sampleRate: Int { first.sampleRate }
  var channels: Int { first.channels }
  var seeksExactly: Bool { declaredFrames != nil && links.allSatisfy { $0.file.seeksExactly } }
  private let links: [(file: SoundFile, start: Int64)]
  /// The link that is read, and its frame that is next.
  private var current = 0
  private var next: Int64 = 0

  /// Throws when they aren't all of one rate and number of channels.
  init(_ file: AudioFileStart, _ parts: [OggLinks.Link]) throws(AudioError) {
    path = file.path
    var links: [(file: SoundFile, start: Int64)] = []
    var end: Int64 = 0
    for (index, part) in parts.enumerated() {
      let range = file.offset + part.bytes.lowerBound..<file.offset + part.bytes.upperBound
      let link = try SoundFile(reading: file.path, file.part(range))
      if let first = links.first?.file,
        first.sampleRate != link.sampleRate || first.channels != link.channels
      {
        throw .changes(file.path, from: Self.form(first), to: Self.form(link))
      }
      links.append((link, end))
      guard index + 1 < parts.count else { break }
      // One that was broken off before others were put behind it doesn't say how long it is.
      if let frames = link.declaredFrames {
        end += frames
      } else {
        end += try AudioProbe.countFrames(SoundFile(reading: file.path, file.part(range)))
      }
    }
    guard let first = links.first?.file, let last = links.last?.file else { throw .unknownFormat(file.path) }
    self.first = first
    self.links = links
    holdsFloats = links.contains { $0.file.holdsFloats }
    declaredFrames = last.declaredFrames.map { end + $0 }
    promise = PromisedLength(
      frames: declaredFrames, lacksEnd: last.promise.lacksEnd, rate: first.sampleRate)
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    guard buffer.count >= channels else { return 0 }
    while true {
      let isLast = current + 1 == links.count
      let left = isLast ? Int64.max : links[current + 1].start - links[current].start - next
      let wanted = Int(min(Int64(buffer.count / channels), left))
      if wanted > 0 {
        let part = UnsafeMutableBufferPointer(rebasing: buffer[..<(wanted * channels)])
        var got = try links[current].file.read(part)
        if got == 0, !isLast {
          // What is damaged is silent, so that the next begins where it is said to.
          part.update(repeating: 0)
          got = wanted
        }
        next += Int64(got)
        return got
      }
      try enter(current + 1, at: 0)
    }
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    let link = links.lastIndex { $0.start <= frame } ?? 0
    try enter(link, at: frame - links[link].start)
  }

  private func enter(_ link: Int, at frame: Int64) throws(AudioError) {
    (current, next) = (link, frame)
    try links[link].file.seek(toFrame: frame)
  }

  private static func form(_ file: SoundFile) -> String {
    "\(file.sampleRate) Hz with \(file.channels) channels"
  }
}
