import TilawaCLibraries
import TilawaBase

/// The files in a zip archive, read by libzip.
final class ZipArchive {
  /// A file in it.
  struct Entry {
    /// As the archive has it, `/` between its parts.
    let name: String
    fileprivate let index: Int
  }

  /// In the order of its directory; folders are left out.
  let entries: [Entry]
  private let file: OpaquePointer
  /// libzip reads from here for as long as the archive is open.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes were unpacked so far.
  private var unpacked = 0

  /// How many files, folders included, an archive may have.
  static let mostEntries = 100_000
  /// How many bytes the files that are read may have together, 1 GiB. Entries of one archive may lie over each other, so that its
  /// own size bounds only each of them.
  static let mostBytes = 1 << 30

  /// Whether a file begins as an archive does.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Reads the directory. Throws when there is none, or one that doesn't fit the file.
  init(_ given: [UInt8]) throws(ExchangeFailure) {
    bytes = .allocate(capacity: given.count)
    _ = bytes.initialize(from: given)
    var message = [CChar](repeating: 0, count: 256)
    guard let file = zip_file_open(bytes.baseAddress, bytes.count, &message, message.count) else {
      bytes.deallocate()
      throw ExchangeFailure(Self.text(message))
    }
    self.file = file
    let count = zip_file_count(file)
    guard count <= Self.mostEntries else {
      entries = []
      throw ExchangeFailure("it has \(count) entries, and \(Self.mostEntries) are the most")
    }
    entries = (0..<count).compactMap { index in
      guard let name = zip_file_name(file, index).map({ String(cString: $0) }), !name.ends(with: "/") else {
        return nil
      }
      return Entry(name: name, index: index)
    }
  }

  deinit {
    zip_file_close(file)
    bytes.deallocate()
  }

  /// What a file holds, at most `most` bytes, and with all that was read before at most `mostTogether`.
  func contents(
    of entry: Entry, atMost most: Int, together mostTogether: Int = mostBytes
  ) throws(ExchangeFailure) -> [UInt8] {
    func fault(_ reason: String) -> ExchangeFailure {
      ExchangeFailure("\(entry.name) in the archive \(reason)")
    }
    let size = Int(zip_file_size(file, entry.index))
    guard size >= 0 else { throw fault("has no known length") }
    guard size <= most else { throw fault("has \(size) bytes, and \(most) are the most") }
    // Deflate can't pack tighter than this, so a small archive can't ask for much memory.
    guard size <= bytes.count * 1032 + 64 else { throw fault("is damaged: it can't have \(size) bytes") }
    guard size <= mostTogether - unpacked else {
      throw fault("makes more than \(mostTogether) bytes of all that is unpacked, which are the most")
    }
    unpacked += size
    var message = [CChar](repeating: 0, count: 256)
    var status: Int32 = 0
    let contents = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, count in
      status = zip_file_read(file, entry.index, output.baseAddress, size, &message, message.count)
      count = status == 0 ? size : 0
    }
    guard status == 0 else { throw fault("can't be unpacked: \(Self.text(message))") }
    return contents
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
