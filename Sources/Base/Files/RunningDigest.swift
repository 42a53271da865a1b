internal import TilawaCSystem

/// A checksum that grows with the bytes it is given.
struct RunningDigest: ~Copyable {
  enum Kind {
    case sha256, sha512, md5

    fileprivate var number: Int32 {
      switch self {
      case .sha256: Int32(CRYPTO_DIGEST_SHA256)
      case .sha512: Int32(CRYPTO_DIGEST_SHA512)
      case .md5: Int32(CRYPTO_DIGEST_MD5)
      }
    }
  }

  private let digest: OpaquePointer

  init(_ kind: Kind) throws(FileError) {
    var message = [CChar](repeating: 0, count: 256)
    let begun = crypto_digest_begin(kind.number, &message, message.count)
    guard let begun else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw FileError("make", "a checksum", because: String(decoding: text, as: UTF8.self))
    }
    digest = begun
  }

  deinit { crypto_digest_free(digest) }

  mutating func update(_ part: UnsafeRawBufferPointer) throws(FileError) {
    guard crypto_digest_update(digest, part.baseAddress, part.count) != 0 else { throw Self.failure }
  }

  /// The digest in lower-case hexadecimal digits.
  consuming func finish() throws(FileError) -> String {
    let result = [UInt8](unsafeUninitializedCapacity: Int(CRYPTO_DIGEST_MAXIMUM)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = crypto_digest_finish(digest, start)
    }
    guard !result.isEmpty else { throw Self.failure }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: result.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Of bytes in memory.
  static func hex(_ kind: Kind, of bytes: [UInt8]) throws(FileError) -> String {
    let hash = try RunningDigest(kind)
    // A closure can't throw its own type through here and hold the digest as well, so its failure is kept.
    let isTaken = bytes.withUnsafeBytes { part in
      crypto_digest_update(hash.digest, part.baseAddress, part.count) != 0
    }
    guard isTaken else { throw failure }
    return try hash.finish()
  }

  private static var failure: FileError {
    FileError("make", "a checksum", because: "libcrypto failed")
  }
}
