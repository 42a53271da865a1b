package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A row of `segments.yaml` or `markers.yaml` as a listener meets it: a stretch of the recording that holds something.
@dynamicMemberLookup
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

  /// `segments` or `markers`.
  package let kind: FileKind
  /// Its place in the list of its file, from 0.
  package let index: Int
  /// The bytes of the row in its file, braces included.
  package let bytes: ByteRange
  /// Where it begins.
  package let start: Milliseconds
  /// Where it is over: its own end, else the next marker or the end of the audio; not before its start.
  package let end: Milliseconds
  /// What the row says of what is heard.
  @usableFromInline
  package let facts: RowFacts
  /// The rak'ah in which it is heard, also where it names none; nil where that isn't known.
  package private(set) var rakah: Int?

  /// What it is known by.
  package var identity: Identity { Identity(kind, start, facts.ayah, facts.skip) }

  @inlinable
  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  private init<Row: BundleRow>(_ row: Placed<Row>, _ kind: FileKind, until next: Milliseconds? = nil) {
    self.kind = kind
    (index, bytes, facts) = (row.index, row.bytes, row.value.facts)
    start = row.value.from
    end = max(start, row.value.until ?? next ?? start)
  }

  /// Where it stands in the files of `bundle`.
  package func place(in bundle: TilawaBundle) -> Place {
    let place = kind == .markers ? bundle.markers?.place(bytes) : bundle.segments?.place(bytes)
    return place ?? Place(path: bundle.shownPath)
  }

  /// The readable rows of both files in the order of time; of equal starts segments first.
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
