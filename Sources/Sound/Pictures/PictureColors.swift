/// The colours of pictures: tokens of `look.css`, the style sheet of all pages, by their names in it. A test
/// compares the two.
package enum PictureColor: String, CaseIterable, Sendable {
  case sheet, ink, line, hush, wave, right
  case rightWash = "right-wash"

  /// The colour as 0xRRGGBB, on a light screen and on paper.
  package var light: Int {
    switch self {
    case .sheet: 0xFFFFFF
    case .ink: 0x1D2126
    case .line: 0xE4E1DA
    case .hush: 0xF3F1EC
    case .wave: 0x8B949E
    case .right: 0x2E7D4F
    case .rightWash: 0xE4F2E9
    }
  }

  /// The colour as 0xRRGGBB, on a dark screen.
  package var dark: Int {
    switch self {
    case .sheet: 0x1B1F23
    case .ink: 0xE8E6E1
    case .line: 0x2C3238
    case .hush: 0x20252A
    case .wave: 0x66707A
    case .right: 0x6FC08F
    case .rightWash: 0x1B2F24
    }
  }

  /// The style of an SVG: a class for each colour, which fills, and is the colour of strokes of `currentColor`.
  /// Its reader prefers dark or light.
  static var style: String {
    func classes(_ color: (PictureColor) -> Int) -> String {
      allCases.map { ".\($0.rawValue) { fill: \(hex(color($0))); color: \(hex(color($0))) }" }
        .joined(separator: " ")
    }
    return """
      <style>
      \(classes(\.light))
      @media (prefers-color-scheme: dark) {
      \(classes(\.dark))
      }
      </style>

      """
  }

  /// Returns `#rrggbb`.
  package static func hex(_ color: Int) -> String {
    let digits = String(color, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
