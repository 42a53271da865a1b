import Audio
internal import CPNG

/// Why no PNG came about: what libpng says.
package struct PNGError: Error, Hashable, Sendable {
  /// In its words.
  package var message: String
}

extension WaveformPicture {
  /// The picture as PNG.
  ///
  /// Labels with other characters than digits, `:` and `-` are left out, and those that are wider than their
  /// band.
  package func png() throws(PNGError) -> [UInt8] {
    var raster = Raster(width: width, height: height)
    let bands = bands
    let base = height - Self.rulerHeight
    for band in bands {
      let right = max(Int(band.left) + 1, Int(band.right))
      raster.fill(Int(band.left)..<right, 0..<base, PictureColor(band.row.kind))
    }
    for channel in 0..<peaks.channels {
      for x in 0..<width {
        let ink = ink(x, channel)
        raster.fill(x..<(x + 1), ink.top..<(ink.bottom + 1), .wave)
      }
    }
    for band in bands {
      raster.fill(Int(band.left)..<(Int(band.left) + 1), 0..<base, .line)
      guard let room = BitmapFont.width(of: band.row.label), Double(room + 3) <= band.right - band.left
      else { continue }
      raster.write(band.row.label, x: Int(band.left) + 3, y: 3)
    }
    for tick in ticks {
      raster.fill(tick.x..<(tick.x + 1), base..<(base + 4), .line)
      raster.write(tick.label, x: tick.x + 3, y: height - BitmapFont.height - 2)
    }
    return try raster.png()
  }
}

/// Pixels by their place in the list of colours, a byte each.
private struct Raster {
  let width: Int
  let height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: Self.index(of: .background), count: width * height)
  }

  private static func index(of color: PictureColor) -> UInt8 {
    UInt8(PictureColor.allCases.firstIndex(of: color) ?? 0)
  }

  mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: PictureColor) {
    let index = Self.index(of: color)
    let columns = columns.clamped(to: 0..<width)
    for y in rows.clamped(to: 0..<height) {
      for x in columns { pixels[y * width + x] = index }
    }
  }

  mutating func write(_ text: String, x: Int, y: Int) {
    for pixel in BitmapFont.pixels(of: text) {
      fill((x + pixel.x)..<(x + pixel.x + 1), (y + pixel.y)..<(y + pixel.y + 1), .text)
    }
  }

  // libpng's simplified interface, since its other one reports faults by jumping over our frames.
  func png() throws(PNGError) -> [UInt8] {
    let colors = PictureColor.allCases.flatMap(\.channels)
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP)
    image.colormap_entries = png_uint_32(PictureColor.allCases.count)
    defer { png_image_free(&image) }
    // Never more than the pixels themselves and some: they are few colours, and stored at the worst.
    var size = pixels.count + pixels.count / 64 + height + 4096
    var bytes = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &bytes, &size, 0, pixels, png_int_32(width), colors) != 0 else {
      let message = withUnsafeBytes(of: image.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw PNGError(message: message)
    }
    bytes.removeLast(bytes.count - size)
    return bytes
  }
}
