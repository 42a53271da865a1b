import TilawaBase
import TilawaCLibraries

/// An SQLite database in memory.
final class SQLiteFile {
  private let handle: OpaquePointer
  private let shownPath: String
  private let changes = ChangedRows()
  /// More rows than this no timing set has.
  static let mostRows = 2_000_000
  /// The maximum size of a query's values together, in bytes. Those of a table are limited by the file; a
  /// view may produce any number.
  static let mostBytes = ForeignSource.largestFile
  /// The maximum size of a statement of SQL text in bytes, not counting lists of rows.
  static let longestStatement = Int(SQLITE_LONGEST_STATEMENT)

  /// Opens the database in a file's bytes. It is read-only unless `toChange` is true; changes are made in
  /// memory.
  init(reading source: ForeignSource, toChange: Bool = false) throws(ExchangeFailure) {
    shownPath = source.shownPath
    handle = try Self.open(source.bytes, shownPath, toChange: toChange)
  }

  /// An empty one, to be filled.
  init() throws(ExchangeFailure) {
    shownPath = "the new database"
    handle = try Self.open([], shownPath)
  }

  /// An empty one, in which a stranger's statements may make tables and fill them, and do nothing else.
  init(forStatementsOf shownPath: String) throws(ExchangeFailure) {
    self.shownPath = shownPath
    handle = try Self.open([], shownPath)
    let isConfined = sqlite_database_confine(
      handle, Int64(Self.mostBytes),
      { user, table, row in
        guard let user, let table else { return }
        let changes = Unmanaged<ChangedRows>.fromOpaque(user).takeUnretainedValue()
        changes.rows.append(ChangedRow(table: String(cString: table), id: row))
      }, Unmanaged.passUnretained(changes).toOpaque())
    guard isConfined != 0 else { throw failure() }
  }

  deinit { sqlite_database_close(handle) }

  private static func open(
    _ bytes: [UInt8], _ shownPath: String, toChange: Bool = false
  ) throws(ExchangeFailure) -> OpaquePointer {
    var message = [CChar](repeating: 0, count: 256)
    guard let handle = sqlite_database_open(bytes, bytes.count, toChange ? 1 : 0, &message, message.count)
    else {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw ExchangeFailure("cannot open \(shownPath) as an SQLite database: \(text)")
    }
    return handle
  }

  private func failure() -> ExchangeFailure {
    ExchangeFailure(
      "\(shownPath) is a damaged SQLite database: \(String(cString: sqlite_database_message(handle)))")
  }

  private func excess(_ limit: String) -> ExchangeFailure {
    ExchangeFailure("\(shownPath) has a table or view of more than \(limit), the most that are read")
  }

  /// Returns true if a file begins with the signature of a database.
  static func isDatabase(_ source: ForeignSource) -> Bool {
    source.bytes.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Returns true if a file is a database whose tables satisfy `fits`.
  static func recognises(_ source: ForeignSource, _ fits: (SQLTables) -> Bool) -> Bool {
    guard isDatabase(source), let tables = try? SQLiteFile(reading: source).schema() else { return false }
    return fits(tables)
  }

  // MARK: Reading

  /// Its tables and views without their rows.
  func schema() throws(ExchangeFailure) -> SQLTables {
    var tables = SQLTables()
    var names: [(name: String, isView: Bool)] = []
    try query(
      "SELECT name, type = 'view' FROM sqlite_master WHERE type = 'view' OR type = 'table' AND sql LIKE 'create table%'"
    ) { values in
      if let name = values[0].text { names.append((name, values[1].integer == 1)) }
    }
    for (name, isView) in names.prefix(100) {
      var columns: [String] = []
      do throws(ExchangeFailure) {
        try query("SELECT name FROM pragma_table_info(\(Self.quoted(name)))") { values in
          columns.append(values.first?.text?.lowercased() ?? "")
        }
      } catch {
        // A view may refer to something that doesn't exist. It has no columns then, and is reported as
        // unread.
        guard isView else { throw error }
      }
      tables.tables[name.lowercased()] = SQLTable(columns: columns)
    }
    return tables
  }

  /// Reads the rows of a table in the order in which SQLite returns them. Their place is the file, unless
  /// `place` finds a better one by the row's number.
  func rows(
    of name: String, in table: inout SQLTable, place: ((Int64) -> Place?)? = nil
  ) throws(ExchangeFailure) {
    let file = Place(path: shownPath)
    var rows: [SQLTable.Row] = []
    if let place, (try? query("SELECT rowid FROM \(Self.quoted(name)) LIMIT 0") { _ in }) != nil {
      try query("SELECT rowid, * FROM \(Self.quoted(name))") { values in
        let place = values.first?.integer.flatMap(place) ?? file
        rows.append(SQLTable.Row(values: Array(values.dropFirst()), place: place))
      }
    } else {
      try query("SELECT * FROM \(Self.quoted(name))") { values in
        rows.append(SQLTable.Row(values: values, place: file))
      }
    }
    table.rows = rows
  }

  /// Returns the tables of the database, with rows for those in `names`. Values that aren't read and other
  /// tables with rows are reported at the end.
  func tables(_ names: [String], _ report: ExchangeReport) throws(ExchangeFailure) -> SQLTables {
    var tables = try schema()
    for name in names {
      guard var table = tables.tables[name] else { continue }
      try rows(of: name, in: &table)
      tables.tables[name] = table
    }
    var unread: [String] = []
    // What SQLite and Android keep for themselves says nothing of recordings.
    for name in tables.tables.keys.sorted()
    where !names.contains(name) && !name.begins(with: "sqlite_") && name != "android_metadata" {
      do throws(ExchangeFailure) {
        try query("SELECT 1 FROM \(Self.quoted(name)) LIMIT 1") { _ in unread.append(name) }
      } catch {
        unread.append(name)
      }
    }
    tables.watch(report, at: Place(path: shownPath), unread: unread)
    return tables
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replaced("\"", with: "\"\""))\"" }

