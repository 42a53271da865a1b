import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLint

/// The actions at a place: fixes of findings, a person's decisions about a row, sides of a conflict.
struct CodeActions {
  /// Something that can be done.
  struct Action {
    /// Of what kind the protocol takes it to be.
    enum Kind: String {
      case quickFix = "quickfix"
      case fixAll = "source.fixAll"
      case row = "refactor"
    }

    /// The way it is done.
    enum Way {
      /// By edits of the text itself.
      case edits([TextEdit])
      /// By a command of the server, with what it needs besides the place.
      case command(String, [JSONValue.Member])
    }

    var title: String
    var kind: Kind
    var way: Way
    /// The findings that it fixes.
    var findings: [Diagnostic] = []
    /// True if it is most likely wanted.
    var isPreferred = false
  }

  private let workspace: Workspace
  private let document: OpenDocument
  private let range: Range<Int>
  /// Of the text itself.
  private let findings: [Diagnostic]
  /// The moment of the bundle's recording that is heard now.
  private let heard: Milliseconds?
  /// True if something is heard or listened to that can be stopped.
  private let isBusy: Bool

  init(
    _ document: OpenDocument, in range: Range<Int>, _ findings: [Diagnostic], heard: Milliseconds?,
    isBusy: Bool, _ workspace: Workspace
  ) {
    (self.workspace, self.document, self.range) = (workspace, document, range)
    (self.heard, self.isBusy) = (heard, isBusy)
    self.findings = findings.filter { $0.place.source === document.source }
  }

  /// All of them, the likeliest first.
  func actions() -> [Action] { fixes() + conflicts() + rows() + suppressions() + fixesOfAll() }

  // MARK: Fixes

  /// The findings on the lines of the range.
  private var here: [Diagnostic] {
    let text = document.text
    let lines = text.line(at: range.lowerBound)...text.line(at: range.upperBound)
    return findings.filter { finding in
      guard let range = finding.place.range else { return false }
      return lines.overlaps(
        text.line(at: range.lowerBound)...text.line(at: max(range.lowerBound, range.upperBound)))
    }
  }

  private func fixes() -> [Action] {
    let exact = here.sorted { isNear($0) && !isNear($1) }
    // `tilawa lint --fix` leaves these alone: whoever changes such a row says so by this action.
    let vouched =
      document.bundlePath.map { SafeFixes(of: exact, in: workspace.bundle($0)).inVouchedRows } ?? []
    return exact.compactMap { finding in
      let isVouched = vouched.contains { $0.rule == finding.rule && $0.place.range == finding.place.range }
      return finding.fix.map {
        Action(
          title: Self.title($0.title) + (isVouched ? ", although the row is confirmed" : ""), kind: .quickFix,
          way: .edits($0.edits), findings: [finding],
          isPreferred: $0.isSafe && isNear(finding) && !isVouched)
      }
    }
  }

  private func isNear(_ finding: Diagnostic) -> Bool {
    guard let own = finding.place.range else { return false }
    return own.lowerBound <= range.upperBound && range.lowerBound <= own.upperBound
  }

  private static func title(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    return first.properties.uppercaseMapping + String(text.unicodeScalars.dropFirst())
  }

  /// All safe fixes of a kind that stands here, and all of the text.
  private func fixesOfAll() -> [Action] {
    var actions: [Action] = []
    var seen: Set<String> = []
    for finding in here where finding.fix?.isSafe ?? false {
      guard seen.insert(finding.rule.code).inserted else { continue }
      let alike = findings.filter { $0.rule == finding.rule }
      if let all = safe(alike), all.mended.count > 1 {
        actions.append(
          Action(
            title: "Fix all \(all.mended.count) of \(finding.rule.code) \(finding.rule.name)",
            kind: .quickFix,
            way: .edits(all.edits), findings: all.mended))
      }
    }
    if let all = safe(findings) {
      actions.append(
        Action(
          title: "Fix everything that can be fixed safely (\(all.mended.count))", kind: .fixAll,
          way: .edits(all.edits)))
    }
    return actions
  }

  /// The safe fixes that can be made together, as `tilawa lint --fix` makes them.
  private func safe(_ findings: [Diagnostic]) -> SafeFixes.File? {
    guard findings.contains(where: { $0.fix?.isSafe ?? false }) else { return nil }
    let all =
      document.bundlePath.map { SafeFixes(of: findings, in: workspace.bundle($0)) }
      ?? SafeFixes(of: findings, in: document.kind.read(document.source))
    return all.files.first { $0.kind == document.kind }
  }

  /// A comment that silences a rule on its line.
  private func suppressions() -> [Action] {
    var seen: Set<String> = []
    return here.compactMap { finding in
      let code = finding.rule.code
      // Faults of YAML and of shape are never silenced.
      guard !code.begins(with: "Y"), !code.begins(with: "F"), seen.insert(code).inserted,
        let start = finding.place.range?.lowerBound
      else { return nil }
      let text = document.text
      let line = text.range(ofLine: text.line(at: start))
      let content = text.text(line)
      let comment = "# tilawa: ignore[\(code)]"
      let edit: TextEdit
      if content.holds("#") {
        let blanks = content.utf8.prefix { $0 == 32 }.count
        edit = TextEdit(
          line.lowerBound..<line.lowerBound, String(repeating: " ", count: blanks) + comment + text.lineEnd)
      } else {
        edit = TextEdit(line.upperBound..<line.upperBound, "  " + comment)
      }
      return Action(title: "Ignore \(code) \(finding.rule.name) here", kind: .quickFix, way: .edits([edit]))
    }
  }

