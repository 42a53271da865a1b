package import TilawaBase
package import TilawaYAML

// Keys that the format doesn't know travel between programs as JSON.

extension YAMLValue {
  /// Returns the mapping with more keys after its own. A value that isn't a mapping stays as it is.
  package func adding(_ extras: [JSONValue.Member]) -> YAMLValue {
    let more = extras.map { (key: $0.key, value: $0.value.yaml) }
    switch self {
    case .flow(let pairs): return .flow(pairs + more)
    case .block(let pairs): return .block(pairs + more)
    default: return self
    }
  }
}

extension JSONValue {
  /// The value as YAML, on one line.
  package var yaml: YAMLValue {
    switch self {
    case .null: .plain("null")
    case .bool(let value): .plain(value ? "true" : "false")
    case .int(let value): .plain(String(value))
    case .number(let value): .plain(value)
    case .string(let value): .text(value)
    case .array(let items): .flowList(items.map(\.yaml))
    case .object(let members): .flow(members.map { (key: $0.key, value: $0.value.yaml) })
    }
  }
}
