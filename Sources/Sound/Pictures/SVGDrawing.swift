import TilawaBase

extension WaveformPicture {
  /// The picture as SVG: waveform, bands with their labels, and times.
  ///
  /// A label that is wider than its band is left out, unless a passage begins with it. It is shown while the
  /// pointer rests on the band.
  package var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="11">
      <rect width="\(width)" height="\(height)" fill="\(PictureColor.background.hex)"/>

      """
    let bands = bands
    let base = height - Self.rulerHeight
    for band in bands {
      text += """
        <rect x="\(tenths(band.left))" width="\(tenths(band.right - band.left))" height="\(base)" \
        fill="\(PictureColor(band.row.kind).hex)"><title>\(XMLText.escaped(band.row.label)) \
        \(band.row.span.start)-\(band.row.span.end)</title></rect>

        """
    }
    text += "<path stroke=\"\(PictureColor.wave.hex)\" d=\""
    for channel in 0..<peaks.channels {
      for x in 0..<width {
        let ink = ink(x, channel)
        text += "M\(x).5 \(ink.top)V\(ink.bottom + 1)"
      }
    }
    text += "\"/>\n<g stroke=\"\(PictureColor.line.hex)\">\n"
    for band in bands { text += "<path d=\"M\(tenths(band.left)) 0V\(base)\"/>\n" }
    for tick in ticks { text += "<path d=\"M\(tick.x).5 \(base)v4\"/>\n" }
    text += "</g>\n<g fill=\"\(PictureColor.text.hex)\">\n"
    // A digit of this font is about six pixels wide.
    for band in labelled(bands, width: { Double($0.count) * 6.2 }) {
      text += "<text x=\"\(tenths(band.left + 3))\" y=\"12\">\(XMLText.escaped(band.row.label))</text>\n"
    }
    for tick in ticks where tick.x + 3 + tick.label.count * 7 <= width {
      text += "<text x=\"\(tick.x + 3)\" y=\"\(height - 3)\">\(tick.label)</text>\n"
    }
    return text + "</g>\n</svg>\n"
  }
}

/// With one decimal.
private func tenths(_ value: Double) -> String {
  let scaled = Int((value * 10).rounded())
  return "\(scaled / 10).\(scaled % 10)"
}
