import TilawaBase
import TilawaCLibraries

/// An element of an XML text with its place.
struct XMLNode: Sendable {
  /// Without its prefix.
  let name: String
  /// Empty when it has none.
  let namespace: String
  /// By their names without prefixes; those of a namespace of their own have it and a blank in front.
  fileprivate let attributes: [(name: String, value: String)]
  /// Where it begins, in bytes.
  let offset: Int
  /// The number of bytes of the parent's text before the element.
  let textBefore: Int
  /// The child elements in the order of the text. Accessing this property marks none of them as read.
  fileprivate(set) var children: [XMLNode] = []
  fileprivate var written = ""
  /// Records which parts were read: the element at its offset, then each attribute and the text, each one
  /// byte further. All these offsets lie within its tag.
  fileprivate let asked: AskedValues

  /// The text between the tags, without that of the children.
  var text: String {
    asked.add(CollectionOfOne(offset + 1 + attributes.count))
    return written
  }

  /// The value of an attribute.
  func attribute(_ name: String) -> String? {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return nil }
    asked.add(CollectionOfOne(offset + 1 + index))
    return attributes[index].value
  }

  /// The value of an attribute of a namespace that ends so, where those of several years differ in their beginnings.
  func attribute(_ name: String, ofNamespaceEnding ending: String) -> String? {
    attributes.first { $0.name.ends(with: "\(ending) \(name)") }.flatMap { attribute($0.name) }
  }

  /// Its text in pieces, with its children where they stand between them.
  var pieces: [(text: Substring, child: XMLNode?)] {
    let whole = text.utf8
    var at = whole.startIndex
    var pieces: [(text: Substring, child: XMLNode?)] = []
    var taken = 0
    for child in children {
      let next = whole.index(at, offsetBy: child.textBefore - taken)
      pieces.append((Substring(whole[at..<next]), child))
      (at, taken) = (next, child.textBefore)
    }
    return pieces + [(Substring(whole[at...]), nil)]
  }

  /// Children of one name, in whatever namespace.
  func all(_ name: String) -> [XMLNode] { all([name]) }

  /// Children of any of these names, in whatever namespace.
  func all(_ names: [String]) -> [XMLNode] {
    let found = children.filter { names.contains($0.name) }
    asked.add(found.lazy.map(\.offset))
    return found
  }

  /// The first child of that name.
  func first(_ name: String) -> XMLNode? {
    guard let found = children.first(where: { $0.name == name }) else { return nil }
    asked.add(CollectionOfOne(found.offset))
    return found
  }

  /// The text of the first child of that name without blanks around it; nil when there is none or it is empty.
  func textOf(_ name: String) -> String? {
    first(name).map { $0.text.trimmed(of: " \t\r\n") }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All elements below for which `isWanted` holds, and those in them.
  func descendants(where isWanted: (XMLNode) -> Bool) -> [XMLNode] {
    children.flatMap { (isWanted($0) ? [$0] : []) + $0.descendants(where: isWanted) }
  }
}

extension XMLNode {
  /// Marks the element and everything in it as read, because it follows from the rest.
  func passOver() {
    asked.add(offset...offset + 1 + attributes.count)
    for child in children { child.passOver() }
  }

  /// Marks the element as read if it is empty and has exactly these attributes. Returns true if it did.
  func passOver(ifSaying known: [String: String]) -> Bool {
    guard children.isEmpty, attributes.count == known.count, written.trimmed(of: " \t\r\n").isEmpty,
      attributes.allSatisfy({ known[$0.name]?.isExactly($0.value) ?? false })
    else { return false }
    passOver()
    return true
  }

  /// Marks an attribute as read if its value follows from the rest.
  func passOver(attribute name: String, where follows: (String) -> Bool = { _ in true }) {
    if let found = attributes.first(where: { $0.name == name }), follows(found.value) { _ = attribute(name) }
  }

  /// Marks children of that name as read if their texts follow from the rest.
  func passOver(_ name: String, where follows: (String) -> Bool = { _ in true }) {
    for child in children where child.name == name && follows(child.written.trimmed(of: " \t\r\n")) {
      asked.add([child.offset, child.offset + 1 + child.attributes.count])
    }
  }

