package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A row of `segments.yaml` or `markers.yaml` as a listener meets it: a stretch of the recording that holds something.
package struct AnnotatedRow: Hashable, Sendable {
  /// What a row is known by: its file, its place in time and what it holds, as rows have no ids.
  package struct Identity: Hashable, Sendable {
    /// `segments` or `markers`.
    package let kind: FileKind
    /// Where it begins.
    package let start: Milliseconds
    /// What is recited, if that is said.
    package let ayah: AyahRange?
    /// What is heard where no ayah is.
    package let skip: String?

    /// A row of `kind`.
    package init(_ kind: FileKind, _ start: Milliseconds, _ ayah: AyahRange?, _ skip: String?) {
      (self.kind, self.start, self.ayah, self.skip) = (kind, start, ayah, skip)
    }
  }

  /// What it is known by.
  package let identity: Identity
  /// Its place in the list of its file, from 0.
  package let index: Int
  /// Where it is over: its own end, else the next marker or the end of the audio; not before its start.
  package let end: Milliseconds
  /// Where one ayah of a run gives way to the next.
  package let joins: [Milliseconds]
  /// Whether a person has confirmed it.
  package let isConfirmed: Bool
  /// How sure the tool was, 0 to 1.
  package let confidence: Double?
  /// The rak'ah that it names, from 1.
  package let namedRakah: Int?
  /// The rak'ah in which it is heard, also where it names none; nil where that isn't known.
  package private(set) var rakah: Int?
  /// A person's remark.
  package let note: String?
  /// The bytes of the row in its file, braces included.
  package let bytes: ByteRange
  /// How messages call it: the ayat, `skip takbir`, or `unassigned marker`.
  package let label: String

  /// `segments` or `markers`.
  package var kind: FileKind { identity.kind }
  /// Where it begins.
  package var start: Milliseconds { identity.start }
  /// What is recited, if that is said.
  package var ayah: AyahRange? { identity.ayah }
  /// What is heard where no ayah is.
  package var skip: String? { identity.skip }
  /// Whether it says what it holds.
  package var isNamed: Bool { ayah != nil || skip != nil }

  private init(_ row: Segment) {
    identity = Identity(.segments, row.start.value, row.ayah?.value, row.skip?.value)
    index = row.index
    end = max(row.start.value, row.end.value)
    joins = row.joins?.value.map(\.value) ?? []
    isConfirmed = row.isVerified
    confidence = row.confidence?.value
    namedRakah = row.rakah?.value
    note = row.note?.value
    bytes = row.bytes
    label = row.label
  }

  private init(_ row: Marker, until next: Milliseconds?) {
    identity = Identity(.markers, row.at.value, row.ayah?.value, row.skip?.value)
    index = row.index
    end = max(row.at.value, row.end?.value ?? next ?? row.at.value)
    joins = row.joins?.value.map(\.value) ?? []
    isConfirmed = row.isConfirmed
    confidence = row.confidence?.value
    namedRakah = row.rakah?.value
    note = row.note?.value
    bytes = row.bytes
    label = row.label
  }

  /// Where it stands in the files of `bundle`.
  package func place(in bundle: TilawaBundle) -> Place {
    let place = kind == .markers ? bundle.markers?.place(bytes) : bundle.segments?.place(bytes)
    return place ?? Place(path: bundle.shownPath)
  }

  /// The readable rows of both files in the order of time; of equal starts segments first.
  package static func rows(of bundle: TilawaBundle) -> [AnnotatedRow] {
    let markers = bundle.markersInTime
    let ends = markers.dropFirst().map { Optional($0.at.value) } + [bundle.audioEnd]
    let rows = bundle.segmentsInTime.map { Self($0) } + zip(markers, ends).map { Self($0, until: $1) }
    var inTime = rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    var count = RakahCount()
    for index in inTime.indices {
      inTime[index].rakah = count.next(inTime[index].namedRakah, skip: inTime[index].skip)
    }
    return inTime
  }
}

extension [AnnotatedRow] {
  /// The row that `identity` means: itself, else the one of that file that begins there, else the nearest in time that holds
  /// the same.
  package func row(_ identity: AnnotatedRow.Identity) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == identity.kind }
    func distance(_ row: AnnotatedRow) -> Int64 { abs(row.start.count - identity.start.count) }
    return ofKind.first { $0.identity == identity } ?? ofKind.first { $0.start == identity.start }
      ?? ofKind.filter { $0.isNamed && $0.ayah == identity.ayah && $0.skip == identity.skip }
      .min { distance($0) < distance($1) }
  }

  /// The row after `row` in time in its file.
  package func row(after row: AnnotatedRow) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == row.kind }
    return ofKind.firstIndex { $0.index == row.index }.flatMap {
      $0 + 1 < ofKind.count ? ofKind[$0 + 1] : nil
    }
  }

  /// The row before `row` in time in its file.
  package func row(before row: AnnotatedRow) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == row.kind }
    return ofKind.firstIndex { $0.index == row.index }.flatMap { $0 > 0 ? ofKind[$0 - 1] : nil }
  }
}
