package import TilawaBase

/// The page of a published library. It browses and plays static files beside it, wherever these are served.
///
/// The page is the same for every library, and small; it loads files only when they are needed. Its policy
/// allows only its own scripts, and no other servers, unless audio is there.
package enum PublishedPage {
  /// Returns the page. `surahs` are the names of the surahs in Latin letters and in Arabic, in order.
  /// `playsElsewhere` allows audio from other servers. Throws if no checksum can be computed.
  package static func document(
    surahs: [(name: String, arabicName: String)], playsElsewhere: Bool
  ) throws(FileError) -> [UInt8] {
    let data: JSONValue = [
      "surahs": JSONValue(surahs) { [.string($0.name), .string($0.arabicName)] },
      "elsewhere": .bool(playsElsewhere),
    ]
    return try Page.document(
      title: "Quran recordings",
      style: PackageResources.look_css + PackageResources.published_css,
      scripts: [PackageResources.published_js], data: data,
      policy: ["connect-src 'self'", "media-src 'self' blob:\(playsElsewhere ? " https: http:" : "")"],
      content: content)
  }

  private static func select(_ name: String, _ label: String) -> HTML {
    let select: HTML =
      switch name {
      case "surah": .element("select", ["data-surah": ""])
      case "reciter": .element("select", ["data-reciter": ""])
      default: .element("select", ["data-riwayah": ""])
      }
    return .element("label", [:], [.text("\(label) "), select])
  }

  private static let content: [HTML] = [
    .element(
      "main", [:],
      [
        .element("h1", [:], [.element("bdi", ["data-title": ""], "Quran recordings")]),
        .element("p", ["data-lead": ""]),
        .element("noscript", [:], "This page needs JavaScript to read the library's files."),
        .element(
          "div", ["data-browser": "", "hidden": ""],
          [
            .element(
              "div", ["class": "controls"],
              [select("surah", "Surah"), select("reciter", "Reciter"), select("riwayah", "Riwayah")]),
            .element("p", ["data-surah-name": ""]),
            .element("ol", ["class": "ayat", "data-ayat": "", "aria-label": "Ayat"]),
            .element("h2", ["data-heading": ""]),
            .element("ol", ["class": "heard", "data-list": "", "aria-label": "Recordings"]),
            .element("button", ["type": "button", "data-more": "", "hidden": ""], "Show more"),
          ]),
      ]),
    .element(
      "div", ["class": "player", "role": "region", "aria-label": "Player"],
      [
        .element(
          "div", [:],
          [
            .element("audio", ["data-audio": "", "controls": "", "preload": "metadata", "hidden": ""]),
            .element(
              "label", [:],
              [.element("input", ["type": "checkbox", "data-go-on": ""]), .text(" Go on to the next ayah")]),
            .element("div", ["data-status": "", "role": "status", "class": "soft"], "Loading…"),
          ])
      ]),
  ]
}
