import TilawaSound

/// The best path of an alignment's last pass, with all that it was found by.
struct RefinedPath: Sendable {
  var path: StatePath
  var chain: StateChain
  /// As coarse as the steps of this pass were.
  var scores: EmissionScores
  var durations: DurationScores
  /// The remaining items, after the decision which optional ones are recognised.
  var kept: [Int]
  var tempo: Double

  /// The mean emission score of its sounds, by the finest scores.
  var fit: Double { path.fit(chain, scores) }

  /// Returns the place of each item by this path, or by another through the same chain.
  func items(by other: StatePath? = nil, _ model: AcousticModel) -> [AlignedItem] {
    var result: [AlignedItem] = []
    var expected = 0.0
    for (state, frames) in zip(chain.states, (other ?? path).frames) where state.isSound {
      guard let item = state.item, let word = state.word else { continue }
      if result.last?.item != kept[item] {
        expected = 0
        result.append(AlignedItem(item: kept[item], frames: frames))
      }
      let last = result.count - 1
      result[last].hear(frames, inWord: word)
      expected += model.medians[state.duration]
      result[last].frames = result[last].frames.lowerBound..<frames.upperBound
      result[last].rate =
        Double(result[last].frames.count) / Double(SpeechFeatures.framesPerSecond) / expected
    }
    return result
  }

  /// Returns the recognised items, with the other sounds in between, by the finest scores.
  ///
  /// `elsewhere` are frames in which an earlier search has recognised something else. `others` are scores
  /// that include these frames, so that the sounds in them can be named.
  func alignment(
    _ model: AcousticModel, elsewhere: [Range<Int>] = [], by others: EmissionScores? = nil
  ) -> Alignment {
    let all = others ?? scores
    var result = Alignment(
      heard: items(model), tempo: tempo, edges: edges,
      recognition: PhraseRecognition(model: model, tempo: tempo))
    var gapAtStart = false
    var gaps: Set<Int> = []
    for (state, frames) in zip(chain.states, path.frames) where state.kind == .filler && !frames.isEmpty {
      result.others.append(frames)
      guard state.word == nil else { continue }
      if let item = state.item { gaps.insert(kept[item]) } else { gapAtStart = true }
    }
    // The search takes what lies in a gap in one piece.
    let end = result.heard.first?.frames.lowerBound ?? scores.count
    if gapAtStart || elsewhere.contains(where: { $0.lowerBound < end }) {
      result.othersBefore = Filler.sounds(in: 0..<end, all)
    }
    for place in result.heard.indices {
      let start = result.heard[place].frames.upperBound
      let end = place + 1 < result.heard.count ? result.heard[place + 1].frames.lowerBound : scores.count
      // What is long is listened into even where the search took it for silence.
      let isLong = place + 1 < result.heard.count && end - start > Durations.longestPause
      let gap = start..<max(start, end)
      guard
        isLong || gaps.contains(result.heard[place].item) || elsewhere.contains(where: { $0.overlaps(gap) })
      else { continue }
      result.heard[place].others = Filler.sounds(in: gap, all)
    }
    result.others += elsewhere
    for sounds in [result.othersBefore] + result.heard.map(\.others) {
      for frames in sounds { result.recognition.keep(frames, of: all) }
    }
    return result
  }
}
