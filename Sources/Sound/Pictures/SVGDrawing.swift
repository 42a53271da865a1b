import TilawaBase

extension WaveformPicture {
  /// The picture as SVG: waveform, bands with their labels, and times, in the colours that its reader prefers,
  /// dark or light.
  ///
  /// A label that is wider than its band is left out, unless a passage begins with it. It is shown while the
  /// pointer rests on the band.
  package var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="11">
      \(PictureColor.style)<rect class="sheet" width="\(width)" height="\(height)"/>

      """
    let bands = bands
    let base = height - Self.rulerHeight
    for band in bands {
      let place = "x=\"\(tenths(band.left))\" width=\"\(tenths(band.right - band.left))\""
      text += """
        <rect class="\((band.color ?? .sheet).rawValue)" \(place) height="\(base)">\
        <title>\(XMLText.escaped(band.row.label)) \(band.row.span.start)-\(band.row.span.end)</title></rect>

        """
      if band.row.kind == .verified {
        text +=
          "<rect class=\"right\" \(place) y=\"\(base - Self.lineHeight)\" height=\"\(Self.lineHeight)\"/>\n"
      }
    }
    text += "<path class=\"wave\" stroke=\"currentColor\" pointer-events=\"none\" d=\""
    for channel in 0..<peaks.channels {
      for x in 0..<width {
        let ink = ink(x, channel)
        text += "M\(x).5 \(ink.top)V\(ink.bottom + 1)"
      }
    }
    text += "\"/>\n<g class=\"line\" stroke=\"currentColor\">\n"
    for edge in edges { text += "<path d=\"M\(tenths(edge)) 0V\(base)\"/>\n" }
    text += "</g>\n<g class=\"ink\" stroke=\"currentColor\">\n"
    for tick in ticks { text += "<path d=\"M\(tick.x).5 \(base)v4\"/>\n" }
    text += "</g>\n<g class=\"ink\">\n"
    // A digit of this font is about six pixels wide.
    for band in labelled(bands, width: { Double($0.count) * 6.2 }) {
      text += "<text x=\"\(tenths(band.left + 3))\" y=\"12\">\(XMLText.escaped(band.row.label))</text>\n"
    }
    // A part of a time would be another time.
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
