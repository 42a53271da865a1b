import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The files of ayat that a question requires from a published library, and the hearings found in them.
///
/// Files are named by the Kufi count. An ayah of another count may be spread over several of them, and one
/// file may be requested for several ayat. Rows are judged by the same search as those of folders.
struct PublishedShards {
  /// Those whose next part is still to be read, as the Kufi count numbers them.
  private(set) var open: [Ayah] = []
  /// All requested ayat.
  let wanted: WantedAyat
  private let library: PublishedLibrary
  private let session: Session
  /// The ayat to search for in each file.
  private var asked: [Ayah: [Ayah]] = [:]
  /// The recordings that several files contribute to, by ayah, then by the recording's key. They are joined
  /// when all files are here.
  private var pieces: [Ayah: [ExactText: PublishedHearing]] = [:]

  init(_ ayat: [Ayah], in session: Session, of library: PublishedLibrary) {
    self.library = library
    self.session = session
    wanted = WantedAyat(ayat, counting: session.counting)
    for ayah in wanted.ayat {
      guard let mapping = AyahMap.map(ayah, from: session.counting, to: .kufi) else { continue }
      let files = Self.files(mapping.range)
      for file in files { asked[file, default: []].append(ayah) }
      if files.count > 1 { pieces[ayah] = [:] }
    }
    open = asked.keys.sorted()
  }

  private static func files(_ range: AyahRange) -> [Ayah] {
    range.isSingle ? [range.first] : CountingSystem.kufi.ayat(in: range)
  }

  var surahs: Set<Int> { Set(open.map(\.surah)) }

  /// Nothing more of it is there.
  mutating func close(_ file: Ayah) { open.removeAll { $0 == file } }

  /// Takes a part of a file.
  mutating func take(
    _ document: PublishedAyah, isLast: Bool, explaining: Bool, into contest: inout Contest
  ) {
    let ayat = asked[document.ayah] ?? []
    for ayah in ayat {
      guard pieces[ayah] == nil else {
        for recording in document.items { gather(recording, for: ayah) }
        continue
      }
      let one = WantedAyat([ayah], counting: session.counting)
      for recording in document.items { search(recording, for: one, into: &contest) }
    }
    if isLast || !explaining && ayat.allSatisfy({ isDecided($0, after: document, contest) }) {
      close(document.ayah)
    }
  }

  /// Searches what was put together of several files.
  mutating func finish(into contest: inout Contest) {
    for (ayah, recordings) in pieces {
      let one = WantedAyat([ayah], counting: session.counting)
      for recording in recordings.values { search(recording, for: one, into: &contest) }
    }
    pieces = [:]
  }

  /// Returns true if no recording of a later part can be played instead. Recordings are in the order of their
  /// best rows.
  private func isDecided(_ ayah: Ayah, after document: PublishedAyah, _ contest: Contest) -> Bool {
    guard pieces[ayah] == nil, let best = contest.answers[ayah]?.best, best.availability.isUsable,
      best.preference == 0, !best.isFilling, let last = document.items.last?.rank
    else { return false }
    var (row, recording) = (PublishedRow(), PublishedHearing())
    (row.isVerified, row.priority, row.confidence) = (best.isVerified, best.priority, best.confidence)
    (row.index, row.start) = (best.rowIndex, best.span.start)
    recording.recordedAt = best.date
    recording.path = String(best.bundle.after(library.shown("")) ?? "")
    return PublishedRank(row, in: recording).isBefore(last)
  }

  private mutating func gather(_ recording: PublishedHearing, for ayah: Ayah) {
    let key = ExactText(recording.key)
    if pieces[ayah]?[key] == nil {
      pieces[ayah]?[key] = recording
    } else {
      pieces[ayah]?[key]?.rows += recording.rows
    }
  }

  private func search(_ recording: PublishedHearing, for ayah: WantedAyat, into contest: inout Contest) {
    guard let searched = SearchedRecording(recording, of: library) else { return }
    BundleSearch(searched, for: session).run(for: ayah, into: &contest)
  }
}

extension SearchedRecording {
  /// The rows of a recording from a published library, with the parts of a row joined; nil if they contradict
  /// each other.
  init?(_ recording: PublishedHearing, of library: PublishedLibrary) {
    var rows: [Placed<Segment>] = []
    var told: [ToldRow] = []
    // Of one row the parts follow each other, as they do in time.
    for row in recording.rows.sorted(by: { ($0.position, $0.start) < ($1.position, $1.start) }) {
      if let last = rows.indices.last, rows[last].index == row.index {
        rows[last].value.join(row, recording.counting)
        continue
      }
      rows.append(Placed(Segment(row), at: row.index))
      told.append((row, library.file(of: row, recording.audio)))
    }
    guard !rows.isEmpty else { return nil }
    let (reciter, name) = (recording.reciter, recording.reciterName)
    self.init(
      path: library.shown(recording.path), audio: recording.audio.file, counting: recording.counting,
      date: recording.date, riwayah: recording.riwayah, reciter: reciter, rows: rows, told: told,
      reciterName: { $0 == reciter ? name : nil })
  }
}

extension Segment {
  fileprivate init(_ row: PublishedRow) {
    self.init(ayah: row.ayat, start: row.start, end: row.end)
    facts.joins = row.joins
    facts.cut = row.cutOff
    facts.isConfirmed = row.isVerified
    facts.confidence = row.confidence
    facts.reciter = row.reciter
    facts.riwayah = row.riwayah
    priority = row.priority == 0 ? nil : row.priority
  }

  /// Takes the part of the same row that follows; nothing where it is the same part, or none that follows.
  fileprivate mutating func join(_ row: PublishedRow, _ counting: CountingSystem) {
    let end = end
    guard let own = facts.ayah, own.last < row.ayat.last else { return }
    if counting.next(after: own.last) == row.ayat.first, end == row.start {
      facts.joins += [row.start] + row.joins
    } else if own.last >= row.ayat.first {
      // An ayah of this count that two files share stands in both.
      facts.joins += row.joins.filter { $0 >= end }
    } else {
      return
    }
    facts.ayah = AyahRange(own.first, row.ayat.last)
    self.end = row.end
  }
}

extension PublishedLibrary {
  /// Where the audio of a row is had from, and whether it is here.
  fileprivate func file(of row: PublishedRow, _ recording: PublishedAudio) -> SearchedRecording.PublishedFile
  {
    func file(_ audio: FetchableAudio?, _ holds: TimeSpan?) -> SearchedRecording.PublishedFile {
      guard let audio else { return .init(audio: .unknown, availability: .missing, holds: nil) }
      let isThere = audio.path != nil && !audio.addresses.isEmpty
      return .init(
        audio: audio, availability: audio.isHere ? .available : isThere ? .remote : .missing, holds: holds)
    }
    switch recording.state {
    case .copied, .referenced:
      return file(
        audio(
          at: recording.address, url: recording.url, sha256: recording.sha256, bytes: recording.bytes,
          like: recording.file), nil)
    case .cut:
      guard let cut = row.cut else { return file(nil, nil) }
      return file(
        audio(
          at: cut.address, url: nil, sha256: cut.file.sha256, bytes: Int(cut.file.bytes), like: cut.address),
        TimeSpan(cut.start, cut.end))
    case .pointer: return .init(audio: .unknown, availability: .pointer, holds: nil)
    case .missing: return file(nil, nil)
    }
  }
}