  private func query(_ text: String, _ each: ([SQLTable.Value]) -> Void) throws(ExchangeFailure) {
    guard let rows = sqlite_rows_open(handle, text) else { throw failure() }
    defer { sqlite_rows_close(rows) }
    let columns = sqlite_rows_columns(rows)
    var count = 0
    var bytes = 0
    while true {
      let step = sqlite_rows_next(rows)
      if step == 0 { return }
      guard step == 1 else { throw failure() }
      count += 1
      guard count <= Self.mostRows else { throw excess("\(Self.mostRows) rows") }
      each(
        (0..<columns).map { column in
          let value = Self.value(rows, column)
          if case .text(let text) = value { bytes += text.utf8.count }
          return value
        })
      guard bytes <= Self.mostBytes else { throw excess("\(Self.mostBytes) bytes") }
    }
  }

  private static func value(_ rows: OpaquePointer, _ column: Int32) -> SQLTable.Value {
    switch Int(sqlite_rows_type(rows, column)) {
    case SQLITE_VALUE_INTEGER: return .integer(sqlite_rows_integer(rows, column))
    case SQLITE_VALUE_NULL: return .null
    default:
      var count: Int32 = 0
      guard let bytes = sqlite_rows_text(rows, column, &count), count > 0 else { return .text("") }
      return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self))
    }
  }

  // MARK: A stranger's statements

  /// A row that a statement put in or changed.
  struct ChangedRow {
    let table: String
    let id: Int64
  }

  private final class ChangedRows {
    var rows: [ChangedRow] = []
  }

  /// The outcome of a statement.
  enum StatementOutcome {
    /// It is done; these rows it changed, in this order, of tables whose rows have numbers.
    case done([ChangedRow])
    /// It is a query, which returns rows and changes none.
    case givesRows
    /// It does what it may not.
    case refused
    /// Why not; whether because of a row that its table doesn't take. Nothing of it is done.
    case failed(String, isAboutRows: Bool)
  }

  /// Runs one statement. A table that isn't there is made with the columns that `known` has for its name.
  func run(_ statement: [UInt8], making known: [String: [String]]) -> StatementOutcome {
    changes.rows = []
    switch Int(sqlite_statement_run(handle, statement, Int32(statement.count))) {
    case SQLITE_STATEMENT_RAN: return .done(changes.rows)
    case SQLITE_STATEMENT_GIVES_ROWS: return .givesRows
    case SQLITE_STATEMENT_REFUSED: return .refused
    case let code:
      let reason = String(cString: sqlite_database_message(handle))
      if let name = reason.after("no such table: ").map({ $0.lowercased() }), let columns = known[name] {
        let list = columns.map(Self.quoted).joined(separator: ", ")
        if sqlite_database_run(handle, "CREATE TABLE \(Self.quoted(name))(\(list))") != 0 {
          return run(statement, making: known)
        }
      }
      return .failed(reason, isAboutRows: code == SQLITE_STATEMENT_BREAKS_RULES)
    }
  }

  // MARK: Writing

  /// Runs statements without rows.
  func run(_ statements: String) throws(ExchangeFailure) {
    guard sqlite_database_run(handle, statements) != 0 else { throw failure() }
  }

  /// Rows for a table, and its columns as SQL declares them; the first is the surah.
  struct Written {
    let table: String
    let declaration: String
    let rows: [[SQLTable.Value]]

    /// The names of the columns.
    var columns: [String] {
      declaration.fields(by: ",").map { $0.words(by: " ").first.map(String.init) ?? "" }
        .prefix { $0 != "PRIMARY" }.map(\.self)
    }

    /// The statement that creates the table.
    var statement: String { "CREATE TABLE \(table)(\(declaration));\n" }
  }

  /// A new database with these tables.
  static func bytes(of tables: [Written]) throws(ExchangeFailure) -> [UInt8] {
    let file = try SQLiteFile()
    try file.run(tables.map(\.statement).joined() + "BEGIN;")
    for table in tables { try file.insert(table.rows, into: table.table, columns: table.columns.count) }
    try file.run("COMMIT;")
    return try file.bytes()
  }

  /// Returns the database with the rows of those surahs replaced that `tables` contains. Everything else in
  /// it stays. If there is nothing to change, its bytes stay the same. Columns that it lacks are left out.
  static func updated(
    _ source: ForeignSource, with tables: [Written],
    besides: (SQLiteFile, SQLTables) throws(ExchangeFailure) -> Void = { _, _ in }
  ) throws(ExchangeFailure) -> [UInt8] {
    let file = try SQLiteFile(reading: source, toChange: true)
    let schema = try file.schema()
    var isChanged = false
    try file.run("BEGIN;")
    for written in tables {
      guard var table = schema[written.table] else { continue }
      let known = written.columns.indices.filter { table.columns.contains(written.columns[$0]) }
      let places = known.compactMap { table.columns.firstIndex(of: written.columns[$0]) }
      guard let surah = places.first else { continue }
      let new = written.rows.map { row in known.map { row[$0] } }
      let surahs = Set(new.compactMap { $0.first?.integer })
      try file.rows(of: written.table, in: &table)
      let old = table.rows.filter { $0.values[surah].integer.map(surahs.contains) ?? false }
        .map { row in places.map { row.values[$0] } }
      if old.count == new.count, Set(old) == Set(new) { continue }
      isChanged = true
      let names = places.map { quoted(table.columns[$0]) }
      let list = surahs.sorted().map(String.init).joined(separator: ", ")
      try file.run("DELETE FROM \(quoted(written.table)) WHERE \(names[0]) IN (\(list));")
      try file.insert(
        new, into: "\(quoted(written.table))(\(names.joined(separator: ", ")))", columns: names.count)
    }
    guard isChanged else { return source.bytes }
    try besides(file, schema)
    try file.run("COMMIT;")
    return try file.bytes()
  }

  /// Puts rows into a table.
  func insert(_ rows: some Sequence<[SQLTable.Value]>, into name: String, columns: Int)
    throws(ExchangeFailure)
  {
    let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
    guard let statement = sqlite_rows_open(handle, "INSERT INTO \(name) VALUES (\(marks))") else {
      throw failure()
    }
    defer { sqlite_rows_close(statement) }
    for row in rows {
      for (index, value) in row.enumerated() {
        let number = Int32(index + 1)
        switch value {
        case .null: sqlite_rows_set_null(statement, number)
        case .integer(let value): sqlite_rows_set_integer(statement, number, value)
        case .text(let text): sqlite_rows_set_text(statement, number, text, Int32(text.utf8.count))
        }
      }
      guard sqlite_rows_next(statement) == 0 else { throw failure() }
      sqlite_rows_reset(statement)
    }
  }

  /// The bytes of its file.
  func bytes() throws(ExchangeFailure) -> [UInt8] {
    var count = 0
    guard let bytes = sqlite_database_bytes(handle, &count), count > 0 else {
      throw ExchangeFailure("not enough memory for the database")
    }
    defer { sqlite_database_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
