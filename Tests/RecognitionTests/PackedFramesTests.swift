import Testing
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Frames that are packed some at a time are the same as those that are packed at once.
@Suite struct PackedFramesTests {
  private static let count = 30_000

  private let features: SpeechFeatures = {
    var numbers = SplitMix64(state: 5)
    let values = (0..<count * SpeechFeatures.dimensions).map { _ in Float.random(in: -2...2, using: &numbers)
    }
    return SpeechFeatures(
      values: values, isLoud: [Bool](repeating: true, count: count), power: [],
      duration: SpeechFeatures.time(ofFrame: count))
  }()

  /// Stretches of all lengths, some of them empty.
  private var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var frame = 3
    while frame < Self.count - 400 {
      let length = ranges.count % 11 == 4 ? 0 : ranges.count * 7 % 380
      ranges.append(frame..<frame + length)
      frame += length + ranges.count % 5
    }
    return ranges
  }

  private var atOnce: PackedFrames {
    var frames = PackedFrames()
    for range in ranges { frames.add(range, of: features) }
    return frames
  }

  @Test func piecesAreThoseOfTheWhole() {
    let (whole, picked) = (atOnce, PickedFrames(ranges, of: features))
    #expect(picked.count == whole.count && whole.count > 20_000)
    for first in [0, 8, 2048, 6000, whole.count / 8 * 8 - 64] {
      let part = picked.packed(first..<first + 64)
      let start = first / 8 * SpeechFeatures.dimensions
      #expect(part.count == 64)
      #expect(part.blocks == Array(whole.blocks[start..<start + part.blocks.count]))
    }
  }

  @Test func statisticsAreTheSame() {
    for mixture in AcousticModel.shipped.mixtures {
      let whole = MixtureStatistics(mixture, atOnce)
      let picked = MixtureStatistics(mixture, PickedFrames(ranges, of: features))
      #expect(whole.sizes == picked.sizes && whole.sums == picked.sums && whole.squares == picked.squares)
    }
    let few = MixtureStatistics(
      AcousticModel.shipped.mixtures[1], PickedFrames([5..<5, 7..<20], of: features))
    #expect(abs(few.sizes.reduce(0, +) - 13) < 0.01)
  }
}
