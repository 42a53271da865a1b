import TilawaBase
import TilawaFormat
import TilawaQuran

/// A record of which each attribute is taken once; what nobody takes, or what isn't of its kind, is left in `fields`.
struct CloudRecord {
  typealias Field = (key: String, value: JSONNode, type: String?)

  let entity: String
  /// Of the store; empty when none is given.
  let name: String
  let node: JSONNode
  /// As the record gives it, also where our writer has made it.
  private let id: String?
  private(set) var fields: [Field]

  /// The keys that the store uses for itself.
  private static let ownKeys: Set = [
    "recordChangeTag", "created", "modified", "deleted", "zoneID", "share", "parent", "pluginFields",
  ]

  init?(_ node: JSONNode) {
    for key in Self.ownKeys { node[key]?.passOver() }
    let head = Self.ownKeys.union(["recordName", "recordType", "fields"])
    let members = (node.members ?? []).filter { !head.contains($0.key) } + (node["fields"]?.members ?? [])
    let all = members.map { key, wrapped -> Field in
      let value = wrapped["value"] ?? wrapped
      // A reference says more than the name.
      value.passOver()
      return (key.after("CD_").map(String.init) ?? key, value, wrapped["type"]?.string)
    }
    func text(_ key: String) -> String? { all.first { $0.key == key }?.value.string }
    let entity = node["recordType"]?.string ?? text("entityName") ?? ""
    guard !entity.isEmpty else { return nil }
    self.entity = entity.after("CD_").map(String.init) ?? entity
    name = node["recordName"]?.string ?? ""
    self.node = node
    id = text("id")
    let isMade = id == CloudName.uuid(of: name)
    fields = all.filter {
      // What says nothing.
      $0.key != "entityName" && !$0.value.isNull && $0.value.string?.isEmpty != true
        && !($0.key == "id" && isMade)
    }
  }

  // MARK: Taking

  /// The value of the first of these attributes of which `convert` makes one; it counts as placed from now on.
  mutating func take<Value>(_ keys: [String], _ convert: (JSONNode, _ type: String?) -> Value?) -> Value? {
    for key in keys {
      guard let index = fields.firstIndex(where: { $0.key == key }),
        let value = convert(fields[index].value, fields[index].type)
      else { continue }
      fields.remove(at: index)
      return value
    }
    return nil
  }

  /// Returns the value of the first of these attributes that is of the kind. Earlier versions of the app used
  /// other names.
  mutating func take<Value>(_ kind: CloudKind<Value>, _ keys: String...) -> Value? { take(keys, kind.read) }

  /// Returns the value made from the record that an attribute names, if that record is known.
  mutating func reference<Value>(_ key: String, in known: (String) -> Value?) -> Value? {
    take([key]) { value, _ in Self.recordName(value).flatMap(known) }
  }

  /// An ayah of two attributes; neither is taken alone.
  mutating func ayah(_ names: (surah: String, ayah: String)) -> Ayah? {
    guard let surah = peek(names.surah), let ayah = peek(names.ayah) else { return nil }
    passOver(names.surah)
    passOver(names.ayah)
    return Ayah(surah, ayah)
  }

  /// Takes an attribute for placed when it says no more than follows from the rest.
  mutating func passOver(_ key: String, where follows: (JSONNode) -> Bool = { _ in true }) {
    fields.removeAll { $0.key == key && follows($0.value) }
  }

  /// Its id and its name in the store as keys of a row, but for those that are `known` and those of our own writer.
  mutating func identity(besides known: String? = nil) -> [ExtraKey] {
    let id = take(.text, "id")
    var extras: [ExtraKey] = []
    if let id, id != known { extras.append(ExtraKey("x-cloud-id", .string(id))) }
    if !name.isEmpty, name != id, name != known, !name.begins(with: CloudName.ours) {
      extras.append(ExtraKey("x-cloud-record", .string(name)))
    }
    return extras
  }

  // MARK: Looking

  /// A value that isn't taken yet.
  func peek<Value>(_ key: String, _ convert: (JSONNode) -> Value?) -> Value? {
    fields.first { $0.key == key }.flatMap { convert($0.value) }
  }
  func peek(_ key: String) -> Int? { peek(key, \.wholeNumber) }

  func has(_ key: String) -> Bool { fields.contains { $0.key == key } }

  /// The name of another record: as it is, or within a reference.
  static func recordName(_ value: JSONNode) -> String? { value.string ?? value["recordName"]?.string }

  /// Names of other records in a list.
  func names(_ key: String) -> [String] { (peek(key, \.items) ?? []).compactMap(Self.recordName) }

