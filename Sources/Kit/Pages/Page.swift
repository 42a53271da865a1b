package import TilawaBase

/// A self-contained document. To show it, only the audio that it links to is needed, and no network is
/// used. Its content security policy allows only its own scripts.
package struct Page: Sendable {
  /// The title.
  package var title: String
  /// The pieces below the title.
  package var lead: [HTML] = []
  /// The sections, each under a heading of its own.
  package var sections: [PageSection] = []

  /// Creates an empty page.
  package init(title: String) { self.title = title }

  /// Returns the whole document. Throws if no checksum can be computed.
  package func document() throws(FileError) -> [UInt8] {
    let library = sections.lazy.compactMap(\.library).first
    let recordings = sections.compactMap(\.facts)
    let facts: JSONValue = ["recordings": .array(recordings), "library": library ?? .null]
    return try Self.document(
      title: title,
      style: PackageResources.look_css + (library == nil ? PackageResources.report_css : [])
        + (library == nil ? [] : PackageResources.library_css),
      says: recordings.isEmpty ? ["library"] : library == nil ? ["report"] : ["library", "report"],
      scripts: [
        recordings.isEmpty ? nil : PackageResources.report_js,
        library == nil ? nil : PackageResources.ending_js + PackageResources.library_js,
      ].compactMap { $0 }, data: facts, policy: ["media-src 'self' file: data:"],
      content: [
        .element(
          "main", [:],
          [
            .element(
              "select",
              [
                "class": "languages", "data-languages": "", "data-text-aria-label": "common.language",
                "aria-label": Catalogue.text("common.language"),
              ])
          ] + [.element("h1", [:], [.written(title)])] + lead + [library == nil ? Self.keys : .nothing]
            + sections.map(\.content))
      ])
  }

  /// Returns a document whose policy allows only these styles and scripts, and everything in `policy`.
  ///
  /// Its strings are those of the catalogue whose keys begin with one of `prefixes`, or with `common`.
  static func document(
    title: String, style: [UInt8], says prefixes: Set<String>, scripts: [[UInt8]], data: JSONValue,
    policy: [String], content: [HTML]
  ) throws(FileError) -> [UInt8] {
    let style = String(decoding: style, as: UTF8.self)
    let scripts = ([Catalogue.script(of: prefixes.union(["common"]))] + scripts).map {
      String(decoding: $0, as: UTF8.self)
    }
    // Only this character could end a script element.
    let data = data.compactText.replacingOpeningSigns
    let body = HTML.element(
      "body", [:],
      content + [
        .element("script", ["type": "application/json", "id": "tilawa-data"], [.constant(data)])
      ] + scripts.map { .element("script", [:], [.constant($0)]) })
    var hashes: [String] = []
    for script in scripts { hashes.append("'sha256-\(try hash(script))'") }
    let policy =
      ([
        "default-src 'none'",
        "script-src \(hashes.joined(separator: " "))",
        "style-src 'sha256-\(try hash(style))'",
      ] + policy + ["base-uri 'none'", "form-action 'none'"]).joined(separator: "; ")
    let head = HTML.element(
      "head", [:],
      [
        .element("meta", ["charset": "utf-8"]),
        .element("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
        .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .element("meta", ["name": "referrer", "content": "no-referrer"]),
        .element("title", [:], title),
        .element("style", [:], [.constant(style)]),
      ])
    return Array(
      ("<!doctype html>\n" + HTML.element("html", ["lang": "en"], [head, body]).markup + "\n").utf8)
  }

  private static func hash(_ text: String) throws(FileError) -> String {
    let digits = Array(try FileDigest.of(Array(text.utf8)).sha256)
    return Base64.text(
      of: stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
  }

  private static let keys = HTML.element(
    "details", ["class": "keys"],
    [
      .said("summary", "report.keys"),
      .element("ul", [:], [.said("li", "report.keys-rows"), .said("li", "report.keys-sound")]),
    ])
}

/// A part of a page under a heading.
package struct PageSection: Sendable {
  /// The content.
  package let content: HTML
  /// The data of a recording, or of a library, for the script.
  let (facts, library): (JSONValue?, JSONValue?)

  init(_ content: HTML, facts: JSONValue? = nil, library: JSONValue? = nil) {
    (self.content, self.facts, self.library) = (content, facts, library)
  }
}

extension String {
  fileprivate var replacingOpeningSigns: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      // The two line separators that JSON allows, but older scripts don't.
      switch scalar.value {
      case 0x3C: result += "\\u003c"
      case 0x2028: result += "\\u2028"
      case 0x2029: result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
