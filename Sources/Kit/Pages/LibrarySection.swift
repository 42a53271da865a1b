package import TilawaBase

/// A library on a page: its recordings with what comes next for each, and a map of the mushaf, which shows the
/// reciters that can be heard for each part.
package struct LibrarySection: Sendable {
  /// A recording of the library, whether or not it can be heard.
  package struct Entry: Sendable {
    /// What comes next: to find its ayat, to make segments of its markers, to listen to its rows, to get its
    /// audio, or nothing.
    package enum Next: String, Sendable {
      case find, segment, hear, fetch, done
    }

    /// The names of the recording and of its reciters.
    package var (title, reciters): (String, [String])
    /// The path of its bundle, as the user would write it.
    package var path = ""
    /// The day on which it was recorded, in digits; nil if that isn't known.
    package var day: String?
    package var length = Milliseconds.zero
    /// The number of rows with ayat that a person has confirmed, and of all of them.
    package var (confirmed, rows) = (0, 0)
    package var next = Next.find
    /// The command for that; nil if there is none.
    package var command: String?

    /// Creates a recording without rows.
    package init(title: String, reciters: [String]) { (self.title, self.reciters) = (title, reciters) }
  }

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

  /// A page or surah: its number, the ayat of a page or the names of a surah, and the indices of its ayat.
  package typealias Part = (number: Int, names: [String], ayat: Range<Int>)

  /// All recordings of the library, in the order of their titles.
  package var entries: [Entry] = []
  /// The recordings that are heard, in the order in which they are first heard.
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
    PageSection(
      .element("div", ["id": "library"], [list, map, player]), library: json)
  }

  private var list: HTML {
    .element(
      "section", ["aria-labelledby": "library-recordings"],
      [
        .element("h2", ["id": "library-recordings"], [.said("span", "library.recordings")]),
        .element(
          "div", ["class": "tools"],
          [
            .element(
              "input",
              [
                "type": "search", "data-search": "", "data-text-placeholder": "library.search",
                "data-text-aria-label": "library.search",
              ]),
            .element("select", ["data-next": "", "data-text-aria-label": "library.next"]),
          ]),
        .element("p", ["class": "soft", "role": "status", "data-found": ""]),
        .element("ol", ["class": "entries", "data-entries": ""]),
        .element("button", ["type": "button", "data-more": "", "data-text": "library.more", "hidden": ""]),
      ])
  }

  private var map: HTML {
    .element(
      "section", ["aria-labelledby": "library-map"],
      [
        .element("h2", ["id": "library-map"], [.said("span", "library.map")]),
        .element(
          "div", ["class": "tools"],
          [
            .element("select", ["data-reciter": "", "data-text-aria-label": "library.reciter"]),
            .element("select", ["data-by": "", "data-text-aria-label": "library.by"]),
          ]),
        .element("ol", ["class": "mushaf", "data-map": "", "data-text-aria-label": "library.map"]),
        .element(
          "ul", ["class": "legend"],
          ["all", "found", "part", "none"].map { look in
            .element(
              "li", [:],
              [
                .element("span", ["class": "sample \(look)", "aria-hidden": "true"]),
                .said("span", "library.legend-\(look)"),
              ])
          }),
        .element("div", ["data-list": "", "aria-live": "polite"]),
      ])
  }

  private var player: HTML {
    .element(
      "div", ["class": "player", "data-player": "", "hidden": ""],
      [
        .element("p", ["role": "status", "data-status": ""]),
        .element("audio", ["controls": "", "preload": "none", "data-text-aria-label": "library.recording"]),
      ])
  }

  private var json: JSONValue {
    func parts(_ parts: [Part]) -> JSONValue {
      JSONValue(parts) { part in
        .array([
          .int(Int64(part.number)), JSONValue(part.names) { .string($0) }, .int(Int64(part.ayat.lowerBound)),
          .int(Int64(part.ayat.upperBound)),
        ])
      }
    }
    return [
      "entries": JSONValue(entries) { entry in
        .array([
          .string(entry.title), JSONValue(entry.reciters) { .string($0) }, .string(entry.path),
          JSONValue(entry.day), .number(entry.length.description), .int(Int64(entry.confirmed)),
          .int(Int64(entry.rows)), .string(entry.next.rawValue), JSONValue(entry.command),
        ])
      },
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
