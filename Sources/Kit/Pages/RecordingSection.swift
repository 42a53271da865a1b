package import TilawaBase
package import TilawaSound

/// A recording on a page: its facts, its sound, its rows, and its findings.
package struct RecordingSection: Sendable {
  /// A row.
  package struct Row: Sendable {
    /// The state of a row, which is visible at a glance.
    package enum State: String, Sendable {
      /// A person has confirmed it.
      case confirmed
      /// Nobody has confirmed it yet.
      case open
      /// It is not an ayah.
      case skipped
    }

    /// The time span of the row.
    package var span: TimeSpan
    /// The times within a row of several ayat at which one ayah ends and the next begins.
    package var joins: [Milliseconds] = []
    /// The ayat, or the word for the part that is skipped.
    package var label: String
    /// The key of the catalogue for a label that isn't ayat; nil for ayat.
    package var labelKey: String?
    /// The names of the surahs, in Latin letters and in Arabic.
    package var names: [String] = []
    /// The words of the ayat, if a text is available.
    package var words: String?
    /// A translation and its language, if one is available.
    package var translation: (text: String, language: String)?
    /// The state, which determines the appearance.
    package var state: State
    /// The confidence of the tool that made the row, from 0 to 1.
    package var confidence: Double?
    /// True if the row should be checked before it is relied on.
    package var isDoubtful = false
    /// The reasons for doubt: keys of the catalogue and their values.
    package var reasons: [(key: String, values: JSONValue)] = []
    /// A person's note.
    package var note: String?
    /// The findings about the row.
    package var findings: [Finding] = []

    /// Creates a row without remarks, texts and findings.
    package init(_ span: TimeSpan, label: String, _ state: State) {
      (self.span, self.label, self.state) = (span, label, state)
    }
  }

  /// A finding of lint.
  package struct Finding: Sendable {
    /// The severity.
    package var severity: Severity
    /// The code of the rule.
    package var code: String
    /// The message.
    package var message: String
    /// The place, in a form that editors can open.
    package var place: String

    /// Creates a finding.
    package init(_ severity: Severity, _ code: String, _ message: String, at place: String) {
      (self.severity, self.code, self.message, self.place) = (severity, code, message, place)
    }
  }

  /// A change between two versions.
  package struct Change: Sendable {
    /// The row or key, and a description of the change, in words.
    package var (place, text): (String, String)
    /// The key of the catalogue for what happened, such as `report.added`; nil if the description says it.
    package var kindKey: String?
    /// The old and the new span of the row; nil for changes that have no time.
    package var (old, new): (TimeSpan?, TimeSpan?)

    /// Creates a change.
    package init(_ place: String, _ text: String, from old: TimeSpan?, to new: TimeSpan?) {
      (self.place, self.text, self.old, self.new) = (place, text, old, new)
    }
  }

  /// A conflict that a merge left to be resolved.
  package struct Conflict: Sendable {
    /// A side of a conflict.
    package struct Side: Sendable {
      /// `ours`, `theirs` or `base`.
      package var name: String
      /// Its lines.
      package var lines: String
      /// The spans of its rows.
      package var spans: [TimeSpan]
      /// The command that chooses it.
      package var command: String

      /// Creates a side.
      package init(_ name: String, _ lines: String, _ spans: [TimeSpan], command: String) {
        (self.name, self.lines, self.spans, self.command) = (name, lines, spans, command)
      }
    }

    /// The place of the conflict.
    package var place: String
    package var sides: [Side]

    /// Creates a conflict.
    package init(at place: String, _ sides: [Side]) { (self.place, self.sides) = (place, sides) }
  }

  /// The way in which the sound gets into the page.
  package enum Sound: Sendable {
    /// A link to a file, by its address relative to the page.
    case link(String)
    /// The bytes, embedded in the page, and their media type, such as `audio/ogg`.
    case embedded([UInt8], mediaType: String)
    /// No sound, and the reason.
    case absent(String)
  }

  /// The identifier in the page: letters and digits.
  package var id: String
  package var title: String
  /// True if the page shows nothing else, so that its heading isn't the title.
  package var isAlone = false
  /// The known facts, such as the reciter, by the keys of their names in the catalogue.
  package var facts: [(key: String, value: HTML)] = []
  package var sound: Sound
  package var duration: Milliseconds
  /// The waveform peaks of one channel, or nil if there is no sound.
  package var peaks: WaveformPeaks?
  /// The rows, in order of time.
  package var rows: [Row] = []
  /// The findings about anything but rows.
  package var findings: [Finding] = []
  /// The changes from another version, or nil if it isn't compared with any.
  package var changes: [Change]?
  /// The names of the older and the newer version that are compared.
  package var compared = ("", "")
  /// The conflicts, or nil if they aren't shown.
  package var conflicts: [Conflict]?

  /// Creates a recording with only these facts.
  package init(id: String, title: String, sound: Sound, duration: Milliseconds) {
    (self.id, self.title, self.sound, self.duration) = (id, title, sound, duration)
  }

  /// The section of a page.
  package var section: PageSection {
    let headingID = "\(id)-title"
    return PageSection(
      .element(
        "section", ["id": id, "aria-labelledby": headingID],
        [
          .element("h2", ["id": headingID], [isAlone ? .said("span", "report.recording") : .written(title)]),
          factList, soundPart,
        ]
          + [changeTable, conflictList, rowTable, findingList]), facts: json)
  }
}

