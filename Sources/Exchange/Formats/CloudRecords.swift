import TilawaBase
import TilawaFormat
import TilawaQuran

/// One record, of which each attribute is asked for once; what nobody asked for, or what isn't of its kind, is told.
struct CloudRecord {
  let entity: String
  /// Of the store; empty when none is given.
  let name: String
  let node: JSONNode
  /// As the record gives it, also where our writer has made it.
  private let id: String?
  private(set) var fields: [(key: String, value: JSONNode, type: String?)] = []

  init?(_ node: JSONNode) {
    let type = node["recordType"]?.string
    var fields: [(key: String, value: JSONNode, type: String?)] = []
    func add(_ object: JSONNode?, except own: Set<String>) {
      for (key, wrapped) in object?.members ?? [] where !own.contains(key) {
        let plain = key.after("CD_").map(String.init) ?? key
        let value = wrapped["value"] ?? wrapped
        fields.append((plain, value, wrapped["type"]?.string))
        // A reference says more than the name.
        value.passOver()
      }
    }
    // What the store keeps for itself.
    let own = [
      "recordChangeTag", "created", "modified", "deleted", "zoneID", "share", "parent", "pluginFields",
    ]
    for key in own { node[key]?.passOver() }
    add(node, except: Set(own + ["recordName", "recordType", "fields"]))
    add(node["fields"], except: [])
    let entity = type ?? fields.first { $0.key == "entityName" }?.value.string ?? ""
    guard !entity.isEmpty else { return nil }
    self.entity = entity.after("CD_").map(String.init) ?? entity
    name = node["recordName"]?.string ?? ""
    self.node = node
    self.fields = fields
    id = fields.first { $0.key == "id" }?.value.string
    let isMade = id == CloudName.uuid(of: name)
    // What says nothing.
    self.fields.removeAll {
      $0.key == "entityName" || $0.value.isNull || $0.value.string?.isEmpty == true
        || $0.key == "id" && isMade
    }
  }

  /// The value of the first of these attributes that holds one of the kind; it counts as placed from now on.
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

  /// Of several names of an attribute one is of an earlier age of the app.
  mutating func text(_ keys: String...) -> String? { take(keys) { value, _ in value.string } }
  mutating func integer(_ keys: String...) -> Int? { take(keys) { value, _ in Self.whole(value) } }
  mutating func flag(_ keys: String...) -> Bool? { take(keys) { value, _ in value.bool } }
  mutating func seconds(_ keys: String...) -> Milliseconds? { take(keys) { value, _ in value.seconds } }
  mutating func confidence(_ keys: String...) -> Double? { take(keys) { value, _ in value.confidence } }

  /// Milliseconds since 1970 from the web service, seconds since 2001 from a store.
  mutating func date(_ keys: String...) -> Timestamp? {
    take(keys) { value, type in
      if let text = value.string, let stamp = Timestamp(text) { return stamp }
      guard let number = value.seconds else { return nil }
      let isWeb = type == "TIMESTAMP" || number.count.magnitude > 100_000_000_000_000
      return CloudDate.stamp(
        isWeb ? Milliseconds(number.count / 1000) : number + Milliseconds(CloudDate.secondsTo2001 * 1000))
    }
  }

  /// What the record that an attribute names has become, where it is here.
  mutating func reference<Value>(_ keys: String..., in known: (String) -> Value?) -> Value? {
    take(keys) { value, _ in Self.recordName(value).flatMap(known) }
  }

  /// An ayah of two attributes, or of two others; neither is taken alone.
  mutating func ayah(_ names: (surah: String, ayah: String)...) -> Ayah? {
    for names in names {
      guard let surah = peek(names.surah), let ayah = peek(names.ayah) else { continue }
      passOver(names.surah)
      passOver(names.ayah)
      return Ayah(surah, ayah)
    }
    return nil
  }

  /// The name of another record: as it is, or within a reference.
  static func recordName(_ value: JSONNode) -> String? { value.string ?? value["recordName"]?.string }

  /// Names of other records in a list.
  func names(_ key: String) -> [String] {
    (fields.first { $0.key == key }?.value.items ?? []).compactMap(Self.recordName)
  }

  /// By what others name it: its id, its name in the store.
  var keys: [String] { [id, name].compactMap(\.self).filter { !$0.isEmpty } }

  /// Our id of what it is of, where our writer has named it.
  func ownID(_ kind: String) -> String? {
    name.after("\(CloudName.ours)\(kind)-").map(String.init).flatMap {
      RecordingDraft.isIdentifier($0) ? $0 : nil
    }
  }

