import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

extension GuidesFile {
  /// The person's record of a guide.
  func row(of id: String) -> ReadGuide? { rows.first { $0.guide?.value.isExactly(id) ?? false } }
}

extension GuideDraft {
  /// True if some of its texts hold `text`, read as texts are searched.
  func holds(_ text: String) -> Bool {
    let words = TextQuery(text)
    let ofSteps = steps.flatMap { [$0.title, $0.description, $0.arabic, $0.transliteration, $0.translation] }
    let all = [id, title, prayer.arabicName] + ofSteps.compactMap { $0 } + (rakahNotes + notes).map(\.text)
    return all.contains { words?.isIn($0) ?? $0.holds(text) }
  }

  /// `Fajr (Shafi'i)`.
  fileprivate var displayName: String {
    prayer.displayName + (school.map { " (\($0.displayName))" } ?? "")
  }

  /// `2 rak'at`; nil where the number isn't known.
  fileprivate var rakahText: String? { rakahCount.map { $0 == 1 ? "1 rak'ah" : "\($0) rak'at" } }
}

/// The list that `tilawa guide` prints.
struct GuideList {
  private let entries: [GuideShelf.Entry]
  private let state: GuidesFile?
  private let shelf: GuideShelf

  static let shape = OutputShape<[GuideReport]>(
    "guide-list",
    [.key("guides", .list(of: .object(GuideReport.keys)), { $0 }, "Guides, in the order of their paths.")])

  init(_ entries: [GuideShelf.Entry], _ state: GuidesFile?, of shelf: GuideShelf) {
    (self.entries, self.state, self.shelf) = (entries, state, shelf)
  }

  func tell(asJSON: Bool, in terminal: Terminal) -> Outcome {
    if asJSON {
      terminal.write(Self.shape.document(of: entries.map { GuideReport($0, state) }))
    } else if entries.isEmpty {
      terminal.say(
        shelf.entries.isEmpty
          ? "the library has no guides; import some with `tilawa guide import FILE`"
          : "no guide matches; see `tilawa guide list`")
    } else {
      // What is the person's own has a column where there is something.
      let own = entries.map { state?.row(of: $0.guide.id)?.text ?? "" }
      let hasOwn = own.contains { !$0.isEmpty }
      var table = TextTable(
        [
          .init(title: "id"), .init(title: "prayer"), .init(title: "rak'at", isAtRight: true),
          .init(title: "steps", isAtRight: true), .init(title: "title", leastWidth: 10),
        ] + (hasOwn ? [.init(title: "yours")] : []))
      for (entry, text) in zip(entries, own) {
        let guide = entry.guide
        let cells = [
          guide.id, guide.displayName, guide.rakahCount.map { "\($0)" } ?? "", "\(guide.steps.count)",
          guide.title,
        ]
        table.add(cells + (hasOwn ? [text] : []))
      }
      for line in table.lines(width: terminal.tableWidth, palette: terminal.palette) { terminal.print(line) }
    }
    return shelf.hasErrors ? .findings : .done
  }
}

