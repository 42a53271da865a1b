package import TilawaBase
import TilawaFormat
package import TilawaSound

/// A page that asks about rows of a recording: the sound of each, and controls with which a person without
/// Tilawa says whether it is right. It is one file that uses no network; its answers are a small text.
package struct AnswersPage: Sendable {
  /// A row that is asked about.
  package struct Question: Sendable {
    /// `markers` or `segments`.
    package var list: String
    /// The time span of the row.
    package var span: TimeSpan
    /// The least start and the greatest end that don't pass another row.
    package var limits: TimeSpan
    /// True for a boundary that a confirmed row shares.
    package var (isStartFixed, isEndFixed): (Bool, Bool)
    /// The ayat or the skip that the row names.
    package var (ayah, skip): (String?, String?)
    /// The first and the last join of the ayat in the row, which its boundaries must not pass.
    package var joins: TimeSpan?
    /// The words of the ayat, if they are at hand.
    package var text: String?
    /// A translation and its language.
    package var translation: (text: String, language: String)?
    /// The reasons for doubt: keys of the catalogue and their values.
    package var reasons: [(key: String, values: JSONValue)]

    /// Creates a question about a row without texts and reasons.
    package init(list: String, _ span: TimeSpan, within limits: TimeSpan) {
      (self.list, self.span, self.limits) = (list, span, limits)
      (isStartFixed, isEndFixed) = (false, false)
      reasons = []
    }
  }

  /// A stretch of the recording, with its sound.
  package struct Clip: Sendable {
    package var start: Milliseconds
    package var sound: VoiceCode

    /// Creates a clip that begins at `start`.
    package init(from start: Milliseconds, _ sound: VoiceCode) { (self.start, self.sound) = (start, sound) }
  }

  /// The id of the recording, and the checksum of its audio.
  package var (recording, audio): (String, String?)
  /// The names of the recording and its reciter.
  package var (title, reciter): (String, String?)
  /// The id of the counting system.
  package var numbering: String
  /// The time at which the page is made.
  package var asked: Timestamp
  /// The names of the surahs in Latin letters and in Arabic, and the numbers of their ayat, in order.
  package var surahs: [(name: String, arabicName: String, ayat: Int)]
  /// The sound of all rows, in order of time.
  package var clips: [Clip]
  /// The rows, in order of time.
  package var questions: [Question]

  /// Creates a page.
  package init(
    recording: String, audio: String?, title: String, reciter: String?, numbering: String, asked: Timestamp,
    surahs: [(name: String, arabicName: String, ayat: Int)], clips: [Clip], questions: [Question]
  ) {
    (self.recording, self.audio, self.title, self.reciter) = (recording, audio, title, reciter)
    (self.numbering, self.asked, self.surahs) = (numbering, asked, surahs)
    (self.clips, self.questions) = (clips, questions)
  }

  /// Returns the document. Throws if no checksum can be computed.
  package func document() throws(FileError) -> [UInt8] {
    try Page.document(
      title: title, style: PackageResources.look_css + PackageResources.answers_css, says: ["answers"],
      scripts: [PackageResources.answers_js], data: json,
      policy: ["media-src blob: data:"], content: Self.content(title, reciter))
  }

  private var json: JSONValue {
    [
      "recording": .string(recording), "audio": JSONValue(audio), "title": .string(title),
      "numbering": .string(numbering), "asked": .string(asked.text), "rate": .int(Int64(VoiceCode.rate)),
      "surahs": JSONValue(surahs) { [.string($0.name), .string($0.arabicName), .int(Int64($0.ayat))] },
      "skips": JSONValue(SkipKind.allCases) { .string($0.rawValue) },
      "clips": JSONValue(clips) { clip in
        [
          "start": .int(clip.start.count), "count": .int(Int64(clip.sound.count)),
          "code": .string(Base64.text(of: clip.sound.bytes)),
        ]
      },
      "rows": JSONValue(questions) { question in
        [
          "list": .string(question.list), "start": .int(question.span.start.count),
          "end": .int(question.span.end.count), "from": .int(question.limits.start.count),
          "to": .int(question.limits.end.count),
          "fixed": [.bool(question.isStartFixed), .bool(question.isEndFixed)],
          "ayah": JSONValue(question.ayah), "skip": JSONValue(question.skip),
          "inner": question.joins.map { [.int($0.start.count), .int($0.end.count)] } ?? .null,
          "text": JSONValue(question.text), "translation": JSONValue(question.translation?.text),
          "language": JSONValue(question.translation?.language),
          "reasons": JSONValue(question.reasons) { [.string($0.key), $0.values] },
        ]
      },
    ]
  }

  // MARK: Markup

  private static func content(_ title: String, _ reciter: String?) -> [HTML] {
    [
      // Without scripts no language can be chosen.
      .element(
        "noscript", [:],
        Catalogue.inAllLanguages("answers.needs-script").map { language, text in
          .element("p", ["lang": language, "dir": "auto"], text)
        }),
      .element(
        "header", [:],
        [
          .element(
            "div", ["class": "bar"],
            [
              .element("h1", [:], [.written(title)]),
              .element(
                "select",
                ["data-languages": "", "aria-label": "Language", "data-text-aria-label": "common.language"]),
            ]),
          .element(
            "p", ["class": "soft"],
            (reciter.map { [.written($0), .text(" · ")] } ?? []) + [.element("span", ["data-left": ""])]),
          .element("div", ["class": "steps", "data-steps": "", "aria-hidden": "true"]),
        ]),
      .element("main", [:], [card, finish]),
      .element(
        "footer", ["hidden": ""],
        [
          .said("span", "answers.nothing-sent", class: "soft"),
          .element("button", ["type": "button", "class": "send", "data-act": "finish"]),
        ]),
      naming,
      .element("audio", ["hidden": ""]),
      .element("p", ["class": "visually-hidden", "role": "status", "data-status": ""]),
    ]
  }

  private static func button(_ act: String, _ key: String, class classes: String? = nil) -> HTML {
    .element(
      "button", ["type": "button", "data-act": act, "class": classes, "data-text": key], Catalogue.text(key))
  }

  private static let card = HTML.element(
    "section", ["class": "card", "aria-labelledby": "what", "hidden": "", "data-card": ""],
    [
      .element(
        "div", ["class": "walk"],
        [
          button("previous", "answers.previous"), .element("span", ["class": "num soft", "data-place": ""]),
          button("next", "answers.next"),
        ]),
      .element("div", ["class": "ayah", "lang": "ar", "dir": "rtl", "data-ayah": ""]),
      .element("p", ["class": "translation", "dir": "auto", "data-translation": ""]),
      .element("h2", ["id": "what", "data-what": "", "tabindex": "-1"]),
      .element("ul", ["class": "reasons", "data-reasons": ""]),
      .element(
        "div",
        [
          "class": "wave", "role": "slider", "tabindex": "0", "dir": "ltr", "data-wave": "",
          "data-text-aria-label": "answers.boundary",
        ], [.element("canvas", ["aria-hidden": "true"])]),
      .element(
        "div",
        ["class": "edges", "role": "group", "dir": "ltr", "data-text-aria-label": "answers.which-boundary"],
        [
          .element(
            "button", ["type": "button", "data-edge": "start", "data-text": "answers.start"], "Start"),
          .element("output", ["class": "num soft", "dir": "ltr", "data-time": ""]),
          .element("button", ["type": "button", "data-edge": "end", "data-text": "answers.end"], "End"),
        ]),
      .element(
        "div", ["class": "ear", "dir": "ltr"],
        [
          button("earlier", "answers.earlier", class: "plain"),
          .element("button", ["type": "button", "class": "play", "data-act": "play"], "\u{25B6}\u{FE0E}"),
          button("later", "answers.later", class: "plain"),
        ]),
      .element(
        "div", ["class": "decide"],
        [button("wrong", "answers.wrong", class: "no"), button("right", "answers.right", class: "go")]),
      .element(
        "div", ["class": "quiet"],
        [
          button("name", "answers.another-ayah"), button("none", "answers.not-an-ayah"),
          button("note", "answers.note"), button("undo", "answers.undo"),
        ]),
      .element(
        "label", ["class": "note", "hidden": "", "data-note": ""],
        [
          .said("span", "answers.note"),
          .element("textarea", ["rows": "2", "maxlength": "500", "dir": "auto"]),
        ]),
    ])

  private static let naming = HTML.element(
    "dialog", ["data-naming": "", "aria-labelledby": "naming"],
    [
      .element(
        "div", ["class": "naming"],
        [
          .element("h2", ["id": "naming", "data-text": "answers.another-ayah"], "Another ayah"),
          .element("label", [:], [.said("span", "answers.surah"), .element("select", ["data-surah": ""])]),
          .element(
            "label", [:],
            [
              .said("span", "answers.ayah"),
              .element(
                "input",
                ["type": "number", "inputmode": "numeric", "min": "1", "data-first": "", "required": ""]),
            ]),
          .element(
            "label", [:],
            [
              .said("span", "answers.to-ayah"),
              .element("input", ["type": "number", "inputmode": "numeric", "min": "1", "data-last": ""]),
            ]),
          .element(
            "div", ["class": "decide"],
            [
              button("cancel", "answers.cancel", class: "plain"),
              button("take", "answers.take", class: "accent"),
            ]),
        ])
    ])

  private static let finish = HTML.element(
    "section", ["class": "card finish", "hidden": "", "data-finish": "", "aria-labelledby": "finish"],
    [
      .element("h2", ["id": "finish", "tabindex": "-1", "data-summary": ""]),
      .element(
        "label", [:],
        [
          .said("span", "answers.your-name"),
          .element(
            "input",
            ["type": "text", "maxlength": "100", "autocomplete": "name", "dir": "auto", "data-person": ""]),
        ]),
      .element(
        "div", ["class": "ways"],
        [
          button("share", "answers.share", class: "accent"), button("save", "answers.save", class: "plain"),
          button("copy", "answers.copy", class: "plain"),
        ]),
      .element("p", ["class": "soft", "data-sent": "", "role": "status"]),
      .element(
        "textarea",
        [
          "readonly": "", "rows": "8", "dir": "ltr", "spellcheck": "false", "data-yaml": "",
          "data-text-aria-label": "answers.the-text",
        ]),
      button("back", "answers.back", class: "plain"),
    ])
}
