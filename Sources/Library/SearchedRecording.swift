package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The data about a recording and its rows that a search needs, wherever they were read.
package struct SearchedRecording {
  /// The bundle's folder, to open files in it; for one that lies elsewhere a name that no other has.
  package let path: String
  /// The path of the folder as shown to the user.
  package let shownPath: String
  /// Its audio.
  package let audio: RecordedAudio
  /// True if missing audio can be fetched from an address.
  package let hasAddress: Bool
  /// The count of the ayah numbers. If it is unknown, nothing is served, and refusals name ayat by the Kufi
  /// count.
  package let counting: CountingSystem
  /// The reason to refuse every row.
  package let refusalOfAll: Refusal?
  /// When it was made, else when it was imported.
  package let date: Timestamp?
  /// In the order of time: all of a bundle's, or those that hold some ayat.
  package let rows: [Placed<Segment>]
  /// Rows that might mean something else than could be read.
  package var faultyRows: [Placed<Segment>] = []
  /// The published data of the rows, in the same order; nil if `rows` are all rows of the bundle.
  package var told: [ToldRow]?
  /// Returns the name of a reciter.
  package let reciterName: (String?) -> String?
  /// Where a row stands.
  package let place: (Placed<Segment>) -> Place

  private let riwayah: Riwayah?
  private let reciter: String?
  /// True if rows without a riwayah or reciter of their own may have another one than it seems.
  private var isRiwayahDoubtful = false
  private var isReciterDoubtful = false

  /// A row of a published library, and the file of its audio.
  package typealias ToldRow = (row: PublishedRow, audio: PublishedFile?)

  /// A file with the audio of a row, or of all rows.
  package struct PublishedFile {
    package let audio: FetchableAudio
    package let availability: Availability
    /// The stretch of the recording that the file contains; nil for all of it.
    package let holds: TimeSpan?

    /// A file as it was published.
    package init(audio: FetchableAudio, availability: Availability, holds: TimeSpan?) {
      (self.audio, self.availability, self.holds) = (audio, availability, holds)
    }
  }

  /// Nil when the bundle has no rows.
  package init?(_ bundle: TilawaBundle) {
    guard let segments = bundle.segments, let content = segments.content else { return nil }
    let recording = bundle.recording?.content
    path = bundle.path
    shownPath = bundle.shownPath
    audio = RecordedAudio(of: bundle)
    hasAddress = recording?.audio?.url != nil
    counting = bundle.counting ?? .kufi
    date = recording?.recordedAt?.value ?? recording?.importedAt?.value
    rows = bundle.segmentsInTime
    faultyRows = content.faultyRows
    riwayah = bundle.riwayah
    reciter = bundle.reciterID
    reciterName = { ReciterNames().names(of: $0, in: bundle)?.name }
    place = { segments.place($0.bytes) }
    refusalOfAll =
      bundle.counting == nil || bundle.recording.map { Self.isDoubtful($0, $0.content?.doubts) } ?? true
      ? .doubtfulBundle
      : audio.file.isEmpty ? .noAudio : AudioPresence.isPath(audio.file) ? nil : .audioOutside
    if let file = bundle.reciter, Self.isDoubtful(file, file.content?.doubts) {
      isRiwayahDoubtful = recording?.riwayah == nil
      isReciterDoubtful = recording?.reciter == nil
    }
  }

  /// A recording of a published library, whose rows don't include those that could never be served.
  package init(
    path: String, audio: String, counting: CountingSystem, date: Timestamp?, riwayah: Riwayah?,
    reciter: String?, rows: [Placed<Segment>], told: [ToldRow], reciterName: @escaping (String?) -> String?
  ) {
    self.path = path
    shownPath = path
    self.audio = RecordedAudio(folder: path, file: audio)
    hasAddress = false
    self.counting = counting
    refusalOfAll = nil
    self.date = date
    self.rows = rows
    self.told = told
    self.reciterName = reciterName
    let lines = Dictionary(zip(rows.map(\.index), told.map(\.row.line))) { first, _ in first }
    let file = "\(path)/\(FileKind.segments.fileName)"
    place = { Place(path: file, line: lines[$0.index] ?? nil) }
    self.riwayah = riwayah
    self.reciter = reciter
  }

  /// Returns true if the riwayah, count or reciter in the file may not be what was meant.
  private static func isDoubtful(_ file: BundleFile<some Sendable>, _ doubts: [String: ByteRange]?) -> Bool {
    guard doubts?.isEmpty ?? false else { return true }
    return file.diagnostics.contains { $0.rule.doubt != .nothing }
  }

  package func riwayah(of row: Segment) -> Riwayah? { row.riwayah ?? riwayah }

  package func reciter(of row: Segment) -> String? { row.reciter ?? reciter }

  /// All that the row at a place of `rows` holds, of which that may be a part.
  package func whole(_ position: Int) -> AyahRange {
    told.map { $0[position].row.whole ?? $0[position].row.ayat } ?? rows[position].ayah
      ?? AyahRange(Ayah(1, 1))
  }

  /// Returns true if no other row lies between the row at an index of `rows` and the one before it.
  package func follows(_ position: Int) -> Bool {
    guard let told, position > 0 else { return true }
    return told[position].row.position == told[position - 1].row.position + 1
  }

  /// Where the audio of rows that are heard together is had from; nil where it lies in the folder.
  package func audio(
    of used: [Placed<Segment>], _ span: TimeSpan
  ) -> (file: FetchableAudio, availability: Availability, span: TimeSpan)? {
    guard let told else { return nil }
    let indices = Set(used.map(\.index))
    let files = zip(rows, told).filter { indices.contains($0.0.index) }.compactMap(\.1.audio)
    guard let first = files.first else { return nil }
    guard let holds = first.holds else { return (first.audio, first.availability, span) }
    // What was cut into pieces is heard as a whole only where one piece is that.
    guard files.count == 1, span.start >= holds.start, span.end <= holds.end,
      let inside = TimeSpan(span.start - holds.start, span.end - holds.start)
    else { return (first.audio, .missing, span) }
    return (first.audio, first.availability, inside)
  }

  // MARK: - May it be served

  /// Why a row is not served; in no session, where none is given.
  package func refusal(of row: Segment, in session: Session? = nil) -> Refusal? {
    if let refusalOfAll { return refusalOfAll }
    if row.riwayah == nil && isRiwayahDoubtful || row.reciter == nil && isReciterDoubtful {
      return .doubtfulBundle
    }
    guard let riwayah = riwayah(of: row) else { return .noRiwayah }
    if let session {
      guard riwayah == session.riwayah else { return .otherRiwayah(riwayah) }
      let reciter = reciter(of: row)
      guard session.preference(for: reciter) != nil else { return .otherReciter(reciter) }
    }
    guard let range = row.ayah, counting.contains(range) else { return .noSuchAyat(counting) }
    guard row.start < row.end else { return .noLength }
    return nil
  }
}
