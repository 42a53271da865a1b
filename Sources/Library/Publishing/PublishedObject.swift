package import TilawaBase

/// A JSON object in a published file. Its keys define how it is read and written, and its schema.
package protocol PublishedObject: Sendable {
  /// A description for the spec.
  static var meaning: String { get }
  /// In the order in which they are written.
  static var members: [PublishedKey<Self>] { get }
  /// With nothing in it; reading fills it.
  init()
  /// Throws when what the keys say can't be true together.
  func check() throws(PublishedFault)
}

/// A key of an object, and the property that holds its value.
package struct PublishedKey<Whole: Sendable>: Sendable {
  let key: JSONKey<Whole>
  let read: @Sendable (JSONNode?, inout Whole) throws(PublishedFault) -> Void

  package var name: String { key.type.name }
  /// True if a reader refuses objects without the key.
  package var isRequired: Bool { key.type.isRequired }

  /// One that is always there.
  static func required<Value>(
    _ name: String, _ value: PublishedForm<Value>, _ property: any WritableKeyPath<Whole, Value> & Sendable,
    _ meaning: String
  ) -> Self {
    let quoted = Array("\"\(name)\":".utf8)
    let form = value.form
    return Self(
      key: JSONKey(JSONKeyType(name, form.type, meaning)) { whole, json in
        json.key(quoted)
        form.write(whole[keyPath: property], &json)
      },
      read: { node, whole throws(PublishedFault) in
        guard let node else { throw PublishedFault("is missing", at: name) }
        whole[keyPath: property] = try value.reading(node, of: name)
      })
  }

  /// One that may be left out, and is, where nothing is known.
  static func optional<Value>(
    _ name: String, _ form: PublishedForm<Value>, _ property: any WritableKeyPath<Whole, Value?> & Sendable,
    _ meaning: String
  ) -> Self {
    leavingOut(name, form, meaning) {
      $0[keyPath: property]
    } take: {
      $0[keyPath: property] = $1
    }
  }

  /// One that is left out where its value is `usual`.
  static func unless<Value: Equatable & Sendable>(
    _ usual: Value, _ name: String, _ form: PublishedForm<Value>,
    _ property: any WritableKeyPath<Whole, Value> & Sendable, _ meaning: String
  ) -> Self {
    leavingOut(name, form, meaning) {
      let value = $0[keyPath: property]
      return value == usual ? nil : value
    } take: {
      $0[keyPath: property] = $1
    }
  }

  private static func leavingOut<Value>(
    _ name: String, _ value: PublishedForm<Value>, _ meaning: String,
    written: @escaping @Sendable (Whole) -> Value?, take: @escaping @Sendable (inout Whole, Value) -> Void
  ) -> Self {
    let quoted = Array("\"\(name)\":".utf8)
    let form = value.form
    return Self(
      key: JSONKey(JSONKeyType(name, form.type, meaning, required: false)) { whole, json in
        guard let value = written(whole) else { return }
        json.key(quoted)
        form.write(value, &json)
      },
      read: { node, whole throws(PublishedFault) in
        guard let node else { return }
        take(&whole, try value.reading(node, of: name))
      })
  }

  /// The key for the kind of file and the version of the layout.
  static func version(_ name: String) -> Self {
    Self(
      key: .constant(
        name, "1", .int(Int64(PublishedLimits.version)),
        "The kind of file, and the version of this layout."),
      read: { node, _ throws(PublishedFault) in
        guard let node else { throw PublishedFault("is missing: this is another kind of file", at: name) }
        guard case .number(let digits) = node.content, let version = Int(digits) else {
          throw PublishedFault("is not a version", at: name)
        }
        guard version == PublishedLimits.version else {
          throw PublishedFault(
            "is \(version); only version \(PublishedLimits.version) is supported", at: name)
        }
      })
  }
}

extension PublishedForm {
  fileprivate func reading(_ node: JSONNode, of name: String) throws(PublishedFault) -> Value {
    do throws(PublishedFault) {
      return try read(node)
    } catch {
      throw error.inside(name)
    }
  }
}

extension PublishedObject {
  package func check() throws(PublishedFault) {}

  /// Reads an object. Unknown keys are ignored.
  package init(reading node: JSONNode) throws(PublishedFault) {
    guard node.members != nil else { throw PublishedFault("is not a mapping") }
    self.init()
    for key in Self.members { try key.read(node[key.name], &self) }
    try check()
  }

  /// On one line.
  package func write(to json: inout JSONBytes) {
    json.raw("{")
    for key in Self.members { key.key.write(self, &json) }
    json.raw("}")
  }

  static var schema: JSONValue {
    [
      "type": "object", "description": .string(meaning),
      "properties": .object(members.map(\.key.type.property)),
      "required": JSONValue(members.filter(\.isRequired)) { .string($0.name) },
    ]
  }
}

/// A file of a published library: an object whose list, which comes last, has one item a line.
package protocol PublishedDocument: PublishedObject {
  associatedtype Item: Sendable
  /// The document's kind in messages and schemas: `root`, `ayah`.
  static var kind: String { get }
  /// The maximum size that a reader accepts, in bytes.
  static var mostBytes: Int { get }
  /// The name of the list.
  static var listKey: String { get }
  static var itemForm: PublishedForm<Item> { get }
  var items: [Item] { get set }
}

extension PublishedDocument {
  /// Reads a file. Throws when it is longer than it may be, no JSON, of another version, or says what can't be.
  package init(reading bytes: [UInt8]) throws(PublishedFault) {
    guard bytes.count <= Self.mostBytes else {
      throw PublishedFault("the file has \(bytes.count) bytes; at most \(Self.mostBytes) are allowed")
    }
    let node: JSONNode
    do {
      var limits = JSONLimits()
      limits.mostValues = PublishedLimits.mostValues
      node = try JSONNode(reading: bytes, limits: limits)
    } catch {
      throw PublishedFault("the file is not JSON: \(error.reason)")
    }
    try self.init(reading: node)
  }

  /// The file: a line for what comes before the list, one for each of its items, and one for the end.
  package var bytes: [UInt8] {
    var json = JSONBytes()
    writeHead(to: &json)
    for (index, item) in items.enumerated() {
      json.raw(index > 0 ? ",\n" : "\n")
      Self.itemForm.form.write(item, &json)
    }
    json.raw("\n]}\n")
    return json.bytes
  }

  /// The first line, up to the bracket that opens the list.
  package func writeHead(to json: inout JSONBytes) {
    json.raw("{")
    for key in Self.members where !key.name.isExactly(Self.listKey) { key.key.write(self, &json) }
    json.key(Array("\"\(Self.listKey)\":[".utf8))
  }
}
