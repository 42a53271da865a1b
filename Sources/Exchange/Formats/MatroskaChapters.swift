import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Chapters of Matroska as XML, which mkvmerge and mkvpropedit read and write; after `matroskachapters.dtd`.
  static let matroskaChapters: ForeignFormat = ForeignFormat(
    name: "mkv-chapters", title: "Matroska chapters, XML", extensions: ["xml"],
    loses: [.words, .marker, .meta, .order],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .rakah, .priority, .xkeys],
    bends: [.text],
    recognises: { source in source.xmlRootName == "Chapters" },
    read: { source, options, report in
      RecordingCollection([try readMatroskaChapters(source, options, report)])
    },
    write: .file { recording, options in
      var losses = Losses(of: .matroskaChapters, options, in: recording)
      let atoms = recording.segmentsInTime.map { segment in
        XMLElement(
          "ChapterAtom", [],
          [
            XMLElement("ChapterTimeStart", text: segment.row.start.fullClock() + "000000"),
            XMLElement("ChapterTimeEnd", text: segment.row.end.fullClock() + "000000"),
            XMLElement(
              "ChapterDisplay", [],
              [
                XMLElement("ChapterString", text: losses.oneLine(LabelText(segment).text(options.labels))),
                XMLElement("ChapterLanguage", text: "und"),
              ]),
          ])
      }
      let root = XMLElement("Chapters", [], [XMLElement("EditionEntry", [], atoms)])
      let text = root.document(&losses)
      return ForeignText(text, losses: losses)
    })
}

private func readMatroskaChapters(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let (root, text) = try source.xml(options.encoding, report, root: "Chapters")
  func place(_ node: XMLNode) -> Place { Place(text, node.offset..<node.offset + 1) }
  var found: [(start: Milliseconds, end: Milliseconds?, label: String, place: Place)] = []
  func read(_ atom: XMLNode) {
    // What stands within a chapter is one as well.
    defer { atom.all("ChapterAtom").forEach(read) }
    let written = atom.textOf("ChapterTimeStart")
    guard let start = written.flatMap({ DecimalTime.parseClock($0.trimmed(of: " \t\n\r")) }) else {
      return report.add(
        ExchangeRules.unreadableRow,
        "\"ChapterTimeStart\" should be a time such as 00:00:04.200000000, found \"\(written ?? "")\"",
        at: place(atom))
    }
    let displays = atom.all("ChapterDisplay")
    let label = displays.first?.textOf("ChapterString") ?? ""
    // mkvmerge writes it where nobody says a language.
    displays.first?.passOver("ChapterLanguage") { ["und", "eng", "ara"].contains($0) }
    displays.first?.passOver("ChapLanguageIETF") { ["und", "en", "ar"].contains($0) }
    for name in ["ChapterUID", "ChapterFlagHidden", "ChapterFlagEnabled"] {
      atom.passOver(name) { name == "ChapterUID" || $0 == (name == "ChapterFlagHidden" ? "0" : "1") }
    }
    let end = atom.textOf("ChapterTimeEnd").flatMap { DecimalTime.parseClock($0.trimmed(of: " \t\n\r")) }
    found.append((start, end, label, place(atom)))
  }
  for edition in root.all("EditionEntry") {
    for name in ["EditionUID", "EditionFlagHidden", "EditionFlagDefault"] { edition.passOver(name) }
    edition.all("ChapterAtom").forEach(read)
  }
  var rows = LabelledRows(report: report)
  let ordered = found.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    .map(\.element)
  for (index, chapter) in ordered.enumerated() {
    let next = index + 1 < ordered.count ? ordered[index + 1].start : options.duration
    guard let end = chapter.end ?? next else {
      report.add(
        ExchangeRules.understood, "nothing tells where the last row ends, so it is a marker",
        at: chapter.place,
        unless: .audio)
      rows.add(chapter.label, from: chapter.start, to: nil, at: chapter.place)
      continue
    }
    guard end > chapter.start else {
      report.addEmptyRow(
        "the chapter \"\(chapter.label)\"", from: chapter.start, to: end, at: chapter.place)
      continue
    }
    rows.add(
      chapter.label.isEmpty ? LabelText.unnamed : chapter.label, from: chapter.start, to: end,
      at: chapter.place)
  }
  return rows.finished()
}
