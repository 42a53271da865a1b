import TilawaBase
internal import TilawaCLibraries

/// Bytes that come one after the other.
protocol ByteStream: AnyObject {
  /// Returns the next bytes, as many as are available; none at the end.
  func read() throws(ArchiveRefusal) -> [UInt8]
}

/// Those of a file.
final class FileStream: ByteStream {
  private let file: FileParts
  private var done: Int64 = 0

  init(_ file: FileParts) { self.file = file }

  func read() throws(ArchiveRefusal) -> [UInt8] {
    let part: [UInt8]
    do { part = try file.bytes(from: done, atMost: 1 << 18) } catch {
      throw ArchiveRefusal(.damaged, nil, "cannot be read: \(error.reason)")
    }
    done += Int64(part.count)
    return part
  }
}

/// Those that gzip has compressed, once or in several members behind each other.
final class GzipStream: ByteStream {
  private let packed: FileStream
  private let inflation: Inflation
  private var isAtEnd = false

  init(_ file: FileParts) throws(ArchiveRefusal) {
    packed = FileStream(file)
    inflation = try Inflation(.gzip)
  }

  func read() throws(ArchiveRefusal) -> [UInt8] {
    while !isAtEnd {
      if inflation.isAtEnd {
        if inflation.leftOver.isEmpty {
          let more = try packed.read()
          isAtEnd = more.isEmpty
          inflation.give(more)
        }
        if !isAtEnd { inflation.startAnew() }
        continue
      }
      let part = try inflation.read(
        atMost: 1 << 18, or: ArchiveRefusal(.damaged, nil, "is damaged: invalid gzip data or checksum"))
      if let part, !part.isEmpty { return part }
      if part != nil { continue }
      let more = try packed.read()
      guard !more.isEmpty else { throw ArchiveRefusal(.brokenOff, nil, "is cut short") }
      inflation.give(more)
    }
    return []
  }
}

/// Those that zstd has compressed.
final class ZstandardStream: ByteStream {
  private let source: OpaquePointer
  private var message = [CChar](repeating: 0, count: 256)

  /// Opens a file that was compressed so.
  init(path: String) throws(ArchiveRefusal) {
    guard let source = archive_source_open(path, &message, message.count) else {
      throw Self.refusal(message)
    }
    self.source = source
  }

  deinit { archive_source_close(source) }

  func read() throws(ArchiveRefusal) -> [UInt8] {
    var got: Int64 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      got = archive_source_read(source, buffer.baseAddress, buffer.count, &message, message.count)
      count = max(0, Int(got))
    }
    guard got >= 0 else { throw Self.refusal(message) }
    return part
  }

  private static func refusal(_ message: [CChar]) -> ArchiveRefusal {
    let said = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let breaksOff = said.lowercased().utf8.elementsEqual("truncated zstd input".utf8)
    return ArchiveRefusal(
      breaksOff ? .brokenOff : .damaged, nil,
      "cannot be unpacked: \(said.prefix(1).lowercased() + said.dropFirst())")
  }
}
