internal import TilawaCLibraries

/// Why no PNG came about: what libpng says.
package struct PNGError: Error, Hashable, Sendable {
  /// In its words.
  package var message: String
}

/// Pixels of the colours of pictures, a byte each; at the start all are as the sheet.
struct Raster {
  let width: Int
  let height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: Self.index(of: .sheet), count: width * height)
  }

  mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: PictureColor) {
    let columns = columns.clamped(to: 0..<width)
    let index = Self.index(of: color)
    for y in rows.clamped(to: 0..<height) {
      for x in columns { pixels[y * width + x] = index }
    }
  }

  private static func index(of color: PictureColor) -> UInt8 {
    UInt8(PictureColor.allCases.firstIndex(of: color) ?? 0)
  }

  // libpng's simplified interface, since its other one reports faults by jumping over our frames.
  func png() throws(PNGError) -> [UInt8] {
    let colors = PictureColor.allCases.map(\.light)
    let channels = colors.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP)
    image.colormap_entries = png_uint_32(colors.count)
    defer { png_image_free(&image) }
    // Never more than the pixels themselves and some: they are few colours, and stored at the worst.
    var size = pixels.count + pixels.count / 64 + height + 4096
    var bytes = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &bytes, &size, 0, pixels, png_int_32(width), channels) != 0 else {
      let message = withUnsafeBytes(of: image.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw PNGError(message: message)
    }
    bytes.removeLast(bytes.count - size)
    return bytes
  }
}
