package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// How a person says which row is meant.
package enum RowQuery: Hashable, Sendable {
  /// By what it holds: 1:5, 18:1-10.
  case ayat(AyahRange)
  /// By a moment of the recording that lies in it.
  case time(Milliseconds)

  /// What a person writes: `1:5`, `kahf`, or a time with a decimal point, `263.5` or `4:23.500`, as `4:23` is an ayah.
  ///
  /// Fails with what is wrong with a reference.
  package static func parse(
    _ text: String, counting: CountingSystem
  ) -> Result<RowQuery, PassageError> {
    if text.utf8.contains(UInt8(ascii: ".")), let time = Milliseconds(text) { return .success(.time(time)) }
    return PassageReference.parse(text, counting: counting).map { .ayat($0) }
  }

  /// As it is written.
  package var text: String {
    switch self {
    case .ayat(let range): range.description
    case .time(let time): time.description
    }
  }
}

extension [AnnotatedRow] {
  /// The rows that hold nothing but ayat of the query, or in which its moment lies.
  package func rows(meantBy query: RowQuery) -> [AnnotatedRow] {
    filter { row in
      switch query {
      case .ayat(let range): row.ayah.map { range.first <= $0.first && $0.last <= range.last } ?? false
      case .time(let time): row.start <= time && time < row.end
      }
    }
  }

  /// The one row that holds any ayah of the query, or in which its moment lies. Throws when there is none, or more than one.
  package func row(meantBy query: RowQuery) throws(Failure) -> AnnotatedRow {
    var meant = rows(meantBy: query)
    if meant.isEmpty, case .ayat(let range) = query {
      meant = filter { $0.ayah.map(range.overlaps) ?? false }
    }
    guard let row = meant.first else { throw Failure(refused: "no row holds \(query.text)") }
    guard meant.count == 1 else {
      let times = meant.prefix(5).map { "\($0.start) in \($0.kind.fileName)" }.joined(separator: ", ")
      throw Failure(
        refused:
          "\(query.text) is held by \(meant.count) rows, at \(times)\(meant.count > 5 ? ", …" : ""); "
          + "name one by a time in it")
    }
    return row
  }
}
