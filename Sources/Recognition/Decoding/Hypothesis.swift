import Audio
import Dispatch
import Synchronization
import QuranIndex

/// What is heard of a passage, in the order in which it is heard.
struct Hypothesis: Sendable {
  /// An item as it is heard once.
  struct Piece: Hashable, Sendable {
    var item: Int
    /// The places of its words, in the order in which they are heard; some come again after a breath.
    var words: [Int]
    /// Where it is heard, in frames, with the silence after it.
    var frames: Range<Int>
    /// Where something else is heard, by the place in `words` after which it is; the last one is after the item.
    var others: [Int: [Range<Int>]] = [:]
  }

  var pieces: [Piece] = []
  /// Something else that is heard before the first of them.
  var othersBefore: [Range<Int>] = []
  var score = 0.0

  init(_ way: BeamDecoder.Way, _ graph: WordGraph, frames: Int) {
    score = way.score
    var isOther = false
    for (number, note) in way.notes.enumerated() {
      let frame = Int(note.step) * WordGraph.framesPerStep
      let (word, from) = (Int(note.word), Int(note.from))
      switch note.kind {
      case .otherEnd:
        endOther(at: frame)
        isOther = false
      case .other:
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
        } else {
          close(at: frame)
          pieces.append(Piece(item: target.item, words: [target.number], frames: frame..<frame))
        }
      }
    }
    add(upTo: way.lastWord, graph)
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

  /// Words up to one are heard, one after the other.
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
}

extension ForcedAligner {
  /// A passage as it is heard, about where, and what its sounds are like in this recording.
  struct DecodedPassage: Sendable {
    var recited: RecitedPassage
    var layout: FirstGuess
    var model: AcousticModel
    var score: Double
  }

  /// What course a recitation takes through a passage; nil when there is no room for any.
  ///
  /// Noise and reverberation sound like other things until the model has heard the recording: so the passage
  /// is `first` taken to be read straight through, which is near enough the truth to learn from unless much else is heard.
  func course(
    of stated: RecitedPassage, first costs: WordGraph.Costs = .straight
  ) -> DecodedPassage? {
    guard features.count > 0, !stated.items.isEmpty else { return nil }
    let scores = EmissionScores(model, features, silent: silent, otherCost: otherCost)
    // How much of the recording is recited isn't known yet, so neither is the tempo.
    let ways = Mutex([Int: DecodedPassage]())
    DispatchQueue.concurrentPerform(iterations: Self.tempi.count) { index in
      let way = course(of: stated, model, scores, tempo: Self.tempi[index], costs)
      ways.withLock { $0[index] = way }
    }
    let found = ways.withLock { ways in Self.tempi.indices.compactMap { ways[$0] } }
    guard let straight = found.max(by: { $0.score < $1.score }) else { return nil }
    guard
      let learnt = learn(
        from: straight.recited.chainItems, straight.recited.others, around: straight.layout)
    else { return straight }
    let heard = stated.keeping(Set(learnt.kept.map { straight.recited.origins[$0] }))
    let learntScores = EmissionScores(learnt.model, features, silent: silent, otherCost: otherCost)
    let free = course(of: heard, learnt.model, learntScores, tempo: learnt.tempo * 1.1, .free)
    // Where hardly anything is heard of it, somebody else has to judge whether it is the passage at all.
    guard let free, free.recited.share >= Self.leastShare else { return straight }
    return repaired(free, of: heard, learntScores, tempo: learnt.tempo)
  }

  private static let leastShare = 0.34
  private static let tempi = [0.7, 1.0, 1.4]

  private func course(
    of stated: RecitedPassage, _ model: AcousticModel, _ scores: EmissionScores, tempo: Double,
    _ costs: WordGraph.Costs
  ) -> DecodedPassage? {
    let graph = WordGraph(stated.chainItems, model, tempo: tempo, costs: costs)
    guard let way = BeamDecoder(graph, scores).best() else { return nil }
    let recited = stated.following(Hypothesis(way, graph, frames: features.count))
    return DecodedPassage(
      recited: recited, layout: FirstGuess(recited.spans, tempo: recited.tempo(model)), model: model,
      score: way.score)
  }
}

extension RecitedPassage {
  /// How slow the reading is, pauses included: the mean of its items, each by how many sounds it has.
  fileprivate func tempo(_ model: AcousticModel) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (item, span) in zip(chainItems, spans) where !span.isEmpty {
      let sounds = item.words.flatMap(\.sounds)
      let expected = sounds.reduce(0) { $0 + model.medians[$1.length.rawValue] }
      let taken = Double(span.count) / Double(SpeechFeatures.framesPerSecond)
      sum += Double(sounds.count) * logarithm(min(max(taken / max(expected, 1e-9), 0.4), 4))
      count += Double(sounds.count)
    }
    return exponential(sum / max(1, count))
  }
}
