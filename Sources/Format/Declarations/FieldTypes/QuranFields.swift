import TilawaBase
import TilawaQuran
import TilawaYAML

extension FieldType where Value == AyahRange {
  /// An ayah or a run of ayat: `"2:255"`, `"2:1-5"`, `"8:75-9:1"`.
  static var reference: Self {
    Self(
      noun: "an ayah or a run of ayat",
      schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}(-([0-9]{1,3}:)?[0-9]{1,3})?$"]
    ) { node, report in
      guard let scalar = report.scalar(node, "an ayah reference") else { return nil }
      guard let range = AyahRange(scalar.value) else {
        let meant = MeantReference(by: scalar.value)
        report.add(
          FormatRules.badReference, "\"\(scalar.value)\" is not an ayah reference; \(meant.advice)", at: node,
          fix: meant.certain.map { ("write \"\($0)\"", "\"\($0)\"") })
        return nil
      }
      return range
    } canonical: { scalar in
      AyahRange(scalar.value).map { "\"\($0)\"" }
    }.inRows(.reference) { .quoted("\($0)") }
  }
}

extension FieldType where Value == Ayah {
  static var ayah: Self {
    let reference = FieldType<AyahRange>.reference
    return Self(
      noun: "an ayah", schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}$"]
    ) { node, report in
      guard let range = reference.read(node, report) else { return nil }
      guard range.isSingle else {
        report.add(FormatRules.badReference, "\"\(range)\" is several ayat; expected one", at: node)
        return nil
      }
      return range.first
    } canonical: {
      reference.canonical($0)
    }.inRows(.ayah) { .quoted("\($0)") }
  }
}

extension FieldType where Value == [Located<AyahRange>] {
  /// One reference, or a list of them in the order they are recited.
  static var passage: Self {
    let reference = FieldType<AyahRange>.reference
    return Self(
      noun: "an ayah, a run of ayat, or a list of these",
      schema: [
        "anyOf": [reference.schema, ["type": "array", "items": reference.schema, "minItems": 1]]
      ]
    ) { node, report in
      let items = node.sequence ?? [node]
      if items.isEmpty {
        report.add(FormatRules.wrongType, "the list is empty; write a passage, or remove the key", at: node)
      }
      let ranges = items.compactMap { item in reference.read(item, report).map { Located($0, item.range) } }
      return ranges.count == items.count && !items.isEmpty ? ranges : nil
    } canonical: {
      reference.canonical($0)
    }
  }
}
