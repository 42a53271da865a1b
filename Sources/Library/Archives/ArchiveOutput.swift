package import TilawaBase

/// Where the bytes of an archive go.
package final class ArchiveOutput {
  /// The number of bytes written.
  private(set) var size: Int64 = 0
  private let file: NewFile?
  private let stream: ((UnsafeRawBufferPointer) throws -> Void)?

  /// Into a file.
  package init(to file: NewFile) { (self.file, stream) = (file, nil) }

  /// To whoever reads.
  package init(_ stream: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    (file, self.stream) = (nil, stream)
  }

  /// True if bytes that were written can still be changed.
  var isChangeable: Bool { file?.isChangeable ?? false }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let file {
      try file.append(bytes)
    } else {
      do { try stream?(bytes) } catch {
        throw error as? FileError ?? FileError("write", "the archive", because: "\(error)")
      }
    }
    size += Int64(bytes.count)
  }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(FileError) in try append(buffer) }
  }

  func change(_ bytes: [UInt8], at offset: Int64) throws(FileError) { try file?.change(bytes, at: offset) }
}
