import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A row far shorter or longer than its ayat take: the wrong ayah, or a wrong boundary.
  ///
  /// Thresholds from 36 reciters of the whole Quran; see "How long an ayah takes" in `spec/core/segments.md`.
  static let implausibleLength = Rule("S213", "implausible-length", .warning) { bundle, report in
    guard let counting = bundle.counting else { return }
    let rows = bundle.segments.placed.compactMap {
      row -> (row: Placed<Segment>, seconds: Double, units: Double)? in
      guard row.hasLength, let ayah = row.ayah, row.cut == nil,
        let units = AyahUnits.of(ayah, in: counting), units > 0
      else { return nil }
      return (row, (row.end - row.start).seconds, Double(units))
    }
    guard !rows.isEmpty else { return }
    let rates = ratesExpected(from: rows.map { ($0.seconds - onset) / $0.units })
    for (row, seconds, units) in rows {
      let shortest = shortestShare * (onset + rates.lowerBound * units)
      let longest = longestShare * (onset + rates.upperBound * units)
      guard longest > 0, seconds < shortest - slack || seconds > longest + slack else { continue }
      let bound = seconds < shortest ? shortest : longest
      report.add(
        "\(row.label) lasts \(row.end - row.start) s; "
          + "\(seconds < shortest ? "at least" : "at most") \(Milliseconds(seconds: bound) ?? .zero) s is plausible"
          + (rates.lowerBound == rates.upperBound ? " at the pace of the other rows" : ""),
        at: bundle.segments.place(row))
    }
  }
}

/// Seconds that every ayah takes beside its units.
private let onset = 0.45
private let shortestShare = 0.4
private let longestShare = 3.0

// What is equal in decimals isn't always so in binary.
private let slack = 1e-9

/// The median of at least five rates, else all rates that occur.
private func ratesExpected(from rates: [Double]) -> ClosedRange<Double> {
  guard rates.count >= 5 else { return 0.09...0.35 }
  let sorted = rates.sorted()
  let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  return median...median
}
