package import TilawaBase

/// The differences between two annotators at the places that both have.
package struct BoundaryDifferences: Sendable {
  /// The second's time less the first's, ascending by their lengths.
  package let differences: [Milliseconds]

  /// In any order.
  package init(_ differences: [Milliseconds]) {
    self.differences = differences.sorted { (abs($0.count), $0.count) < (abs($1.count), $1.count) }
  }

  /// The number of places.
  package var count: Int { differences.count }

  /// Returns the length that `fraction` of all don't exceed, in seconds; nil if there are none.
  ///
  /// Values between two of them are interpolated: definition 7 of Hyndman and Fan, "Sample Quantiles in
  /// Statistical Packages", The American Statistician 50 (1996), which spreadsheets use too.
  package func percentile(_ fraction: Double) -> Double? {
    guard let last = differences.indices.last else { return nil }
    let place = min(max(fraction, 0), 1) * Double(last)
    let index = Int(place)
    let low = Double(abs(differences[index].count))
    let high = Double(abs(differences[min(index + 1, last)].count))
    return (low + (high - low) * (place - Double(index))) / 1000
  }

  /// The mean of their lengths, in seconds.
  package var meanLength: Double? {
    mean { abs($0.count) }
  }

  /// The mean of the differences, in seconds, positive if the second is later. Nil if there are none.
  package var bias: Double? {
    mean(\.count)
  }

  /// Returns the share of them that don't exceed `limit`.
  package func share(within limit: Milliseconds) -> Double? {
    differences.isEmpty
      ? nil : Double(differences.count { abs($0.count) <= limit.count }) / Double(differences.count)
  }

  /// Those of both.
  package static func + (a: Self, b: Self) -> Self { Self(a.differences + b.differences) }

  private func mean(_ value: (Milliseconds) -> Int64) -> Double? {
    guard !differences.isEmpty else { return nil }
    return differences.reduce(0) { $0 + Double(value($1)) } / Double(differences.count) / 1000
  }
}
