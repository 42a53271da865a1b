import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Scores are made in pieces, in batches and in coarse steps; the boundaries of none of them may be heard.
@Suite struct FrameScoresTests {
  private static let count = 9001
  private static let silent = [4000..<4200, 8990..<9500]

  private var features: SpeechFeatures {
    var numbers = SplitMix64(state: 1)
    let values = (0..<Self.count * SpeechFeatures.dimensions).map { _ in
      Float.random(in: -2...2, using: &numbers)
    }
    return SpeechFeatures(
      values: values, isLoud: [Bool](repeating: true, count: Self.count),
      power: [Float](repeating: 1, count: 2 * Self.count),
      duration: SpeechFeatures.time(ofFrame: Self.count))
  }

  @Test func stretchesOfAnySizeScoreTheSame() {
    let frames = FrameScores(.shipped, features, silent: Self.silent, fillerCost: 0.7)
    let whole = frames.scores(of: 0..<Self.count)
    for stretch in [0..<1, 3..<10, 4090..<4103, 8191..<8193, 8900..<9001, 100..<9000] {
      let part = frames.scores(of: stretch)
      let same = (0..<frames.rows).flatMap { row in
        whole[row * Self.count + stretch.lowerBound..<row * Self.count + stretch.upperBound]
      }
      #expect(part == same, "\(stretch)")
    }
  }

  @Test func theBestClassOfAFrameIsTheMeasure() {
    let scores = FrameScores(.shipped, features, silent: [], fillerCost: 0).scores(of: 0..<Self.count)
    let isRight = (0..<Self.count).allSatisfy { frame in
      let own = (0..<EmissionScores.filler).map { scores[$0 * Self.count + frame] }
      return own.max() == 0 && own.allSatisfy { $0 >= -3 }
    }
    #expect(isRight, "the best class of each frame scores 0, and none less than -3")
  }

  @Test(arguments: [2, 3]) func coarseScoresAreTheFineOnesSummed(stride: Int) {
    let features = features
    let fine = EmissionScores(.shipped, features, silent: Self.silent)
    let coarse = EmissionScores(.shipped, features, silent: Self.silent, stride: stride)
    let coarser = fine.coarser(by: stride)
    #expect(coarse.summed(0...coarse.count).sums == coarser.summed(0...coarser.count).sums)
    #expect(coarse.count == Self.count / stride && coarse.stride == stride)
    #expect(coarse.sum(1, 10..<20) == fine.sum(1, 10 * stride..<20 * stride))
    // Sums of a stretch are those of the whole, wherever it begins.
    let (whole, part) = (fine.summed(0...fine.count), fine.summed(37...90))
    for frame in 40...90 { #expect(part.sum(3, 40..<frame) == whole.sum(3, 40..<frame)) }
    #expect(fine.slice(37..<90).sum(3, 3..<53) == fine.sum(3, 40..<90))
  }
}
