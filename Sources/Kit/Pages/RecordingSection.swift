package import TilawaBase
package import TilawaSound

/// A recording on a page: what it is, its sound, its rows, and what is wrong with them.
package struct RecordingSection: Sendable {
  /// A row.
  package struct Row: Sendable {
    /// What tells rows apart at a glance.
    package enum State: String, Sendable {
      /// A person has confirmed it.
      case confirmed
      /// Nobody has yet.
      case open
      /// It is no ayah.
      case skipped
    }

    /// From its start to its end.
    package var span: TimeSpan
    /// Where one ayah of a run gives way to the next.
    package var joins: [Milliseconds] = []
    /// The ayat, or the word for what is skipped.
    package var label: String
    /// The names of the surahs, in Latin letters and in Arabic.
    package var names: [String] = []
    /// The words of the ayat and what they mean, as far as texts are at hand.
    package var texts: [String] = []
    /// How it is to look.
    package var state: State
    /// How sure the tool was that made it, 0 to 1.
    package var confidence: Double?
    /// Whether it is worth hearing before it is relied on.
    package var isDoubtful = false
    /// Why it is, and what people noted.
    package var remarks: [String] = []
    /// What is wrong with it.
    package var findings: [Finding] = []

    /// A row without more than that.
    package init(_ span: TimeSpan, label: String, _ state: State) {
      (self.span, self.label, self.state) = (span, label, state)
    }
  }

  /// What lint finds.
  package struct Finding: Sendable {
    /// How grave it is.
    package var severity: Severity
    /// The code of the rule.
    package var code: String
    /// What is wrong.
    package var message: String
    /// Where, as an editor opens it.
    package var place: String

    /// A finding.
    package init(_ severity: Severity, _ code: String, _ message: String, at place: String) {
      (self.severity, self.code, self.message, self.place) = (severity, code, message, place)
    }
  }

  /// A change between two versions.
  package struct Change: Sendable {
    /// The row or key, and what became of it, in words.
    package var (place, text): (String, String)
    /// Where the row was and is; nil for what has no place in time.
    package var (old, new): (TimeSpan?, TimeSpan?)

    /// A change.
    package init(_ place: String, _ text: String, from old: TimeSpan?, to new: TimeSpan?) {
      (self.place, self.text, self.old, self.new) = (place, text, old, new)
    }
  }

  /// What a merge left to be settled.
  package struct Conflict: Sendable {
    /// One of its sides.
    package struct Side: Sendable {
      /// `ours`, `theirs` or `base`.
      package var name: String
      /// Its lines.
      package var lines: String
      /// The stretches that its rows are about.
      package var spans: [TimeSpan]
      /// The command that takes it.
      package var command: String

      /// A side.
      package init(_ name: String, _ lines: String, _ spans: [TimeSpan], command: String) {
        (self.name, self.lines, self.spans, self.command) = (name, lines, spans, command)
      }
    }

    /// Where it stands.
    package var place: String
    package var sides: [Side]

    /// A conflict.
    package init(at place: String, _ sides: [Side]) { (self.place, self.sides) = (place, sides) }
  }

  /// How its sound gets into the page.
  package enum Sound: Sendable {
    /// A file, by its address from the page.
    case link(String)
    /// In the page itself: its bytes, and what they are, such as `audio/ogg`.
    case embedded([UInt8], mediaType: String)
    /// Not at all, and why.
    case absent(String)
  }

  /// By which the page knows it: letters and digits.
  package var id: String
  package var title: String
  /// What stands above it; nil for its title.
  package var heading: String?
  /// What is known of it, such as the reciter.
  package var facts: [(name: String, value: String)] = []
  package var sound: Sound
  package var duration: Milliseconds
  /// Of one channel; nil when there is no sound.
  package var peaks: WaveformPeaks?
  /// In the order of time.
  package var rows: [Row] = []
  /// What is wrong with other things than rows.
  package var findings: [Finding] = []
  /// How it differs from another version; nil when it is compared with none.
  package var changes: [Change]?
  /// What is compared, in words.
  package var comparison = ""
  /// Nil when conflicts aren't asked for.
  package var conflicts: [Conflict]?

  /// A recording of which no more is known.
  package init(id: String, title: String, sound: Sound, duration: Milliseconds) {
    (self.id, self.title, self.sound, self.duration) = (id, title, sound, duration)
  }

  /// As a part of a page.
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

  /// Two seconds on each side, within the recording.
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

  /// Old and new, one after the other.
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
  /// For people.
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

  /// With a question mark where nobody and no tool is sure: it is drawn with a texture.
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
