internal import TilawaCLibraries

/// Bytes that zlib has compressed, unpacked as they come. Belongs to one thread at a time.
package final class Inflation {
  /// In what they are wrapped.
  package enum Form: Int32 {
    /// In nothing, as in zip files.
    case bare = -15
    /// In gzip's header and checksum.
    case gzip = 31
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  /// True if the last output was not filled, so that more input is required.
  private var hasRoom = true
  /// True if the end of the compressed data was reached.
  package private(set) var isAtEnd = false

  package init(_ form: Form) throws(ArchiveRefusal) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard
      inflateInit2_(stream, form.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ArchiveRefusal(.damaged, nil, "cannot be unpacked: not enough memory") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Bytes that were given and not needed.
  var leftOver: ArraySlice<UInt8> { input[used...] }

  /// Goes on with another stream behind the one that is at its end.
  func startAnew() {
    inflateReset(stream)
    (isAtEnd, hasRoom) = (false, true)
  }

  /// The next unpacked bytes, at most `count`; nil when there is more to give than is there, and nothing at the end.
  ///
  /// Damage is `fault`.
  package func read(atMost count: Int, or fault: @autoclosure () -> ArchiveRefusal) throws(ArchiveRefusal)
    -> [UInt8]?
  {
    if isAtEnd { return [] }
    guard used < input.count || !hasRoom else { return nil }
    var status = Z_OK
    let start = used
    let output = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      input.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress.map { $0 + start }
        stream.pointee.avail_in = UInt32(input.count - start)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(count)
        status = inflate(stream, Z_NO_FLUSH)
        used = input.count - Int(stream.pointee.avail_in)
        filled = count - Int(stream.pointee.avail_out)
        hasRoom = filled < count
      }
    }
    if status == Z_STREAM_END {
      isAtEnd = true
    } else if status != Z_OK, status != Z_BUF_ERROR {
      throw fault()
    }
    if output.isEmpty { return isAtEnd ? [] : nil }
    return output
  }

  /// More compressed bytes.
  package func give(_ bytes: [UInt8]) {
    input = Array(input[used...]) + bytes
    used = 0
  }
}
