import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A value of an attribute as it is written, with the type that CloudKit has for it.
struct CloudValue {
  let json: JSONValue
  let type: String

  private init(_ json: JSONValue, _ type: String) { (self.json, self.type) = (json, type) }

  static func text(_ text: String) -> Self { Self(.string(text), "STRING") }
  static func seconds(_ time: Milliseconds) -> Self { Self(time.json, "DOUBLE") }
  static func number(_ number: Double) -> Self { Self(.number("\(number)"), "DOUBLE") }
  static func integer(_ number: Int) -> Self { Self(.int(Int64(number)), "INT64") }
  static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }
  static func date(_ stamp: Timestamp) -> Self { Self(.int(CloudDate.milliseconds(stamp)), "TIMESTAMP") }

  static func text(_ text: String?) -> Self? { text.map { .text($0) } }
  static func seconds(_ time: Milliseconds?) -> Self? { time.map { .seconds($0) } }
  static func number(_ number: Double?) -> Self? { number.map { .number($0) } }
  static func integer(_ number: Int?) -> Self? { number.map { .integer($0) } }
  static func date(_ stamp: Timestamp?) -> Self? { stamp.map { .date($0) } }

  /// Other records, where the model says that it refers to them.
  static func reference(_ name: String) -> Self { Self(json(name), "REFERENCE") }
  static func references(_ names: [String]) -> Self { Self(JSONValue(names, json), "REFERENCE_LIST") }

  private static func json(_ name: String) -> JSONValue { ["recordName": .string(name), "action": "NONE"] }
}

/// A kind of value: how records have it, and how a scalar of a file does.
struct CloudKind<Value>: Sendable {
  /// Returns the value of an attribute, by the type that CloudKit gives it; nil if it isn't of this kind.
  let read: @Sendable (JSONNode, _ type: String?) -> Value?
  let write: @Sendable (Value) -> CloudValue
  let yaml: @Sendable (Value) -> YAMLValue
  /// Parses a scalar; nil if records have no form for it.
  let parse: @Sendable (String) -> Value?

  init(
    _ read: @escaping @Sendable (JSONNode, _ type: String?) -> Value?,
    _ write: @escaping @Sendable (Value) -> CloudValue, _ yaml: @escaping @Sendable (Value) -> YAMLValue,
    _ parse: @escaping @Sendable (String) -> Value?
  ) {
    (self.read, self.write, self.yaml, self.parse) = (read, write, yaml, parse)
  }
}

extension CloudKind<String> {
  static var text: Self { Self({ value, _ in value.string }, { .text($0) }, { .text($0) }, { $0 }) }

  /// Digits, which come with and without their mark. Colours by name have no place.
  static var color: Self {
    Self(
      { value, _ in value.string.flatMap { name(of: "#\($0)") ?? name(of: $0) } }, { .text($0) },
      { .text($0) },
      { $0.begins(with: "#") ? $0 : nil })
  }

  /// A colour by its name.
  static var colorName: Self {
    Self(
      { value, _ in value.string.flatMap(name) }, { .text($0) }, { .text($0) },
      { $0.begins(with: "#") ? nil : $0 })
  }

  @Sendable private static func name(of color: String) -> String? {
    let color = color.lowercased()
    return ColorText.isColor(color) ? color : nil
  }
}

extension CloudKind<Int> {
  static var integer: Self { .integer(.min ... .max) }

  static func integer(_ bounds: ClosedRange<Int>) -> Self {
    Self(
      { value, _ in value.wholeNumber.flatMap { bounds.contains($0) ? $0 : nil } }, { .integer($0) },
      { .plain("\($0)") }, { Int($0) })
  }
}

extension CloudKind<Bool> {
  static var flag: Self {
    Self({ value, _ in value.bool }, { .flag($0) }, { .plain($0 ? "true" : "false") }, { $0 == "true" })
  }
}

extension CloudKind<Milliseconds> {
  static var seconds: Self {
    Self({ value, _ in value.seconds }, { .seconds($0) }, { .plain($0.description) }, { Milliseconds($0) })
  }

