import TilawaBase
import TilawaSound

/// Samples from a pipe: a WAV or AU stream according to its header, or else raw 16-bit little-endian
/// samples.
package final class SampleInput {
  /// Returns the next bytes, none at the end.
  package typealias Source = () throws -> [UInt8]

  /// The format of the samples. If it is in a header, it is correct only after the first reading.
  package private(set) var format: RenderFormat
  private let name: String
  private let source: Source
  private var waiting: [UInt8] = []
  private var coding = Coding.integers(bytes: 2, bigEndian: false)
  private var hasBegun = false
  private var isOver = false

  private enum Coding {
    case integers(bytes: Int, bigEndian: Bool)
    case floats(bigEndian: Bool)

    var size: Int { if case .integers(let bytes, _) = self { bytes } else { 4 } }
  }

  /// Creates an input that reads `source` until it returns nothing. Messages call it `name`. `raw` is the
  /// format if there is no header.
  package init(
    raw format: RenderFormat, shownAs name: String, _ source: @escaping Source
  ) {
    self.format = format
    self.name = name
    self.source = source
  }

  /// Returns the next interleaved samples, in whole frames, or nil at the end.
  package func read() throws -> [Float]? {
    if !hasBegun { try begin() }
    while true {
      let frame = coding.size * format.channels
      if waiting.count >= frame {
        let whole = waiting.count / frame * frame
        defer { waiting.removeFirst(whole) }
        return samples(waiting[..<whole])
      }
      guard try fill() else { return nil }
    }
  }

  /// Reads the header, if there is one, and sets `format`.
  package func begin() throws {
    hasBegun = true
    try fill(upTo: 12)
    if waiting.starts(with: "RIFF".utf8) || waiting.starts(with: "RF64".utf8), waiting.count >= 12,
      waiting[8..<12].elementsEqual("WAVE".utf8)
    {
      try readWAVHeader()
    } else if waiting.starts(with: ".snd".utf8) {
      try readAUHeader()
    }
  }

  /// Reads more bytes. Returns false at the end.
  private func fill() throws -> Bool {
    if isOver { return false }
    let more = try source()
    isOver = more.isEmpty
    waiting += more
    return !isOver
  }

  private func fill(upTo count: Int) throws {
    while waiting.count < count, try fill() {}
  }

  private func number(_ start: Int, _ bytes: Int, bigEndian: Bool = false) -> Int {
    guard waiting.count >= start + bytes else { return 0 }
    let part = waiting[start..<(start + bytes)]
    return (bigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  private func readWAVHeader() throws {
    waiting.removeFirst(12)
    var hasFormat = false
    while true {
      try fill(upTo: 8)
      guard waiting.count >= 8 else { throw unusable("its header is incomplete") }
      let size = number(4, 4)
      if waiting.starts(with: "data".utf8) {
        waiting.removeFirst(8)
        guard hasFormat else { throw unusable("its header has no format") }
        return
      }
      guard size < 1 << 20 else { throw unusable("its header is damaged") }
      try fill(upTo: 8 + size)
      if waiting.starts(with: "fmt ".utf8), size >= 16 {
        // 0xfffe means that the real code is in the extension.
        let code = number(8, 2) == 0xfffe ? number(32, 2) : number(8, 2)
        try take(
          code: code == 3 ? .floats(bigEndian: false) : .integers(bytes: number(22, 2) / 8, bigEndian: false),
          isKnown: code == 1 || (code == 3 && number(22, 2) == 32), rate: number(12, 4),
          channels: number(10, 2))
        hasFormat = true
      }
      waiting.removeFirst(min(waiting.count, 8 + size + size % 2))
    }
  }

  private func readAUHeader() throws {
    try fill(upTo: 24)
    let code = number(12, 4, bigEndian: true)
    try take(
      code: code == 6 ? .floats(bigEndian: true) : .integers(bytes: code - 1, bigEndian: true),
      isKnown: (3...6).contains(code), rate: number(16, 4, bigEndian: true),
      channels: number(20, 4, bigEndian: true))
    let offset = number(4, 4, bigEndian: true)
    guard (24...1 << 20).contains(offset) else { throw unusable("its header is damaged") }
    try fill(upTo: offset)
    waiting.removeFirst(min(waiting.count, offset))
  }

  private func take(code: Coding, isKnown: Bool, rate: Int, channels: Int) throws(AudioError) {
    guard isKnown, (2...4).contains(code.size) else {
      throw unusable("its samples are neither integers of 16, 24 or 32 bits nor 32-bit floats")
    }
    guard (1000...384_000).contains(rate), (1...32).contains(channels) else {
      throw unusable("its header declares \(rate) Hz and \(channels) channels")
    }
    coding = code
    format = RenderFormat(sampleRate: rate, channels: channels)
  }

  private func unusable(_ message: String) -> AudioError {
    AudioError(kind: .unsupported, path: name, message: message)
  }

  private func samples(_ bytes: ArraySlice<UInt8>) -> [Float] {
    let size = coding.size
    return [Float](unsafeUninitializedCapacity: bytes.count / size) { out, count in
      var place = bytes.startIndex
      for index in 0..<(bytes.count / size) {
        let value: Float
        switch coding {
        case .integers(_, let isBig):
          var word: UInt32 = 0
          for byte in 0..<size {
            word |=
              UInt32(bytes[place + (isBig ? size - 1 - byte : byte)]) << UInt32(8 * byte + 32 - 8 * size)
          }
          value = Float(Int32(bitPattern: word)) / 2_147_483_648
        case .floats(let isBig):
          var word: UInt32 = 0
          for byte in 0..<4 { word |= UInt32(bytes[place + (isBig ? 3 - byte : byte)]) << UInt32(8 * byte) }
          value = Float(bitPattern: word)
        }
        out.initializeElement(at: index, to: value)
        place += size
      }
      count = bytes.count / size
    }
  }
}
