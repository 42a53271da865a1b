import TilawaBase
import TilawaYAML

extension FieldType {
  /// A list of mappings that each stand on one line.
  ///
  /// `build` gets the reader of a row and its index in the list; a row it can't build, or in which an error lies, is
  /// left out of the typed values, and stays in the text.
  static func rows<Row: Sendable>(
    _ declaration: ObjectDeclaration, takesFaulty: Bool = false,
    build: @escaping @Sendable (ObjectReader, Int) -> Row?
  ) -> Self where Value == [Row] {
    Self(
      noun: "a list of rows", schema: .object([]),
      read: { node, report in
        guard let items = node.sequence else {
          // `segments:` with nothing after it is what remains when a person deletes all rows.
          if node.scalar?.kind == .null { return [] }
          report.add(FormatRules.wrongType, "expected a list of rows, one \"- { … }\" per line", at: node)
          return nil
        }
        return items.enumerated().compactMap { index, item in
          report.faultless(item, orNot: takesFaulty) {
            ObjectReader(item, as: declaration, report: report).flatMap { build($0, index) }
          }
        }
      }, nested: declaration, holdsRows: true)
  }

  /// A list of mappings that each take several lines.
  static func blocks<Block: Sendable>(
    _ declaration: ObjectDeclaration, build: @escaping @Sendable (ObjectReader) -> Block?
  ) -> Self where Value == [Block] {
    Self(
      noun: "a list of mappings", schema: .object([]),
      read: { node, report in
        guard let items = node.sequence else {
          if node.scalar?.kind == .null { return [] }
          report.add(FormatRules.wrongType, "expected a list of mappings, each after a \"- \"", at: node)
          return nil
        }
        return items.compactMap { item in
          report.faultless(item) { ObjectReader(item, as: declaration, report: report).flatMap(build) }
        }
      }, nested: declaration, holdsBlocks: true)
  }
}
