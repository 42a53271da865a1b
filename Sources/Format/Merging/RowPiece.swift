import TilawaBase
import TilawaQuran
import TilawaYAML

/// What a row is of, by which rows of two files are known to each other.
enum RowName: Hashable, Sendable {
  case ayat(AyahRange)
  case word(Ayah, Int)
  case skip(String)
  /// By the values that its list says rows are known by.
  case known(String)
  case unnamed

  /// Whether only a row of the same name can be the same row, wherever it stands.
  var isKnown: Bool { if case .known = self { true } else { false } }

  /// As messages have it.
  var text: String {
    switch self {
    case .ayat(let ayat): ayat.description
    case .word(let ayah, let number): "\(ayah) word \(number)"
    case .skip(let kind): "skip \(kind)"
    case .known(let values): values
    case .unnamed: "unnamed row"
    }
  }
}

/// A row with what pairing and merging ask of it.
///
/// A class, because thousands of them are passed on and sorted, and none is changed.
final class RowPiece: Sendable {
  let piece: Piece
  let name: RowName
  /// Where it begins; 0 for a row that can't be read.
  let start: Milliseconds
  /// Where it ends; where it begins, when that isn't said.
  let end: Milliseconds
  /// Whether a person has checked it.
  let isVerified: Bool
  let confidence: Double?
  /// Every position in it, and where it is written; nil for a row that can't be read.
  let times: [Located<Milliseconds>]?
  /// Where one ayah of a run gives way to the next.
  let joins: [Milliseconds]

  init(
    piece: Piece, name: RowName, start: Milliseconds, end: Milliseconds, isVerified: Bool,
    confidence: Double?, times: [Located<Milliseconds>]?, joins: [Milliseconds] = []
  ) {
    self.piece = piece
    self.name = name
    self.start = start
    self.end = end
    self.isVerified = isVerified
    self.confidence = confidence
    self.times = times
    self.joins = joins
  }
}

extension RowPiece: PlacedRow {
  var writing: ArraySlice<UInt8> { piece.bytes(piece.body) }
}

/// The part of a row that the three kinds of rows share here.
protocol AnnotatedRow: Sendable {
  var index: Int { get }
  var bytes: ByteRange { get }
  var rowName: RowName { get }
  var from: Milliseconds { get }
  var to: Milliseconds { get }
  var isConfirmed: Bool { get }
  /// How sure a tool was, and where it is written.
  var confidence: Located<Double>? { get }
  var times: [Located<Milliseconds>] { get }
  /// Where one ayah of a run gives way to the next; nil in rows that hold no run.
  var joins: Located<[Located<Milliseconds>]>? { get }
  /// Its keys and values in the form in which tools write them; a confidence has its own digits in the file.
  var pairs: [(key: String, value: YAMLValue)] { get }
}

extension Segment: AnnotatedRow {
  var rowName: RowName {
    ayah.map { .ayat($0.value) } ?? skip.map { .skip($0.value) } ?? .unnamed
  }
  var from: Milliseconds { start.value }
  var to: Milliseconds { end.value }
  var isConfirmed: Bool { isVerified }
  var times: [Located<Milliseconds>] { [start, end] + (joins?.value ?? []) }
  var pairs: [(key: String, value: YAMLValue)] { SegmentDraft(self).yaml.pairs }
}

extension Marker: AnnotatedRow {
  var rowName: RowName {
    ayah.map { .ayat($0.value) } ?? skip.map { .skip($0.value) } ?? .unnamed
  }
  var from: Milliseconds { at.value }
  var to: Milliseconds { end?.value ?? at.value }
  var times: [Located<Milliseconds>] { [at] + (end.map { [$0] } ?? []) + (joins?.value ?? []) }
  var pairs: [(key: String, value: YAMLValue)] { MarkerDraft(self).yaml.pairs }
}

extension WordTiming: AnnotatedRow {
  var rowName: RowName { .word(ayah.value, word.value) }
  var from: Milliseconds { start.value }
  var to: Milliseconds { end.value }
  var isConfirmed: Bool { false }
  var times: [Located<Milliseconds>] { [start, end] }
  var joins: Located<[Located<Milliseconds>]>? { nil }
  var pairs: [(key: String, value: YAMLValue)] { WordDraft(self).yaml.pairs }
}

extension YAMLValue {
  fileprivate var pairs: [(key: String, value: YAMLValue)] {
    if case .flow(let pairs) = self { pairs } else { [] }
  }
}
