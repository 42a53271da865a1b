extension WaveformPicture {
  /// The picture as PNG.
  ///
  /// Labels with other characters than digits, `:` and `-` are left out, and those that are wider than their
  /// band, unless a passage begins with it.
  package func png() throws(PNGError) -> [UInt8] {
    var raster = Raster(width: width, height: height, colors: PictureColor.allCases.map(\.rawValue))
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
    }
    for band in labelled(bands, width: { BitmapFont.width(of: $0).map(Double.init) }) {
      raster.write(band.row.label, x: Int(band.left) + 3, y: 3)
    }
    for tick in ticks {
      raster.fill(tick.x..<(tick.x + 1), base..<(base + 4), .line)
      // A part of a time would be another time.
      guard tick.x + 3 + (BitmapFont.width(of: tick.label) ?? 0) <= width else { continue }
      raster.write(tick.label, x: tick.x + 3, y: height - BitmapFont.height - 2)
    }
    return try raster.png()
  }
}

extension Raster {
  fileprivate mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: PictureColor) {
    fill(columns, rows, Self.index(of: color))
  }

  fileprivate mutating func write(_ text: String, x: Int, y: Int) {
    write(text, x: x, y: y, Self.index(of: .text))
  }

  private static func index(of color: PictureColor) -> Int {
    PictureColor.allCases.firstIndex(of: color) ?? 0
  }
}
