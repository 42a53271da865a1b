import TilawaBase

/// Elements without content; those of SVG are closed in themselves.
private let emptyElements: Set<String> = ["meta", "link", "input", "br", "path", "rect", "line"]
private let emptyShapes: Set<String> = ["path", "rect", "line"]

/// A piece of HTML. Text and values of attributes are escaped on their way in; names of elements and attributes are
/// constants of this program.
package struct HTML: Sendable {
  /// As it stands in a document.
  package let markup: String

  private init(markup: String) { self.markup = markup }

  /// Nothing.
  package static let nothing = HTML(markup: "")

  /// What somebody wrote, or a person reads.
  package static func text(_ text: String) -> HTML { HTML(markup: XMLText.escaped(text)) }

  /// What stands in the program itself, such as a style sheet; never what somebody wrote.
  static func constant(_ markup: String) -> HTML { HTML(markup: markup) }

  /// One piece after the other.
  package static func pieces(_ pieces: [HTML]) -> HTML { HTML(markup: pieces.map(\.markup).joined()) }

  /// An element. An attribute whose value is nil is left out; one that is empty stands without a value.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [HTML] = []
  ) -> HTML {
    var markup = "<\(name)"
    for (name, value) in attributes {
      guard let value else { continue }
      markup += value.isEmpty ? " \(name)" : " \(name)=\"\(XMLText.escaped(value, inAttribute: true))\""
    }
    markup += ">"
    // These have no content and no end.
    let name = "\(name)"
    guard !emptyElements.contains(name) else { return HTML(markup: markup.replacingEnd(of: name)) }
    return HTML(markup: markup + content.map(\.markup).joined() + "</\(name)>")
  }

  /// An element with nothing but text in it.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ text: String
  ) -> HTML { element(name, attributes, [.text(text)]) }

  /// What somebody wrote, kept apart from the direction of the text around it; Arabic in a face and size that shows its
  /// signs.
  package static func written(_ text: String) -> HTML {
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    let isArabic = !letters.isEmpty && letters.allSatisfy { (0x0600...0x06FF).contains($0.value) }
    return element("bdi", ["lang": isArabic ? "ar" : nil, "class": isArabic ? "arabic" : nil], text)
  }
}

extension String {
  /// Elements of SVG are closed in themselves; HTML's void ones need nothing.
  fileprivate func replacingEnd(of name: String) -> String {
    emptyShapes.contains(name) ? String(dropLast()) + "/>" : self
  }
}
