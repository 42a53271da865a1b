import TilawaBase
package import TilawaFormat
import TilawaYAML

/// A guide as a page of Markdown: its keys as front matter, a heading for each step.
package enum GuideMarkdown {
  /// Returns true if a text begins like a guide's page.
  static func isOne(_ text: String) -> Bool { text.begins(with: "---\n") || text.begins(with: "---\r\n") }

  // MARK: - In

  /// Reads the guide of a page. Parts that cannot be imported are reported to `report`. `stem` is the guide's
  /// id if the page has none.
  package static func read(_ source: ForeignSource, _ report: ExchangeReport) throws(ExchangeFailure)
    -> GuideDraft
  {
    let text = try source.text()
    let lines = Array(TextLines(text))
    guard lines.first?.text == "---", let end = lines.dropFirst().firstIndex(where: { $0.text == "---" })
    else {
      throw ExchangeFailure("\(source.shownPath) has no front matter between two lines ---")
    }
    var page = Page(report)
    for line in lines[(end + 1)...] { page.take(line) }
    page.endParagraph()
    let file = try frontMatter(lines[1..<end].map(\.text), source, title: page.title)
    for finding in file.diagnostics { report.add(.unplaced, finding.message, at: finding.place) }
    guard var guide = GuideDraft(of: file) else {
      throw ExchangeFailure(
        "the front matter of \(source.shownPath) has faults, or lacks a prayer such as prayer: fajr",
        at: file.diagnostics.first?.place)
    }
    if let title = page.title, !title.isExactly(guide.title), let line = page.titleLine {
      report.add(.unplaced, "left out: the heading, because the title is \"\(guide.title)\"", at: line.place)
    }
    guide.steps += page.steps
    guide.rakahNotes += page.rakahNotes
    guide.notes += page.notes
    return guide
  }

  /// The keys as a file of their own, in which lines have the numbers that they have in the page.
  private static func frontMatter(_ lines: [String], _ source: ForeignSource, title: String?)
    throws(ExchangeFailure) -> BundleFile<Guide>
  {
    let has = { (key: String) in lines.contains { $0.begins(with: "\(key):") } }
    var all = [has("tilawa") ? "---" : "tilawa: 1"] + lines
    let stem = source.stem
    if !has("id"), GuideDraft.isID(stem) { all.append("id: \"\(stem)\"") }
    if !has("title") { all.append(YAMLValue.print(.block([("title", .text(title ?? stem))]))) }
    let text = all.joined(separator: "\n") + "\n"
    let document = DocumentKind.guide.read(SourceText(path: source.shownPath, bytes: Array(text.utf8)))
    guard let file = document.values(Guide.self) else {
      throw ExchangeFailure("cannot read \(source.shownPath) as a guide")
    }
    return file
  }

  // MARK: - Out

  /// A guide as a page, and what of it has no place there.
  package static func text(of guide: GuideDraft) -> (page: String, losses: [GuideLoss]) {
    let facts = guide.facts.map { YAMLValue.print(.block([$0])) }.joined()
    let steps = guide.steps.enumerated().map { index, step in
      "\n## \(index + 1). \(line(step.title))\n" + body(of: step)
    }
    let lists = [("Rak'at", guide.rakahNotes), ("Notes", guide.notes)].map { name, notes in
      notes.isEmpty
        ? ""
        : "\n## \(name)\n\n"
          + notes.map { "- \($0.rakah.map { "\($0): " } ?? "")\(line($0.text))\n" }.joined()
    }
    return ("---\n\(facts)---\n" + (steps + lists).joined(), [])
  }

  private static func body(of step: GuideDraft.Step) -> String {
    let paragraphs = (step.description?.lines ?? []).map { "\n\(escaped(String($0)))\n" }
    let parts: [(name: String, text: String?)] = [
      ("Arabic", step.arabic), ("Transliteration", step.transliteration), ("Translation", step.translation),
      ("Hear", step.hear.isEmpty ? nil : step.hear.map(\.text).joined(separator: ", ")),
    ]
    let items = parts.compactMap { name, text in text.map { "- \(name): \(line($0))\n" } }
    return paragraphs.joined() + (items.isEmpty ? "" : "\n" + items.joined())
  }

  private static func line(_ text: String) -> String { text.lines.joined(separator: " ") }

  /// Returns the text with a backslash in front if the start of the line would otherwise be read as markup.
  private static func escaped(_ text: String) -> String {
    let isSign = text.utf8.first.map { "#-*>\\".utf8.contains($0) } ?? false
    return isSign || Page.part(of: text) != nil ? "\\" + text : text
  }
}

/// The content below the front matter, read line by line.
private struct Page {
  private enum Section { case none, step, rakat, notes }

