import TilawaQuran
import TilawaSound

/// A decoder's hypothesis about a recitation: the recited pieces of a passage, in order.
struct Hypothesis: Sendable {
  /// One recitation of an item, or of a part of it.
  struct Piece: Hashable, Sendable {
    var item: Int
    /// The places of its words, in the order of recitation; some are repeated after a breath.
    var words: [Int]
    /// The frames of the piece, with the silence after it.
    var frames: Range<Int>
    /// The frames of other sounds, by the place in `words` after which they come; those after the last word
    /// follow the item.
    var others: [Int: [Range<Int>]] = [:]
  }

  var pieces: [Piece] = []
  /// Other sounds before the first piece.
  var othersBefore: [Range<Int>] = []

  init(_ best: BeamDecoder.Best, _ graph: WordGraph, frames: Int) {
    var isOther = false
    for (number, pointer) in best.backpointers.enumerated() {
      let frame = Int(pointer.step) * WordGraph.framesPerStep
      let (word, from) = (Int(pointer.word), Int(pointer.from))
      switch pointer.kind {
      case .fillerEnd:
        endOther(at: frame)
        isOther = false
      case .filler:
        add(upTo: word, graph)
        beginOther(at: frame)
        isOther = true
      case .word:
        add(upTo: from, graph)
        let target = graph.words[word]
        let isOfSame =
          pieces.last?.item == target.item && !(target.isFirst && graph.words[from].isLast)
          && number > 0
        if isOfSame, let last = pieces.indices.last {
          pieces[last].words.append(target.number)
        } else if let item = target.item {
          close(at: frame)
          pieces.append(Piece(item: item, words: [target.number], frames: frame..<frame))
        }
      }
    }
    add(upTo: best.lastWord, graph)
    if isOther { endOther(at: frames) }
    close(at: frames)
  }

  private mutating func beginOther(at frame: Int) {
    if let last = pieces.indices.last {
      pieces[last].others[pieces[last].words.count - 1, default: []].append(frame..<frame)
    } else {
      othersBefore.append(frame..<frame)
    }
  }

  private mutating func endOther(at frame: Int) {
    func end(_ ranges: inout [Range<Int>]) {
      guard let start = ranges.last?.lowerBound else { return }
      ranges[ranges.count - 1] = start..<max(start, frame)
    }
    if let last = pieces.indices.last {
      end(&pieces[last].others[pieces[last].words.count - 1, default: []])
    } else {
      end(&othersBefore)
    }
  }

  /// Adds the words up to one, one after the other.
  private mutating func add(upTo word: Int, _ graph: WordGraph) {
    guard let last = pieces.indices.last, let number = pieces[last].words.last, word > 0 else { return }
    let to = graph.words[word]
    guard to.item == pieces[last].item, to.number > number else { return }
    pieces[last].words += number + 1...to.number
  }

  private mutating func close(at frame: Int) {
    guard let last = pieces.indices.last else { return }
    // What is heard after it is no part of it.
    let end = pieces[last].others[pieces[last].words.count - 1]?.first?.lowerBound ?? frame
    pieces[last].frames = pieces[last].frames.lowerBound..<max(end, pieces[last].frames.lowerBound)
  }

  /// Returns the hypothesis with other sounds in place of some pieces.
  func without(_ dropped: Set<Int>) -> Hypothesis {
    var result = self
    result.pieces = []
    for (place, piece) in pieces.enumerated() {
      guard dropped.contains(place) else {
        result.pieces.append(piece)
        continue
      }
      if let last = result.pieces.indices.last {
        result.pieces[last].others[result.pieces[last].words.count - 1, default: []].append(piece.frames)
      } else {
        result.othersBefore.append(piece.frames)
      }
    }
    return result
  }

  /// Ends an item before a long silence that follows it. If the silence were included, its words would be
  /// searched for in it.
  mutating func endWithSound(_ isLoud: [Bool]) {
    for index in pieces.indices {
      let frames = pieces[index].frames
      // What begins the next item may be counted to this one, as all is good to a second here.
      let end = max(frames.lowerBound, min(frames.upperBound - Self.precision, isLoud.count))
      guard let last = isLoud[frames.lowerBound..<end].lastIndex(of: true),
        end - last > Durations.longestPause
      else { continue }
      pieces[index].frames = frames.lowerBound..<last + Self.shortPause
    }
  }

  /// In frames: how much stays of such a silence, and how well places are known here.
  private static let shortPause = SpeechFeatures.framesPerSecond / 2
  private static let precision = SpeechFeatures.framesPerSecond
}

extension RecitedPassage {
  /// Returns the passage as a hypothesis has it. Optional items stay optional.
  func following(_ hypothesis: Hypothesis) -> RecitedPassage {
    var entries: [Entry] = []
    var next = 0
    for piece in hypothesis.pieces {
      let start = piece.frames.lowerBound
      if next <= piece.item, chainItems[next..<piece.item].allSatisfy(\.isOptional) {
        entries += (next..<piece.item).map { Entry($0, chainItems[$0], start..<start) }
      }
      entries.append(
        Entry(piece.item, chainItems[piece.item].heard(as: piece, isInParts: isInParts), piece.frames))
      next = piece.item + 1
    }
    return entered(entries, share: share(of: hypothesis), othersBefore: hypothesis.othersBefore)
  }

  /// Returns the part of the passage that a hypothesis contains, by words.
  ///
  /// An ayah that is cut by the edges of the recording isn't missing what may lie beyond them.
  private func share(of hypothesis: Hypothesis) -> Double {
    var all = chainItems.reduce(0) { $0 + ($1.isOptional ? 0 : $1.words.count) }
    if hypothesis.othersBefore.isEmpty, let first = hypothesis.pieces.first, let word = first.words.first {
      all -= word
    }
    if let last = hypothesis.pieces.last, let word = last.words.last, last.others[last.words.count - 1] == nil
    {
      all -= chainItems[last.item].words.count - 1 - word
    }
    let said = Set(
      hypothesis.pieces.filter { !chainItems[$0.item].isOptional }.flatMap { piece in
        piece.words.map { [piece.item, $0] }
      })
    return Double(said.count) / Double(max(1, all))
  }
}

extension StateChain.Item {
  fileprivate func heard(as piece: Hypothesis.Piece, isInParts: Bool) -> Self {
    var item = self
    if piece.words != Array(words.indices) {
      item.numbers = piece.words
      item.words = piece.words.map { words[$0] }
      for (place, (number, following)) in zip(piece.words, piece.words.dropFirst()).enumerated()
      where following != number + 1 {
        item.words[place].hasPauseMark = true
      }
    }
    item.others = piece.others
    item.mayPrecedeOther = piece.others[piece.words.count - 1] != nil || mayPrecedeOther && isInParts
    return item
  }
}
