internal import TilawaCLibraries

/// Why no PNG came about: what libpng says.
package struct PNGError: Error, Hashable, Sendable {
  /// In its words.
  package var message: String
}

/// Pixels by their place in a list of colours, a byte each; all have the first at the start.
struct Raster {
  let width: Int
  let height: Int
  /// As 0xRRGGBB, at most 256.
  private let colors: [Int]
  private var pixels: [UInt8]

  init(width: Int, height: Int, colors: [Int]) {
    self.width = width
    self.height = height
    self.colors = colors
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: Int) {
    let columns = columns.clamped(to: 0..<width)
    for y in rows.clamped(to: 0..<height) {
      for x in columns { pixels[y * width + x] = UInt8(color) }
    }
  }

  /// Slanting stripes of one colour, over what is there.
  mutating func hatch(_ columns: Range<Int>, _ rows: Range<Int>, _ color: Int) {
    let columns = columns.clamped(to: 0..<width)
    for y in rows.clamped(to: 0..<height) {
      for x in columns where (x + y) % 4 < 2 { pixels[y * width + x] = UInt8(color) }
    }
  }

  mutating func write(_ text: String, x: Int, y: Int, _ color: Int) {
    for pixel in BitmapFont.pixels(of: text) {
      fill((x + pixel.x)..<(x + pixel.x + 1), (y + pixel.y)..<(y + pixel.y + 1), color)
    }
  }

  // libpng's simplified interface, since its other one reports faults by jumping over our frames.
  func png() throws(PNGError) -> [UInt8] {
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
