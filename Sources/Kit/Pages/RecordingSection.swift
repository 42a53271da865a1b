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
    /// The names of the surahs, in Latin letters and in Arabic.
    package var names: [String] = []
    /// The words of the ayat and their translations, if texts are available.
    package var texts: [String] = []
    /// The state, which determines the appearance.
    package var state: State
    /// The confidence of the tool that made the row, from 0 to 1.
    package var confidence: Double?
    /// True if the row should be checked before it is relied on.
    package var isDoubtful = false
    /// The reasons for doubt, and people's notes.
    package var remarks: [String] = []
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
  /// The heading, or nil for the title.
  package var heading: String?
  /// The known facts, such as the reciter.
  package var facts: [(name: String, value: String)] = []
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
  /// The versions that are compared, in words.
  package var comparison = ""
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
        [.element("h2", ["id": headingID], [.written(heading ?? title)]), factList, soundPart]
          + [changeTable, conflictList, rowTable, findingList]), facts: json)
  }
}

// MARK: - Parts

extension RecordingSection {
  private var factList: HTML {
    .element(
      "dl", ["class": "facts"],
      facts.flatMap { name, value in
        [.element("dt", [:], name), .element("dd", [:], [.written(value)])]
      })
  }

  private var isHeard: Bool { if case .absent = sound { false } else { true } }

