/// The pages of the studio and their assets. They are constants, which a server sends; all data come from
/// addresses of their own.
package enum StudioPage {
  /// A file that the pages load.
  package struct Asset: Sendable {
    /// The name in its address.
    package let name: String
    /// The media type, for the header `Content-Type`.
    package let type: String
    /// The content.
    package let bytes: [UInt8]
  }

  /// A bundle in the list.
  package struct Entry: Sendable {
    /// The number in its addresses.
    package var number: Int
    /// The names of the bundle, its recording and its reciter.
    package var (name, title, reciter): (String, String, String)
    /// The number of rows, and the number of those that nobody has confirmed.
    package var (rows, unconfirmed): (Int, Int)

    /// Creates an entry.
    package init(number: Int, name: String, title: String, reciter: String, rows: Int, unconfirmed: Int) {
      (self.number, self.name, self.title, self.reciter) = (number, name, title, reciter)
      (self.rows, self.unconfirmed) = (rows, unconfirmed)
    }
  }

  /// The studio page of one bundle; its address is two folders below the one that contains `assets/`.
  package static var document: [UInt8] { PackageResources.studio_html }

  /// All files that the pages load.
  package static let assets: [Asset] = styles + scripts

  /// Returns the asset with that name, or nil if there is none.
  package static func asset(named name: String) -> Asset? { assets.first { $0.name == name } }

  /// Returns the page with the bundles of a folder, each a link to its studio; its address is beside
  /// `assets/`.
  package static func list(_ entries: [Entry], of folder: String) -> [UInt8] {
    let items = entries.map { entry in
      let rows = "\(entry.rows) \(entry.rows == 1 ? "row" : "rows")"
      let state = entry.rows == 0 ? "no rows yet" : "\(rows), \(entry.unconfirmed) not confirmed"
      return HTML.element(
        "li", [:],
        [
          .element(
            "a", ["href": "b/\(entry.number)/"],
            [.written(entry.title.isEmpty ? entry.name : entry.title)]),
          .element(
            "div", ["class": "soft"],
            [.written(entry.name), .text(" · "), .written(entry.reciter), .text(" · \(state)")]),
        ])
    }
    let head = HTML.element(
      "head", [:],
      [
        .element("meta", ["charset": "utf-8"]),
        .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .element("meta", ["name": "referrer", "content": "no-referrer"]),
        .element("title", [:], "Tilawa studio"),
        .element("link", ["rel": "icon", "href": "data:,"]),
        .element("link", ["rel": "stylesheet", "href": "assets/look.css"]),
        .element("link", ["rel": "stylesheet", "href": "assets/studio.css"]),
        .element("script", ["type": "module", "src": "assets/presence.js"], ""),
      ])
    let main = HTML.element(
      "main", [:],
      [
        .element("h1", [:], [.text("Bundles of "), .written(folder)]),
        entries.isEmpty
          ? .element("p", [:], "There is no bundle here.") : .element("ul", ["class": "bundles"], items),
      ])
    let page = HTML.element(
      "html", ["lang": "en"], [head, .element("body", ["class": "studio library"], [main])])
    return Array(("<!doctype html>\n" + page.markup + "\n").utf8)
  }

  private static let styles = [
    Asset(name: "look.css", type: "text/css; charset=utf-8", bytes: PackageResources.look_css),
    Asset(name: "studio.css", type: "text/css; charset=utf-8", bytes: PackageResources.studio_css),
  ]

  private static let scripts = [
    ("actions.js", PackageResources.actions_js),
    ("api.js", PackageResources.api_js),
    ("assign.js", PackageResources.assign_js),
    ("canvas.js", PackageResources.canvas_js),
    ("choice.js", PackageResources.choice_js),
    ("clock.js", PackageResources.clock_js),
    ("describe.js", PackageResources.describe_js),
    ("dom.js", PackageResources.dom_js),
    ("joins.js", PackageResources.joins_js),
    ("keys.js", PackageResources.keys_js),
    ("notices.js", PackageResources.notices_js),
    ("overview.js", PackageResources.overview_js),
    ("panel.js", PackageResources.panel_js),
    ("peaks.js", PackageResources.peaks_js),
    ("player.js", PackageResources.player_js),
    ("pointer.js", PackageResources.pointer_js),
    ("presence.js", PackageResources.presence_js),
    ("printing.js", PackageResources.printing_js),
    ("rows.js", PackageResources.rows_js),
    ("session.js", PackageResources.session_js),
    ("spectrogram.js", PackageResources.spectrogram_js),
    ("state.js", PackageResources.state_js),
    ("studio.js", PackageResources.studio_js),
    ("theme.js", PackageResources.theme_js),
    ("tiles.js", PackageResources.tiles_js),
    ("view.js", PackageResources.view_js),
    ("waveform.js", PackageResources.waveform_js),
    ("words.js", PackageResources.words_js),
  ].map { Asset(name: $0.0, type: "text/javascript; charset=utf-8", bytes: $0.1) }
}
