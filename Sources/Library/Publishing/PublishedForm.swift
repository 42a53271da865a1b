import TilawaBase
import TilawaFormat
import TilawaQuran

/// The form of a value in a published file. One declaration defines how it is read and written, and its JSON
/// Schema.
package struct PublishedForm<Value: Sendable>: Sendable {
  /// The description of the value and the way in which it is written.
  let form: JSONForm<Value>
  let read: @Sendable (JSONNode) throws(PublishedFault) -> Value

  init(
    _ noun: String, schema: JSONValue,
    read: @escaping @Sendable (JSONNode) throws(PublishedFault) -> Value,
    write: @escaping @Sendable (Value, inout JSONBytes) -> Void
  ) {
    self.init(JSONForm(JSONType(noun, schema: schema), write: write), read: read)
  }

  private init(
    _ form: JSONForm<Value>, read: @escaping @Sendable (JSONNode) throws(PublishedFault) -> Value
  ) {
    (self.form, self.read) = (form, read)
  }

  /// A value that is written as a text of its own.
  static func spelled(
    _ noun: String, schema: JSONValue, atMost limit: Int = PublishedLimits.longestName,
    _ value: @escaping @Sendable (String) -> Value?, _ text: @escaping @Sendable (Value) -> String
  ) -> Self {
    Self(
      noun, schema: schema,
      read: { node throws(PublishedFault) in
        guard let written = node.string, written.utf8.count <= limit, let value = value(written) else {
          throw PublishedFault("is not \(noun)")
        }
        return value
      },
      write: { value, json in json.text(text(value)) })
  }
}

extension PublishedForm<String> {
  /// Any text of at most `limit` bytes.
  static func text(atMost limit: Int = PublishedLimits.longestName) -> Self {
    .spelled("text of at most \(limit) bytes", schema: ["type": "string"], atMost: limit, { $0 }, { $0 })
  }

  /// `digits` lower-case hexadecimal digits.
  static func hexadecimal(_ digits: Int) -> Self {
    .spelled(
      "\(digits) lower-case hexadecimal digits",
      schema: ["type": "string", "pattern": .string("^[0-9a-f]{\(digits)}$")],
      { PublishedAddress.isHexadecimal($0, digits) ? $0 : nil }, { $0 })
  }

  /// A path below a folder, which it doesn't leave.
  static var path: Self {
    .spelled(
      "a path that does not leave its folder", schema: ["type": "string", "minLength": 1],
      { PublishedAddress.isPath($0) ? $0 : nil }, { $0 })
  }

  /// Where audio lies in the site.
  static var audioAddress: Self {
    .spelled(
      "an address of audio in this library",
      schema: ["type": "string", "pattern": "^audio/[0-9a-f]{2}/[0-9a-f]{64}(\\.[a-z0-9]{1,8})?$"],
      { PublishedAddress.isAudio($0) ? $0 : nil }, { $0 })
  }

  /// An address of the web.
  static var url: Self {
    .spelled(
      "an address that begins with https:// or http://",
      schema: ["type": "string", "pattern": "^https?://"], { PublishedAddress.isURL($0) ? $0 : nil }, { $0 })
  }
}

extension PublishedForm<Int> {
  /// A whole number.
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: [
        "type": "integer", "minimum": .int(Int64(range.lowerBound)), "maximum": .int(Int64(range.upperBound)),
      ],
      read: { node throws(PublishedFault) in
        guard case .number(let digits) = node.content, let value = Int(digits), range.contains(value) else {
          throw PublishedFault("is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
      },
      write: { value, json in json.integer(value) })
  }

  /// A number of things.
  static var count: Self { .integer(0...PublishedLimits.mostOfAnything) }
}

extension PublishedForm<Bool> {
  static var flag: Self {
    Self(
      "true or false", schema: ["type": "boolean"],
      read: { node throws(PublishedFault) in
        guard case .bool(let value) = node.content else { throw PublishedFault("is not true or false") }
        return value
      },
      write: { value, json in json.raw(value ? "true" : "false") })
  }
}

extension PublishedForm<Double> {
  /// From 0 to 1.
  static var confidence: Self {
    Self(
      "a number from 0 to 1", schema: ["type": "number", "minimum": 0, "maximum": 1],
      read: { node throws(PublishedFault) in
        guard case .number(let digits) = node.content, let value = Double(digits), (0...1).contains(value)
        else { throw PublishedFault("is not a number from 0 to 1") }
        return value
      },
      write: { value, json in json.number("\(value)") })
  }
}

extension PublishedForm<Milliseconds> {
  static var time: Self {
    Self(
      "seconds with at most three decimals", schema: ["type": "number", "minimum": 0],
      read: { node throws(PublishedFault) in
        guard case .number(let digits) = node.content, digits.utf8.count <= 20,
          let value = Milliseconds(parsing: digits.utf8)
        else { throw PublishedFault("is not a time in seconds") }
        return value
      },
      write: { value, json in json.number(value.description) })
  }
}

extension PublishedForm<Timestamp> {
  static var timestamp: Self {
    .spelled(
      "a day, or a moment with its offset (RFC 3339)", schema: ["type": "string"], { Timestamp($0) },
      { $0.text })
  }
}

extension PublishedForm<AyahRange> {
  static var reference: Self {
    .spelled(
      "an ayah or a run of ayat",
      schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}(-[0-9]{1,3}(:[0-9]{1,3})?)?$"],
      { text in AyahRange(text).flatMap { $0.mayExist ? $0 : nil } }, { $0.description })
  }
}

extension AyahRange {
  /// True if the ayat may exist in some count.
  var mayExist: Bool {
    (1...114).contains(first.surah) && (1...114).contains(last.surah) && (0...286).contains(first.number)
      && (0...286).contains(last.number) && isForward
  }
}

extension PublishedForm<Riwayah> {
  static var riwayah: Self {
    .choice("a riwayah", Riwayah.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
  }
}

extension PublishedForm<AyahCut> {
  static var cut: Self {
    .choice("start, end or both", AyahCut.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
  }
}

extension PublishedForm<CountingSystem> {
  static var counting: Self {
    .choice("a counting system", CountingSystem.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
  }
}

extension PublishedForm {
  /// One of some words.
  static func choice(
    _ noun: String, _ values: [(word: String, value: Value)], _ word: @escaping @Sendable (Value) -> String
  ) -> Self {
    .spelled(
      noun, schema: ["type": "string", "enum": JSONValue(values) { .string($0.word) }],
      { text in values.first { $0.word.isExactly(text) }?.value }, word)
  }

  /// Values in a row, at most `limit`.
  static func list<Item>(
    of item: PublishedForm<Item>, atMost limit: Int = PublishedLimits.mostOfAnything
  ) -> PublishedForm<[Item]> {
    PublishedForm<[Item]>(
      .list(of: item.form),
      read: { node throws(PublishedFault) in
        guard let items = node.items else { throw PublishedFault("is not a list") }
        guard items.count <= limit else { throw PublishedFault("has more than \(limit) items") }
        var values: [Item] = []
        values.reserveCapacity(items.count)
        for (index, node) in items.enumerated() {
          do throws(PublishedFault) {
            values.append(try item.read(node))
          } catch {
            throw error.inside("[\(index)]")
          }
        }
        return values
      })
  }

  /// An object with keys of its own.
  static func object<Object: PublishedObject>(_ type: Object.Type) -> PublishedForm<Object> {
    PublishedForm<Object>(
      "a mapping", schema: Object.schema, read: { node throws(PublishedFault) in try Object(reading: node) },
      write: { object, json in object.write(to: &json) })
  }
}
