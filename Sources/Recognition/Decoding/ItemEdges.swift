import TilawaSound

/// The fit of the beginning and the end of an item.
struct ItemEdges: Hashable, Sendable {
  /// The first sounds of an item, or its last.
  struct Edge: Hashable, Sendable {
    /// Means over the sounds: of emission scores by frame, and of duration scores against the best by sound; negated.
    var misfit = 0.0
    var oddity = 0.0
    /// The longest silence near by, in seconds.
    var pause = 0.0
  }

  var first = Edge()
  var last = Edge()

  /// The number of sounds that count as the first, and as the last.
  fileprivate static let sounds = 10
  /// The number of frames within which a silence is near.
  fileprivate static let nearness = 3 * SpeechFeatures.framesPerSecond
}

extension RefinedPath {
  /// The recognised states of an item.
  private struct HeardStates {
    var item: Int
    var sounds: [Int] = []
    var silences: [Range<Int>] = []
  }

  /// The ends of every recognised item, in order.
  var edges: [ItemEdges] {
    var items: [HeardStates] = []
    for (index, state) in chain.states.enumerated() where !path.frames[index].isEmpty {
      guard let item = state.item else { continue }
      if state.isSound {
        if items.last?.item != item { items.append(HeardStates(item: item)) }
        items[items.count - 1].sounds.append(index)
      } else if state.kind == .silence, state.word != nil, items.last?.item == item {
        items[items.count - 1].silences.append(path.frames[index])
      }
    }
    return items.map(edges)
  }

  private func edges(of item: HeardStates) -> ItemEdges {
    var result = ItemEdges(
      first: edge(item.sounds.prefix(ItemEdges.sounds)), last: edge(item.sounds.suffix(ItemEdges.sounds)))
    guard let first = item.sounds.first, let last = item.sounds.last else { return result }
    for silence in item.silences {
      let length = Double(silence.count) / Double(SpeechFeatures.framesPerSecond)
      if silence.lowerBound - path.frames[first].lowerBound <= ItemEdges.nearness {
        result.first.pause = max(result.first.pause, length)
      }
      if path.frames[last].upperBound - silence.upperBound <= ItemEdges.nearness {
        result.last.pause = max(result.last.pause, length)
      }
    }
    return result
  }

  private func edge(_ sounds: ArraySlice<Int>) -> ItemEdges.Edge {
    var edge = ItemEdges.Edge()
    var frames = 0
    for index in sounds {
      let (state, own) = (chain.states[index], path.frames[index])
      edge.misfit -= scores.sum(state.emission, own)
      frames += own.count
      let row = durations.rows[state.duration]
      // Likelihoods of longer classes are lower as such.
      let usual = Double(row.max() ?? 0)
      edge.oddity = edge.oddity + usual - Double(row[min(own.count, row.count) - 1])
    }
    edge.misfit /= Double(max(frames, 1))
    edge.oddity /= Double(max(sounds.count, 1))
    return edge
  }
}
