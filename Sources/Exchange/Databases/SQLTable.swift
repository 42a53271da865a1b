import TilawaBase
import TilawaQuran

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
  fileprivate var asked: AskedValues?

  init(columns: [String]) { self.columns = columns }

  /// Returns the index of the column that has one of these names, and marks it as read; nil if there is none.
  func column(_ names: String...) -> Int? {
    let index = names.lazy.compactMap { columns.firstIndex(of: $0) }.first
    if let index { asked?.add(CollectionOfOne(index)) }
    return index
  }

  /// The ayah of two values; nil where there is none such. Of a surah 0 and 999 may be more than an ayah.
  static func ayah(_ surah: Value, _ number: Value) -> Ayah? {
    guard let surah = surah.integer, let number = number.integer, (1...114).contains(surah),
      (0...999).contains(number)
    else { return nil }
    return Ayah(Int(surah), Int(number))
  }

  /// Marks columns as read whose values follow from the others, or that are read by index.
  func passOver(_ indices: some Sequence<Int>) { asked?.add(indices) }

  /// Returns the columns that contain values and were never read, such as `timings.pitch`. If no column was
  /// read, returns the table.
  fileprivate func leftovers(_ name: String) -> [String] {
    guard let asked, !rows.isEmpty else { return [] }
    if !columns.indices.contains(where: asked.has) { return ["the table \(name)"] }
    return columns.indices.filter { index in
      !asked.has(index) && rows.contains { $0.values.indices.contains(index) && $0.values[index].text != nil }
    }.map { "\(name).\(columns[$0])" }
  }
}

extension ForeignInput {
  /// Adds that two values name no ayah.
  func addNoAyah(_ surah: SQLTable.Value, _ number: SQLTable.Value, at place: Place) {
    add(.noSuchAyah, "no such ayah: \(surah.shown):\(number.shown)", at: place)
  }
}

/// The tables of a database.
struct SQLTables {
  /// By their names in lower case.
  var tables: [String: SQLTable] = [:]

  subscript(name: String) -> SQLTable? { tables[name] }

  /// Returns true if there is a table of this name with at least these columns.
  func has(_ name: String, with columns: String...) -> Bool {
    guard let table = tables[name] else { return false }
    return columns.allSatisfy(table.columns.contains)
  }

  /// Records from now on which columns are read. At the end, reports the others, and tables with content that
  /// aren't read.
  mutating func watch(_ report: ExchangeReport, at place: Place, unread: [String] = []) {
    for (name, table) in tables { tables[name]?.asked = AskedValues(table.columns.indices) }
    let tables = tables
    report.atEnd { report in
      let found =
        tables.sorted { $0.key < $1.key }.flatMap { $0.value.leftovers($0.key) }
        + unread.map { "the table \($0)" }
      guard !found.isEmpty else { return }
      let more = found.count > 20 ? ", and \(found.count - 20) more" : ""
      report.add(.unplaced, "left out: \(found.prefix(20).joined(separator: ", "))\(more)", at: place)
    }
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
