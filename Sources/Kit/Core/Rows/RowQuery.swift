package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// A query by which a user selects rows.
package enum RowQuery: Hashable, Sendable {
  /// Selects by ayat: 1:5, 18:1-10.
  case ayat(AyahRange)
  /// Selects by a time within the row.
  case time(Milliseconds)

  /// Parses a query as users write it: `1:5`, `kahf`, or a time with a decimal point, `263.5` or `4:23.500`,
  /// because `4:23` is an ayah.
  ///
  /// Fails with the error of an invalid reference.
  package static func parse(
    _ text: String, counting: CountingSystem
  ) -> Result<RowQuery, PassageError> {
    if text.utf8.contains(UInt8(ascii: ".")), let time = Milliseconds(text) { return .success(.time(time)) }
    return PassageReference.parse(text, counting: counting).map { .ayat($0) }
  }

  /// The text of the query.
  package var text: String {
    switch self {
    case .ayat(let range): range.description
    case .time(let time): time.description
    }
  }
}

extension [AnnotatedRow] {
  /// Returns the rows whose ayat are all in the query, or that contain its time.
  package func rows(meantBy query: RowQuery) -> [AnnotatedRow] {
    filter { row in
      switch query {
      case .ayat(let range): row.ayah.map { range.first <= $0.first && $0.last <= range.last } ?? false
      case .time(let time): row.start <= time && time < row.end
      }
    }
  }

  /// Returns the only row that contains any ayah of the query, or its time. Throws if there is none, or more
  /// than one.
  package func row(meantBy query: RowQuery) throws(Failure) -> AnnotatedRow {
    var meant = rows(meantBy: query)
    if meant.isEmpty, case .ayat(let range) = query {
      meant = filter { $0.ayah.map(range.overlaps) ?? false }
    }
    guard let row = meant.first else { throw Failure(refused: "no row contains \(query.text)") }
    guard meant.count == 1 else {
      let times = meant.prefix(5).map { "\($0.start) in \($0.kind.fileName)" }.joined(separator: ", ")
      throw Failure(
        refused:
          "\(query.text) is in \(meant.count) rows, at \(times)\(meant.count > 5 ? ", …" : ""); "
          + "give a time inside one of them")
    }
    return row
  }
}
