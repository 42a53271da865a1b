import TilawaBase
internal import TilawaCLibraries

/// Bytes on their way through zstd into an archive.
final class Compressor {
  private let taker: Taker
  private var sink: OpaquePointer?
  private var message = [CChar](repeating: 0, count: 256)

  /// Receives the output of the C library.
  private final class Taker {
    let output: ArchiveOutput
    var failure: FileError?

    init(_ output: ArchiveOutput) { self.output = output }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      do throws(FileError) {
        try output.append(bytes)
        return true
      } catch {
        failure = error
        return false
      }
    }
  }

  init(to output: ArchiveOutput) throws(FileError) {
    taker = Taker(output)
    // The level of the program zstd when nobody names one.
    sink = archive_sink_open(
      3, Unmanaged.passUnretained(taker).toOpaque(),
      { context, bytes, count in
        guard let context else { return 0 }
        let taker = Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue()
        return taker.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
      }, &message, message.count)
    guard sink != nil else { throw FileError("write", "the archive", because: said) }
  }

  deinit { _ = archive_sink_close(sink, 1, &message, message.count) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard !bytes.isEmpty else { return }
    guard archive_sink_write(sink, bytes.baseAddress, bytes.count, &message, message.count) == 0 else {
      throw taker.failure ?? FileError("write", "the archive", because: said)
    }
  }

  /// Writes what is left.
  func finish() throws(FileError) {
    let ending = sink
    sink = nil
    guard archive_sink_close(ending, 0, &message, message.count) == 0 else {
      throw taker.failure ?? FileError("write", "the archive", because: said)
    }
  }

  private var said: String {
    String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
