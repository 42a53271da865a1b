public import TilawaBase
import TilawaQuran
import TilawaYAML

/// The one form in which `fmt` writes a file: that of `spec/core/yaml.md`, with times, references and rows as
/// the format has them.
public enum CanonicalForm {
  /// The effect of `fmt` on a text.
  public enum Outcome: Sendable {
    /// These edits bring it into the canonical form; none when it has it.
    case edits([TextEdit])
    /// It can't be read surely enough to be restyled.
    case faults([Diagnostic])
    /// The canonical form would say something else: a fault of this program.
    case changesMeaning
  }

  /// The edits that bring a file of `kind` into canonical form.
  ///
  /// The result is read again and compared with what was read before: a difference in meaning is a fault of
  /// this program, and gives no edits.
  public static func edits(of source: SourceText, as kind: DocumentKind) -> Outcome {
    edits(of: source, kind.declaration, kind.diagnostics(of: source))
  }

  private static func edits(
    of source: SourceText, _ declaration: ObjectDeclaration, _ findings: [Diagnostic]
  ) -> Outcome {
    // What isn't understood may not mean what its canonical form would; and a key that swallowed its value for want of
    // a blank, or text that a comma cut, would be written out as if it were meant.
    let halves = [YAMLRules.missingSpaceAfterColon, FormatRules.textCutOff]
    let faults = findings.filter { $0.severity == .error || halves.contains($0.rule) }
    let document = YAMLDocument(parsing: source)
    guard faults.isEmpty, let root = document.root else { return .faults(faults) }
    let style = CanonicalStyle(
      scalar: { path, scalar in declaration.field(at: path)?.canonical(scalar) },
      rowKeys: { path in
        guard let field = declaration.field(at: path), field.holdsRows else { return nil }
        return field.nested?.fields.map(\.key)
      },
      isFlowList: { path in
        path.last != "[]" && declaration.field(at: path).map { !$0.holdsRows && !$0.holdsBlocks } ?? false
      })
    let edits = document.canonicalEdits(style)
    guard let bytes = edits.applied(to: source.bytes) else { return .changesMeaning }
    let after = YAMLDocument(parsing: SourceText(path: source.path, bytes: bytes))
    guard let newRoot = after.root, haveSameMeaning(root, newRoot, declaration.field(at:), []) else {
      return .changesMeaning
    }
    return .edits(edits)
  }

  /// Returns true if two texts have the same meaning. Scalars of declared fields are compared by their
  /// canonical form, others by kind and text, and mappings regardless of order.
  private static func haveSameMeaning(
    _ a: YAMLNode, _ b: YAMLNode, _ field: ([String]) -> (any AnyField)?, _ path: [String]
  ) -> Bool {
    switch (a.content, b.content) {
    case (.scalar(let one), .scalar(let other)):
      if a.hasSameValues(as: b) { return true }
      guard let canonical = field(path)?.canonical, let text = canonical(one) else { return false }
      return text == canonical(other)
    case (.sequence(let one), .sequence(let other)):
      return one.count == other.count
        && zip(one, other).allSatisfy { haveSameMeaning($0, $1, field, path + ["[]"]) }
    case (.mapping(let one), .mapping(let other)):
      guard one.count == other.count else { return false }
      return one.allSatisfy { pair in
        guard let key = pair.key.scalar?.value, let value = b[key] else { return false }
        return haveSameMeaning(pair.value, value, field, path + [key])
      }
    default: return false
    }
  }
}
