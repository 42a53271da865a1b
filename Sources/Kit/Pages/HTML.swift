import TilawaBase

/// Elements without content; those of SVG are closed in themselves.
private let emptyElements: Set<String> = ["meta", "link", "input", "br", "path", "rect", "line"]
private let emptyShapes: Set<String> = ["path", "rect", "line"]

/// A piece of HTML. Text and attribute values are escaped when it is made; names of elements and attributes
/// are constants of this program.
package struct HTML: Sendable {
  /// The markup as it appears in a document.
  package let markup: String

  private init(markup: String) { self.markup = markup }

  /// An empty piece.
  package static let nothing = HTML(markup: "")

  /// Returns escaped text.
  package static func text(_ text: String) -> HTML { HTML(markup: XMLText.escaped(text)) }

  /// Returns unescaped markup that is part of the program, such as a style sheet. It must not contain text
  /// from users.
  static func constant(_ markup: String) -> HTML { HTML(markup: markup) }

  /// Returns the pieces in sequence.
  package static func pieces(_ pieces: [HTML]) -> HTML { HTML(markup: pieces.map(\.markup).joined()) }

  /// Returns an element. An attribute whose value is nil is omitted; an empty one is written without a
  /// value.
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

  /// Returns an element that contains only text.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ text: String
  ) -> HTML { element(name, attributes, [.text(text)]) }

  /// Returns a time or a reference, which scripts write in the digits of the person's language. It runs from
  /// left to right.
  package static func digits(_ text: String) -> HTML {
    element("bdi", ["dir": "ltr", "data-digits": text], text)
  }

  /// Returns text of this program that has no translation, such as a message of lint.
  package static func english(_ text: String) -> HTML {
    element("bdi", ["lang": "en", "dir": "ltr"], text)
  }

  /// Returns text from users, isolated from the direction of the text around it. Arabic has a font and a
  /// size in which its signs are legible.
  package static func written(_ text: String) -> HTML {
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    let isArabic = !letters.isEmpty && letters.allSatisfy { (0x0600...0x06FF).contains($0.value) }
    return element("bdi", ["lang": isArabic ? "ar" : nil, "class": isArabic ? "arabic" : nil], text)
  }
}

extension String {
  /// Returns the markup with SVG elements closed in themselves; void HTML elements stay unchanged.
  fileprivate func replacingEnd(of name: String) -> String {
    emptyShapes.contains(name) ? String(dropLast()) + "/>" : self
  }
}
