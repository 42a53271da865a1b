package import TilawaBase

/// The page of a published library. It browses and plays static files beside it, wherever these are served.
///
/// The page is the same for every library, and small; it loads files only when they are needed. Its policy
/// allows only its own scripts, and no other servers, unless audio is there.
package enum PublishedPage {
  /// Returns the page. `surahs` are the names of the surahs in Latin letters and in Arabic, in order, and
  /// `riwayat` those of the riwayat by their ids. `playsElsewhere` allows audio from other servers. Throws if
  /// no checksum can be computed.
  package static func document(
    surahs: [(name: String, arabicName: String)], riwayat: [(id: String, name: String, arabicName: String)],
    playsElsewhere: Bool
  ) throws(FileError) -> [UInt8] {
    let data: JSONValue = [
      "surahs": JSONValue(surahs) { [.string($0.name), .string($0.arabicName)] },
      "riwayat": .object(riwayat.map { .init($0.id, [.string($0.name), .string($0.arabicName)]) }),
      "elsewhere": .bool(playsElsewhere),
    ]
    return try Page.document(
      title: Catalogue.text("published.title"),
      style: PackageResources.look_css + PackageResources.published_css, says: ["published"],
      scripts: [PackageResources.ending_js + PackageResources.published_js], data: data,
      policy: ["connect-src 'self'", "media-src 'self' blob:\(playsElsewhere ? " https: http:" : "")"],
      content: content)
  }

  /// Returns a list to choose from, under its name.
  static func choice(_ key: String, _ select: HTML) -> HTML {
    .element("label", [:], [.said("span", key), select])
  }

  private static let content: [HTML] = [
    .element(
      "main", [:],
      [
        .element(
          "header", [:],
          [
            .element(
              "div", [:],
              [
                .element(
                  "h1", [:],
                  [.element("bdi", ["data-title": ""], [.text(Catalogue.text("published.title"))])]),
                .element("p", ["class": "soft", "data-lead": ""]),
              ]),
            .element("select", ["data-languages": "", "data-text-aria-label": "common.language"]),
          ]),
        .said("noscript", "published.needs-script"),
        .said("p", "published.loading", class: "first"),
        .element(
          "div", ["data-browser": "", "hidden": ""],
          [
            .element(
              "div", ["class": "choices"],
              [
                choice("published.surah", .element("select", ["data-surah": ""])),
                choice("published.reciter", .element("select", ["data-reciter": ""])),
                choice("published.riwayah", .element("select", ["data-riwayah": ""])),
              ]),
            .element("p", ["class": "surah arabic", "lang": "ar", "dir": "rtl", "data-surah-name": ""]),
            .element("ol", ["class": "ayat", "data-ayat": "", "data-text-aria-label": "published.ayat"]),
            .element("h2", ["data-heading": ""]),
            .element(
              "ol", ["class": "heard", "data-list": "", "data-text-aria-label": "published.recordings"]),
            .element(
              "button", ["type": "button", "data-more": "", "data-text": "published.more", "hidden": ""],
              Catalogue.text("published.more")),
          ]),
      ]),
    .element(
      "div",
      [
        "class": "player", "role": "region", "data-text-aria-label": "published.player", "data-player": "",
        "hidden": "",
      ],
      [
        .element(
          "div", [:],
          [
            .element("div", ["data-status": "", "role": "status"]),
            .element("audio", ["data-audio": "", "controls": "", "preload": "metadata"]),
            .element(
              "label", [:],
              [.element("input", ["type": "checkbox", "data-go-on": ""]), .said("span", "published.go-on")]),
          ])
      ]),
  ]
}
