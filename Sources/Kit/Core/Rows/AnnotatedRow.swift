package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A row of `segments.yaml` or `markers.yaml` as a stretch of the recording with its content.
@dynamicMemberLookup
package struct AnnotatedRow: Hashable, Sendable {
  /// The identity of a row: its file, start and content, because rows have no ids.
  package struct Identity: Hashable, Sendable {
    /// The file of the row, `segments` or `markers`.
    package let kind: FileKind
    /// The time at which the row begins.
    package let start: Milliseconds
    /// The recited ayat, or nil if the row names none.
    package let ayah: AyahRange?
    /// The skip, or nil if the row names none.
    package let skip: String?

    /// Creates the identity of a row of `kind`.
    package init(_ kind: FileKind, _ start: Milliseconds, _ ayah: AyahRange?, _ skip: String?) {
      (self.kind, self.start, self.ayah, self.skip) = (kind, start, ayah, skip)
    }
  }

  /// The file of the row, `segments` or `markers`.
  package let kind: FileKind
  /// The index of the row in the list of its file.
  package let index: Int
  /// The bytes of the row in its file, braces included.
  package let bytes: ByteRange
  /// The time at which the row begins.
  package let start: Milliseconds
  /// The time at which it ends: its own end, else the next marker or the end of the audio, but not before its
  /// start.
  package let end: Milliseconds
  /// The facts that the row states about its content.
  @usableFromInline
  package let facts: RowFacts
  /// The rak'ah in which it is heard, also if the row doesn't name one; nil if unknown.
  package private(set) var rakah: Int?

  /// The identity of the row.
  package var identity: Identity { Identity(kind, start, facts.ayah, facts.skip) }

  @inlinable
  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  private init<Row: BundleRow>(_ row: Placed<Row>, _ kind: FileKind, until next: Milliseconds? = nil) {
    self.kind = kind
    (index, bytes, facts) = (row.index, row.bytes, row.value.facts)
    start = row.value.from
    end = max(start, row.value.until ?? next ?? start)
  }

  /// Returns the place of the row in the files of `bundle`.
  package func place(in bundle: TilawaBundle) -> Place {
    let place = kind == .markers ? bundle.markers?.place(bytes) : bundle.segments?.place(bytes)
    return place ?? Place(path: bundle.shownPath)
  }

  /// Returns the readable rows of both files in order of time; of equal starts, segments first.
  package static func rows(of bundle: TilawaBundle) -> [AnnotatedRow] {
    let markers = bundle.markersInTime
    let ends = markers.dropFirst().map { Optional($0.at) } + [bundle.audioEnd]
    let rows =
      bundle.segmentsInTime.map { Self($0, .segments) }
      + zip(markers, ends).map { Self($0, .markers, until: $1) }
    var inTime = rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    var count = RakahCount()
    for index in inTime.indices {
      inTime[index].rakah = count.next(inTime[index].facts.rakah, skip: inTime[index].skip)
    }
    return inTime
  }
}

extension [AnnotatedRow] {
  /// Returns the row with `identity`, else the one of the same file that begins there, else the nearest one
  /// with the same content.
  package func row(_ identity: AnnotatedRow.Identity) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == identity.kind }
    func distance(_ row: AnnotatedRow) -> Int64 { abs(row.start.count - identity.start.count) }
    return ofKind.first { $0.identity == identity } ?? ofKind.first { $0.start == identity.start }
      ?? ofKind.filter { $0.isNamed && $0.ayah == identity.ayah && $0.skip == identity.skip }
      .min { distance($0) < distance($1) }
  }

  /// Returns the next row after `row` in time in its file, or nil if there is none.
  package func row(after row: AnnotatedRow) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == row.kind }
    return ofKind.firstIndex { $0.index == row.index }.flatMap {
      $0 + 1 < ofKind.count ? ofKind[$0 + 1] : nil
    }
  }

  /// Returns the previous row before `row` in time in its file, or nil if there is none.
  package func row(before row: AnnotatedRow) -> AnnotatedRow? {
    let ofKind = filter { $0.kind == row.kind }
    return ofKind.firstIndex { $0.index == row.index }.flatMap { $0 > 0 ? ofKind[$0 - 1] : nil }
  }
}