  /// By what others name it: its id, its name in the store.
  var keys: [String] { [id, name].compactMap(\.self).filter { !$0.isEmpty } }

  /// Our id of what it is of, where our writer has named it.
  func ownID(_ kind: String) -> String? {
    name.after("\(CloudName.ours)\(kind)-").map(String.init).flatMap {
      RecordingDraft.isIdentifier($0) ? $0 : nil
    }
  }

  /// True if a relation to another record is a CloudKit reference, not the text that SwiftData writes.
  var hasReference: Bool { fields.contains { $0.type == "REFERENCE" && $0.key != "category" } }
}

extension JSONNode {
  /// A whole number, also one with a fraction of zeros.
  var wholeNumber: Int? { number.flatMap { DecimalTime.whole($0) }.flatMap { Int(exactly: $0) } }
}

/// The names of records in the store.
enum CloudName {
  /// Before names that our writer makes of what has none.
  static let ours = "tilawa-"

  /// Returns the id and the name of a record. They come from keys that the reader has kept, else from an `id`
  /// of ours, else from `name`. The `id` must be a UUID, unless the model says that ids are text (`isText`)
  /// or the reader has kept the record's name.
  static func identity(
    _ extras: [ExtraKey], else name: String, id: String? = nil, isText: Bool = false
  ) -> (id: String, name: String) {
    let record = text("x-cloud-record", extras)
    let own = id.flatMap { isText || isUUID($0) || record != nil ? $0 : nil }
    let known = text("x-cloud-id", extras) ?? own
    let name = record ?? known ?? ours + name
    return (known ?? uuid(of: name), name)
  }

  static func isUUID(_ text: String) -> Bool {
    let parts = text.fields(by: "-")
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.joined().utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// A UUID of version 8 that is always the same for a record: what is uploaded twice makes no doubles.
  static func uuid(of name: String) -> String {
    let digits = Array(
      (name.utf8.fnv1a.hexadecimal + name.utf8.reversed().fnv1a.hexadecimal).uppercased().utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    return "\(part(0..<8))-\(part(8..<12))-8\(part(13..<16))-A\(part(17..<20))-\(part(20..<32))"
  }

  /// Returns the value that the reader has kept under a key, as text.
  static func text(_ key: String, _ extras: [ExtraKey]) -> String? {
    switch extras.first(where: { $0.key == key })?.value {
    case .string(let text): text
    case let value?: value.compactText
    case nil: nil
    }
  }

  /// Keeps that relations were references of CloudKit.
  static let relations = ExtraKey("x-cloud-relations", "references")

  static let keys: Set<String> = ["x-cloud-id", "x-cloud-record", relations.key]
}

/// Conversion between the app's file naming patterns and those of sources here.
enum CloudPattern {
  /// The app's placeholders (left) and ours.
  private static let tokens = [
    ("${sss}", "{surah3}"), ("${aaa}", "{ayah3}"), ("${s}", "{surah}"), ("${a}", "{ayah}"),
  ]

  /// Base address and pattern; nil for templates with other tokens, such as two digits.
  static func parts(ofTemplate template: String) -> (url: String, pattern: String)? {
    guard let text = pattern(of: template), let (head, _) = text.cut(at: "{"),
      let (folder, _) = head.cut(atLast: "/"), let pattern = text.after("\(folder)/")
    else { return nil }
    return ("\(folder)/", String(pattern))
  }

  /// The template of a source.
  static func template(_ source: ReciterDraft.Source) -> String? {
    guard let url = source.url, !source.pattern.holds("{number}") else { return nil }
    return tokens.reduce(url + source.pattern) { $0.replaced($1.1, with: $1.0) }
  }

  /// A pattern of the app's first age with the placeholders of sources; nil when it has others.
  static func pattern(of text: String) -> String? {
    let pattern = tokens.reduce(text) { $0.replaced($1.0, with: $1.1) }
    return pattern.holds("${") ? nil : pattern
  }

  /// Returns true if the first version of the app supports all placeholders of a pattern.
  static func isOfFirstAge(_ pattern: String) -> Bool {
    !pattern.replaced("{surah3}", with: "").replaced("{ayah3}", with: "").holds("{")
  }

  /// The pattern of a named way of naming.
  static func pattern(named name: String, format: String) -> String? {
    switch name {
    case "surah_ayah": "{surah3}{ayah3}.\(format)"
    case "sequential": "{number}.\(format)"
    default: nil
    }
  }

  /// The name of a pattern's way; nil when it has none.
  static func name(of pattern: String, format: String) -> String? {
    ["surah_ayah", "sequential"].first { self.pattern(named: $0, format: format) == pattern }
  }
}
