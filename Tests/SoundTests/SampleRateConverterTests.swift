import Testing

@testable import TilawaSound

@Suite struct SampleRateConverterTests {
  @Test func aClickStaysWhereItIsAtAnyRate() throws {
    let rates = [4000, 8000, 11_025, 22_050, 37_801, 44_100, 48_000, 96_000, 192_000, 384_000]
    for (source, target) in rates.map({ ($0, 16_000) }) + [(16_000, 44_100), (48_000, 44_100), (100, 16_000)]
    {
      let converter = try #require(SampleRateConverter(from: source, to: target, channels: 1))
      var samples = [Float](repeating: 0, count: 2 * source)
      samples[source] = 1
      // In blocks of an odd length, as files come.
      var found: [Float] = []
      for start in stride(from: 0, to: samples.count, by: 4099) {
        found += converter.convert(Array(samples[start..<min(samples.count, start + 4099)]), isLast: false)
      }
      found += converter.convert([], isLast: true)
      #expect(found.count == 2 * target, "\(source) to \(target)")
      let power = found.reduce(0) { $0 + Double($1) * Double($1) }
      let middle =
        found.enumerated().reduce(0) { $0 + Double($1.offset) * Double($1.element * $1.element) } / power
      #expect(abs(middle - Double(target)) < 0.05, "\(source) to \(target): \(middle)")
    }
  }

  @Test func channelsStayApartAndBlocksMakeNoDifference() throws {
    let samples = (0..<20_000).map { Float($0 * 7919 % 1000) / 1000 - 0.5 }
    let one = try #require(SampleRateConverter(from: 44_100, to: 48_000, channels: 1))
    let two = try #require(SampleRateConverter(from: 44_100, to: 48_000, channels: 2))
    let alone = one.convert(samples, isLast: true)
    var both: [Float] = []
    for start in stride(from: 0, to: samples.count, by: 777) {
      let end = min(samples.count, start + 777)
      both += two.convert(samples[start..<end].flatMap { [0, $0] }, isLast: end == samples.count)
    }
    #expect(both.count == 2 * alone.count && alone.count == 21_769)
    for index in alone.indices {
      #expect(both[2 * index] == 0 && abs(both[2 * index + 1] - alone[index]) < 1e-6)
    }
  }

  @Test func nothingAndAlmostNothing() throws {
    for samples in [[], [1]] as [[Float]] {
      let converter = try #require(SampleRateConverter(from: 8000, to: 16_000, channels: 1))
      #expect(converter.convert(samples, isLast: true).count == 2 * samples.count)
      #expect(converter.convert([], isLast: true).isEmpty)
    }
    #expect(SampleRateConverter(from: 0, to: 16_000, channels: 1) == nil)
  }
}
