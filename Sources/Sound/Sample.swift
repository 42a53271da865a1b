import TilawaBase

/// The form in which a sample is read: a float of -1 to 1, or the whole number of 16 bits that the file
/// contains.
protocol Sample {
  /// The value of a square wave of full height; a power of two.
  static var fullScale: Float { get }
  /// Eight samples from `address` on, in the same unit.
  static func eight(at address: UnsafeRawPointer) -> SIMD8<Float>
  /// In the same unit.
  var float: Float { get }
  /// Fills `buffer`, as `AudioReader.read(into:)`.
  static func read(
    from reader: inout AudioReader, into buffer: UnsafeMutableBufferPointer<Self>
  ) throws(AudioError) -> Int
}

extension Float: Sample {
  static let fullScale: Float = 1

  static func eight(at address: UnsafeRawPointer) -> SIMD8<Float> {
    address.loadUnaligned(as: SIMD8<Float>.self)
  }

  var float: Float { self }

  static func read(
    from reader: inout AudioReader, into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioError) -> Int {
    try reader.read(into: buffer)
  }
}

extension Int16: Sample {
  static let fullScale: Float = 32_768

  static func eight(at address: UnsafeRawPointer) -> SIMD8<Float> {
    SIMD8<Float>(address.loadUnaligned(as: SIMD8<Int16>.self))
  }

  var float: Float { Float(self) }

  static func read(
    from reader: inout AudioReader, into buffer: UnsafeMutableBufferPointer<Int16>
  ) throws(AudioError) -> Int {
    try reader.read(into: buffer)
  }
}
