import TilawaBase

/// A picture that goes into audio files as their cover: JPEG or PNG, which all players show.
public struct CoverPicture: Hashable, Sendable {
  /// The picture's file, whole.
  public let bytes: [UInt8]
  /// `image/jpeg` or `image/png`.
  public let mediaType: String

  /// The maximum size for the blocks of FLAC files, less the bytes that stand before the picture.
  public static let maximumSize = 16_000_000

  /// Nil for what is neither JPEG nor PNG, or larger than `maximumSize`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumSize else { return nil }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      mediaType = "image/jpeg"
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      mediaType = "image/png"
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// ffmpeg's name for the format of the picture's file.
  var piped: String { mediaType == "image/png" ? "png_pipe" : "jpeg_pipe" }

  /// The description of a picture in FLAC and Ogg files, followed by the picture.
  private var described: [UInt8] {
    // Width, height, depth and colours are told by the picture itself, and 0 here.
    Self.frontCover.bigEndianBytes + UInt32(mediaType.utf8.count).bigEndianBytes + Array(mediaType.utf8)
      + [UInt8](repeating: 0, count: 4 + 16) + UInt32(bytes.count).bigEndianBytes + bytes
  }

  /// A block of a FLAC file, its header included; another block follows it.
  var flacBlock: [UInt8] {
    let content = described
    return [6] + UInt32(content.count).bigEndianBytes.dropFirst() + content
  }

  /// A comment of an Ogg file, without its length.
  var oggComment: [UInt8] { Array("METADATA_BLOCK_PICTURE=\(Base64.text(of: described))".utf8) }

  /// A frame of an ID3v2 tag, without its header.
  var id3Frame: [UInt8] { [0] + Array(mediaType.utf8) + [0, UInt8(Self.frontCover), 0] + bytes }

  /// The kind of picture, by the list that ID3 and FLAC share.
  private static let frontCover: UInt32 = 3
}

extension UInt32 {
  /// The highest byte first.
  var bigEndianBytes: [UInt8] {
    [UInt8(self >> 24), UInt8(self >> 16 & 255), UInt8(self >> 8 & 255), UInt8(self & 255)]
  }
  /// The lowest byte first.
  var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
