import TilawaBase

/// A map of the ayat with audio: a bar for each surah or juz as wide as it has ayat, or a cell for each page
/// of the mushaf.
///
/// Verified ayat have the colour of what is right, others are grey, missing ones pale.
package struct CoverageMap: Sendable {
  /// The state of one ayah.
  package enum State: CaseIterable, Hashable, Sendable {
    /// There is audio of it, and a person has verified the row.
    case verified
    /// There is audio of it.
    case found
    /// There is no audio of it.
    case missing
  }

  /// A surah, juz or page.
  package struct Part: Sendable {
    /// The number that is always written on it, if there is space for anything.
    package var label: String
    /// The name that is written after the label, where there is space.
    package var name: String
    /// The line of the map in which it is placed; nil if it goes wherever it fits.
    package var line: Int?
    /// Its ayat in order.
    package var states: [State]

    /// A part of a map.
    package init(label: String, name: String, line: Int?, states: [State]) {
      (self.label, self.name, self.line, self.states) = (label, name, line, states)
    }
  }

  /// A map of its own under a heading, such as that of one reciter.
  package struct Panel: Sendable {
    /// The subject of the map.
    package var heading: String
    /// The extent of the coverage, in words.
    package var summary: String
    /// In order.
    package var parts: [Part]

    /// A map under a heading.
    package init(heading: String, summary: String, parts: [Part]) {
      (self.heading, self.summary, self.parts) = (heading, summary, parts)
    }
  }

  /// The name of lines of parts, at their left: `juz 1`; nil if parts flow.
  package var lineName: String?
  /// True if all parts are equally wide, whatever they contain.
  package var hasEqualParts: Bool
  /// One above the other.
  package var panels: [Panel]

  /// A map of `panels`.
  package init(_ panels: [Panel], lineName: String?, hasEqualParts: Bool) {
    (self.panels, self.lineName, self.hasEqualParts) = (panels, lineName, hasEqualParts)
  }

  /// In pixels, of every map.
  static let width = 1000
  static let margin = 20
}

// MARK: - Layout, shared by all forms

extension CoverageMap {
  /// The shapes of the drawing, from the back to the front.
  enum Shape {
    /// A stretch of ayat in one state.
    case stretch(x: Int, y: Int, width: Int, height: Int, State)
    case text(x: Int, y: Int, String, Style)
  }

  /// The look of a text.
  enum Style { case heading, summary, label }

  /// A character of the widest form, in pixels.
  private static let characterWidth = 8
  private static let barHeight = 14
  private static let labelHeight = 14

  /// All shapes, and how high they are together.
  var layout: (shapes: [Shape], height: Int) { layout(hasText: true) }

  private func layout(hasText: Bool) -> (shapes: [Shape], height: Int) {
    var shapes: [Shape] = []
    var top = Self.margin
    guard hasText else {
      for panel in panels { top = place(panel.parts, from: top, &shapes) + 14 }
      return (shapes.filter { if case .stretch = $0 { true } else { false } }, top + Self.margin)
    }
    for panel in panels {
      shapes.append(.text(x: Self.margin, y: top, panel.heading, .heading))
      shapes.append(.text(x: Self.margin, y: top + 20, panel.summary, .summary))
      top = place(panel.parts, from: top + 42, &shapes) + 14
    }
    let states = State.allCases.filter { state in
      panels.contains { $0.parts.contains { $0.states.contains(state) } }
    }
    var x = Self.margin
    for state in states {
      shapes.append(.stretch(x: x, y: top, width: 28, height: Self.barHeight, state))
      shapes.append(.text(x: x + 34, y: top + 2, state.meaning, .label))
      x += 34 + (state.meaning.count + 3) * Self.characterWidth
    }
    return (shapes, top + Self.barHeight + Self.margin)
  }

  private func place(_ parts: [Part], from top: Int, _ shapes: inout [Shape]) -> Int {
    lineName == nil ? flow(parts, from: top, &shapes) : rows(parts, from: top, &shapes)
  }

