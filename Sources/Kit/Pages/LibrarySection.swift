package import TilawaBase

/// A library as a map of the mushaf, which shows the reciters that can be heard for each part.
package struct LibrarySection: Sendable {
  /// A recording that can be heard.
  package struct Recording: Sendable {
    /// The address of its audio, relative to the page, or nil if the audio isn't here.
    package var address: String?
    /// The names of the recording and of its reciter.
    package var (title, reciter): (String, String)

    /// Creates a recording.
    package init(address: String?, title: String, reciter: String) {
      (self.address, self.title, self.reciter) = (address, title, reciter)
    }
  }

  /// A row in which an ayah can be heard.
  package struct Hearing: Sendable {
    /// The index of its recording in the list.
    package var recording: Int
    package var span: TimeSpan
    /// True if a person has confirmed the row.
    package var isConfirmed: Bool

    /// Creates a hearing in a recording.
    package init(in recording: Int, _ span: TimeSpan, isConfirmed: Bool) {
      (self.recording, self.span, self.isConfirmed) = (recording, span, isConfirmed)
    }
  }

  /// An ayah, and the rows in which it can be heard, the best first.
  package typealias Ayah = (label: String, hearings: [Hearing])

  /// A page or surah: its number, its name, and the indices of its ayat.
  package typealias Part = (number: Int, name: String, ayat: Range<Int>)

  /// The recordings, in the order in which they are first heard.
  package var recordings: [Recording] = []
  /// All ayat of the Quran.
  package var ayat: [Ayah] = []
  /// The 604 pages.
  package var pages: [Part] = []
  /// The 114 surahs.
  package var surahs: [Part] = []

  /// Creates an empty section.
  package init() {}

  /// The number of ayat that can be heard.
  package var foundCount: Int { ayat.count { !$0.hearings.isEmpty } }
  /// The number of ayat with a row that a person has confirmed.
  package var confirmedCount: Int { ayat.count { $0.hearings.contains(where: \.isConfirmed) } }

  /// The section of a page.
  package var section: PageSection {
    let reciters = Set(recordings.map(\.reciter)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let content = HTML.element(
      "section", ["id": "library", "aria-labelledby": "library-title"],
      [
        .element("h2", ["id": "library-title"], "Map of the mushaf"),
        .element(
          "div", ["class": "controls"],
          [
            .element(
              "label", [:],
              [
                .text("Reciter"),
                .element(
                  "select", ["data-reciter": ""],
                  [.element("option", ["value": ""], "all")]
                    + reciters.filter { !$0.isEmpty }.map { .element("option", ["value": $0], $0) }),
              ]),
            .element(
              "label", [:],
              [
                .text("By"),
                .element(
                  "select", ["data-by": ""],
                  [
                    .element("option", ["value": "page"], "page"),
                    .element("option", ["value": "surah"], "surah"),
                  ]),
              ]),
          ]),
        .element("ol", ["class": "map", "aria-label": "Pages or surahs"], pages.map { item(of: $0) }),
        legend,
        .element("audio", ["controls": "", "preload": "none", "aria-label": "Recording"]),
        .element("p", ["role": "status", "data-status": ""]),
        .element("div", ["data-list": "", "aria-live": "polite"]),
      ])
    return PageSection(content, library: json)
  }

  private func item(of part: Part) -> HTML {
    let found = ayat[part.ayat].count { !$0.hearings.isEmpty }
    let confirmed = ayat[part.ayat].count { $0.hearings.contains(where: \.isConfirmed) }
    let look =
      confirmed == part.ayat.count ? "all" : found == part.ayat.count ? "found" : found > 0 ? "part" : "none"
    return .element(
      "li", [:],
      [
        .element(
          "button",
          [
            "type": "button", "class": look,
            "aria-label": "\(part.name): \(found) of \(part.ayat.count) ayat, \(confirmed) confirmed",
          ], "\(part.number)")
      ])
  }

  private var legend: HTML {
    .element(
      "ul", ["class": "legend"],
      [
        ("all", "heard, and confirmed by a person"), ("found", "heard"), ("part", "heard in part"),
        ("none", "not heard"),
      ].map { look, meaning in
        .element(
          "li", [:], [.element("span", ["class": "sample \(look)", "aria-hidden": "true"]), .text(meaning)])
      })
  }

  private var json: JSONValue {
    func parts(_ parts: [Part]) -> JSONValue {
      JSONValue(parts) { part in
        .array([
          .int(Int64(part.number)), .string(part.name), .int(Int64(part.ayat.lowerBound)),
          .int(Int64(part.ayat.upperBound)),
        ])
      }
    }
    return [
      "recordings": JSONValue(recordings) {
        .array([JSONValue($0.address), .string($0.title), .string($0.reciter)])
      },
      "ayat": JSONValue(ayat) { ayah in
        .array([
          .string(ayah.label),
          JSONValue(ayah.hearings) {
            .array([
              .int(Int64($0.recording)), .number($0.span.start.description),
              .number($0.span.end.description), .bool($0.isConfirmed),
            ])
          },
        ])
      },
      "parts": ["page": parts(pages), "surah": parts(surahs)],
    ]
  }
}
