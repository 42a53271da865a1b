import Testing
import TilawaTestSupport

@testable import TilawaLanguageServer

/// Edits of texts are held against a model that keeps characters in an array and counts anew each time.
@Suite struct DocumentTextTests {
  /// Places and edits by the definition: lines end after CR LF, CR or LF; units are counted scalar by scalar.
  private struct Model {
    var scalars: [Unicode.Scalar]

    var text: String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }

    var lines: [Range<Int>] {
      var lines: [Range<Int>] = []
      var start = 0
      var index = 0
      while index < scalars.count {
        let end = index
        let isCRLF = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        if scalars[index] == "\r" || scalars[index] == "\n" {
          index += isCRLF ? 2 : 1
          lines.append(start..<end)
          start = index
        } else {
          index += 1
        }
      }
      return lines + [start..<scalars.count]
    }

    func units(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
      switch encoding {
      case .utf8: UTF8.width(scalar)
      case .utf16: UTF16.width(scalar)
      case .utf32: 1
      }
    }

    /// The index of a scalar.
    func index(_ position: Position, _ encoding: PositionEncoding) -> Int {
      guard position.line < lines.count else { return scalars.count }
      var left = position.character
      for index in lines[position.line] {
        let width = units(scalars[index], encoding)
        if left < width { return index }
        left -= width
      }
      return lines[position.line].upperBound
    }

    func position(_ index: Int, _ encoding: PositionEncoding) -> Position {
      let line = lines.lastIndex { $0.lowerBound <= index } ?? 0
      let count = scalars[lines[line].lowerBound..<index].reduce(0) { $0 + units($1, encoding) }
      return Position(line: line, character: count)
    }
  }

  private static let pieces = [
    "a", "\n", "\r\n", "\r", "\n", "é", "سورة", "😀", "{ ayah: \"1:1\" }", "", "\u{FEFF}", "\u{6D6}", "  ",
  ]

  private func randomText(_ random: inout SplitMix64, _ count: Int) -> String {
    (0..<count).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
  }

  @Test(arguments: PositionEncoding.allCases) func randomEditsAreThoseOfAPlainModel(
    _ encoding: PositionEncoding
  ) {
    var random = SplitMix64(state: UInt64(encoding.rawValue.utf8.last ?? 0))
    for round in 0..<40 {
      var model = Model(scalars: Array(randomText(&random, round).unicodeScalars))
      var text = DocumentText(Array(model.text.utf8))
      for _ in 0..<60 {
        func place(_ random: inout SplitMix64) -> Position {
          Position(
            line: Int(random.next() % UInt64(model.lines.count + 1)), character: Int(random.next() % 14))
        }
        let (a, b) = (place(&random), place(&random))
        let span = PositionSpan(start: min(a, b), end: max(a, b))
        let new = randomText(&random, Int(random.next() % 4))
        let range = model.index(span.start, encoding)..<model.index(span.end, encoding)
        model.scalars.replaceSubrange(range, with: Array(new.unicodeScalars))
        text.replace(text.range(of: span, encoding), with: Array(new.utf8))
        #expect(text.bytes == Array(model.text.utf8))
        #expect(text.lineStarts == DocumentText(text.bytes).lineStarts)
        #expect(text.lineStarts.count == model.lines.count)
        let index = Int(random.next() % UInt64(model.scalars.count + 1))
        let offset = String(String.UnicodeScalarView(model.scalars[..<index])).utf8.count
        // Between the two halves of a line end there is no place.
        let isSplit =
          index > 0 && index < model.scalars.count && model.scalars[index - 1] == "\r"
          && model.scalars[index] == "\n"
        if !isSplit {
          #expect(text.position(of: offset, encoding) == model.position(index, encoding))
          #expect(text.offset(of: model.position(index, encoding), encoding) == offset)
        }
      }
    }
  }

  @Test func placesBehindLinesAndTextsAreTheirEnds() {
    let text = DocumentText(Array("ab\r\nc".utf8))
    #expect(text.offset(of: Position(line: 0, character: 99), .utf16) == 2)
    #expect(text.offset(of: Position(line: 1, character: 99), .utf16) == 5)
    #expect(text.offset(of: Position(line: 7, character: 0), .utf16) == 5)
    #expect(text.lineEnd == "\r\n")
    #expect(DocumentText([]).lineStarts == [0])
  }
}
