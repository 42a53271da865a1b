import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

/// A listener's screen, as lines that fit the terminal.
struct ReviewScreen {
  var bundle: String
  /// The number of rows left, the number not confirmed at all, and the approximate time for the rest.
  var left = 0
  var unconfirmed = 0
  var secondsLeft: Double?
  /// The row; nil at the end.
  var row: AnnotatedRow?
  var before: AnnotatedRow?
  var after: AnnotatedRow?
  var reasons: [String] = []
  /// The words of the row and their meaning, where the library has texts.
  var texts: [String] = []
  /// The levels of the stretch that is played, the moment that is heard, and the boundary that moves.
  var strip: LevelStrip?
  var heard: Milliseconds?
  var boundary: Milliseconds?
  var isAtEnd = false
  var isWholeRow = false
  var speed = 1.0
  /// The effect of the last key.
  var message = ""
  /// The question to the listener, with the answer typed so far.
  var question: String?

  /// The lines for a terminal of `width` columns.
  func lines(width: Int, showsUnicode: Bool) -> [String] {
    let width = max(20, width - 1)
    var lines = [cut(headline, to: width)]
    if let row {
      lines += [title(row, width), cut(neighbours, to: width), cut(why, to: width)].filter { !$0.isEmpty }
      lines += texts.flatMap { words(of: $0, width) }
      lines += picture(width, showsUnicode)
    } else {
      lines.append(
        unconfirmed == 0
          ? "every row is confirmed"
          : "\(unconfirmed) more rows are not confirmed: r plays them, c confirms them")
    }
    lines += legend(width)
    return lines + [isolatedIfNeeded(cut(withoutControls(question ?? message), to: width))]
  }

  /// A text in a few lines; a long one is cut off at the end of the last.
  private func words(of text: String, _ width: Int) -> [String] {
    let lines = wrapped(withoutControls(text), to: width)
    let last = lines.dropFirst(Self.mostTextLines - 1).joined(separator: " ")
    return (lines.prefix(Self.mostTextLines - 1) + (last.isEmpty ? [] : [cut(last, to: width)]))
      .map(isolatedIfNeeded)
  }

  /// The number of lines for the words of a row in one text.
  private static let mostTextLines = 3

  private var headline: String {
    var parts = [bundle, left == 0 ? "nothing left to check" : "\(left) left to check"]
    if let secondsLeft, left > 0 {
      let minutes = Int((secondsLeft / 60).rounded(.up))
      parts.append("about \(minutes) min")
    }
    return parts.joined(separator: "   ")
  }

  private func title(_ row: AnnotatedRow, _ width: Int) -> String {
    let kind = row.kind == .markers ? "marker" : "segment"
    let state =
      row.isConfirmed
      ? "confirmed" : row.confidence.map { "confidence \(confidenceText($0))" } ?? "not confirmed"
    let facts = "\(kind)  \(withoutControls(row.label))  \(row.start) to \(row.end)  \(state)"
    // A note may run from right to left, and is the last.
    let room = width - columnCount(of: facts) - 4
    guard let note = row.note, room > 1 else { return cut(facts, to: width) }
    return "\(facts)  \"\(isolatedIfNeeded(cut(withoutControls(note), to: room)))\""
  }

  private var neighbours: String {
    [
      before.map { "before: \(withoutControls($0.label)) at \($0.start)" },
      after.map { "after: \(withoutControls($0.label)) at \($0.start)" },
    ]
    .compactMap { $0 }.joined(separator: "   ")
  }

  private var why: String {
    reasons.isEmpty ? "" : "why: " + reasons.map(withoutControls).joined(separator: "; ")
  }

  /// One line of levels, and one with the boundary and the moment that is heard.
  private func picture(_ width: Int, _ showsUnicode: Bool) -> [String] {
    guard let strip, !strip.levels.isEmpty else { return [] }
    let marks: [Character] = showsUnicode ? Array("▁▂▃▄▅▆▇█") : Array(" .:-=+*#")
    let columns = strip.levels.count
    func column(_ time: Milliseconds) -> Int? {
      guard strip.span.length > .zero, time >= strip.span.start, time <= strip.span.end else { return nil }
      return min(columns - 1, Int((time - strip.span.start).count * Int64(columns) / strip.span.length.count))
    }
    var below = [Character](repeating: " ", count: columns)
    if let place = boundary.flatMap(column) { below[place] = "|" }
    if let place = heard.flatMap(column) { below[place] = "^" }
    let time = boundary.map { "\(isAtEnd ? "end" : "start") \($0)" } ?? ""
    var tail = [
      time, speed == 1 ? "" : "speed \(speed)", isWholeRow ? "whole row, repeated" : "",
    ]
    tail.removeAll(where: \.isEmpty)
    return [strip.text(marks), String(below), tail.joined(separator: "   ")]
  }

  /// Every key, in as many lines as they need.
  private func legend(_ width: Int) -> [String] {
    var lines: [String] = []
    for text in ReviewKey.allCases.compactMap(\.legend) {
      if let last = lines.last, last.count + 2 + text.count <= width {
        lines[lines.count - 1] = "\(last)  \(text)"
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
