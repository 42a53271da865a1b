#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The discrete Fourier transform of complex numbers in place: radix 2, decimation in time (Cooley and Tukey 1965).
struct LargeTransform {
  /// The number of values; a power of two.
  let size: Int
  private let cosines, sines: [Float]

  init(size: Int) {
    self.size = size
    let angles = (0..<(size / 2)).map { -2 * Double.pi * Double($0) / Double(size) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
  }

  /// Returns the smallest size for `count` numbers.
  static func size(for count: Int) -> Int {
    var size = 2
    while size < count { size *= 2 }
    return size
  }

  func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in transform(real, imaginary, cosines, sines) }
        }
      }
    }
  }

  private func transform(
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>,
    _ cosines: UnsafeBufferPointer<Float>, _ sines: UnsafeBufferPointer<Float>
  ) {
    var mirrored = 0
    for index in 0..<size {
      if index < mirrored {
        real.swapAt(index, mirrored)
        imaginary.swapAt(index, mirrored)
      }
      var bit = size / 2
      while bit > 0, mirrored & bit != 0 {
        mirrored ^= bit
        bit /= 2
      }
      mirrored |= bit
    }
    var length = 1
    while length < size {
      let step = size / (2 * length)
      var start = 0
      while start < size {
        for offset in 0..<length {
          let (c, s) = (cosines[offset * step], sines[offset * step])
          let (low, high) = (start + offset, start + offset + length)
          let x = real[high] * c - imaginary[high] * s
          let y = real[high] * s + imaginary[high] * c
          real[high] = real[low] - x
          imaginary[high] = imaginary[low] - y
          real[low] += x
          imaginary[low] += y
        }
        start += 2 * length
      }
      length *= 2
    }
  }
}

/// The likeness of one row of numbers to another at each distance.
///
/// Both are transformed at once, one as the real and one as the imaginary part.
struct CrossCorrelation {
  private let sums: [Float]
  private let counts: (first: Int, second: Int)
  /// Sums of squares up to each place.
  private let powers: (first: [Double], second: [Double])

  init(_ first: [Float], _ second: [Float]) {
    counts = (first.count, second.count)
    powers = (Self.running(first), Self.running(second))
    let transform = LargeTransform(size: LargeTransform.size(for: first.count + second.count))
    let size = transform.size
    var real = first + [Float](repeating: 0, count: size - first.count)
    var imaginary = second + [Float](repeating: 0, count: size - second.count)
    transform.transform(&real, &imaginary)
    // The second's spectrum times the first's, mirrored. Of this the forward transform gives what the inverse does, with
    // the distances mirrored too.
    for k in 0...(size / 2) {
      let m = (size - k) % size
      let a = (re: (real[k] + real[m]) / 2, im: (imaginary[k] - imaginary[m]) / 2)
      let b = (re: (imaginary[k] + imaginary[m]) / 2, im: (real[m] - real[k]) / 2)
      let product = (re: a.re * b.re + a.im * b.im, im: a.re * b.im - a.im * b.re)
      (real[k], imaginary[k]) = product
      (real[m], imaginary[m]) = (product.re, -product.im)
    }
    transform.transform(&real, &imaginary)
    sums = real
  }

  private static func running(_ values: [Float]) -> [Double] {
    var sum = 0.0
    return [0]
      + values.map { value in
        sum += Double(value) * Double(value)
        return sum
      }
  }

  /// The distances at which at least `least` values lie over each other: how much later the second is.
  func distances(overlapping least: Int) -> ClosedRange<Int>? {
    let (low, high) = (least - counts.first, counts.second - least)
    return low <= high ? low...high : nil
  }

  /// Returns the places of the first row that overlap the second at a distance.
  func overlap(at distance: Int) -> Range<Int> {
    let low = max(0, -distance)
    return low..<max(low, min(counts.first, counts.second - distance))
  }

  /// From -1 to 1 (all alike); 0 where either is silent.
  func coefficient(at distance: Int) -> Double {
    let range = overlap(at: distance)
    let power =
      (powers.first[range.upperBound] - powers.first[range.lowerBound])
      * (powers.second[range.upperBound + distance] - powers.second[range.lowerBound + distance])
    guard power > 0, !range.isEmpty else { return 0 }
    let size = sums.count
    let sum = Double(sums[(size - distance) % size]) / Double(size)
    return sum / power.squareRoot()
  }
}
