import Foundation
import Testing
import TilawaQuran
import TilawaTestSupport

@testable import TilawaCommandLine

/// The ayah that the meter of `tilawa record --follow` shows.
@Suite struct HeardAyahTests {
  /// Checks the text repeatedly until it is `expected`, for as long as a busy machine may take.
  private func says(_ expected: String, _ heard: HeardAyah) async throws -> Bool {
    for _ in 0..<900 where heard.text != expected { try await Task.sleep(for: .milliseconds(100)) }
    return heard.text == expected
  }

  @Test func saysWhatIsRecitedWithAPassageAndWithout() async throws {
    let passage = AyahRange(Ayah(67, 1), Ayah(67, 4))
    let samples = SpokenRecitation(passage, seed: 2).samples()
    let stereo = samples.flatMap { [$0, $0] }
    for passages in [[passage], []] {
      let heard = try #require(HeardAyah(passages, sampleRate: SpokenRecitation.sampleRate, channels: 2))
      #expect(heard.text == "")
      for first in stride(from: 0, to: stereo.count, by: 32_000) {
        heard.hear(Array(stereo[first..<min(first + 32_000, stereo.count)]))
      }
      #expect(try await says("  67:4", heard))
      heard.end()
    }
  }
}