  /// Parts one after the other, on as many lines as they need; as wide as they have ayat.
  private func flow(_ parts: [Part], from top: Int, _ shapes: inout [Shape]) -> Int {
    let room = Self.width - 2 * Self.margin
    let unit = 3
    var (x, y) = (0, top)
    for part in parts {
      let bar = min(room, part.states.count * unit)
      // A short one takes as much room as its number.
      let slot = max(bar, part.label.count * Self.characterWidth) + 6
      if x > 0, x + slot - 6 > room { (x, y) = (0, y + Self.labelHeight + Self.barHeight + 8) }
      let full = part.name.isEmpty ? part.label : "\(part.label) \(part.name)"
      let label = (full.count + 1) * Self.characterWidth <= slot ? full : part.label
      shapes.append(.text(x: Self.margin + x, y: y, label, .label))
      draw(part.states, x: Self.margin + x, y: y + Self.labelHeight, width: bar, Self.barHeight, &shapes)
      x += slot
    }
    return y + Self.labelHeight + Self.barHeight + 8
  }

  /// A line for each `line` of parts.
  private func rows(_ parts: [Part], from top: Int, _ shapes: inout [Shape]) -> Int {
    let lines = Dictionary(grouping: parts) { $0.line ?? 0 }.sorted { $0.key < $1.key }
    let names = lines.map { "\(lineName ?? "") \($0.key)" }
    let left = Self.margin + (names.map(\.count).max() ?? 0) * Self.characterWidth + 10
    let room = Self.width - Self.margin - left
    let longest = lines.map { length(of: $0.value) }.max() ?? 1
    var y = top
    for (line, name) in zip(lines, names) {
      shapes.append(.text(x: Self.margin, y: y + 2, name, .label))
      var done = 0
      for part in line.value {
        let start = left + room * done / longest
        done += hasEqualParts ? 1 : part.states.count
        let width = max(1, left + room * done / longest - start - (line.value.count > 1 ? 3 : 0))
        draw(part.states, x: start, y: y, width: width, Self.barHeight, &shapes)
      }
      y += Self.barHeight + 6
    }
    return y
  }

  private func length(of parts: [Part]) -> Int {
    max(1, hasEqualParts ? parts.count : parts.reduce(0) { $0 + $1.states.count })
  }

  private func draw(
    _ states: [State], x: Int, y: Int, width: Int, _ height: Int, _ shapes: inout [Shape]
  ) {
    var start = 0
    while start < states.count {
      let end = states[start...].firstIndex { $0 != states[start] } ?? states.count
      let (left, right) = (x + width * start / states.count, x + width * end / states.count)
      shapes.append(.stretch(x: left, y: y, width: max(1, right - left), height: height, states[start]))
      start = end
    }
  }
}

extension CoverageMap.State {
  fileprivate var color: PictureColor {
    switch self {
    case .verified: .right
    case .found: .wave
    case .missing: .line
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .verified: "verified"
    case .found: "found, not verified"
    case .missing: "missing"
    }
  }
}

// MARK: - Forms

extension CoverageMap {
  /// The map as SVG, in the colours that its reader prefers, dark or light.
  package func svg(title: String) -> String {
    let (shapes, height) = layout
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="11">
      <title>\(escaped(title))</title>
      \(PictureColor.style)\
      <rect class="sheet" width="\(Self.width)" height="\(height)"/>
      """
    ]
    for shape in shapes {
      switch shape {
      case .stretch(let x, let y, let width, let height, let state):
        lines.append(
          "<rect class=\"\(state.color.rawValue)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
        )
      case .text(let x, let y, let text, let style):
        let look = style == .heading ? " font-size=\"15\" font-weight=\"bold\"" : ""
        lines.append("<text class=\"ink\" x=\"\(x)\" y=\"\(y + 10)\"\(look)>\(escaped(text))</text>")
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The map as PNG, in light colours. Pixels have no letters: headings, labels and the legend are only in the
  /// SVG.
  package func png() throws(PNGError) -> [UInt8] {
    let (shapes, height) = layout(hasText: false)
    var raster = Raster(width: Self.width, height: height)
    for case .stretch(let x, let y, let width, let height, let state) in shapes {
      raster.fill(x..<(x + width), y..<(y + height), state.color)
    }
    return try raster.png()
  }

  private func escaped(_ text: String) -> String { XMLText.escaped(text) }
}
