import TilawaBase
package import TilawaFormat
import TilawaQuran

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
    /// The names of the bundle and its recording.
    package var (name, title): (String, String)
    /// The names of its reciter, nil if unknown.
    package var reciter, arabicReciter: String?
    /// The recited passages, as they are written, and the day of the recording (`2024-03-01`), nil if unknown.
    package var passage, day: String?
    /// The number of rows, of those that a person has confirmed, and of those that are worth hearing.
    package var (rows, confirmed, doubtful) = (0, 0, 0)
    /// True if the confirmed rows are segments already.
    package var isFinished = false

    /// Creates an entry.
    package init(number: Int, name: String, title: String) {
      (self.number, self.name, self.title) = (number, name, title)
    }

    /// Creates the entry of a bundle.
    package init(number: Int, of bundle: TilawaBundle) {
      let name = PathText.name(of: bundle.path)
      self.init(
        number: number, name: bundle.shownPath, title: bundle.recording?.content?.title?.value ?? name)
      (reciter, arabicReciter) = (
        bundle.reciter?.content?.name?.value ?? bundle.reciterID, bundle.reciter?.content?.arabicName?.value
      )
      let recording = bundle.recording?.content
      let passages = recording?.passage?.value.map(\.value.description) ?? []
      passage = passages.isEmpty ? nil : passages.joined(separator: ", ")
      day = recording?.recordedAt.map { String($0.value.text.prefix(10)) }
      let all = StudioRows(AnnotatedRow.rows(of: bundle), of: bundle).inTime
      (rows, confirmed, doubtful) = (
        all.count, all.count(where: \.isConfirmed), all.count(where: \.isDoubtful)
      )
      isFinished = rows > 0 && all.allSatisfy { $0.identity.kind == .segments }
    }

    /// What a person does next with it: `find`, `hear`, `check`, `finish` or `done`.
    var next: String {
      if rows == 0 { return "find" }
      if doubtful > 0 { return "hear" }
      if confirmed < rows { return "check" }
      return isFinished ? "done" : "finish"
    }
  }

  /// The studio page of one bundle; its address is two folders below the one that contains `assets/`.
  package static var document: [UInt8] { PackageResources.studio_html }

  /// All files that the pages load.
  package static let assets: [Asset] = styles + [catalogue] + scripts

  /// Returns the asset with that name, or nil if there is none.
  package static func asset(named name: String) -> Asset? { assets.first { $0.name == name } }

  /// Returns the page with the bundles of a folder, each a link to its studio; its address is beside
  /// `assets/`.
  package static func list(_ entries: [Entry], of folder: String) -> [UInt8] {
    let head = HTML.element(
      "head", [:],
      [
        .element("meta", ["charset": "utf-8"]),
        .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .element("meta", ["name": "referrer", "content": "no-referrer"]),
        .element("title", [:], "Tilawa studio"),
        .element("link", ["rel": "icon", "href": "data:,"]),
        .element("link", ["rel": "stylesheet", "href": "assets/look.css"]),
        .element("link", ["rel": "stylesheet", "href": "assets/bundles.css"]),
        .element("script", ["src": "assets/catalogue.js"], ""),
        .element("script", ["type": "module", "src": "assets/bundles.js"], ""),
      ])
    let page = HTML.element(
      "html", ["lang": "en", "dir": "ltr"],
      [head, .element("body", ["class": "bundles-page"], [header(of: folder), main(entries)])])
    return Array(("<!doctype html>\n" + page.markup + "\n").utf8)
  }

  private static func header(of folder: String) -> HTML {
    .element(
      "header", [:],
      [
        .element(
          "div", ["class": "headline"],
          [
            .said("h1", "studio.library.title"),
            .element("p", ["class": "soft"], [.written(folder)]),
          ]),
        .element("select", ["data-languages": "", "data-text-aria-label": "common.language"]),
      ])
  }

  private static func main(_ entries: [Entry]) -> HTML {
    guard !entries.isEmpty else { return .element("main", [:], [.said("p", "studio.library.empty")]) }
    func options(_ keys: [String]) -> [HTML] {
      keys.map { key in
        .element(
          "option", ["value": key, "data-text": "studio.library.show.\(key)"],
          Catalogue.text("studio.library.show.\(key)"))
      }
    }
    let tools = HTML.element(
      "div", ["class": "tools", "role": "search"],
      [
        .element(
          "input",
          [
            "type": "search", "id": "search", "autocomplete": "off", "spellcheck": "false",
            "data-text-placeholder": "studio.library.search", "data-text-aria-label": "studio.library.search",
          ]),
        .element(
          "select", ["id": "reciter", "data-text-aria-label": "studio.library.reciter"],
          [
            .element(
              "option", ["value": " ", "data-text": "studio.library.reciters"],
              Catalogue.text("studio.library.reciters"))
          ]),
        .element(
          "select", ["id": "show", "data-text-aria-label": "studio.show"],
          options(["all", "find", "hear", "check", "finish", "done"])),
        .element("p", ["id": "count", "class": "soft", "role": "status"]),
      ])
    return .element(
      "main", [:],
      [
        tools, .element("ul", ["class": "bundles"], entries.map(item)),
        .element(
          "p", ["id": "none", "hidden": "", "data-text": "studio.none"], Catalogue.text("studio.none")),
      ])
  }

  private static func item(of entry: Entry) -> HTML {
    var about: [HTML] = []
    if let reciter = entry.reciter {
      about.append(.element("span", ["class": "reciter"], [.written(reciter)]))
    }
    if let reciter = entry.arabicReciter { about.append(.written(reciter)) }
    if let day = entry.day { about.append(.element("time", ["datetime": day], day)) }
    if let passage = entry.passage {
      about.append(.element("span", ["dir": "ltr", "class": "passage"], passage))
    }
    about.append(.element("span", ["class": "file"], [.written(entry.name)]))
    let count = ["hear": entry.doubtful, "check": entry.rows - entry.confirmed][entry.next] ?? 0
    return .element(
      "li", ["data-next": entry.next],
      [
        .element(
          "a", ["href": "b/\(entry.number)/"], [.written(entry.title.isEmpty ? entry.name : entry.title)]),
        .element("div", ["class": "soft about"], about),
        .element(
          "div", ["class": "progress"],
          [
            .element(
              "progress",
              [
                "max": "\(max(1, entry.rows))", "value": "\(entry.confirmed)", "aria-hidden": "true",
              ]),
            .said(
              "span", "studio.checked", ["n": .int(Int64(entry.confirmed)), "all": .int(Int64(entry.rows))],
              class: "soft"),
          ]),
        .said("span", "studio.library.next.\(entry.next)", ["n": .int(Int64(count))], class: "next"),
      ])
  }

  private static let styles = [
    Asset(name: "look.css", type: "text/css; charset=utf-8", bytes: PackageResources.look_css),
    Asset(name: "studio.css", type: "text/css; charset=utf-8", bytes: PackageResources.studio_css),
    Asset(name: "bundles.css", type: "text/css; charset=utf-8", bytes: PackageResources.bundles_css),
  ]

  /// What the pages say, in all languages.
  private static let catalogue = Asset(
    name: "catalogue.js", type: "text/javascript; charset=utf-8",
    bytes: Catalogue.script(of: ["common", "studio"]))

  private static let scripts = [
    ("actions.js", PackageResources.actions_js),
    ("api.js", PackageResources.api_js),
    ("assign.js", PackageResources.assign_js),
    ("bundles.js", PackageResources.bundles_js),
    ("canvas.js", PackageResources.canvas_js),
    ("choice.js", PackageResources.choice_js),
    ("clock.js", PackageResources.clock_js),
    ("describe.js", PackageResources.describe_js),
    ("dom.js", PackageResources.dom_js),
    ("finish.js", PackageResources.finish_js),
    ("hero.js", PackageResources.hero_js),
    ("joins.js", PackageResources.joins_js),
    ("keys.js", PackageResources.keys_js),
    ("notices.js", PackageResources.notices_js),
    ("overview.js", PackageResources.overview_js),
    ("panel.js", PackageResources.panel_js),
    ("peaks.js", PackageResources.peaks_js),
    ("player.js", PackageResources.player_js),
    ("pointer.js", PackageResources.pointer_js),
    ("printing.js", PackageResources.printing_js),
    ("rows.js", PackageResources.rows_js),
    ("session.js", PackageResources.session_js),
    ("spectrogram.js", PackageResources.spectrogram_js),
    ("state.js", PackageResources.state_js),
    ("studio.js", PackageResources.studio_js),
    ("theme.js", PackageResources.theme_js),
    ("texts.js", PackageResources.texts_js),
    ("tiles.js", PackageResources.tiles_js),
    ("view.js", PackageResources.view_js),
    ("waveform.js", PackageResources.waveform_js),
  ].map { Asset(name: $0.0, type: "text/javascript; charset=utf-8", bytes: $0.1) }
}