  private(set) var title: String?
  private(set) var titleLine: TextLines.Line?
  private(set) var steps: [GuideDraft.Step] = []
  private(set) var rakahNotes: [GuideDraft.Remark] = []
  private(set) var notes: [GuideDraft.Remark] = []
  private var section = Section.none
  private var paragraph = ""
  private let report: ExchangeReport

  init(_ report: ExchangeReport) { self.report = report }

  mutating func take(_ line: TextLines.Line) {
    let text = line.text.trimmed
    if text.isEmpty {
      endParagraph()
    } else if let name = text.after("## ") {
      endParagraph()
      begin(String(name).trimmed, line)
    } else if let name = text.after("# "), title == nil, section == .none {
      (title, titleLine) = (String(name).trimmed, line)
    } else if section == .none || text.begins(with: "#") {
      report.add(.unplaced, "left out: \"\(text)\"", at: line.place)
    } else {
      take(text, line)
    }
  }

  private mutating func begin(_ name: String, _ line: TextLines.Line) {
    let letters = name.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)
    switch String(String.UnicodeScalarView(letters)) {
    case "rakat", "rakaat", "rakahnotes", "rakahinstructions": section = .rakat
    case "notes", "importantnotes": section = .notes
    default:
      section = .step
      let parts = name.words(where: { ".) ".unicodeScalars.contains($0) })
      let isNumbered = parts.count > 1 && Int(parts[0]) != nil
      let rest = isNumbered ? String(name[parts[1].startIndex...]) : name
      steps.append(.init(title: rest))
    }
  }

  private mutating func take(_ text: String, _ line: TextLines.Line) {
    let item = ["- ", "* ", "> "].lazy.compactMap { text.after($0) }.first.map { String($0).trimmed }
    guard section == .step else {
      if item != nil { endParagraph() }
      add(item ?? text)
      return
    }
    if let (part, value) = Self.part(of: item ?? text) {
      endParagraph()
      set(part, value, line)
    } else if item != nil || Self.isArabic(text) {
      endParagraph()
      if Self.isArabic(item ?? text) { set(.arabic, item ?? text, line) } else { add(item ?? text) }
      if !Self.isArabic(item ?? text) { endParagraph() }
    } else {
      add(text.after("\\").map(String.init) ?? text)
    }
  }

  private mutating func add(_ text: String) { paragraph += (paragraph.isEmpty ? "" : " ") + text }

  mutating func endParagraph() {
    defer { paragraph = "" }
    guard !paragraph.isEmpty else { return }
    switch section {
    case .none: break
    case .step:
      let old = steps[steps.count - 1].description.map { "\($0)\n" } ?? ""
      steps[steps.count - 1].description = old + paragraph
    case .rakat:
      let parts = paragraph.fields(by: ":", atMost: 2)
      if parts.count == 2, let rakah = Int(parts[0]), (1...100).contains(rakah) {
        rakahNotes.append(.init(String(parts[1]).trimmed, rakah: rakah))
      } else {
        rakahNotes.append(.init(paragraph))
      }
    case .notes: notes.append(.init(paragraph))
    }
  }

  // MARK: Parts of a step

  enum Part: String, CaseIterable { case arabic, transliteration, translation, hear }

  /// `**Arabic:** …` and the like.
  static func part(of text: String) -> (Part, String)? {
    let plain = text.after("**").map(String.init) ?? text
    guard let (name, rest) = plain.cut(at: ":") else { return nil }
    let word = String(name).trimmed(of: "* ").lowercased()
    guard let part = Part(rawValue: word) else { return nil }
    return (part, String(rest).trimmed(of: "* "))
  }

  private mutating func set(_ part: Part, _ text: String, _ line: TextLines.Line) {
    guard !text.isEmpty else { return }
    let index = steps.count - 1
    switch part {
    case .arabic: steps[index].arabic = steps[index].arabic.map { "\($0) \(text)" } ?? text
    case .transliteration:
      steps[index].transliteration = steps[index].transliteration.map { "\($0) \(text)" } ?? text
    case .translation: steps[index].translation = steps[index].translation.map { "\($0) \(text)" } ?? text
    case .hear:
      for word in text.words(by: ", ") {
        if let phrase = HeardPhrase(String(word)) {
          steps[index].hear.append(phrase)
        } else {
          report.add(.unplaced, "\"\(word)\" is neither ayat nor a word such as takbir", at: line.place)
        }
      }
    }
  }

  private static func isArabic(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    return !letters.isEmpty && letters.allSatisfy { (0x600...0x8FF).contains($0.value) || $0.value >= 0xFB50 }
  }
}
