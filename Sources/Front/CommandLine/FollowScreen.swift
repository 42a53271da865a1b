import TilawaBase
import TilawaQuran
import TilawaRecognition

/// The ayah that is recited, on a terminal, with its word lit; drawn anew in place.
final class FollowScreen {
  private let terminal: Terminal
  private let words: (Ayah) -> [String]?
  private var known: (ayah: Ayah, words: [String])?
  private var slip: String?

  /// Lines of text that are shown at most: those around the word.
  private static let mostLines = 6

  /// `words` are those of an ayah, as the text at hand has them; nil where it hasn't.
  init(_ terminal: Terminal, _ words: @escaping (Ayah) -> [String]?) {
    (self.terminal, self.words) = (terminal, words)
  }

  /// Shows what was told.
  func show(_ event: RecitationFollower.Event) {
    switch event {
    case .place(let place): terminal.talk.showPassing(lines(place))
    case .slip(let slip):
      let words = "\(slip.first.ayah) word \(slip.first.number) to \(slip.last.ayah) word \(slip.last.number)"
      self.slip = slip.kind == .leftOut ? "perhaps left out: \(words)" : "said again: \(words)"
    }
  }

  /// The lines of a place.
  func lines(_ place: RecitationFollower.Place) -> [String] {
    guard let ayah = place.ayah else { return ["\(place.at.clock)  …"] }
    if known?.ayah != ayah { known = (ayah, (words(ayah) ?? []).map(withoutControls)) }
    let all = known?.words ?? []
    let head = "\(place.at.clock)  \(ayah)" + (all.isEmpty ? "  word \(place.word)" : "")
    return [head] + text(all, lit: place.word - 1) + (slip.map { [$0] } ?? []).map { cut($0, to: width) }
  }

  private var width: Int { max(20, terminal.width - 1) }

  private func text(_ words: [String], lit: Int) -> [String] {
    var lines: [(words: [Int], length: Int)] = []
    for (index, word) in words.enumerated() {
      let length = columnCount(of: word) + 1
      if let last = lines.last, last.length + length + 2 <= width {
        lines[lines.count - 1] = (last.words + [index], last.length + length)
      } else {
        lines.append(([index], length))
      }
    }
    let own = lines.firstIndex { $0.words.contains(lit) } ?? 0
    let first = max(0, min(own - Self.mostLines / 2, lines.count - Self.mostLines))
    return lines.dropFirst(first).prefix(Self.mostLines).map { line in
      let shown = line.words.map { index in index == lit ? light(words[index]) : words[index] }
      return isolatedIfNeeded(shown.joined(separator: " "))
    }
  }

  /// Where there are no colours, brackets.
  private func light(_ word: String) -> String {
    let painted = terminal.talkPalette.paint(word, .note)
    return painted == word ? "[\(word)]" : painted
  }
}
