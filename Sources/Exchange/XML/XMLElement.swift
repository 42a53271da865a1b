import TilawaBase

/// An element to be written.
struct XMLElement: Sendable {
  var name: String
  /// In the order in which they are to stand.
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  /// The text between the tags of an element without children.
  var text: String?

  init(
    _ name: String, _ attributes: [(name: String, value: String?)] = [], _ children: [XMLElement] = []
  ) {
    self.name = name
    self.attributes = attributes.compactMap { pair in pair.value.map { (name: pair.name, value: $0) } }
    self.children = children
  }

  init(_ name: String, _ attributes: [(name: String, value: String?)] = [], text: String) {
    self.init(name, attributes)
    self.text = text
  }

  /// A whole file. Characters that XML can't hold become blanks, which are counted as lost.
  func document(_ losses: inout Losses) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(to: &text, indentation: "", &losses)
    return text
  }

  private func write(to output: inout String, indentation: String, _ losses: inout Losses) {
    output += "\(indentation)<\(name)"
    for (name, value) in attributes {
      output += " \(name)=\"\(Self.escaped(value, inAttribute: true, &losses))\""
    }
    if let text, !text.isEmpty {
      output += ">\(Self.escaped(text, inAttribute: false, &losses))</\(name)>\n"
    } else if children.isEmpty {
      // Some readers stumble over a blank before the slash.
      output += "/>\n"
    } else {
      output += ">\n"
      for child in children { child.write(to: &output, indentation: indentation + "  ", &losses) }
      output += "\(indentation)</\(name)>\n"
    }
  }

  private static func escaped(_ text: String, inAttribute: Bool, _ losses: inout Losses) -> String {
    var isBent = false
    let text = XMLText.escaped(text, inAttribute: inAttribute) { isBent = true }
    if isBent { losses.add(.text) }
    return text
  }
}
