/// The sum of `count` products of two runs of samples, which begin at those samples; `count` is a multiple of eight.
@inline(__always)
func scalarProduct(
  _ a: UnsafeRawBufferPointer, from aStart: Int, _ b: UnsafeRawBufferPointer, from bStart: Int, _ count: Int
) -> Float {
  let size = MemoryLayout<Float>.stride
  var lanes = SIMD8<Float>()
  var index = 0
  while index < count {
    lanes +=
      a.loadUnaligned(fromByteOffset: (aStart + index) * size, as: SIMD8<Float>.self)
      * b.loadUnaligned(fromByteOffset: (bStart + index) * size, as: SIMD8<Float>.self)
    index += 8
  }
  return lanes.sum()
}
