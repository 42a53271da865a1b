public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `segments.yaml`: a stretch of audio that holds an ayah, a run of ayat, or something that is
/// neither.
public struct Segment: Sendable {
  /// What is recited; nil in a row with `skip`.
  public var ayah: Located<AyahRange>?
  /// What is heard when it is no ayah: takbir, speech, silence.
  public var skip: Located<String>?
  /// Where the stretch begins.
  public var start: Located<Milliseconds>
  /// Where it ends.
  public var end: Located<Milliseconds>
  /// Where one ayah of a run gives way to the next: positions in the recording.
  public var joins: Located<[Located<Milliseconds>]>?
  /// A person has confirmed both ends of the row and its name.
  public var verified: Located<Bool>?
  /// How sure the tool was that made it, 0 to 1.
  public var confidence: Located<Double>?
  /// Who recites here, when it is not the recording's reciter.
  public var reciter: Located<String>?
  /// In which riwayah, when it is not the recording's.
  public var riwayah: Located<Riwayah>?
  /// In which rak'ah of the prayer it is heard, from 1.
  public var rakah: Located<Int>?
  /// Among rival rows of one ayah the higher is played.
  public var priority: Located<Int>?
  /// Anything a person wants to say of it.
  public var note: Located<String>?
  /// The row's place in the list, from 0.
  public var index: Int
  /// The bytes of the row, braces included.
  public var bytes: ByteRange

  /// Whether a person has checked it.
  public var isVerified: Bool { verified?.value ?? false }
  /// The stretch; nil when the end lies before the start.
  public var span: TimeSpan? { TimeSpan(start.value, end.value) }
  /// How a message calls the row: `2:255`, or `skip takbir`.
  public var label: String { ayah?.value.description ?? "skip \(skip?.value ?? "")" }
}

extension Segment {
  /// A row that stands in no file here, at `index` of its list.
  public init(ayah: AyahRange, from start: Milliseconds, to end: Milliseconds, index: Int) {
    self.init(
      ayah: Located(ayah, 0..<0), start: Located(start, 0..<0), end: Located(end, 0..<0), index: index,
      bytes: ByteRange(0..<0))
  }

  static let ayahField = Field(
    "ayah", .reference, absent: "the row has \"skip\"",
    "What is recited: \"2:255\", a run \"2:1-5\", or a run into the next surah \"8:75-9:1\"; ayah 0 is the basmalah before a surah."
  )
  static let skipField = Field(
    "skip", .skipKind, absent: "the row has \"ayah\"",
    "What is heard where no ayah is: istiadhah, basmalah, takbir, tahmid, taslim, amin, tasdiq, dua, speech, silence, other."
  )
  static let startField = Field(
    "start", .time, required: true, "Position in the recording at which the row begins.")
  static let endField = Field(
    "end", .time, required: true, "Position at which it ends; it isn't part of the row.")
  static let joinsField = Field(
    "joins", .times, absent: "unknown",
    "In a row of several ayat, the positions in the recording at which each gives way to the next: one fewer than ayat."
  )
  static let verifiedField = Field(
    "verified", .flag, absent: "false",
    "A person has confirmed both ends of the row and its name. No tool changes it unless told to by name.")
  static let confidenceField = Field(
    "confidence", .confidence, absent: "unknown", "How sure the tool was that made the row.")
  static let reciterField = Field(
    "reciter", .identifier, absent: "the recording's", "Id of who recites this row.")
  static let riwayahField = Field("riwayah", .riwayah, absent: "the recording's", "Riwayah of this row.")
  static let rakahField = Field(
    "rakah", .rakah, absent: "unknown, or no prayer",
    "The rak'ah of the prayer in which it is heard, from 1; through all prayers of the recording.")
  static let priorityField = Field(
    "priority", .integer(-1000...1000), absent: "0",
    "Among rows that hold the same ayah the highest is played first.")
  static let noteField = Field("note", .text, absent: "none", "A remark of a person.")

  static let declaration = ObjectDeclaration(
    title: "a segment", meaning: "A stretch of audio that holds an ayah, a run of ayat, or something else.",
    fields: [
      ayahField, skipField, startField, endField, joinsField, verifiedField, confidenceField, reciterField,
      riwayahField, rakahField, priorityField, noteField,
    ],
    choice: .exactlyOne(ayahField.key, skipField.key),
    identity: .recitation(start: startField.key, confirmation: verifiedField.key))

  init?(_ reader: ObjectReader, index: Int) {
    let ayah = reader.read(Self.ayahField)
    let skip = reader.read(Self.skipField)
    let start = reader.read(Self.startField)
    let end = reader.read(Self.endField)
    joins = reader.read(Self.joinsField)
    verified = reader.read(Self.verifiedField)
    confidence = reader.read(Self.confidenceField)
    reciter = reader.read(Self.reciterField)
    riwayah = reader.read(Self.riwayahField)
    rakah = reader.read(Self.rakahField)
    priority = reader.read(Self.priorityField)
    note = reader.read(Self.noteField)
    guard let start, let end, (ayah == nil) != (skip == nil) else { return nil }
    self.ayah = ayah
    self.skip = skip
    self.start = start
    self.end = end
    self.index = index
    bytes = ByteRange(reader.node.range)
  }
}

/// `segments.yaml`: the saved annotation.
public struct SegmentsFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Segment]
  /// Rows with a fault of which start, end and what they hold can be told all the same; they aren't used.
  public private(set) var faultyRows: [Segment] = []

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "segments", .rows(Segment.declaration, takesFaulty: true) { Segment($0, index: $1) }, required: true,
    "The rows, in the order in which they are heard.")
  static let declaration = ObjectDeclaration(
    title: "segments.yaml", meaning: "The saved annotation: stretches of audio.",
    fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    let all = reader.read(Self.rowsField)?.value ?? []
    rows = report.faultless(all, \.bytes)
    let indices = Set(rows.map(\.index))
    faultyRows = indices.count == all.count ? [] : all.filter { !indices.contains($0.index) }
  }
}

extension SegmentsFile: RowsContent {
  typealias Scanned = ScannedSegment

  private init(rows: [Segment]) { self.rows = rows }

  func with(_ rows: [Segment], moving others: (Segment) -> Segment?) -> Self {
    var file = self
    file.rows = rows
    file.faultyRows = faultyRows.compactMap(others)
    return file
  }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedSegment.self, in: bytes).map { Self(rows: $0) }
  }
}

extension BundleFile<SegmentsFile> {
  /// Reads `segments.yaml` from its text.
  public init(segments source: SourceText) { self = .reading(source) }
}