  // MARK: Conflicts

  private func conflicts() -> [Action] {
    guard let conflict = ConflictAtHand(document, at: range.lowerBound) else { return [] }
    var actions = conflict.choices.map { choice, title in
      Action(title: title, kind: .quickFix, way: .edits(conflict.edits(choice)))
    }
    if document.bundlePath != nil {
      actions.append(
        Action(title: "Compare both sides by ear", kind: .quickFix, way: .command("tilawa.playConflict", [])))
    }
    return actions
  }

  // MARK: Rows

  private func rows() -> [Action] {
    guard let row = workspace.row(at: range.lowerBound, in: document), let path = document.bundlePath else {
      return []
    }
    var actions: [Action] = []
    func sound(_ title: String, _ command: String) {
      actions.append(Action(title: title, kind: .row, way: .command(command, [])))
    }
    if isBusy { sound("■ Stop", "tilawa.stop") }
    sound("▶ Play \(row.label)", "tilawa.playRow")
    for (_, time) in edges(of: row) { sound("▶ Play around \(time)", "tilawa.playBoundary") }
    sound("▶ Play from \(row.label)", "tilawa.playFromCursor")
    func add(_ title: String, _ command: RowCommands.Command, _ more: [JSONValue.Member] = []) {
      actions.append(Action(title: title, kind: .row, way: .command(command.name, more)))
    }
    if row.isConfirmed {
      add("Unconfirm \(row.label)", .unconfirmRow)
    } else if row.isNamed {
      add("Confirm \(row.label)", .confirmRow)
      if row.index > 0 { add("Confirm all rows up to \(row.label)", .confirmUpTo) }
    }
    for time in splits(of: row) {
      add("Split \(row.label) at \(time)", .splitRow, [.init("time", .string(time.description))])
    }
    let rows = workspace.rows(ofBundle: path)
    if let next = rows.row(after: row) { add("Join \(row.label) with \(next.label)", .joinRow) }
    if row.kind == .markers,
      rows.contains(where: { $0.kind == .markers && !$0.isNamed && $0.start >= row.start })
    {
      add("Name the markers from here with consecutive ayat", .assignFollowing)
    }
    if row.kind == .markers {
      sound("Mark again by listening, from \(row.start.clock) to the end", Marking.command)
    }
    for (isEnd, time) in edges(of: row) {
      let edge = JSONValue.Member("edge", .string(isEnd ? "end" : "start"))
      let name = isEnd ? "end" : "start"
      if let heard, heard != time {
        add(
          "Move the \(name) of \(row.label) to \(heard), the playback position", .moveBoundary,
          [edge, .init("time", .string(heard.description))])
      }
      add("Move the \(name) of \(row.label) to the quietest point nearby", .snapBoundary, [edge])
      for step in [-100, 100] as [Int64] where time.count + step >= 0 {
        let to = Milliseconds(time.count + step)
        add(
          "Move the \(name) of \(row.label) by 0.1 s, to \(to)", .moveBoundary,
          [edge, .init("time", .string(to.description))])
      }
      let other = isEnd ? rows.row(after: row)?.start : rows.row(before: row)?.end
      if let other, other != time {
        add(
          isEnd
            ? "Start the row after \(row.label) at \(time), too"
            : "End the row before \(row.label) at \(time), too", isEnd ? .meetAfter : .meetBefore)
      }
    }
    return actions
  }

  /// Where a row may be split: at the time under the cursor, at what is heard, or at its joins.
  private func splits(of row: AnnotatedRow) -> [Milliseconds] {
    var times = row.joins.prefix(5).map(\.self)
    if let heard { times.insert(heard, at: 0) }
    if let time = timeAtCursor, !times.contains(time) { times.insert(time, at: 0) }
    return times.filter { row.start < $0 && $0 < row.end }
  }

  private var timeAtCursor: Milliseconds? {
    var (start, end) = (range.lowerBound, range.lowerBound)
    let bytes = document.text.bytes
    let isDigit = { (byte: UInt8) in (48...58).contains(byte) || byte == 46 }
    while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return start < end ? Milliseconds(document.text.text(start..<end)) : nil
  }

  /// The boundaries of the row that the cursor stands on.
  private func edges(of row: AnnotatedRow) -> [(isEnd: Bool, time: Milliseconds)] {
    guard case .value(let key, _) = CursorContext(in: document.text, at: range.lowerBound).spot else {
      return []
    }
    switch key {
    case RowKey.start, RowKey.at: return [(false, row.start)]
    case RowKey.end: return [(true, row.end)]
    default: return []
    }
  }
}
