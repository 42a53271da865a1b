import Testing
import TilawaTestSupport

@testable import TilawaRecognition

/// Dropping backpointers that no hypothesis needs has no other effect.
@Suite struct BackpointersTests {
  /// Some hypotheses that go on from one another at random.
  private struct Search {
    var numbers = SplitMix64(state: 3)
    var backpointers = Backpointers()
    var live = [Int32](repeating: Backpointer.none, count: 40)

    mutating func step(_ step: Int) {
      live = live.map { _ in
        let previous = live[Int(numbers.next() % UInt64(live.count))]
        return backpointers.add(
          .word, word: Int(numbers.next() % 100), from: step % 7, step: step, previous: previous)
      }
    }

    mutating func renumber(_ places: [Int32]) {
      live = live.map { $0 == Backpointer.none ? $0 : places[Int($0)] }
    }

    var paths: [[[Int32]]] {
      live.map { last in backpointers.trace(to: last).map { [$0.word, $0.from, $0.step] } }
    }
  }

  @Test func tidyingChangesNothingButNumbers() {
    var (plain, tidied) = (Search(), Search())
    var (tidyings, compactings) = (0, 0)
    for step in 0..<30_000 {
      plain.step(step)
      tidied.step(step)
      // It doesn't matter when they are tidied to when half of the hypotheses are given up.
      #expect(plain.backpointers.isFull == tidied.backpointers.isFull)
      if plain.backpointers.isFull {
        for index in 20..<40 {
          plain.live[index] = plain.live[index - 20]
          tidied.live[index] = tidied.live[index - 20]
        }
        plain.renumber(plain.backpointers.compact(keeping: plain.live))
        tidied.renumber(tidied.backpointers.compact(keeping: tidied.live))
        compactings += 1
      } else if tidied.backpointers.isUntidy {
        tidied.renumber(tidied.backpointers.tidy(keeping: tidied.live))
        tidyings += 1
      }
    }
    #expect(compactings == 1 && tidyings > 10)
    #expect(plain.paths == tidied.paths)
  }
}
