import Diagnostics
import Merging
import ScalarText
import TilawaFormat
import Timing

/// A diff in lines for people: a line for each row or key, with the values that differ.
struct DiffReport {
  let diff: BundleDiff
  let palette: Palette

  /// All of it.
  var lines: [String] {
    diff.files.flatMap { file -> [String] in
      var lines = [palette.paint(file.kind.fileName, .strong)]
      if file.offset != .zero {
        let length = Milliseconds(abs(file.offset.count))
        lines.append("~ everything \(length) \(file.offset > .zero ? "later" : "earlier")")
      }
      return lines + file.changes.flatMap { Self.lines($0, file.kind.timedList?.key, palette) }
    }
  }

  /// How much differs in each file.
  var statistics: [String] {
    diff.files.map { file in
      let counts = [
        (FileDiff.Change.Kind.changed, "changed"), (.added, "added"), (.removed, "removed"),
      ].compactMap { kind, word in
        let count = file.changes.count { $0.kind == kind }
        return count > 0 ? "\(count) \(word)" : nil
      }
      let shift = file.offset == .zero ? [] : ["everything moved by \(signed(file.offset))"]
      return "\(file.kind.fileName): " + (shift + counts).joined(separator: ", ")
    }
  }

  private static func lines(
    _ change: FileDiff.Change, _ timedList: String?, _ palette: Palette
  ) -> [String] {
    switch change.kind {
    case .added: return [palette.paint("+ \(summary(change, timedList, \.new))", .good)]
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
    case (let old?, nil): return old == "true" ? "no longer \(key)" : "no \(name)any more (was \(old))"
    case (nil, nil): return key
    }
  }
}

/// With its sign, as a move has it.
private func signed(_ time: Milliseconds) -> String { time.count >= 0 ? "+\(time)" : "\(time)" }
