package import TilawaBase
import TilawaYAML

/// A row, and where it stands in its file. What the row says is read from it directly.
@dynamicMemberLookup
public struct Placed<Row> {
  /// The row itself.
  public var value: Row
  /// Its place in the list, from 0.
  public var index: Int
  /// Its bytes in the text, braces included; empty for a row that stands in no file here.
  public var bytes: ByteRange

  /// A row that stands there.
  public init(_ value: Row, at index: Int, _ bytes: Range<Int> = 0..<0) {
    self.value = value
    self.index = index
    self.bytes = ByteRange(bytes)
  }

  /// Accesses a property of the row. Facts have their own subscripts below, because a path through two
  /// subscripts would be created anew for each row.
  @_disfavoredOverload
  @inlinable
  public subscript<Property>(dynamicMember property: KeyPath<Row, Property>) -> Property {
    value[keyPath: property]
  }

  /// Accesses a property of the row, for reading and writing.
  @_disfavoredOverload
  @inlinable
  public subscript<Property>(dynamicMember property: WritableKeyPath<Row, Property>) -> Property {
    get { value[keyPath: property] }
    set { value[keyPath: property] = newValue }
  }
}

extension Placed: Sendable where Row: Sendable {}
extension Placed: Equatable where Row: Equatable {}
extension Placed: Hashable where Row: Hashable {}

extension Placed {
  /// Returns the places of the values of its keys, in the text from which it was read.
  package func places(in source: SourceText) -> KeyPlaces { KeyPlaces(ofRow: bytes.range, in: source) }
}

/// The places of the values of a row's keys. Few callers report or edit them, so the row is read once more.
package struct KeyPlaces {
  private let row: Range<Int>
  private let source: SourceText

  init(ofRow row: Range<Int>, in source: SourceText) {
    self.row = row
    self.source = source
  }

  /// The value of `key`; nil where there is none.
  package subscript(key: String) -> Range<Int>? {
    let bytes = source.bytes
    let found = scanPlace(of: keyCode(key), ofRow: row, bytes.span)
    if found.isSure { return found.place }
    return read { $0[key].map { [$0] } ?? [] }.first
  }

  /// The items of the list behind `key`.
  package func items(of key: String) -> [Range<Int>] { read { $0[key]?.sequence ?? [] } }

  private func read(_ nodes: (YAMLNode) -> [YAMLNode]) -> [Range<Int>] {
    var line = row.lowerBound
    // The keys of a row without braces stand below its first one. With braces all rows may be on one line.
    if source.bytes[row].first != UInt8(ascii: "{") {
      while line > 0, source.bytes[line - 1] != 0x0A { line -= 1 }
    }
    let indentation = [UInt8](repeating: 0x20, count: row.lowerBound - line)
    let text = SourceText(path: source.path, bytes: indentation + source.bytes[row])
    return (YAMLDocument(parsing: text).root.map(nodes) ?? []).map { node in
      min(node.range.lowerBound + line, row.upperBound)..<min(node.range.upperBound + line, row.upperBound)
    }
  }
}
