import TilawaArchives
import TilawaBase
import TilawaCLibraries

/// Files compressed by gzip, through zlib.
enum Gzip {
  /// The file inside. Throws when it is damaged, or would be larger than `limit` bytes.
  static func inflated(_ bytes: [UInt8], atMost limit: Int, of name: String) throws(ExchangeFailure)
    -> [UInt8]
  {
    var result: [UInt8] = []
    do throws(ArchiveRefusal) {
      let inflation = try Inflation(.gzip)
      inflation.give(bytes)
      let damage = ArchiveRefusal(.damaged, name, "is not a complete gzip file")
      while result.count <= limit, let part = try inflation.read(atMost: 65536, or: damage), !part.isEmpty {
        result += part
      }
      guard inflation.isAtEnd || result.count > limit else { throw damage }
    } catch {
      throw ExchangeFailure("\(name) is not a complete gzip file", at: Place(path: name))
    }
    guard result.count <= limit else {
      throw ExchangeFailure("\(name) unpacks to more than \(limit) bytes", at: Place(path: name))
    }
    return result
  }

  /// The compressed file, without a name and a time: the same bytes make the same file.
  static func deflated(_ bytes: [UInt8]) throws(ExchangeFailure) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw ExchangeFailure("not enough memory to compress") }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    var input = bytes
    let done = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard done == Z_STREAM_END else { throw ExchangeFailure("the file cannot be compressed") }
    return Array(output[..<Int(stream.total_out)])
  }
}
