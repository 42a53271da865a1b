import TilawaBase
import TilawaFormat

/// A diff in lines for people: a line for each row or key, with the values that differ.
struct DiffReport {
  let diff: BundleDiff
  let palette: Palette

  /// All of it.
  var lines: [String] {
    diff.files.flatMap { file -> [String] in
      // A marker that became a segment is told once, where it is now.
      let changes = file.changes.filter { $0.kind != .removed || $0.counterpart == nil }
      guard !changes.isEmpty || file.offset != .zero else { return [] }
      var lines = [palette.paint(file.kind.fileName, .strong)]
      if file.offset != .zero {
        let length = Milliseconds(abs(file.offset.count))
        lines.append("~ everything \(length) \(file.offset > .zero ? "later" : "earlier")")
      }
      return lines + changes.flatMap { Self.lines($0, file.kind.timedList?.key, palette) }
    }
  }

  /// The number of differences in each file.
  var statistics: [String] {
    diff.files.compactMap { file in
      let own = file.changes.filter { $0.counterpart == nil }
      let counts = [
        (FileDiff.Change.Kind.changed, "changed"), (.added, "added"), (.removed, "removed"),
      ].compactMap { kind, word in
        let count = own.count { $0.kind == kind }
        return count > 0 ? "\(count) \(word)" : nil
      }
      let moved = file.changes.filter { $0.kind == .added }.compactMap(\.counterpart)
      let saved = moved.first.map { ["\(moved.count) from \($0.kind.fileName)"] } ?? []
      guard !own.isEmpty || !saved.isEmpty || file.offset != .zero else { return nil }
      let shift = file.offset == .zero ? [] : ["everything moved by \(signed(file.offset))"]
      return "\(file.kind.fileName): " + (shift + saved + counts).joined(separator: ", ")
    }
  }

  private static func lines(
    _ change: FileDiff.Change, _ timedList: String?, _ palette: Palette
  ) -> [String] {
    switch change.kind {
    case .added:
      let text = summary(change, timedList, \.new)
      guard let before = change.counterpart else { return [palette.paint("+ \(text)", .good)] }
      return ["> \(text), \(origin(before, change))"]
    case .removed: return [palette.paint("- \(summary(change, timedList, \.old))", .error)]
    case .changed:
      if let line = replacedAudio(change) { return ["~ \(line)"] }
      return ["~ \(change.place)  " + change.fields.map { text($0, in: change) }.joined(separator: ", ")]
    }
  }

  private static func summary(
    _ change: FileDiff.Change, _ timedList: String?, _ side: KeyPath<FileDiff.FieldChange, String?>
  ) -> String {
    guard change.isRow else {
      return "\(change.place): " + change.fields.compactMap { $0[keyPath: side] }.joined(separator: ", ")
    }
    guard change.list == timedList else {
      let rest = change.fields.compactMap { field in
        field[keyPath: side].flatMap { change.place.isExactly($0) ? nil : "\(field.path.last ?? "") \($0)" }
      }
      return ([change.place] + rest).joined(separator: "  ")
    }
    let value = { (key: String) in change.fields.first { $0.path == [key] }?[keyPath: side] }
    let place = [value(RowKey.start) ?? value(RowKey.at), value(RowKey.end)].compactMap { $0 }.joined(
      separator: "-")
    let named: Set<String> = [
      RowKey.ayah, RowKey.skip, RowKey.word, RowKey.start, RowKey.at, RowKey.end,
    ]
    let rest = change.fields.filter { !named.contains($0.path.last ?? "") }.compactMap { field in
      field[keyPath: side].map { $0 == "true" ? field.path.last ?? "" : "\(field.path.last ?? "") \($0)" }
    }
    return ([change.place, " \(place)"] + rest).joined(separator: " ")
  }

  /// The former state of a row, before it was saved, or opened again.
  private static func origin(_ before: FileDiff.Counterpart, _ change: FileDiff.Change) -> String {
    let what = before.kind == .markers ? "was a marker" : "was a segment"
    let place = before.end.map { "\(before.start)-\($0)" } ?? "\(before.start)"
    return before.start == change.start && before.kind == .markers ? what : "\(what) at \(place)"
  }

  /// Another audio file changes its checksum, size and length: one fact, one line.
  private static func replacedAudio(_ change: FileDiff.Change) -> String? {
    guard change.place == FileKey.audio,
      let sum = change.fields.first(where: { $0.path == [FileKey.audio, AudioKey.sha256] }),
      let old = sum.old, let new = sum.new
    else { return nil }
    return "audio replaced: sha256 \(old.prefix(12))… -> \(new.prefix(12))…"
  }

  private static func text(_ field: FileDiff.FieldChange, in change: FileDiff.Change) -> String {
    let key = field.path.drop { !change.isRow && $0 == change.place }.joined(separator: ".")
    let name = key.isEmpty ? "" : key + " "
    switch (field.old, field.new) {
    case (let old?, let new?):
      return "\(name)\(old) -> \(new)" + (field.move.map { " (\(signed($0)))" } ?? "")
    case (nil, let new?): return new == "true" ? "now \(key)" : "now \(name)\(new)"
    case (let old?, nil): return old == "true" ? "no longer \(key)" : "\(name)removed (was \(old))"
    case (nil, nil): return key
    }
  }
}

/// With its sign, as a move has it.
private func signed(_ time: Milliseconds) -> String { time.count >= 0 ? "+\(time)" : "\(time)" }
