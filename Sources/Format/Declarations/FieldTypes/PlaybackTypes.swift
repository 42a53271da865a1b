import TilawaBase
import TilawaQuran
import TilawaYAML

extension FieldType where Value == Repeats {
  /// 1 to 100, or `infinite`.
  static var repeats: Self {
    let noun = "a whole number from 1 to 100, or infinite"
    return Self(
      noun: noun,
      schema: ["anyOf": [["type": "integer", "minimum": 1, "maximum": 100], ["const": "infinite"]]]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      if scalar.value == "infinite" { return .infinite }
      guard scalar.kind == .integer else {
        report.add(
          FormatRules.wrongType, "\"\(scalar.value)\" is neither a whole number nor infinite", at: node)
        return nil
      }
      guard let count = scalar.wholeNumber, (1...100).contains(count) else {
        report.add(
          FormatRules.outOfRange, "\(scalar.value) is not between 1 and 100; for more, write infinite",
          at: node)
        return nil
      }
      return .times(count)
    }
  }
}

extension FieldType where Value == PlaybackSpeed {
  static var speed: Self {
    let noun = "a number from 0.5 to 2.0"
    return Self(noun: noun, schema: ["type": "number", "minimum": .number("0.5"), "maximum": 2]) {
      node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let number = scalar.number else {
        report.add(
          FormatRules.wrongType, "\"\(scalar.value)\" is not \(noun)", at: node,
          fix: scalar.fixOfDecimalComma {
            YAMLScalar($0, style: .plain).number.flatMap(PlaybackSpeed.init) != nil
          })
        return nil
      }
      guard let speed = PlaybackSpeed(number) else {
        report.add(FormatRules.outOfRange, "\(scalar.value) is not between 0.5 and 2.0", at: node)
        return nil
      }
      return speed
    }
  }
}

extension FieldType where Value == PauseFactor {
  /// 0 to 10.
  static var pauseFactor: Self {
    let number = FieldType<Double>.number(from: "0", to: "10")
    return Self(noun: number.noun, schema: number.schema) { node, report in
      number.read(node, report).flatMap { PauseFactor($0) }
    }
  }
}

extension FieldType where Value == AfterLast {
  static var afterLast: Self {
    let noun = "stop, a number of ayat such as \"5 ayat\", or of pages such as \"2 pages\""
    let ayat = "[1-9][0-9]{0,2}|[1-5][0-9]{3}|6[01][0-9]{2}|62[0-2][0-9]|623[0-6]"
    let pages = "[1-9][0-9]?|[1-5][0-9]{2}|60[0-4]"
    return Self(
      noun: noun,
      schema: [
        "type": "string", "pattern": "^(stop|(\(ayat)) aya[ht]|(\(pages)) pages?)$",
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let value = AfterLast(scalar.value) else {
        report.add(
          FormatRules.badText,
          "\"\(scalar.value)\" is neither stop, nor 1 to 6236 ayat, nor 1 to 604 pages, such as \"5 ayat\"",
          at: node)
        return nil
      }
      return value
    }
  }
}

extension FieldType where Value == Milliseconds {
  /// A length of time of at most `limit` milliseconds.
  static func time(upTo limit: Int64) -> Self {
    let time = FieldType<Milliseconds>.time
    let seconds = "\(limit / 1000)"
    return Self(
      noun: "a time of at most \(seconds) s",
      schema: [
        "anyOf": [
          ["type": "number", "minimum": 0, "maximum": .number(seconds)],
          ["type": "string", "pattern": "^[0-9]+(:[0-5][0-9]){0,2}(\\.[0-9]+)?$"],
        ]
      ]
    ) { node, report in
      guard let value = time.read(node, report) else { return nil }
      guard value.count <= limit else {
        report.add(FormatRules.outOfRange, "\(value) is more than \(seconds) s", at: node)
        return nil
      }
      return value
    } canonical: {
      time.canonical($0)
    }
  }
}

extension FieldType where Value == PageRun {
  /// `50` or `50-52`.
  static var pages: Self {
    let noun = "a page or a run of pages, such as 50 or 50-52"
    return Self(
      noun: noun,
      schema: [
        "anyOf": [
          ["type": "integer", "minimum": 0, "maximum": 999],
          ["type": "string", "pattern": "^[0-9]{1,3}(-[0-9]{1,3})?$"],
        ]
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let pages = PageRun(scalar.value) else {
        report.add(FormatRules.badText, "\"\(scalar.value)\" is not \(noun)", at: node)
        return nil
      }
      return pages
    }
  }
}
