#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Power spectra of eight real windows at once, one in each lane.
///
/// A window of 2n samples is taken for n complex ones, transformed by decimation in time, and taken apart.
struct FourierTransform: Sendable {
  typealias Lanes = SIMD8<Float>

  /// Samples in a window; a power of two.
  let size: Int
  private let reversed: [Int]
  /// cos and -sin of 2 pi k / size.
  private let cosines, sines: [Float]

  init(size: Int) {
    self.size = size
    let half = size / 2
    let bits = half.trailingZeroBitCount
    reversed = (0..<half).map { index in
      (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
    }
    let angles = (0..<half).map { -2 * Double.pi * Double($0) / Double(size) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
  }

  /// The working memory of one transform.
  final class Workspace {
    fileprivate let real, imaginary: UnsafeMutablePointer<Lanes>

    init(_ transform: FourierTransform) {
      real = .allocate(capacity: transform.size / 2)
      imaginary = .allocate(capacity: transform.size / 2)
      real.initialize(repeating: Lanes(), count: transform.size / 2)
      imaginary.initialize(repeating: Lanes(), count: transform.size / 2)
    }

    deinit {
      real.deallocate()
      imaginary.deallocate()
    }
  }

  /// Transforms the values of `sample` for each place in the window, and returns the squared magnitudes of
  /// some frequencies.
  ///
  /// The first frequency must be above 0 and the last below `size / 2`.
  func power(
    _ workspace: Workspace, _ frequencies: ClosedRange<Int>, sample: (Int) -> Lanes,
    _ use: (Int, Lanes) -> Void
  ) {
    let half = size / 2
    let (real, imaginary) = (workspace.real, workspace.imaginary)
    for index in 0..<half {
      let place = reversed[index]
      real[index] = sample(2 * place)
      imaginary[index] = sample(2 * place + 1)
    }
    transform(real, imaginary)
    for frequency in frequencies {
      let mirror = half - frequency
      let evenReal = (real[frequency] + real[mirror]) * 0.5
      let evenImaginary = (imaginary[frequency] - imaginary[mirror]) * 0.5
      let oddReal = (imaginary[frequency] + imaginary[mirror]) * 0.5
      let oddImaginary = (real[mirror] - real[frequency]) * 0.5
      let (c, s) = (cosines[frequency], sines[frequency])
      let x = evenReal + (oddReal * c - oddImaginary * s)
      let y = evenImaginary + (oddReal * s + oddImaginary * c)
      use(frequency, x * x + y * y)
    }
  }

  private func transform(_ real: UnsafeMutablePointer<Lanes>, _ imaginary: UnsafeMutablePointer<Lanes>) {
    let half = size / 2
    var length = 1
    while length < half {
      // The factors of n complex samples are every other one of 2n.
      let step = size / (2 * length)
      for offset in 0..<length {
        let (c, s) = (cosines[offset * step], sines[offset * step])
        var low = offset
        while low < half {
          let high = low + length
          let x = real[high] * c - imaginary[high] * s
          let y = real[high] * s + imaginary[high] * c
          real[high] = real[low] - x
          imaginary[high] = imaginary[low] - y
          real[low] += x
          imaginary[low] += y
          low += 2 * length
        }
      }
      length *= 2
    }
  }
}