  /// Collects everything in it that contains data and was never read, such as `track/meta` or
  /// `TIER@ANNOTATOR`.
  func collect(_ path: String, _ found: inout Leftovers) {
    for (index, attribute) in attributes.enumerated()
    where !attribute.value.isEmpty && !asked.has(offset + 1 + index)
      // How the file is checked, which says nothing of what it holds.
      && !attribute.name.begins(with: "http://www.w3.org/2001/XMLSchema-instance ")
    {
      // The prefix of this namespace is the same in every file.
      let name = attribute.name.after("http://www.w3.org/XML/1998/namespace ").map { "xml:\($0)" }
      found.add("\(path)@\(name ?? attribute.name)", at: offset + 1 + index)
    }
    if !written.trimmed(of: " \t\r\n").isEmpty, !asked.has(offset + 1 + attributes.count) {
      found.add(path.isEmpty ? name : path, at: offset)
    }
    for child in children where !child.saysNothing {
      let path = (path.isEmpty ? "" : path + "/") + child.name
      if child.isAskedFor { child.collect(path, &found) } else { found.add(path, at: child.offset) }
    }
  }

  /// True if the element or something in it was read.
  private var isAskedFor: Bool { asked.has(offset) || children.contains(where: \.isAskedFor) }

  private var saysNothing: Bool {
    attributes.allSatisfy(\.value.isEmpty) && written.trimmed(of: " \t\r\n").isEmpty
      && children.allSatisfy(\.saysNothing)
  }
}

/// Reads XML with libexpat.
///
/// Document types and entities of a text's own are refused, so that nothing is fetched and nothing
/// multiplies. The sizes of elements, attributes and files are limited.
enum XMLReading {
  /// The maximum depth of nested elements.
  static let deepest = 64
  /// The maximum number of elements.
  static let mostElements = 4_000_000
  /// The maximum number of attributes of an element.
  static let mostAttributes = 1000
  /// The maximum size of an attribute or of an element's text, in bytes.
  static let longestText = 1_048_576

  /// The root of a text. Throws with a place when it isn't XML.
  static func parse(_ source: SourceText) throws(ExchangeFailure) -> XMLNode {
    let builder = XMLBuilder(AskedValues(0..<source.bytes.count))
    // The separator can't occur in a name: line ends in attributes become blanks.
    guard let parser = XML_ParserCreateNS("UTF-8", 0x0A) else {
      throw ExchangeFailure("not enough memory to read \(source.path)")
    }
    defer { XML_ParserFree(parser) }
    builder.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XMLBuilder.of(data)?.start(name, attributes) },
      { data, _ in XMLBuilder.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in XMLBuilder.of(data)?.add(text, count) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLBuilder.of(data)?.stop("a document type, such as <!DOCTYPE ...>, is not supported; remove it")
    }
    let status = withExtendedLifetime(builder) {
      source.bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1)
        }
      }
    }
    if let fault = builder.fault {
      throw ExchangeFailure("\(source.path): \(fault.reason)", at: place(source, fault.offset))
    }
    guard status == XML_STATUS_OK, let root = builder.root else {
      let reason =
        XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the file ends too early"
      throw ExchangeFailure(
        "\(source.path) is not XML: \(reason)", at: place(source, Int(XML_GetCurrentByteIndex(parser))))
    }
    return root
  }

  private static func place(_ source: SourceText, _ offset: Int) -> Place {
    let offset = min(max(offset, 0), source.bytes.count)
    return Place(source, offset..<min(offset + 1, source.bytes.count))
  }
}

/// Collects elements while libexpat reads.
private final class XMLBuilder {
  var parser: XML_Parser?
  private(set) var root: XMLNode?
  private(set) var fault: (reason: String, offset: Int)?
  private var open: [XMLNode] = []
  private var elements = 0
  private let asked: AskedValues

  init(_ asked: AskedValues) { self.asked = asked }

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
    data.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private var offset: Int { parser.map { Int(XML_GetCurrentByteIndex($0)) } ?? 0 }