// MARK: - Parts

extension RecordingSection {
  /// The id of the element with the changes, or with the conflicts.
  package var changesID: String { "\(id)-changes" }
  package var conflictsID: String { "\(id)-conflicts" }

  private var factList: HTML {
    .element(
      "dl", ["class": "facts"],
      facts.flatMap { key, value in [.said("dt", key), .element("dd", [:], [value])] })
  }

  private var isHeard: Bool { if case .absent = sound { false } else { true } }

  private var soundPart: HTML {
    let picture = peaks.map { OverviewPicture($0, rows, duration).pieces } ?? []
    guard isHeard else {
      guard case .absent(let reason) = sound else { return .nothing }
      return .pieces(
        picture + [.element("p", [:], [.said("span", "report.no-sound"), .text(" "), .english(reason)])])
    }
    let address: String =
      switch sound {
      case .link(let address): address
      case .embedded(let bytes, let type): "data:\(type);base64,\(Base64.text(of: bytes))"
      case .absent: ""
      }
    return .pieces(
      picture + [
        .element(
          "div",
          [
            "class": "detail", "role": "slider", "tabindex": "0", "dir": "ltr",
            "data-text-aria-label": "report.place-in-sound",
            "aria-label": Catalogue.text("report.place-in-sound"),
            "aria-valuemin": "0", "aria-valuemax": duration.description, "aria-valuenow": "0",
            "aria-valuetext": "0:00",
          ], [.element("canvas", ["aria-hidden": "true"])]),
        .element("audio", ["preload": "metadata", "src": address]),
        .element(
          "p", ["class": "severity-error", "data-absent": "", "hidden": "", "role": "alert"],
          [.said("span", "report.cannot-play")]),
        controls,
      ])
  }

  private var controls: HTML {
    .element(
      "div", ["class": "controls"],
      [
        .element(
          "button", ["type": "button", "class": "go-on", "data-act": "toggle"], Catalogue.text("report.play")),
        .element(
          "output",
          ["class": "num", "dir": "ltr", "data-text-aria-label": "report.time", "aria-label": "Time"],
          "0:00.000"),
        .element(
          "label", [:],
          [
            .said("span", "report.speed"),
            .element(
              "select", ["data-speed": "", "dir": "ltr"],
              ["0.5", "0.75", "1", "1.25", "1.5", "2"].map {
                .element("option", ["value": $0, "selected": $0 == "1" ? "" : nil], $0)
              }),
          ]),
        check("data-loop", "report.repeat"),
        .element(
          "button",
          [
            "type": "button", "data-act": "zoom-in", "data-text-aria-label": "report.zoom-in",
            "aria-label": "Zoom in",
          ], "+"),
        .element(
          "button",
          [
            "type": "button", "data-act": "zoom-out", "data-text-aria-label": "report.zoom-out",
            "aria-label": "Zoom out",
          ],
          "\u{2212}"),
        rows.contains(where: \.isDoubtful) ? check("data-doubtful", "report.only-doubtful") : .nothing,
      ])
  }

  private func check(_ name: String, _ key: String) -> HTML {
    let box: HTML =
      name == "data-loop"
      ? .element("input", ["type": "checkbox", "data-loop": ""])
      : .element("input", ["type": "checkbox", "data-doubtful": ""])
    return .element("label", [:], [box, .said("span", key)])
  }

