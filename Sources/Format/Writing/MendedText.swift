import TilawaBase
import TilawaYAML

/// A text for a file of a bundle, made from data of other programs. Values that a reader of bundles would
/// refuse are put aside.
///
/// A faulty value gets its key with `x-` before it. An empty text is removed, and so is a row without a
/// required value. The agreement of values with each other isn't checked; that is left to the rules.
public struct MendedText: Sendable {
  /// The text as it may be written.
  public private(set) var text: String
  /// An account of what was put aside and why, a sentence each.
  public private(set) var remarks: [String] = []

  /// Mends a text that the writer of `kind` has made.
  public init(_ text: String, _ kind: FileKind) {
    self.text = text
    // What lacks a key once that is put aside is found in the next round; each round leaves less to be read.
    while let round = Round(self.text, kind), !round.edits.isEmpty,
      let bytes = round.edits.applied(to: Array(self.text.utf8))
    {
      self.text = String(decoding: bytes, as: UTF8.self)
      remarks += round.remarks
    }
  }
}

/// The treatment of the faults that one reading finds.
private struct Round {
  private(set) var edits: [TextEdit] = []
  private(set) var remarks: [String] = []
  private let kind: FileKind
  private var removed: [Int: [Int]] = [:]
  private var renamed: Set<Range<Int>> = []

  /// Nil when there is none.
  init?(_ text: String, _ kind: FileKind) {
    self.kind = kind
    let source = SourceText(path: kind.fileName, bytes: Array(text.utf8))
    let faults = source.faults(kind)
    guard !faults.isEmpty else { return nil }
    let document = YAMLDocument(parsing: source)
    guard let root = document.root, !document.hasErrors else { return nil }
    var editor = YAMLEditor(document)
    for fault in faults {
      guard let range = fault.place.range else { continue }
      put(fault.message, Faulty(range, in: root), &editor)
    }
    edits = editor.edits
  }

  private mutating func put(_ message: String, _ faulty: Faulty, _ editor: inout YAMLEditor) {
    let row = faulty.row.map { "row \($0 + 1) of \(kind.fileName): " } ?? "\(kind.fileName): "
    switch faulty.place {
    case .value(let pair, let mapping):
      guard let key = pair.key.scalar?.value, renamed.insert(pair.key.range).inserted else { return }
      if pair.value.scalar?.value == "", pair.value.scalar?.kind == .text {
        // An empty text says nothing, so nothing gets lost.
        editor.removeKey(key, in: mapping)
        return
      }
      let aside = mapping.freeKey("x-\(key)")
      editor.replace(pair.key, with: .text(aside))
      remarks.append("\(row)\(message); kept as \(aside)")
    case .item(let index, let list):
      guard removed[list.range.lowerBound, default: []].allSatisfy({ $0 != index }) else { return }
      let before = removed[list.range.lowerBound, default: []].count { $0 < index }
      removed[list.range.lowerBound, default: []].append(index)
      editor.removeRow(at: index - before, in: list)
      remarks.append("\(row)\(message); left out")
    case nil: return
    }
  }
}

/// The value or item to which a fault belongs.
private struct Faulty {
  enum Place {
    case value(YAMLPair, YAMLNode)
    case item(Int, YAMLNode)
  }

  private(set) var place: Place?
  /// Of the list of rows, when it lies in one.
  private(set) var row: Int?

  /// The innermost value or item that holds all of `range`.
  init(_ range: Range<Int>, in root: YAMLNode) {
    var node = root
    while true {
      if let pair = node.mapping?.first(where: { $0.value.range.holds(range) }) {
        place = .value(pair, node)
        node = pair.value
      } else if let items = node.sequence, let index = items.firstIndex(where: { $0.range.holds(range) }) {
        place = .item(index, node)
        if items[index].mapping != nil { row = index }
        node = items[index]
      } else {
        return
      }
    }
  }
}

extension YAMLNode {
  fileprivate func freeKey(_ wanted: String) -> String {
    let taken = Set((mapping ?? []).compactMap { $0.key.scalar?.value })
    return taken.contains(wanted) ? freeKey("\(wanted)-more") : wanted
  }
}

extension SourceText {
  fileprivate func faults(_ kind: FileKind) -> [Diagnostic] {
    let found =
      switch kind {
      case .recording: BundleFile(recording: self).diagnostics
      case .reciter: BundleFile(reciter: self).diagnostics
      case .segments: BundleFile(segments: self).diagnostics
      case .markers: BundleFile(markers: self).diagnostics
      case .words: BundleFile(words: self).diagnostics
      }
    return found.filter { $0.severity == .error }
  }
}

extension Range<Int> {
  fileprivate func holds(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