  private var soundPart: HTML {
    let picture = peaks.map { OverviewPicture($0, rows, duration, id: id, title: title).pieces } ?? []
    guard isHeard else {
      guard case .absent(let reason) = sound else { return .nothing }
      return .pieces(picture + [.element("p", [:], reason)])
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
            "class": "detail", "role": "slider", "tabindex": "0", "aria-label": "Place in the recording",
            "aria-valuemin": "0", "aria-valuemax": duration.description, "aria-valuenow": "0",
            "aria-valuetext": "0:00",
          ], [.element("canvas", ["aria-hidden": "true"])]),
        .element("audio", ["preload": "metadata", "src": address]),
        .element(
          "p", ["class": "severity-error", "data-absent": "", "hidden": "", "role": "alert"],
          "The sound can't be played: the file isn't beside this page, or your browser doesn't know its format."
        ),
        controls,
      ])
  }

  private var controls: HTML {
    .element(
      "div", ["class": "controls"],
      [
        .element("button", ["type": "button", "data-act": "toggle"], "Play"),
        .element("output", ["aria-label": "Time"], "0:00.000"),
        .element(
          "label", [:],
          [
            .text("Speed"),
            .element(
              "select", ["data-speed": ""],
              ["0.5", "0.75", "1", "1.25", "1.5", "2"].map {
                .element("option", ["value": $0, "selected": $0 == "1" ? "" : nil], $0)
              }),
          ]),
        .element(
          "label", [:],
          [.element("input", ["type": "checkbox", "data-loop": ""]), .text("Repeat what is played")]),
        .element("button", ["type": "button", "data-act": "zoom-in", "aria-label": "Zoom in"], "+"),
        .element("button", ["type": "button", "data-act": "zoom-out", "aria-label": "Zoom out"], "\u{2212}"),
        rows.contains(where: \.isDoubtful)
          ? .element(
            "label", [:],
            [.element("input", ["type": "checkbox", "data-doubtful": ""]), .text("Only what to check")])
          : .nothing,
      ])
  }

  private func playButton(_ text: String, _ span: TimeSpan, of label: String) -> HTML {
    .element(
      "button",
      [
        "type": "button", "data-play": "\(span.start) \(span.end)", "aria-label": "\(text) of \(label)",
      ], text)
  }

  /// Returns the two seconds on each side of a time, within the recording.
  private func around(_ time: Milliseconds) -> TimeSpan? {
    TimeSpan(max(.zero, time - Milliseconds(2000)), min(duration, time + Milliseconds(2000)))
  }

  private var rowTable: HTML {
    guard !rows.isEmpty else { return .element("p", [:], "There are no rows.") }
    let head = (isHeard ? ["Hear"] : []) + ["Ayat", "Time", "State", "Remarks"]
    return .element(
      "div", ["class": "rows"],
      [
        .element(
          "table", ["role": "table"],
          [
            .element("caption", [:], "Rows"),
            .element(
              "thead", ["role": "rowgroup"],
              [
                .element(
                  "tr", ["role": "row"],
                  head.map {
                    .element(
                      "th",
                      ["scope": "col", "role": "columnheader", "class": $0 == "Hear" ? "play" : nil], $0)
                  })
              ]),
            .element("tbody", ["role": "rowgroup"], rows.enumerated().map(tableRow)),
          ])
      ])
  }

  private func tableRow(_ index: Int, _ row: Row) -> HTML {
    let buttons = [
      playButton("Row", row.span, of: row.label),
      around(row.span.start).map { playButton("Start", $0, of: row.label) } ?? .nothing,
      around(row.span.end).map { playButton("End", $0, of: row.label) } ?? .nothing,
    ]
    let remarks =
      row.remarks.map { HTML.element("li", [:], [.written($0)]) } + row.findings.map { item(of: $0) }
    return .element(
      "tr", ["role": "row", "data-row": "\(index)", "data-doubtful": row.isDoubtful ? "yes" : nil],
      [
        isHeard ? .element("td", ["role": "cell", "class": "play"], buttons) : .nothing,
        .element(
          "th", ["scope": "row", "role": "rowheader"],
          [.written(row.label)] + row.names.map { .element("span", ["class": "text"], [.written($0)]) }
            + row.texts.map { .element("span", ["class": "text"], [.written($0)]) }),
        .element(
          "td", ["role": "cell", "class": "time"],
          "\(row.span.start.exactClock)\u{2013}\(row.span.end.exactClock)"),
        .element("td", ["role": "cell", "class": "state-\(row.state.rawValue)"], row.stateText),
        .element(
          "td", ["role": "cell", "class": "remark"],
          remarks.isEmpty ? [] : [.element("ul", ["class": "remarks"], remarks)]),
      ])
  }

  private func item(of finding: Finding) -> HTML {
    .element(
      "li", [:],
      [
        .element("span", ["class": "severity-\(finding.severity.rawValue)"], finding.severity.rawValue),
        .text(" \(finding.code) "), .written(finding.message), .text(" ("), .written(finding.place),
        .text(")"),
      ])
  }

  private var findingList: HTML {
    guard !findings.isEmpty else { return .nothing }
    return .pieces([
      .element("h3", [:], "What else lint finds"),
      .element("ul", [:], findings.map { item(of: $0) }),
    ])
  }

  private var changeTable: HTML {
    guard let changes else { return .nothing }
    guard !changes.isEmpty else { return .element("p", [:], "\(comparison): both say the same.") }
    let rows = changes.map { change in
      HTML.element(
        "tr", [:],
        [
          isHeard
            ? .element(
              "td", ["class": "play"],
              [
                change.old.map { playButton("Old", $0, of: change.place) } ?? .nothing,
                change.new.map { playButton("New", $0, of: change.place) } ?? .nothing,
                both(change),
              ]) : .nothing,
          .element("th", ["scope": "row"], [.written(change.place)]),
          .element("td", [:], [.written(change.text)]),
        ])
    }
    return .pieces([
      .element("h3", [:], "Changes"),
      .element(
        "div", ["class": "rows"],
        [
          .element(
            "table", [:],
            [
              .element("caption", [:], comparison),
              .element(
                "thead", [:],
                [
                  .element(
                    "tr", [:],
                    ((isHeard ? ["Hear"] : []) + ["What", "Change"]).map {
                      .element("th", ["scope": "col", "class": $0 == "Hear" ? "play" : nil], $0)
                    })
                ]), .element("tbody", [:], rows),
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
        "aria-label": "Old, then new of \(change.place)",
      ], "Both")
  }

  private var conflictList: HTML {
    guard let conflicts else { return .nothing }
    guard !conflicts.isEmpty else { return .element("p", [:], "No conflicts are left.") }
    return .pieces(
      [.element("h3", [:], "Conflicts")]
        + conflicts.enumerated().map { index, conflict in
          .element(
            "article", ["aria-label": "Conflict \(index + 1)"],
            [.element("h4", [:], [.text("\(index + 1): "), .written(conflict.place)])]
              + conflict.sides.flatMap { side in
                [
                  HTML.element("h5", [:], side.name),
                  .element("pre", [:], [.written(side.lines.isEmpty ? "(nothing)" : side.lines)]),
                  .element(
                    "p", ["class": "play"],
                    isHeard
                      ? side.spans.map { playButton("Hear \(side.name)", $0, of: conflict.place) } : []),
                  .element("p", [:], [.text("Take it: "), .element("code", [:], side.command)]),
                ]
              })
        })
  }
}

extension RecordingSection.Row {
  /// The state in words, for people.
  fileprivate var stateText: String {
    let word =
      switch state {
      case .confirmed: "confirmed"
      case .open: isDoubtful ? "to check" : "not confirmed"
      case .skipped: "skipped"
      }
    guard let confidence, state != .confirmed else { return word }
    return "\(word), \(Int((confidence * 100).rounded()))\u{A0}% sure"
  }

  /// The state, with a question mark if the row is doubtful; it is then drawn with a texture.
  fileprivate var look: String { state.rawValue + (isDoubtful ? "?" : "") }
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
            .string(row.label), .array(row.joins.map { .number($0.description) }),
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
