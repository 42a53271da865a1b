import Testing
import TilawaBase
import TilawaExchange

/// Every reader accepts any input, reports its faults, and neither crashes nor hangs.
///
/// `TILAWA_FUZZ_SECONDS` sets how long it runs; otherwise it takes a second or two.
struct ReadingRobustnessTests {
  @Test func readersSurviveMutilatedFiles() throws {
    var random = SplitMix(state: 6)
    let seconds = Surroundings.environment["TILAWA_FUZZ_SECONDS"].flatMap { Int64($0) }
    let end = Surroundings.secondsSinceEpoch + (seconds ?? 0)
    var rounds = 0
    repeat {
      rounds += 1
      for format in ForeignFormat.all where format.read != nil {
        var seeds: [[UInt8]] = [[]] + (readOnlySeeds[format.name] ?? []).map { Array($0.utf8) }
        for labels in WritingOptions.Labels.allCases {
          var options = WritingOptions()
          options.labels = labels
          options.words = true
          var example = SharedExample.rich
          example.reciter = SharedExample.reciter
          if let text = try? written(example, format, options) { seeds.append(text.bytes) }
        }
        for seed in seeds {
          for round in 0..<8 {
            let bytes = random.mutilated(seed)
            let source = ForeignSource(shownAs: "mutilated", bytes: bytes)
            let report = ExchangeReport()
            _ = try? RecordingCollection(reading: source, as: format, ReadingOptions(), report)
            if round == 0 { _ = try? ForeignFormat.detected(source) }
          }
        }
      }
    } while Surroundings.secondsSinceEpoch < end
    #expect(rounds > 0)
  }
}

/// A small generator that gives the same numbers every time.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }

  /// `bytes` with some of them changed, removed, doubled, moved, or replaced by what readers stumble over.
  mutating func mutilated(_ bytes: [UInt8]) -> [UInt8] {
    let tokens = [
      "\u{0}", "\u{FEFF}", "99999999999999999999", "-1", "\t", "\n", "\r\n", "\"", "<", "&", "[", "{", ":",
      "1e400", "NaN",
      "\\", ",", "1:1", "-->", "0", "\u{202E}", "\u{661}:\u{661}",
    ]
    var result = bytes
    for _ in 0...below(6) {
      let place = below(result.count + 1)
      let length = min(below(40), result.count - place)
      switch below(6) {
      case 0: if place < result.count { result[place] = UInt8(truncatingIfNeeded: next()) }
      case 1: result.removeSubrange(place..<place + length)
      case 2: result.insert(contentsOf: Array(result[place..<place + length]), at: below(result.count + 1))
      case 3: result.insert(contentsOf: Array(tokens[below(tokens.count)].utf8), at: place)
      case 4: result.removeSubrange(place...)
      default: if place < result.count { result[place] ^= 1 << UInt8(below(8)) }
      }
      if result.isEmpty { result = Array(tokens[below(tokens.count)].utf8) }
    }
    return result
  }
}