  /// Returns a button that plays a span. Its name for those who don't see the row names it as well.
  private func playButton(_ key: String, _ span: TimeSpan, of label: String, time: Bool = false) -> HTML {
    let text: [JSONValue.Member] = time ? [.init("time", .string(span.start.exactClock))] : []
    let values = JSONValue.object(text + [.init("row", .string(label))]).compactText
    let shown = Catalogue.text(key, ["time": span.start.exactClock])
    return .element(
      "button",
      [
        "type": "button", "data-play": "\(span.start) \(span.end)", "data-text": key,
        "data-text-aria-label": "\(key)-of", "data-values": values,
        "aria-label": Catalogue.text("\(key)-of", ["row": label, "time": span.start.exactClock]),
      ], shown)
  }

  /// Returns the two seconds on each side of a time, within the recording.
  private func around(_ time: Milliseconds) -> TimeSpan? {
    TimeSpan(max(.zero, time - Milliseconds(2000)), min(duration, time + Milliseconds(2000)))
  }

  private func heads(_ keys: [String]) -> HTML {
    .element(
      "tr", ["role": "row"],
      ((isHeard ? ["report.hear"] : []) + keys).map { key in
        .element(
          "th",
          [
            "scope": "col", "role": "columnheader", "class": key == "report.hear" ? "play" : nil,
            "data-text": key,
          ], Catalogue.text(key))
      })
  }

  private var rowTable: HTML {
    guard !rows.isEmpty else { return .said("p", "report.no-rows") }
    return .element(
      "div", ["class": "rows"],
      [
        .element(
          "table", ["role": "table"],
          [
            .said("caption", "report.rows"),
            .element(
              "thead", ["role": "rowgroup"],
              [heads(["report.ayat", "report.time", "report.state", "report.remarks"])]),
            .element("tbody", ["role": "rowgroup"], rows.enumerated().map(tableRow)),
          ])
      ])
  }

  private func tableRow(_ index: Int, _ row: Row) -> HTML {
    let buttons = [
      playButton("report.play-row", row.span, of: row.label),
      around(row.span.start).map { playButton("report.play-start", $0, of: row.label) } ?? .nothing,
      around(row.span.end).map { playButton("report.play-end", $0, of: row.label) } ?? .nothing,
    ]
    let remarks =
      row.reasons.map { HTML.element("li", [:], [.said("span", $0.key, values: $0.values)]) }
      + [row.note].compactMap { $0 }.map { .element("li", [:], [.written($0)]) }
      + row.findings.map { item(of: $0) }
    return .element(
      "tr", ["role": "row", "data-row": "\(index)", "data-doubtful": row.isDoubtful ? "yes" : nil],
      [
        isHeard ? .element("td", ["role": "cell", "class": "play"], buttons) : .nothing,
        .element(
          "th", ["scope": "row", "role": "rowheader"],
          [
            .element(
              "div", ["class": "ayah-label"],
              [row.title]
                + row.names.map { .element("span", ["class": "name"], [.written($0)]) }),
            row.words.map { .element("div", ["class": "words", "lang": "ar", "dir": "rtl"], $0) } ?? .nothing,
            row.translation.map {
              .element("div", ["class": "translation", "lang": $0.language, "dir": "auto"], $0.text)
            } ?? .nothing,
          ]),
        .element(
          "td", ["role": "cell", "class": "time"],
          [.digits("\(row.span.start.exactClock)\u{2013}\(row.span.end.exactClock)")]),
        .element("td", ["role": "cell", "class": "state-\(row.look)"], row.stateText),
        .element(
          "td", ["role": "cell", "class": "remark"],
          remarks.isEmpty ? [] : [.element("ul", ["class": "remarks"], remarks)]),
      ])
  }

  private func item(of finding: Finding) -> HTML {
    .element(
      "li", ["lang": "en", "dir": "ltr"],
      [
        .element("span", ["class": "severity-\(finding.severity.rawValue)"], finding.severity.rawValue),
        .text(" \(finding.code) "), .written(finding.message), .text(" ("), .written(finding.place),
        .text(")"),
      ])
  }

  private var findingList: HTML {
    guard !findings.isEmpty else { return .nothing }
    return .pieces([
      .said("h3", "report.findings"),
      .element("ul", [:], findings.map { item(of: $0) }),
    ])
  }

