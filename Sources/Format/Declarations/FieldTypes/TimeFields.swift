import TilawaBase
import TilawaYAML

extension FieldType where Value == Milliseconds {
  /// Seconds, or minutes and seconds: `263.12`, `4:23.12`.
  static var time: Self {
    Self(
      noun: "a time",
      schema: [
        "anyOf": [
          ["type": "number", "minimum": 0, "maximum": 9_007_199_254_740],
          ["type": "string", "pattern": "^[0-9]+(:[0-5][0-9]){0,2}(\\.[0-9]+)?$"],
        ]
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, "a time") else { return nil }
      guard let time = Milliseconds(scalar.value) else {
        let fix = scalar.fixOfDecimalComma { Milliseconds($0) != nil }
        report.add(
          FormatRules.badTime,
          "\"\(scalar.value)\" is not a time; "
            + (fix?.title ?? "write seconds such as 263.120, or 4:23.12, or 1:02:03.5"), at: node, fix: fix)
        return nil
      }
      return time
    } canonical: { scalar in
      Milliseconds(scalar.value)?.description
    }.inRows(.time) { .plain($0.description) }
  }
}

extension FieldType where Value == [Milliseconds] {
  static var times: Self {
    let time = FieldType<Milliseconds>.time
    return Self(noun: "a list of times", schema: ["type": "array", "items": time.schema]) {
      node, report in
      guard let items = node.sequence else {
        report.add(FormatRules.wrongType, "expected a list of times, such as [17.900, 24.100]", at: node)
        return nil
      }
      guard !report.findsDecimalCommas(in: items) else { return nil }
      let times = items.compactMap { time.read($0, report) }
      return times.count == items.count ? times : nil
    } canonical: {
      time.canonical($0)
    }.inRows(.times) { .flowList($0.map { .plain($0.description) }) }
  }
}

extension FieldType where Value == Timestamp {
  /// A day, or a moment with its offset.
  static var timestamp: Self {
    let day =
      "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
    let (hour, sixty) = ("([01][0-9]|2[0-3])", "[0-5][0-9]")
    let time = "\(hour):\(sixty)(:\(sixty)(\\.[0-9]+)?)?(Z|[+-]\(hour):\(sixty))"
    return Self(
      noun: "a date or a date and time",
      schema: ["type": "string", "pattern": .string("^[0-9]{4}-\(day)(T\(time))?$")]
    ) { node, report in
      guard let scalar = report.scalar(node, "a date") else { return nil }
      guard let value = Timestamp(scalar.value) else {
        report.add(
          FormatRules.badDate,
          "\"\(scalar.value)\" is not a date that exists; write 2024-01-05, or 2024-01-05T12:30:00+03:00",
          at: node)
        return nil
      }
      report.warnOfHijriYear(value, at: node)
      return value
    }
  }
}

extension ReadingReport {
  fileprivate func warnOfHijriYear(_ date: Timestamp, at node: YAMLNode) {
    guard let year = HijriDate.yearMeant(by: date) else { return }
    let day = date.text.prefix(10)
    let hint = HijriDate(day).map { "; as a Hijri date it is about \($0.gregorian)" } ?? ""
    add(FormatRules.hijriYear, "\(year) is read as a Gregorian year\(hint)", at: node)
  }
}
