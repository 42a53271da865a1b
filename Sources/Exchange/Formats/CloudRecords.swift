import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// The records that an iOS app with SwiftData keeps in CloudKit, as the web service tells them: `CD_Recording` and
  /// others, each attribute a field `CD_…`.
  ///
  /// Read are also fields without the wrapper around their values, and names without the prefix.
  static let cloudKit: ForeignFormat = ForeignFormat(
    name: "cloudkit", title: "CloudKit records of an iOS app", extensions: ["json"],
    loses: [.skip, .words, .note, .meta, .xkeys, .order], bends: [.joins, .numbering, .marker],
    tellsReciter: true,
    holds: .libraries,
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let first = (json["records"]?.items ?? json.items)?.first
      let type = first?["recordType"]?.string ?? first?["CD_entityName"]?.string ?? ""
      return type.begins(with: "CD_") || first?["CD_entityName"] != nil
    },
    read: { source, options, report in
      var reader = try CloudReader(source, options, report)
      return reader.collection()
    },
    write: .collection { collection, _ in
      var writer = CloudWriter()
      return writer.text(collection)
    })
}

/// One record, of which each attribute is asked for once; what nobody asked for is told.
struct CloudRecord {
  let entity: String
  let name: String
  let node: JSONNode
  private(set) var fields: [(key: String, value: JSONNode, type: String?)] = []

  init?(_ node: JSONNode) {
    let given = node["fields"] ?? node
    let type = node["recordType"]?.string
    for (key, wrapped) in given.members ?? [] where !["recordName", "recordType", "fields"].contains(key) {
      let plain = key.after("CD_").map(String.init) ?? key
      let isWrapped = wrapped["value"] != nil
      fields.append((plain, wrapped["value"] ?? wrapped, isWrapped ? wrapped["type"]?.string : nil))
    }
    let entity = type ?? fields.first { $0.key == "entityName" }?.value.string ?? ""
    guard !entity.isEmpty else { return nil }
    self.entity = entity.after("CD_").map(String.init) ?? entity
    name = node["recordName"]?.string ?? fields.first { $0.key == "id" }?.value.string ?? ""
    self.node = node
    // What the store keeps for itself, and what says nothing.
    if node["fields"] == nil {
      let own: Set<String> = [
        "recordChangeTag", "created", "modified", "deleted", "zoneID", "share", "parent", "pluginFields",
      ]
      fields.removeAll { own.contains($0.key) }
    }
    fields.removeAll { $0.key == "entityName" || $0.value.isNull || $0.value.string?.isEmpty == true }
  }

  /// The value of an attribute, which counts as placed from now on.
  mutating func take(_ key: String) -> JSONNode? { wrapped(key)?.value }

  private mutating func wrapped(_ key: String) -> (key: String, value: JSONNode, type: String?)? {
    guard let index = fields.firstIndex(where: { $0.key == key }) else { return nil }
    return fields.remove(at: index)
  }

  mutating func text(_ key: String) -> String? { take(key)?.string }
  mutating func integer(_ key: String) -> Int? {
    take(key).flatMap { node in node.integer ?? node.seconds.map { Int($0.count / 1000) } }
  }
  mutating func flag(_ key: String) -> Bool? { take(key)?.bool }
  mutating func seconds(_ key: String) -> Milliseconds? { take(key)?.seconds }

  /// The name of another record: as it is, or within a reference.
  mutating func reference(_ key: String) -> String? {
    take(key).flatMap { $0.string ?? $0["recordName"]?.string }
  }

  /// Milliseconds since 1970 from the web service, seconds since 2001 from a store.
  mutating func date(_ key: String) -> Timestamp? {
    guard let field = wrapped(key) else { return nil }
    if let text = field.value.string, let stamp = Timestamp(text) { return stamp }
    guard let number = field.value.seconds else { return nil }
    let isWeb = field.type == "TIMESTAMP" || number.count.magnitude > 100_000_000_000_000
    return CloudDate.stamp(
      isWeb ? Milliseconds(number.count / 1000) : number + Milliseconds(CloudDate.secondsTo2001 * 1000))
  }
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
    let fraction = stamp.text.words(by: ".").dropFirst().first?.prefix { $0.isNumber } ?? ""
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
    var text = template
    for (theirs, ours) in tokens { text = text.replaced(theirs, with: ours) }
    guard !text.holds("${"), let (head, _) = text.cut(at: "{"), let (folder, _) = head.cut(atLast: "/"),
      let pattern = text.after("\(folder)/")
    else { return nil }
    return ("\(folder)/", String(pattern))
  }

  /// The template of a source.
  static func template(_ source: ReciterProfile.Source) -> String? {
    guard let url = source.url, !source.pattern.holds("{number}") else { return nil }
    var text = url + source.pattern
    for (theirs, ours) in tokens.prefix(4) { text = text.replaced(ours, with: theirs) }
    return text
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