  private var changeTable: HTML {
    guard let changes else { return .nothing }
    let comparison = HTML.said(
      "span", changes.isEmpty ? "report.unchanged" : "report.compared",
      ["old": .string(compared.0), "new": .string(compared.1)])
    guard !changes.isEmpty else { return .element("p", ["id": changesID], [comparison]) }
    let rows = changes.map { change in
      HTML.element(
        "tr", [:],
        [
          isHeard
            ? .element(
              "td", ["class": "play"],
              [
                change.old.map { playButton("report.play-old", $0, of: change.place) } ?? .nothing,
                change.new.map { playButton("report.play-new", $0, of: change.place) } ?? .nothing,
                both(change),
              ]) : .nothing,
          .element("th", ["scope": "row"], [.written(change.place)]),
          .element(
            "td", [:],
            [change.kindKey.map { .said("span", $0) } ?? .nothing, .text(" "), .english(change.text)]),
        ])
    }
    return .pieces([
      .element("h3", ["id": changesID], [.said("span", "report.changes")]),
      .element(
        "div", ["class": "rows"],
        [
          .element(
            "table", [:],
            [
              .element("caption", [:], [comparison]),
              .element("thead", [:], [heads(["report.what", "report.change"])]), .element("tbody", [:], rows),
            ])
        ]),
    ])
  }

  /// Returns a button that plays the old span, then the new one.
  private func both(_ change: Change) -> HTML {
    guard let old = change.old, let new = change.new else { return .nothing }
    return .element(
      "button",
      [
        "type": "button", "data-then": "\(old.start) \(old.end) \(new.start) \(new.end)",
        "data-text": "report.play-both", "data-text-aria-label": "report.play-both-of",
        "data-values": JSONValue.object([.init("row", .string(change.place))]).compactText,
        "aria-label": Catalogue.text("report.play-both-of", ["row": change.place]),
      ], Catalogue.text("report.play-both"))
  }

  private var conflictList: HTML {
    guard let conflicts else { return .nothing }
    guard !conflicts.isEmpty else {
      return .element("p", ["id": conflictsID], [.said("span", "report.no-conflicts")])
    }
    return .pieces(
      [.element("h3", ["id": conflictsID], [.said("span", "report.conflicts")])]
        + conflicts.enumerated().map { index, conflict in
          let title = "\(id)-conflict-\(index + 1)"
          return .element(
            "article", ["aria-labelledby": title],
            [.element("h4", ["id": title], [.text("\(index + 1): "), .written(conflict.place)])]
              + conflict.sides.flatMap { side in
                [
                  .said("h5", "report.side-\(side.name)"),
                  side.lines.isEmpty
                    ? .said("p", "report.nothing-there")
                    : .element("pre", ["dir": "ltr"], [.written(side.lines)]),
                  .element(
                    "p", ["class": "play"],
                    isHeard
                      ? side.spans.map {
                        playButton("report.hear-\(side.name)", $0, of: conflict.place, time: true)
                      } : []),
                  .element(
                    "p", [:],
                    [
                      .said("span", "report.take-it"), .text(" "),
                      .element("code", ["dir": "ltr"], side.command),
                    ]),
                ]
              })
        })
  }
}

extension RecordingSection.Row {
  /// The state in words, for people.
  fileprivate var stateText: [HTML] {
    let state = HTML.said("span", "report.state-\(look)")
    guard let confidence, self.state != .confirmed else { return [state] }
    return [
      state, .element("br"),
      .said("span", "report.sure", ["percent": .int(Int64((confidence * 100).rounded()))], class: "soft"),
    ]
  }

  /// The label, in the person's language.
  fileprivate var title: HTML { labelKey.map { .said("span", $0) } ?? .digits(label) }

  /// The look: right, doubtful, not confirmed, or not an ayah.
  var look: String {
    switch state {
    case .confirmed: "right"
    case .open: isDoubtful ? "doubt" : "open"
    case .skipped: isDoubtful ? "doubt" : "skipped"
    }
  }
}

// MARK: - For the script

extension RecordingSection {
  private var json: JSONValue {
    [
      "id": .string(id), "duration": .number(duration.description),
      "rows": .array(
        rows.map { row in
          .array([
            .number(row.span.start.description), .number(row.span.end.description), .string(row.look),
            .string(row.label), .array(row.joins.map { .number($0.description) }), JSONValue(row.labelKey),
          ])
        }),
      "peaks": peaks.map { peaks in
        [
          "perSecond": .number("\(Double(peaks.sampleRate) / Double(peaks.samplesPerPixel))"),
          "data": .string(
            Base64.text(of: peaks.values.map { UInt8(bitPattern: Int8(truncatingIfNeeded: $0 >> 8)) })),
        ]
      } ?? nil,
    ]
  }
}