  func stop(_ reason: String) {
    guard fault == nil, let parser else { return }
    fault = (reason, offset)
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard fault == nil, let name else { return }
    elements += 1
    if elements > XMLReading.mostElements { return stop("more than \(XMLReading.mostElements) elements") }
    if open.count >= XMLReading.deepest {
      return stop("nested more than \(XMLReading.deepest) levels deep")
    }
    var pairs: [(name: String, value: String)] = []
    var index = 0
    while let attributes, let key = attributes[index], let value = attributes[index + 1] {
      guard pairs.count < XMLReading.mostAttributes else {
        return stop("an element of more than \(XMLReading.mostAttributes) attributes")
      }
      let value = String(cString: value)
      if value.utf8.count > XMLReading.longestText {
        return stop(
          "an attribute of \(value.utf8.count) bytes; at most \(XMLReading.longestText) are allowed")
      }
      pairs.append((name: String(cString: key).replaced("\n", with: " "), value: value))
      index += 2
    }
    let parts = String(cString: name).words(by: "\n", atMost: 2)
    open.append(
      XMLNode(
        name: String(parts.last ?? ""), namespace: parts.count == 2 ? String(parts[0]) : "",
        attributes: pairs, offset: offset, textBefore: open.last?.written.utf8.count ?? 0, asked: asked))
  }

  func end() {
    guard fault == nil, let node = open.popLast() else { return }
    if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
  }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard fault == nil, let text, !open.isEmpty else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    open[open.count - 1].written += String(decoding: bytes, as: UTF8.self)
    if open[open.count - 1].written.utf8.count > XMLReading.longestText {
      stop("a text of more than \(XMLReading.longestText) bytes")
    }
  }
}

extension ForeignInput {
  /// Returns the file as XML, and the text that its places are in. Parts that are never read are reported at
  /// the end.
  ///
  /// Throws if the root is not an element of the name `wanted`, unless that is nil.
  func xml(root wanted: String? = nil) throws(ExchangeFailure) -> (root: XMLNode, text: SourceText) {
    let encoding =
      options.encoding ?? (TextDecoding.isUTF8(source.bytes) ? nil : source.declaredEncoding)
    let text = try source.text(encoding)
    let root = try XMLReading.parse(text)
    if let wanted, root.name != wanted {
      throw ExchangeFailure(
        "\(name) begins with <\(root.name)>, but this format begins with <\(wanted)>",
        at: Place(text, of: root))
    }
    report.atEnd { report in
      var found = Leftovers()
      root.collect("", &found)
      found.tell(text, report)
    }
    return (root, text)
  }
}

extension Place {
  /// Where an element begins.
  init(_ text: SourceText, of node: XMLNode) { self.init(text, node.offset..<node.offset + 1) }
}

extension ForeignSource {
  /// The encoding in the XML declaration, if it is a supported one.
  fileprivate var declaredEncoding: TextEncoding? {
    guard beginning.begins(with: "<?xml"), let end = beginning.range(ofText: "?>") else { return nil }
    guard let value = beginning[..<end.lowerBound].cut(at: "encoding")?.1.trimmed(of: " \t\r\n=") else {
      return nil
    }
    // What is in the first pair of quotes.
    return value.words(by: "\"'").first.flatMap { TextEncoding(String($0)) }
  }

  /// The name of the root element without its prefix, when the file begins like XML.
  var xmlRootName: String? {
    var rest = beginning[...]
    while let (blank, tag) = rest.cut(at: "<") {
      guard blank.trimmed(of: " \t\r\n").isEmpty else { return nil }
      rest = tag
      if let first = rest.unicodeScalars.first, first != "?", first != "!" {
        let name = rest.fields(by: " \t\r\n>/", atMost: 2)[0]
        return name.words(by: ":").last.map(String.init)
      }
      let ending = rest.begins(with: "!--") ? "-->" : ">"
      guard let end = rest.range(ofText: ending) else { return nil }
      rest = rest[end.upperBound...]
    }
    return nil
  }
}