  /// A whole number of milliseconds.
  static func milliseconds(_ bounds: ClosedRange<Int>) -> Self {
    let whole = CloudKind<Int>.integer(bounds)
    return Self(
      { value, type in whole.read(value, type).map { Milliseconds(Int64($0)) } },
      { .integer(Int($0.count)) }, { .plain($0.description) }, { Milliseconds($0) })
  }
}

extension CloudKind<Double> {
  /// From 0 to 1.
  static var confidence: Self {
    Self({ value, _ in value.confidence }, { .number($0) }, { .plain("\($0)") }, { Double($0) })
  }

  /// From 0 to 1; what is above is in hundredths.
  static var share: Self {
    Self(
      { value, _ in
        value.number.flatMap { Double($0) }.flatMap { (0...100).contains($0) ? $0 > 1 ? $0 / 100 : $0 : nil }
      }, { .number($0) }, { .plain("\($0)") }, { Double($0) })
  }
}

extension CloudKind<Timestamp> {
  static var date: Self {
    Self({ CloudDate.stamp($0, $1) }, { .date($0) }, { .plain($0.text) }, { Timestamp($0) })
  }
}

extension CloudKind<Riwayah> {
  static var riwayah: Self {
    Self(
      { value, _ in value.string.flatMap { Riwayah($0) } }, { .text($0.rawValue) }, { .text($0.rawValue) },
      { Riwayah($0) })
  }
}

extension CloudKind<PlaybackSpeed> {
  static var speed: Self {
    Self(
      { value, _ in value.number.flatMap { Double($0) }.flatMap { PlaybackSpeed($0) } },
      { .number($0.factor) }, { .plain("\($0.factor)") }, { Double($0).flatMap { PlaybackSpeed($0) } })
  }
}

extension CloudKind<Repeats> {
  /// A number of repeats, from 1; -1 is infinite.
  static var repeats: Self {
    Self(
      { value, _ in
        value.wholeNumber.flatMap { $0 == -1 ? .infinite : (1...100).contains($0) ? .times($0) : nil }
      }, { .integer($0.count ?? -1) }, { .plain($0.description) },
      { $0 == "infinite" ? .infinite : Int($0).map { .times($0) } })
  }
}

/// An attribute of an entity, and the property of ours that says the same: records are read and written by it.
struct CloudField<Owner>: Sendable {
  /// Takes what a record says into the property.
  let take: @Sendable (inout CloudRecord, inout Owner) -> Void
  /// The attribute; without a value where nothing is said.
  let attribute: @Sendable (Owner) -> CloudAttribute

  init<Value>(
    _ key: String, _ property: any WritableKeyPath<Owner, Value?> & Sendable, _ kind: CloudKind<Value>
  ) {
    take = { record, owner in
      if let value = record.take([key], kind.read) { owner[keyPath: property] = value }
    }
    attribute = { (key, $0[keyPath: property].map(kind.write)) }
  }

  /// An attribute that follows from the rest, and so isn't taken.
  init(_ key: String, derived value: @escaping @Sendable (Owner) -> CloudValue?) {
    take = { _, _ in }
    attribute = { (key, value($0)) }
  }
}

/// The name of an attribute, and what it says; one that says nothing isn't written.
typealias CloudAttribute = (key: String, value: CloudValue?)

/// Dates between text and milliseconds since 1970.
enum CloudDate {
  /// From 1970 to the first moment of 2001.
  static let secondsTo2001: Int64 = 978_307_200

  /// Milliseconds since 1970 from the web service, seconds since 2001 from a store, or text.
  static func stamp(_ value: JSONNode, _ type: String?) -> Timestamp? {
    if let text = value.string, let stamp = Timestamp(text) { return stamp }
    guard let number = value.seconds else { return nil }
    let isWeb = type == "TIMESTAMP" || number.count.magnitude > 100_000_000_000_000
    return stamp(
      isWeb ? Milliseconds(number.count / 1000) : number + Milliseconds(secondsTo2001 * 1000))
  }

  private static func stamp(_ time: Milliseconds) -> Timestamp? {
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
