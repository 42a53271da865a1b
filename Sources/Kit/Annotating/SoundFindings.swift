package import TilawaBase
import TilawaFormat
import TilawaQuran

/// Findings about whole recordings that rows one by one don't show.
package struct SoundFindings: Sendable {
  /// Rows in sequence that are all off by the same number of ayat.
  package struct Shift: Hashable, Sendable {
    /// The bundle as the user would write it.
    package let bundle: String
    /// What the first of the rows names, and where it begins.
    package let (label, start): (String, Milliseconds)
    /// The number of rows.
    package let rows: Int
    /// The number of ayat from what is heard to what the rows name; positive if they name later ayat.
    package let ayat: Int
  }

  /// Two bundles with the same recording, perhaps in different encodings.
  package struct Twins: Hashable, Sendable {
    /// The bundles as the user would write them.
    package let (bundle, other): (String, String)
    /// The number of ayat that begin at the same times.
    package let ayat: Int
  }

  /// The recordings with the same sound.
  package private(set) var twins: [Twins] = []
  private var starts: [Ayah: [(bundle: String, starts: [Ayah: Milliseconds])]] = [:]

  package init() {}

  /// The least number of ayat by which recordings are compared.
  private static let leastAyat = 4
  /// The farthest that a boundary moves by another encoding: three frames of recognition.
  private static let tolerance: Int64 = 60

  /// Compares a recording with those that were added before. Two recitations of one passage are never the
  /// same to a few hundredths of a second in four ayat.
  package mutating func add(_ heard: HeardRows, of bundle: String) {
    let own = heard.sureStarts
    guard own.count >= Self.leastAyat else { return }
    let near = own.keys.sorted().compactMap { starts[$0] }.flatMap { $0 }
    var seen: Set<String> = []
    for other in near where seen.insert(other.bundle).inserted {
      let offsets = own.compactMap { ayah, start in other.starts[ayah].map { ($0 - start).count } }.sorted()
      guard offsets.count >= Self.leastAyat, 2 * offsets.count > own.count,
        let low = offsets.first, let high = offsets.last, high - low <= Self.tolerance
      else { continue }
      twins.append(Twins(bundle: bundle, other: other.bundle, ayat: offsets.count))
    }
    // By few ayat, as most others of a recording are then found by one that both have.
    for ayah in own.keys.sorted().prefix(Self.leastAyat) { starts[ayah, default: []].append((bundle, own)) }
  }

  /// Returns the runs of at least three rows in `list` that are off by the same number of ayat, at most
  /// three.
  package static func shifts(in list: ReviewList) -> [Shift] {
    var shifts: [Shift] = []
    let byBundle = Dictionary(grouping: list.entries.filter { $0.item.ayah != nil }, by: \.bundle.path)
    for entries in byBundle.sorted(by: { $0.key < $1.key }).map(\.value) {
      var run: (first: ReviewList.Entry, rows: Int, ayat: Int)?
      func finish() {
        guard let run, run.rows > 2 else { return }
        shifts.append(
          Shift(
            bundle: run.first.bundle.shownPath, label: run.first.item.label, start: run.first.item.start,
            rows: run.rows, ayat: run.ayat))
      }
      for entry in entries.sorted(by: { $0.item.start < $1.item.start }) {
        let ayat = distance(of: entry)
        if let ayat, run?.ayat == ayat {
          run?.rows += 1
        } else {
          finish()
          run = ayat.map { (entry, 1, $0) }
        }
      }
      finish()
    }
    return shifts
  }

  /// The number of ayat from the only one that is heard to the one that the row names.
  private static func distance(of entry: ReviewList.Entry) -> Int? {
    guard let named = entry.item.ayah, named.first == named.last,
      let counting = entry.bundle.counting
    else { return nil }
    for case .heard(let heard) in entry.item.reasons {
      guard heard.count == 1, let ayah = heard.first?.first, ayah == heard.first?.last else { continue }
      if ayah == Ayah(named.first.surah, 0), named.first.number == 1 { return 1 }
      var (later, earlier): (Ayah?, Ayah?) = (ayah, ayah)
      for steps in 1...3 {
        later = later.flatMap(counting.next(after:))
        earlier = earlier.flatMap(counting.previous(before:))
        if later == named.first { return steps }
        if earlier == named.first { return -steps }
      }
    }
    return nil
  }
}
