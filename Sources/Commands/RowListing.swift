import Diagnostics
import QuranIndex
import TilawaFormat
import Timing
import YAMLDocuments

/// One file of a bundle as plain lines for a diff: a row a line, times and references in one form, comments
/// kept.
///
/// Two files that mean the same give the same lines, but for their comments.
struct RowListing {
  let lines: [String]

  /// Nil for files that are none of a bundle's five, and for those with faults: their own text tells more.
  init?(of source: SourceText) {
    guard let kind = Self.kind(of: source.path), !Self.hasErrors(source, kind) else { return nil }
    let document = YAMLDocument(parsing: source)
    guard let pairs = document.root?.mapping else { return nil }
    var entries: [(offset: Int, text: String)] = document.comments.map {
      ($0.lowerBound, source.text(in: $0))
    }
    func add(_ key: String, _ node: YAMLNode) {
      if let inner = node.mapping {
        for pair in inner { add("\(key).\(pair.key.scalar?.value ?? "")", pair.value) }
      } else if let rows = node.sequence, rows.contains(where: { $0.mapping != nil }) {
        for row in rows { entries.append((row.range.lowerBound, Self.line(of: row))) }
      } else {
        entries.append((node.range.lowerBound, "\(key): \(Self.text(of: node, key))"))
      }
    }
    for pair in pairs { add(pair.key.scalar?.value ?? "", pair.value) }
    lines = entries.sorted { $0.offset < $1.offset }.map(\.text)
  }

  /// git gives a copy of a blob the file's name, older versions behind a prefix: `Ab1c2D_segments.yaml`.
  private static func kind(of path: String) -> FileKind? {
    let name = path.split(separator: "/").last ?? ""
    return FileKind(fileName: name) ?? FileKind.allCases.first { name.hasSuffix("_" + $0.fileName) }
  }

  private static func hasErrors(_ source: SourceText, _ kind: FileKind) -> Bool {
    switch kind {
    case .recording: BundleFile(recording: source).hasErrors
    case .reciter: BundleFile(reciter: source).hasErrors
    case .markers: BundleFile(markers: source).hasErrors
    case .segments: BundleFile(segments: source).hasErrors
    case .words: BundleFile(words: source).hasErrors
    }
  }

  // MARK: - Rows

  /// What a row is and where, without keys; a fixed order, so that the order in the file makes no difference.
  private static let leading = ["at", "ayah", "skip", "word", "start", "end"]
  /// What may follow; other keys come last, in the order of the file.
  private static let following = [
    "joins", "verified", "confirmed", "confidence", "reciter", "riwayah", "priority",
  ]

  private static func line(of row: YAMLNode) -> String {
    guard let pairs = row.mapping else { return text(of: row, "") }
    var columns: [String] = []
    for key in leading {
      guard let value = row[key] else { continue }
      columns.append((key == "skip" || key == "word" ? "\(key) " : "") + text(of: value, key))
    }
    let others = pairs.compactMap(\.key.scalar?.value).filter {
      !leading.contains($0) && !following.contains($0)
    }
    for key in following + others {
      if let value = row[key] { columns.append("\(key): \(text(of: value, key))") }
    }
    return columns.joined(separator: "  ")
  }

  private static func text(of node: YAMLNode, _ key: String) -> String {
    switch node.content {
    case .sequence(let items): return "[\(items.map { text(of: $0, key) }.joined(separator: ", "))]"
    case .mapping(let pairs):
      let texts = pairs.map { "\(text(of: $0.key, "")): \(text(of: $0.value, ""))" }
      return "{ \(texts.joined(separator: ", ")) }"
    case .scalar(let scalar):
      switch key {
      case "at", "start", "end", "joins", "audio.duration":
        return Milliseconds(parsing: scalar.value.utf8)?.description ?? scalar.value
      case "ayah", "passage": return AyahRange(scalar.value)?.description ?? scalar.value
      default: return oneLine(scalar.value)
      }
    }
  }

  private static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case _ where scalar.properties.generalCategory == .control: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
