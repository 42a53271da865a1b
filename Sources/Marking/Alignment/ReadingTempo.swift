import Audio

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How slow a reading is against the model's usual one: as a whole, and item by item.
///
/// Recordings hold more than one reciter, and a reciter may begin slowly and hurry later. What is known of one short ayah is
/// little, so each item's tempo is drawn to its neighbours', and all to the whole.
struct ReadingTempo: Hashable, Sendable {
  /// The mean over all sounds.
  private(set) var whole: Double
  /// By item of the chain.
  private(set) var items: [Double]

  /// Sounds further away than this hardly count.
  private static let nearness = 60.0
  /// The whole counts as much as so many sounds.
  private static let weight = 40.0

  /// The same tempo throughout.
  init(_ tempo: Double, items count: Int) {
    whole = tempo
    items = Array(repeating: tempo, count: count)
  }

  /// Of each item the sum of the logarithms of actual to expected lengths, and how many there are.
  init(logarithms: [Double], counts: [Double]) {
    let sum = logarithms.reduce(0, +)
    let mean = sum / max(1, counts.reduce(0, +))
    whole = exp(mean)
    // Forward and backward, what has been seen of others fades with the sounds of each item.
    var sums = logarithms
    var weights = counts
    func pass(_ order: some Sequence<Int>) {
      var (sum, weight) = (0.0, 0.0)
      for index in order {
        sums[index] += sum
        weights[index] += weight
        let fading = exp(-counts[index] / Self.nearness)
        sum = (sum + logarithms[index]) * fading
        weight = (weight + counts[index]) * fading
      }
    }
    pass(logarithms.indices)
    pass(logarithms.indices.reversed())
    items = zip(sums, weights).map { exp(($0 + Self.weight * mean) / ($1 + Self.weight)) }
  }

  /// Of some of the items.
  func keeping(_ kept: some Sequence<Int>) -> ReadingTempo {
    var result = self
    result.items = kept.map { items[$0] }
    return result
  }

  /// So many times slower.
  func times(_ factor: Double) -> ReadingTempo {
    var result = self
    result.whole *= factor
    result.items = items.map { $0 * factor }
    return result
  }
}

extension SoundModel {
  /// How slow the reading is: the mean ratio of actual to expected lengths of sounds.
  func tempo(of path: SegmentSearch.Path, _ chain: SoundChain) -> ReadingTempo {
    var sums = [Double](repeating: 0, count: chain.items.count)
    var counts = sums
    for (link, range) in zip(chain.links, path.frames) where !range.isEmpty {
      guard link.kind == .sound || link.kind == .droppedVowel else { continue }
      sums[link.item] += log(
        Double(range.count) / Double(SpeechFeatures.framesPerSecond) / medians[link.length])
      counts[link.item] += 1
    }
    return ReadingTempo(logarithms: sums, counts: counts)
  }
}
