package import TilawaBase
import TilawaYAML

extension FilePatch {
  /// Reads the diff of a document: `{"version": 1, "diffs": [{"files": [...]}]}`.
  ///
  /// Throws for each key that can't be applied, or that contradicts what is applied. A patch is never applied
  /// in part.
  package static func read(_ source: SourceText) throws(Misfit) -> [FilePatch] {
    // JSON is YAML, and is read with places and without surprises.
    let document = YAMLDocument(parsing: source)
    guard let root = document.root, !document.hasErrors else {
      throw Misfit(reasons: ["\(source.path) is not a diff in JSON"])
    }
    guard root["version"]?.scalar?.value == "1", let diffs = root["diffs"]?.sequence else {
      throw Misfit(reasons: ["\(source.path) is not a diff in JSON: \"version\": 1 or \"diffs\" is missing"])
    }
    guard diffs.count == 1, let files = diffs[0]["files"]?.sequence else {
      throw Misfit(reasons: ["\(source.path) has \(diffs.count) diffs; only one can be applied to a bundle"])
    }
    try requireKeys(of: root, ["version", "diffs"])
    try requireKeys(of: diffs[0], ["old_version", "new_version", "files"])
    let names = files.compactMap { $0["file"]?.scalar?.value }
    var patches: [FilePatch] = []
    for file in files { patches.append(try FilePatch(file, among: names)) }
    return patches
  }

  private init(_ node: YAMLNode, among files: [String]) throws(Misfit) {
    guard let name = node["file"]?.scalar?.value, let kind = DocumentKind(ofFileAt: name) else {
      throw Misfit(reasons: ["a diff names no file of a bundle or a library"])
    }
    try Self.requireKeys(of: node, ["file", "offset", "changes"])
    let given = node.filled("offset")?.scalar?.value ?? "0"
    guard let offset = SignedTime(given)?.time else {
      throw Misfit(reasons: ["\"offset\" of \(name) is not a time in seconds"])
    }
    guard let nodes = node["changes"]?.sequence else {
      throw Misfit(reasons: ["the diff of \(name) has no list \"changes\""])
    }
    guard offset == .zero || kind.timedList != nil else {
      throw Misfit(reasons: ["\"offset\" of \(name) cannot be applied: its rows have no times"])
    }
    var changes: [Change] = []
    for change in nodes {
      do throws(Fault) {
        changes.append(try Change(change, of: kind, files))
      } catch {
        let label = change["label"]?.scalar?.value ?? "a change"
        throw Misfit(reasons: ["\(label) of \(name): \(error.reason)"])
      }
    }
    self.init(kind, changes, offset: offset)
  }

  /// Throws for keys that can't be applied.
  private static func requireKeys(of node: YAMLNode, _ known: Set<String>) throws(Misfit) {
    let others = node.keyNames.filter { !known.contains($0) }
    guard others.isEmpty else {
      throw Misfit(reasons: others.map { "\"\($0)\" is not a key that can be applied" })
    }
  }
}

/// The reason for which a change can't be applied.
private struct Fault: Error {
  let reason: String
}

extension FilePatch.Change {
  fileprivate init(_ node: YAMLNode, of kind: DocumentKind, _ files: [String]) throws(Fault) {
    let known = ["change", "label", "list", "start", "old", "new", "fields", "counterpart"]
    if let other = node.keyNames.first(where: { !known.contains($0) }) {
      throw Fault(reason: "\"\(other)\" is not a key that can be applied")
    }
    // Older diffs name no list: of bundles there is only one.
    let list =
      node.filled("list")?.scalar?.value ?? (node.filled("start") == nil ? nil : kind.timedList?.key)
    let declared = list.flatMap { list in kind.lists.first { $0.key == list } }
    if let list, declared == nil {
      throw Fault(reason: "\"list\" is \"\(list)\", and \(kind.fileName) has no such list")
    }
    func fields(_ side: String) throws(Fault) -> [FieldPath: FieldValue]? {
      guard let value = node.filled(side) else { return nil }
      guard let pairs = value.mapping else { throw Fault(reason: "\"\(side)\" is not a mapping") }
      return pairs.reduce(into: [FieldPath: FieldValue]()) { fields, pair in
        let key = pair.key.scalar?.value ?? ""
        let path = list == nil ? key.words(by: ".", atMost: 2).map(String.init) : [key]
        fields[path] = FieldValue(pair.value, kind, list.map { [$0, "[]", key] } ?? path)
      }
    }
    let (old, new) = (try fields("old"), try fields("new"))
    guard let said = new ?? old else { throw Fault(reason: "it has neither \"old\" nor \"new\"") }
    self.init(place: node["label"]?.scalar?.value ?? "", list: list, old: old, new: new)
    let change = old == nil ? "added" : new == nil ? "removed" : "changed"
    if let given = node.filled("change")?.scalar?.value, given != change {
      throw Fault(reason: "\"change\" is \"\(given)\", and \"old\" and \"new\" make it \(change)")
    }
    if let start = node.filled("start") {
      let time = (said[RowPath.start] ?? said[RowPath.at])?.time
      guard let time, start.scalar.flatMap({ Milliseconds($0.value) }) == time else {
        throw Fault(reason: "\"start\" is not where the row begins")
      }
    }
    for field in node.filled("fields")?.sequence ?? [] {
      let name = field.scalar?.value ?? ""
      let path = list == nil ? name.words(by: ".", atMost: 2).map(String.init) : [name]
      guard old != nil, new != nil, old?[path] != new?[path] else {
        throw Fault(reason: "\"fields\" names \"\(name)\", which is the same in \"old\" and \"new\"")
      }
    }
    if let file = node.filled("counterpart")?.scalar?.value, !files.contains(file) {
      throw Fault(reason: "its \"counterpart\" \"\(file)\" is not among the files of the diff")
    }
  }
}

extension YAMLNode {
  /// The value of a key, unless it is null.
  fileprivate func filled(_ key: String) -> YAMLNode? {
    self[key].flatMap { $0.scalar?.kind == .null ? nil : $0 }
  }

  fileprivate var keyNames: [String] { (mapping ?? []).compactMap { $0.key.scalar?.value } }
}

/// A time that may lie before another: `-2.500`.
private struct SignedTime {
  let time: Milliseconds

  init?(_ text: String) {
    guard let time = Milliseconds(text.after("-") ?? text[...]) else { return nil }
    self.time = text.begins(with: "-") ? .zero - time : time
  }
}
