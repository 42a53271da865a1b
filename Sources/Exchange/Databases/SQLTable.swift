import Diagnostics

/// A table of a database, read from its file or from the statements that fill it.
struct SQLTable {
  /// A value of a row.
  enum Value: Hashable {
    case null
    case integer(Int64)
    case text(String)

    /// A whole number, also one that is written as text or as a decimal without a fraction.
    var integer: Int64? {
      switch self {
      case .null: nil
      case .integer(let value): value
      case .text(let text): DecimalTime.whole(text)
      }
    }

    /// A text that isn't empty; numbers in digits.
    var text: String? {
      switch self {
      case .null: nil
      case .integer(let value): String(value)
      case .text(let text): text.isEmpty ? nil : text
      }
    }

    /// As a message quotes it.
    var shown: String {
      switch self {
      case .null: "NULL"
      case .integer(let value): "\(value)"
      case .text(let text): "\"\(text.prefix(40))\""
      }
    }
  }

  /// A row.
  struct Row {
    /// As many as there are columns.
    var values: [Value]
    /// The statement's text; of a database the file.
    var place: Place
  }

  /// Lower case, in the order of the table.
  let columns: [String]
  /// In the order of the file.
  var rows: [Row] = []

  /// Which column bears one of these names; nil when none does.
  func column(_ names: String...) -> Int? {
    for name in names { if let index = columns.firstIndex(of: name) { return index } }
    return nil
  }
}

/// The tables of a database.
struct SQLTables {
  /// By their names in lower case.
  var tables: [String: SQLTable] = [:]

  subscript(name: String) -> SQLTable? { tables[name] }

  /// Whether there is such a table with at least these columns.
  func has(_ name: String, with columns: String...) -> Bool {
    guard let table = tables[name] else { return false }
    return columns.allSatisfy(table.columns.contains)
  }
}

extension DecimalTime {
  /// A whole number: `4200`, also `4200.0` as spreadsheets and exports write it.
  static func whole<Text: StringProtocol>(_ text: Text) -> Int64? where Text.SubSequence == Substring {
    if let value = Int64(text) { return value }
    guard let (whole, zeros) = text.cut(at: "."), zeros.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      return nil
    }
    return Int64(whole)
  }
}
