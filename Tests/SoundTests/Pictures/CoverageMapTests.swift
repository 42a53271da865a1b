import Testing

@testable import TilawaSound

@Suite struct CoverageMapTests {
  private func part(_ label: String, _ count: Int, line: Int? = nil, _ states: [CoverageMap.State]? = nil)
    -> CoverageMap.Part
  {
    CoverageMap.Part(
      label: label, name: "Name", line: line, states: states ?? Array(repeating: .missing, count: count))
  }

  private func map(_ parts: [CoverageMap.Part], lineName: String? = nil, equal: Bool = false) -> CoverageMap {
    CoverageMap(
      [.init(heading: "<h>", summary: "s", parts: parts)], lineName: lineName, hasEqualParts: equal)
  }

  private func stretches(_ map: CoverageMap) -> [(x: Int, y: Int, width: Int, state: CoverageMap.State)] {
    map.layout.shapes.compactMap { shape in
      if case .stretch(let x, let y, let width, _, let state) = shape { (x, y, width, state) } else { nil }
    }.dropLast(1)
  }

  @Test func partsAreAsWideAsTheyAreLong() {
    let found = stretches(map([part("2", 286), part("108", 3), part("3", 200)]))
    #expect(found.map(\.width) == [858, 9, 600])
    #expect(found[0].y == found[1].y && found[2].y > found[1].y, "what has no room begins a line")
    #expect(found[1].x > found[0].x + found[0].width)
  }

  @Test func statesAreStretches() {
    let map = map([part("1", 0, [.verified, .verified, .found, .missing])])
    let shapes = map.layout.shapes.compactMap { shape -> CoverageMap.State? in
      if case .stretch(_, _, _, _, let state) = shape { state } else { nil }
    }
    #expect(shapes == [.verified, .found, .missing, .verified, .found, .missing], "with their legend")
  }

  @Test func linesHoldPartsOfOneWidth() {
    let found = stretches(
      map(
        [part("1", 7, line: 1), part("2", 5, line: 1), part("3", 6, line: 2)], lineName: "juz", equal: true))
    #expect(found[0].width == found[1].width && found[0].y == found[1].y && found[2].y > found[0].y)
  }

  @Test func formsHoldWhatIsSaid() throws {
    let map = map([part("1", 7), part("2", 0, [])])
    #expect(map.svg(title: "a & b").contains("<title>a &amp; b</title>"))
    #expect(map.svg(title: "").contains(">&lt;h&gt;</text>"))
    #expect(try map.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try CoverageMap([], lineName: nil, hasEqualParts: false).png().count > 0)
  }
}
