/// Returns the number of samples by which a stretch of a recording lies later in another one. It is the lag
/// with the greatest cross-correlation within `reach` samples.
public func likeliestLag(of range: Range<Int>, in one: [Float], to other: [Float], within reach: Int) -> Int {
  var best = (lag: 0, sum: -Float.infinity)
  for lag in -reach...reach {
    var sum: Float = 0
    for index in range where other.indices.contains(index + lag) { sum += one[index] * other[index + lag] }
    if sum > best.sum { best = (lag, sum) }
  }
  return best.lag
}