extension ReadGuide {
  /// `bookmarked, read 2024-01-05, 50 %`.
  fileprivate var text: String {
    let parts = [
      bookmarked?.value ?? false ? "bookmarked" : nil, read.map { "read \($0.value.text)" },
      progress.map { "\(Int(($0.value * 100).rounded())) %" }, offline?.value ?? false ? "offline" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

/// The page that `tilawa guide ID` prints.
struct GuideReport {
  private let entry: GuideShelf.Entry
  private let row: ReadGuide?
  /// Where phrases are heard; nil where nobody asked.
  var places: [HeardPhrase: [HeardPlace]]?

  init(_ entry: GuideShelf.Entry, _ state: GuidesFile?) {
    self.entry = entry
    row = state?.row(of: entry.guide.id)
  }

  private var guide: GuideDraft { entry.guide }

  // MARK: Text

  func lines(width: Int, palette: Palette) -> [String] {
    let facts = [
      guide.id, "\(guide.displayName) \(shownText(guide.prayer.arabicName))", guide.rakahText, row?.text,
    ]
    var lines = [palette.paint(shownText(guide.title), .strong)]
    lines.append(facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  "))
    for (name, address) in [("video", guide.video), ("image", guide.image)] {
      if let address { lines.append("\(name)  \(shownText(address))") }
    }
    for (index, step) in guide.steps.enumerated() {
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      lines += ["", palette.paint("\(number)  \(shownText(step.title))", .strong)]
      for text in [step.description, step.arabic, step.transliteration, step.translation] {
        lines += Self.paragraph(text, width)
      }
      lines += step.hear.flatMap { heard($0, palette) }
    }
    let lists = [("Rak'at", guide.rakahNotes), ("Notes", guide.notes)].filter { !$0.1.isEmpty }
    for (name, notes) in lists {
      lines += ["", palette.paint(name, .strong)]
      for note in notes { lines += Self.paragraph((note.rakah.map { "\($0): " } ?? "") + note.text, width) }
    }
    return lines
  }

  private static func paragraph(_ text: String?, _ width: Int) -> [String] {
    (text?.lines ?? []).flatMap { line in
      wrapped(withoutControls(String(line)), to: width - 4).map { "    " + isolatedIfNeeded($0) }
    }
  }

  private func heard(_ phrase: HeardPhrase, _ palette: Palette) -> [String] {
    guard let places else { return ["    " + palette.paint("heard: \(phrase.text)", .faint)] }
    let found = places[phrase] ?? []
    if found.isEmpty { return ["    " + palette.paint("\(phrase.text)  not found", .faint)] }
    return found.map { place in
      let facts = [
        place.prayer?.rawValue, place.rakah.map { "rak'ah \($0)" },
        place.isVerified ? "verified" : "unverified",
        place.isHere ? nil : "not here",
      ]
      return "    "
        + [
          phrase.text, shownText(place.path), place.span.start.description,
          place.span.end.description, place.reciter ?? "-", facts.compactMap { $0 }.joined(separator: " "),
        ].joined(separator: "  ")
    }
  }
}

// MARK: - For programs

extension GuideReport {
  static let shape = OutputShape<GuideReport>(
    "guide-show",
    keys + [
      .key(
        "steps", .list(of: .object(stepKeys)),
        { report in report.guide.steps.enumerated().map { ($0.offset + 1, $0.element, report.places) } },
        "The steps, in the order of the prayer."),
      .key(
        "rakah_notes", .list(of: .object(noteKeys)), \.guide.rakahNotes, "Notes on single rak'at."),
      .key("notes", .list(of: .text), { $0.guide.notes.map(\.text) }, "Notes on the whole prayer."),
    ], or: GuideList.shape.description)

  /// Its keys in a list.
  fileprivate static let keys: [JSONKey<GuideReport>] = [
    .key("guide_id", .text, \.guide.id, "Id of the guide, as used by commands."), .key(.title, \.guide.title),
    .key(.prayer, \.guide.prayer),
    .key("prayer_name", .text, \.guide.prayer.displayName, "Name of the prayer."),
    .key("prayer_arabic_name", .text, \.guide.prayer.arabicName, "Arabic name of the prayer."),
    .nullable("school", .word, \.guide.school, "The school that it follows."),
    .key(
      "display_title", .text, \.guide.displayName, "The prayer and, in brackets, the school, for display."),
    .nullable("rakah_count", .count, \.guide.rakahCount, "Number of rak'at."),
    .nullable("symbol", .text, \.guide.prayer.symbol, "Name of a picture for the prayer."),
    .nullable(.color, \.guide.prayer.color),
    .nullable("guide_type", .text, \.guide.type, "The medium, such as text or video."),
    .key("edition", .integer(1), { $0.guide.edition ?? 1 }, "Edition of the contents."),
    .key(
      "offline", .flag, { $0.guide.offline ?? false },
      "True if an app keeps it for offline use."),
    .nullable("video", .text, \.guide.video, "Address of a film."),
    .nullable("image", .text, \.guide.image, "Address of a picture for lists."),
    .nullable(.createdAt, \.guide.created?.text),
    .nullable("changed_at", .text, \.guide.changed?.text, "Date of the last change."),
    .key("step_count", .count, \.guide.steps.count, "Number of steps."), .key(.path, \.entry.path),
    .key(
      "bookmarked", .flag, { $0.row?.bookmarked?.value ?? false },
      "True if the guide is bookmarked."),
    .nullable("read_at", .text, \.row?.read?.value.text, "Time of the last reading."),
    .key(
      "progress", .number(0, 1), { $0.row?.progress.map { "\($0.value)" } ?? "0" },
      "Fraction that was read: 1 is all."),
    .key(
      "kept_offline", .flag, { $0.row?.offline?.value ?? false },
      "True if the person keeps it for offline use."),
  ]

  private typealias Places = [HeardPhrase: [HeardPlace]]

  private static let stepKeys: [JSONKey<(number: Int, step: GuideDraft.Step, places: Places?)>] = [
    .key(.number, { $0.number }), .key(.title, { $0.step.title }),
    .nullable("description", .text, { $0.step.description }, "Instructions for the step."),
    .nullable("arabic", .text, { $0.step.arabic }, "Words to say, in Arabic."),
    .nullable("transliteration", .text, { $0.step.transliteration }, "The Arabic text in Latin letters."),
    .nullable("translation", .text, { $0.step.translation }, "The translation of the Arabic text."),
    .key(
      "hear", .list(of: .text), { $0.step.hear.map(\.text) },
      "The parts of the step that recordings of the prayer contain: ayat, or words as in `skip`."),
    .optional(
      "places", .list(of: .object(placeKeys)),
      { told in
        told.places.map { places in
          told.step.hear.flatMap { phrase in (places[phrase] ?? []).map { (phrase, $0) } }
        }
      }, "With --hear: places where it is heard, best first."),
  ]

  private static let placeKeys: [JSONKey<(phrase: HeardPhrase, place: HeardPlace)>] = [
    .key("phrase", .text, { $0.phrase.text }, "The phrase: ayat, or a word such as takbir."),
    .key(.bundle, { $0.place.bundle }), .key(.path, { $0.place.path }), .key(.start, { $0.place.span.start }),
    .key(.end, { $0.place.span.end }), .nullable(.prayer, { $0.place.prayer }),
    .nullable(.rakah, { $0.place.rakah }), .nullable(.reciter, { $0.place.reciter }),
    .key(.verified, { $0.place.isVerified }),
    .key("is_here", .flag, { $0.place.isHere }, "True if the audio is here."),
  ]

  private static let noteKeys: [JSONKey<GuideDraft.Remark>] = [
    .nullable(.rakah, \.rakah), .key("text", .text, \.text, "The text of the note."),
  ]
}

extension HeardPlace {
  /// The audio, or the bundle where none is named.
  fileprivate var path: String { audio.isEmpty ? bundle : "\(bundle)/\(audio)" }
}
