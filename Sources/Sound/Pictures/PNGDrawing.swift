extension WaveformPicture {
  /// The picture as PNG, in light colours. Pixels have no letters: labels and times are only in ``svg``.
  package func png() throws(PNGError) -> [UInt8] {
    var raster = Raster(width: width, height: height)
    let base = height - Self.rulerHeight
    for band in bands {
      let columns = Int(band.left)..<max(Int(band.left) + 1, Int(band.right))
      if let color = band.color { raster.fill(columns, 0..<base, color) }
      if band.row.kind == .verified { raster.fill(columns, (base - Self.lineHeight)..<base, .right) }
    }
    for channel in 0..<peaks.channels {
      for x in 0..<width {
        let ink = ink(x, channel)
        raster.fill(x..<(x + 1), ink.top..<(ink.bottom + 1), .wave)
      }
    }
    for edge in edges { raster.fill(Int(edge)..<(Int(edge) + 1), 0..<base, .line) }
    for tick in ticks { raster.fill(tick.x..<(tick.x + 1), base..<(base + 4), .ink) }
    return try raster.png()
  }
}
