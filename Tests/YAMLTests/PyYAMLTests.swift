import Foundation
import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

/// PyYAML, a YAML 1.1 reader, reads the same values from every canonical document as this package. A document
/// that is not edited keeps its bytes.
///
/// `TILAWA_DOCUMENTS` sets how many are generated, 300 by default.
@Suite struct PyYAMLTests {
  @Test(.enabled(if: Python.canRun("import yaml; yaml.CSafeLoader"), "needs python3 with PyYAML"))
  func readsTheSameValues() throws {
    let count = ProcessInfo.processInfo.environment["TILAWA_DOCUMENTS"].flatMap { Int($0) } ?? 300
    var generator = YAMLGenerator(seed: 99)
    let folder = try TemporaryFolder()
    var lines = ""
    for _ in 0..<count {
      let text = generator.document().text
      let document = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: Array(text.utf8)))
      let root = try #require(document.root, "\(text.debugDescription)")
      #expect(YAMLEditor(document).edits.applied(to: document.source.bytes) == Array(text.utf8))
      let canonical = try #require(
        document.canonicalEdits(CanonicalStyle()).applied(to: document.source.bytes))
      let record: JSONValue = [
        "text": .string(String(decoding: canonical, as: UTF8.self)), "value": Self.json(root),
      ]
      lines += record.compactText + "\n"
    }
    try folder.write(lines, to: "documents.jsonl")
    try folder.write(Self.program, to: "compare.py")
    let result = try Python.run([folder.path(of: "compare.py"), folder.path(of: "documents.jsonl")])
    #expect(result.status == 0, "\(result.output)")
    print("PyYAML: \(result.output)", terminator: "")
  }

  /// Scalars as pairs of their kind and their text, because JSON's numbers would hide how they were read.
  private static func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .mapping(let pairs):
      return ["mapping": JSONValue(pairs) { [.string($0.key.scalar?.value ?? ""), json($0.value)] }]
    case .sequence(let items): return ["sequence": JSONValue(items, json)]
    case .scalar(let scalar):
      let kind =
        switch scalar.kind {
        case .null: "null"
        case .boolean: "bool"
        case .integer: "int"
        case .float: "float"
        case .text: "str"
        }
      return [.string(kind), .string(scalar.value)]
    }
  }

  /// Dates are text in YAML 1.2 and stay plain by decision, so PyYAML's own idea of them is taken out of
  /// its loader.
  private static let program = """
    import json, sys, yaml

    class Loader(yaml.CSafeLoader): pass
    Loader.yaml_implicit_resolvers = {
        letter: [(tag, form) for tag, form in forms if not tag.endswith(":timestamp")]
        for letter, forms in yaml.CSafeLoader.yaml_implicit_resolvers.items()}

    def same(mine, theirs):
        if isinstance(mine, dict) and "mapping" in mine:
            pairs = mine["mapping"]
            return isinstance(theirs, dict) and [k for k, _ in pairs] == list(theirs) and all(
                same(value, theirs[key]) for key, value in pairs)
        if isinstance(mine, dict):
            return isinstance(theirs, list) and len(theirs) == len(mine["sequence"]) and all(
                map(same, mine["sequence"], theirs))
        kind, text = mine
        if kind == "null": return theirs is None
        if kind == "bool": return theirs is (text.lower() == "true")
        if kind == "int": return type(theirs) is int and theirs == int(text, 0 if text[:2] in ("0x", "0o") else 10)
        if kind == "float":
            number = float(text.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf")
                           .replace(".nan", "nan").replace(".NaN", "nan").replace(".NAN", "nan"))
            return isinstance(theirs, float) and (theirs == number or (theirs != theirs and number != number))
        return theirs == text

    count = wrong = 0
    for line in open(sys.argv[1], encoding="utf-8"):
        record = json.loads(line)
        count += 1
        try: theirs = yaml.load(record["text"], Loader)
        except yaml.YAMLError as error: theirs = error
        if not same(record["value"], theirs):
            wrong += 1
            print("differs:", repr(record["text"]), record["value"], repr(theirs))
    print(f"{count} documents, {wrong} differ")
    sys.exit(1 if wrong else 0)

    """
}