  /// Whether a relation to another record is a reference of CloudKit, and not the text that SwiftData writes.
  var hasReference: Bool { fields.contains { $0.type == "REFERENCE" && $0.key != "category" } }

  /// A value that isn't taken yet.
  func peek<Value>(_ key: String, _ convert: (JSONNode) -> Value?) -> Value? {
    fields.first { $0.key == key }.flatMap { convert($0.value) }
  }
  func peek(_ key: String) -> Int? { peek(key, Self.whole) }

  func has(_ key: String) -> Bool { fields.contains { $0.key == key } }

  /// Takes an attribute for placed when it says no more than follows from the rest.
  mutating func passOver(_ key: String, where follows: (JSONNode) -> Bool = { _ in true }) {
    fields.removeAll { $0.key == key && follows($0.value) }
  }

  /// Its id and its name in the store as keys of a row, but for those that are `known` and those of our own writer.
  mutating func identity(besides known: String? = nil) -> [ExtraKey] {
    let id = text("id")
    var extras: [ExtraKey] = []
    if let id, id != known { extras.append(ExtraKey("x-cloud-id", .string(id))) }
    if !name.isEmpty, name != id, name != known, !name.begins(with: CloudName.ours) {
      extras.append(ExtraKey("x-cloud-record", .string(name)))
    }
    return extras
  }

  private static func whole(_ value: JSONNode) -> Int? {
    value.number.flatMap { DecimalTime.whole($0) }.flatMap { Int(exactly: $0) }
  }
}

/// What records are called in the store.
enum CloudName {
  /// Before names that our writer makes of what has none.
  static let ours = "tilawa-"

  /// The id and the name of a record: from keys that the reader has kept, else from an `id` of ours that is a UUID, or any where
  /// the model says that ids are `text`, else made of `name`.
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

  /// What the reader has kept under a key.
  static func text(_ key: String, _ extras: [ExtraKey]) -> String? {
    switch extras.first(where: { $0.key == key })?.value {
    case .string(let text): text
    case let value?: value.compactText
    case nil: nil
    }
  }

  /// Keeps that relations were references of CloudKit.
  static let relationKey = "x-cloud-relations"

  static let keys: Set<String> = ["x-cloud-id", "x-cloud-record", relationKey]
}

/// Dates between text and milliseconds since 1970.
enum CloudDate {
  /// From 1970 to the first moment of 2001.
  static let secondsTo2001: Int64 = 978_307_200

  static func stamp(_ time: Milliseconds) -> Timestamp? {
    guard time.count.magnitude < 200_000_000_000_000 else { return nil }
    let whole = (time.count >= 0 ? time.count : time.count - 999) / 1000
    let text = Timestamp(secondsSince1970: whole).text
    let rest = time.count - whole * 1000
    guard rest > 0 else { return Timestamp(text) }
    return Timestamp("\(text.dropLast()).\(String(1000 + rest).dropFirst())Z")
  }

  static func milliseconds(_ stamp: Timestamp) -> Int64 {
    let fraction = stamp.text.cut(at: ".")?.1.fields(by: "Z+-")[0] ?? ""
    let thousandths = Int64("\(fraction)000".prefix(3)) ?? 0
    return stamp.seconds * 1000 + (fraction.isEmpty ? 0 : thousandths)
  }
}

/// How the app names files, and how sources here do.
enum CloudPattern {
  /// What stands for what: the app's templates on the left.
  private static let tokens = [
    ("${sss}", "{surah3}"), ("${aaa}", "{ayah3}"), ("${s}", "{surah}"), ("${a}", "{ayah}"),
    ("{surah3}", "{surah3}"),
    ("{ayah3}", "{ayah3}"),
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
    var text = url + source.pattern
    for (theirs, ours) in tokens.prefix(4) { text = text.replaced(ours, with: theirs) }
    return text
  }

  /// A pattern of the app's first age with the placeholders of sources; nil when it has others.
  static func pattern(of text: String) -> String? {
    var pattern = text
    for (theirs, ours) in tokens { pattern = pattern.replaced(theirs, with: ours) }
    return pattern.holds("${") ? nil : pattern
  }

  /// Whether the app's first age knows the placeholders of a pattern.
  static func isOfFirstAge(_ pattern: String) -> Bool {
    let rest = pattern.replaced("{surah3}", with: "").replaced("{ayah3}", with: "")
    return !rest.holds("{")
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
