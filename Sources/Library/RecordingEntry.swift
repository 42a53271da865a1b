package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A recording of a library, as shown on one line of a list.
package struct RecordingEntry: Sendable {
  /// The bundle's folder.
  package let path: String
  /// The bundle's folder as it is shown to the user.
  package let shownPath: String
  /// As `recording.yaml` says.
  package let id: String?
  /// As `recording.yaml` says.
  package let title: String?
  /// Of the recording first, then those whom rows name, in the order in which they are heard.
  package let reciters: [String]
  /// The name of the first of them in the library, else in `reciter.yaml`.
  package let reciterName: String?
  /// The name of each of `reciters`, or the id if no name is known.
  package let shownReciters: [String]
  /// The names for narrow columns.
  package let shortReciters: [String]
  /// The place of the first of them in lists of reciters; nil when it is by name.
  package let reciterOrder: Int?
  /// Of the recording first, then those that rows name.
  package let riwayat: [Riwayah]
  /// Of the ayah numbers.
  package let counting: CountingSystem?
  /// When it was recorded, else when it was imported.
  package let date: Timestamp?
  /// When it was recorded.
  package let recordedAt: Timestamp?
  /// When it was imported.
  package let importedAt: Timestamp?
  /// The status of the annotation.
  package let status: Recording.Status?
  /// The ayat that rows contain, as runs in the order of the mushaf, none across the end of a surah, without
  /// ayah 0.
  package let held: [AyahRange]
  /// The number of these ayat.
  package let ayahCount: Int
  /// The number of rows with ayat that a person has checked, and of all rows with ayat.
  package let rows: (verified: Int, all: Int)
  /// The number of markers with ayat, which wait to become rows, and of those that a person has confirmed.
  package let namedMarkers: (all: Int, confirmed: Int)
  /// The length of the recording, as far as its files contain it.
  package let length: Milliseconds
  /// The availability of its audio; nil if none is named.
  package let availability: Availability?
  /// The fault in its files, in one line.
  package let fault: LibraryFault?

  /// Reads the files of the bundle at `path`, all but `words.yaml`.
  ///
  /// Reciters are called as the library's `names` have it.
  package init(readingAt path: String, shownAs shownPath: String, names: ReciterNames = ReciterNames()) {
    let bundle = TilawaBundle(
      readingAt: path, shownAs: shownPath, only: [.recording, .reciter, .segments, .markers])
    let recording = bundle.recording?.content
    let annotation = Annotation(of: bundle)
    let counting = bundle.counting
    self.path = path
    self.shownPath = shownPath
    id = recording?.id?.value
    title = recording?.title?.value
    recordedAt = recording?.recordedAt?.value
    importedAt = recording?.importedAt?.value
    date = recordedAt ?? importedAt
    self.counting = counting
    status = annotation.status
    held = annotation.held.runs
    ayahCount = annotation.held.count
    availability = bundle.audioPresence.map { Availability($0) }
    fault = LibraryFault(of: bundle)
    let main = bundle.reciterID
    var reciters = main.map { [$0] } ?? []
    var riwayat = bundle.riwayah.map { [$0] } ?? []
    var rows = (verified: 0, all: 0)
    var end = Milliseconds.zero
    for row in bundle.segments?.content?.rows ?? [] {
      end = max(end, row.end)
      guard row.ayah != nil else { continue }
      rows.all += 1
      if row.isVerified { rows.verified += 1 }
      if let id = row.reciter, !reciters.contains(id) { reciters.append(id) }
      if let riwayah = row.riwayah, !riwayat.contains(riwayah) { riwayat.append(riwayah) }
    }
    var namedMarkers = (all: 0, confirmed: 0)
    for marker in bundle.markers?.content?.rows ?? [] {
      end = max(end, marker.end ?? marker.at)
      guard marker.ayah != nil else { continue }
      namedMarkers.all += 1
      if marker.isConfirmed { namedMarkers.confirmed += 1 }
    }
    self.reciters = reciters
    self.riwayat = riwayat
    self.rows = rows
    self.namedMarkers = namedMarkers
    let called = reciters.map { names.names(of: $0, in: bundle) }
    reciterName = main == nil ? nil : called.first??.name
    shownReciters = zip(reciters, called).map { $1?.name ?? $0 }
    shortReciters = zip(reciters, called).map { $1?.shortName ?? $0 }
    reciterOrder = called.first??.sortOrder
    length = bundle.audioEnd ?? end
  }
}

/// By what a list is put in order.
package enum RecordingOrder: String, CaseIterable, Sendable {
  case title, reciter, date, duration, status, coverage, path

  /// Returns true if `a` comes before `b`; nil if the order doesn't distinguish them. Unknown values come
  /// last.
  private func precedes(_ a: Key, _ b: Key) -> Bool? {
    func compare<Value: Comparable>(_ a: Value?, _ b: Value?) -> Bool? {
      guard a != b else { return nil }
      guard let a else { return false }
      guard let b else { return true }
      return a < b
    }
    switch self {
    case .title: return compare(a.text, b.text)
    case .reciter: return compare(a.number, b.number) ?? compare(a.text, b.text)
    case .date, .duration, .status, .coverage: return compare(a.number, b.number)
    case .path: return nil
    }
  }

  private struct Key {
    let text: String?
    let number: Int64?
    let place: Int
  }

  private func key(_ entry: RecordingEntry, _ place: Int) -> Key {
    let text: String? =
      switch self {
      case .title: entry.shownTitle.lowercased()
      case .reciter: entry.shownReciters.first?.lowercased()
      default: nil
      }
    let number: Int64? =
      switch self {
      case .reciter: entry.reciterOrder.map(Int64.init)
      case .date: entry.date?.seconds
      case .duration: entry.length.count
      case .status:
        entry.status.flatMap { [.unannotated, .partial, .complete].firstIndex(of: $0) }.map(Int64.init)
      case .coverage: Int64(entry.ayahCount)
      default: nil
      }
    return Key(text: text, number: number, place: place)
  }

  /// Puts entries, given in the order of their paths, in this order; equal ones stay in the order of paths.
  package func sorted(_ entries: [RecordingEntry], reversed: Bool = false) -> [RecordingEntry] {
    if self == .path { return reversed ? entries.reversed() : entries }
    let keys = entries.indices.map { key(entries[$0], $0) }
    return keys.sorted { a, b in
      if let first = precedes(a, b) { return reversed && isKnown(a) == isKnown(b) ? !first : first }
      return a.place < b.place
    }.map { entries[$0.place] }
  }

  private func isKnown(_ key: Key) -> Bool { key.text != nil || key.number != nil }
}

extension RecordingEntry {
  /// True if every row is verified, and nothing is left to annotate.
  package var isFinished: Bool { status == .complete && rows.all > 0 && rows.verified == rows.all }

  /// The title, else the name of the folder without `.tilawa`.
  package var shownTitle: String {
    if let title, !title.isEmpty { return title }
    let name = path.words(by: "/").last ?? ""
    return String(name.before(".tilawa") ?? name)
  }
}
