import TilawaBase

/// Where short stretches of one file are in another, by their waveforms.
struct WaveformComparison {
  private let first, second: String
  /// Both are brought to this many samples a second.
  private static let rate = 8000
  /// Samples that are compared, and how far they are moved either way: half a second, 25 ms.
  private static let count = 4000
  private static let reach = 200

  init(_ first: String, _ second: String) {
    self.first = first
    self.second = second
  }

  /// The places whose waveforms are alike, with the offsets at which they are most.
  func refined(_ places: [OffsetPlace]) throws(AudioError) -> [OffsetPlace] {
    let margin = Double(Self.reach) / Double(Self.rate) * 1000
    let length = Double(Self.count) / Double(Self.rate) * 1000
    let here = try StretchSamples(first, places.map { $0.at }, length: length, rate: Self.rate)
    let there = try StretchSamples(
      second, places.map { $0.at + $0.offset - margin }, length: length + 2 * margin, rate: Self.rate)
    var refined: [OffsetPlace] = []
    for (index, place) in places.enumerated() {
      guard let a = here.samples[index], let b = there.samples[index],
        let best = Self.best(a, b), best.likeness >= 0.5
      else { continue }
      var place = place
      place.offset += (best.shift - Double(Self.reach)) / Double(Self.rate) * 1000
      refined.append(place)
    }
    return refined
  }

  /// Where `samples` fit best into others; an inverted waveform fits as well.
  private static func best(_ samples: [Float], _ others: [Float]) -> (shift: Double, likeness: Double)? {
    guard samples.count >= count, others.count >= count + 2 * reach else { return nil }
    var scores: [Double] = []
    scores.reserveCapacity(2 * reach + 1)
    samples.withUnsafeBytes { a in
      others.withUnsafeBytes { b in
        let power = scalarProduct(a, from: 0, a, from: 0, count)
        for shift in 0...(2 * reach) {
          let other = scalarProduct(b, from: shift, b, from: shift, count)
          let both = Double(scalarProduct(a, from: 0, b, from: shift, count))
          let scale = (Double(power) * Double(other)).squareRoot()
          scores.append(scale > 0 ? abs(both) / scale : 0)
        }
      }
    }
    guard let peak = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
    var shift = Double(peak)
    if peak > 0, peak + 1 < scores.count {
      let (l, m, r) = (scores[peak - 1], scores[peak], scores[peak + 1])
      let bend = l - 2 * m + r
      if bend < 0 { shift += (l - r) / bend / 2 }
    }
    return (shift, scores[peak])
  }
}

/// Short stretches of a file, in one channel and at one rate.
private struct StretchSamples {
  /// Nil for those that don't lie in the file.
  private(set) var samples: [[Float]?]

  /// Stretches that begin at `starts` and are `length` long, all in milliseconds.
  init(_ path: String, _ starts: [Double], length: Double, rate: Int) throws(AudioError) {
    samples = [[Float]?](repeating: nil, count: starts.count)
    var reader = try AudioReader(fileAt: path)
    let voice = try VoiceChannels(ofFileAt: path)
    let resampler = Resampler(from: reader.sampleRate, to: rate)
    let perMillisecond = Double(reader.sampleRate) / 1000
    let wanted = Int(length / 1000 * Double(rate))
    let count = Int(length * perMillisecond) + 2 * resampler.margin + 2 * resampler.period
    var position: Int64 = 0
    for index in starts.indices.sorted(by: { starts[$0] < starts[$1] }) where starts[index] >= 0 {
      let exact = starts[index] * perMillisecond
      let start = max(0, Int64(exact) - Int64(resampler.margin))
      if reader.seeksExactly {
        try reader.seek(toFrame: start)
      } else {
        // A stretch that begins before this one ended is read from there on only.
        while position < start {
          let got = try reader.read(frames: Int(min(start - position, 65_536))).count / reader.channels
          if got == 0 { return }
          position += Int64(got)
        }
        guard position == start else { continue }
      }
      let raw = try reader.readVoice(frames: count, of: voice)
      position = start + Int64(raw.count)
      let skipped = Int(((exact - Double(start)) * Double(rate) / Double(reader.sampleRate)).rounded())
      let converted = resampler.convert(raw).dropFirst(skipped).prefix(wanted)
      if converted.count == wanted { samples[index] = Array(converted) }
    }
  }
}
