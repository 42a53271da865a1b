public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `markers.yaml`: a point that opens what follows it, up to its own end, the next marker, or the
/// end of the audio.
public struct Marker: Sendable {
  /// Where it opens.
  public var at: Located<Milliseconds>
  /// Where what it opens is over, when that isn't the next marker.
  public var end: Located<Milliseconds>?
  /// What is recited from here.
  public var ayah: Located<AyahRange>?
  /// What is heard from here when it is no ayah.
  public var skip: Located<String>?
  /// Where one ayah of a run gives way to the next: positions in the recording.
  public var joins: Located<[Located<Milliseconds>]>?
  /// A person has confirmed the point and its name.
  public var confirmed: Located<Bool>?
  /// How sure the tool was that set it, 0 to 1.
  public var confidence: Located<Double>?
  /// Who recites from here, when it is not the recording's reciter.
  public var reciter: Located<String>?
  /// In which riwayah, when it is not the recording's.
  public var riwayah: Located<Riwayah>?
  /// In which rak'ah of the prayer it is heard, from 1.
  public var rakah: Located<Int>?
  /// Anything a person wants to say of it.
  public var note: Located<String>?
  /// The row's place in the list, from 0.
  public var index: Int
  /// The bytes of the row, braces included.
  public var bytes: ByteRange

  /// Whether a person has checked it.
  public var isConfirmed: Bool { confirmed?.value ?? false }
  /// Whether it says what it opens.
  public var isAssigned: Bool { ayah != nil || skip != nil }
  /// How a message calls the row.
  public var label: String {
    ayah?.value.description ?? skip.map { "skip \($0.value)" } ?? "unassigned marker"
  }
}

extension Marker {
  static let atField = Field(
    "at", .time, required: true, "Position in the recording from which the marker holds.")
  static let endField = Field(
    "end", .time, absent: "the next marker, or the end of the audio", "Where what it opens is over.")
  static let ayahField = Field(
    "ayah", .reference, absent: "not assigned yet", "What is recited from here, as in segments.yaml.")
  static let skipField = Field(
    "skip", .skipKind, absent: "not skipped", "What is heard from here where no ayah is, as in segments.yaml."
  )
  static let joinsField = Field(
    Segment.joinsField.key, .times, absent: "unknown",
    "In a marker of several ayat, the positions in the recording at which each gives way to the next: one fewer than ayat."
  )
  static let confirmedField = Field(
    "confirmed", .flag, absent: "false", "A person has confirmed the marker: where it is, and what it names.")
  static let confidenceField = Field(
    "confidence", .confidence, absent: "unknown", "How sure the tool was that set it.")
  static let reciterField = Field(
    "reciter", .identifier, absent: "the recording's", "Id of who recites from here.")
  static let riwayahField = Field("riwayah", .riwayah, absent: "the recording's", "Riwayah from here.")
  static let rakahField = Field(
    "rakah", .rakah, absent: "unknown, or no prayer",
    "The rak'ah of the prayer in which it is heard, as in segments.yaml.")
  static let noteField = Field("note", .text, absent: "none", "A remark of a person.")

  static let declaration = ObjectDeclaration(
    title: "a marker", meaning: "A point in time that opens what follows it.",
    fields: [
      atField, endField, ayahField, skipField, joinsField, confirmedField, confidenceField, reciterField,
      riwayahField, rakahField, noteField,
    ],
    choice: .atMostOne(ayahField.key, skipField.key),
    identity: .recitation(start: atField.key, confirmation: confirmedField.key))

  init?(_ reader: ObjectReader, index: Int) {
    let at = reader.read(Self.atField)
    end = reader.read(Self.endField)
    ayah = reader.read(Self.ayahField)
    skip = reader.read(Self.skipField)
    joins = reader.read(Self.joinsField)
    confirmed = reader.read(Self.confirmedField)
    confidence = reader.read(Self.confidenceField)
    reciter = reader.read(Self.reciterField)
    riwayah = reader.read(Self.riwayahField)
    rakah = reader.read(Self.rakahField)
    note = reader.read(Self.noteField)
    guard let at else { return nil }
    self.at = at
    self.index = index
    bytes = ByteRange(reader.node.range)
  }
}

/// `markers.yaml`: work in progress.
public struct MarkersFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Marker]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "markers", .rows(Marker.declaration) { Marker($0, index: $1) }, required: true,
    "The rows, in the order in which they are heard.")
  static let declaration = ObjectDeclaration(
    title: "markers.yaml", meaning: "Work in progress: points in time.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

extension MarkersFile: RowsContent {
  typealias Scanned = ScannedMarker

  private init(rows: [Marker]) { self.rows = rows }

  func with(_ rows: [Marker], moving others: (Marker) -> Marker?) -> Self {
    var file = self
    file.rows = rows
    return file
  }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedMarker.self, in: bytes).map { Self(rows: $0) }
  }
}

extension BundleFile<MarkersFile> {
  /// Reads `markers.yaml` from its text.
  public init(markers source: SourceText) { self = .reading(source) }
}
