#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Brings stretches of one channel to another sample rate, as well as the analysis of speech needs it.
///
/// Our own because it is quicker than the libraries, which resample for listening: an hour at 44.1 kHz takes 0.7 s of one
/// core, against 1.0 s (low quality) to 1.1 s (high quality) of libsoxr 0.1.3 and 13 s of the fastest sinc of libsamplerate 0.2.2,
/// whose linear one takes 0.5 s and lets through what the analysis must not hear.
///
/// A windowed sinc, a row of weights for each place between two samples at which one is wanted. What comes out is right below
/// three eighths of the lower of the two rates, to a thousandth. Every stretch is converted for itself, so that several can
/// be at once: its ends are right only when samples before and after it (`margin`) are given along.
struct Resampler: Sendable {
  /// Samples a second of what comes in and what goes out.
  let source, target: Int
  /// So many samples in give a whole number of samples out.
  let period: Int

  /// How many samples a weighted sum takes in, a multiple of eight, and how many rows of weights there are.
  private let taps, phases: Int
  private let weights: [Float]

  /// More places between two samples than these are not told apart.
  private static let mostPhases = 1024

  init(from source: Int, to target: Int) {
    self.source = source
    self.target = target
    var (a, b) = (source, target)
    while b != 0 { (a, b) = (b, a % b) }
    period = source / a
    phases = min(target / a, Self.mostPhases)
    // The band in which the filter falls, around half the lower rate: 60 dB, which a Kaiser window of this length has.
    let fall = source <= target ? 0.1 : 0.25 * Double(target) / Double(source)
    let needed = (60 - 8) / (2.285 * 2 * Double.pi * fall) + 1
    taps = (Int(needed) + 8) / 8 * 8
    weights =
      source == target ? [] : Self.weights(taps, phases, cutoff: min(1, Double(target) / Double(source)))
  }

  /// At least a twentieth of a second, in whole periods, which the filter needs either side.
  var margin: Int { (source / 20 / period + 1) * period }

  /// How many samples come out for a whole number of periods.
  func converted(_ count: Int) -> Int { count / period * (period * target / source) }

  /// The samples at the other rate; beyond both ends there is silence.
  func convert(_ samples: [Float]) -> [Float] {
    if source == target { return samples }
    var padded = [Float](repeating: 0, count: samples.count + taps)
    padded.replaceSubrange(taps / 2 - 1..<taps / 2 - 1 + samples.count, with: samples)
    let wanted = (samples.count * target + source - 1) / source
    let places = target * period / source
    let (whole, rest) = period.quotientAndRemainder(dividingBy: places)
    let phaseOfPlace = Double(phases) / Double(places)
    return [Float](unsafeUninitializedCapacity: wanted) { result, count in
      count = wanted
      padded.withUnsafeBytes { samples in
        weights.withUnsafeBytes { weights in
          var (place, part) = (0, 0)
          for index in 0..<wanted {
            let phase = phases == places ? part : Int(Double(part) * phaseOfPlace)
            result[index] = scalarProduct(samples, from: place, weights, from: phase * taps, taps)
            place += whole
            part += rest
            if part >= places {
              part -= places
              place += 1
            }
          }
        }
      }
    }
  }

  /// A row for each place between the samples in the middle of the window, each with a sum of 1.
  private static func weights(_ taps: Int, _ phases: Int, cutoff: Double) -> [Float] {
    let half = Double(taps / 2)
    return (0..<phases).flatMap { phase in
      let row = (0..<taps).map { tap in
        let at = Double(tap - (taps / 2 - 1)) - Double(phase) / Double(phases)
        let inside = max(0, 1 - (at / half) * (at / half))
        let sinc = at == 0 ? 1 : sin(Double.pi * at * cutoff) / (Double.pi * at * cutoff)
        return sinc * bessel(5.65 * inside.squareRoot())
      }
      let sum = row.reduce(0, +)
      return row.map { Float($0 / sum) }
    }
  }

  /// The modified Bessel function of order 0, which Kaiser's window is made of.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for order in 1...30 {
      term *= (x / 2 / Double(order)) * (x / 2 / Double(order))
      sum += term
    }
    return sum
  }
}
