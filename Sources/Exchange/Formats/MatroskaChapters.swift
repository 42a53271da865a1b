import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// Chapters of Matroska as XML, which mkvmerge and mkvpropedit read and write; after `matroskachapters.dtd`.
  static let matroskaChapters = ForeignFormat(
    name: "mkv-chapters", title: "Matroska chapters, XML", extensions: ["xml"],
    loses: [.words, .marker, .meta, .order], keepsInLabels: .ofLabels, bends: [.text],
    recognises: { source in source.xmlRootName == "Chapters" },
    read: single(readMatroskaChapters),
    write: .text { recording, options, losses in
      let atoms = recording.titled(options, &losses).map { row, title in
        XMLElement(
          "ChapterAtom", [],
          [
            XMLElement("ChapterTimeStart", text: row.start.fullClock() + "000000"),
            XMLElement("ChapterTimeEnd", text: row.end.fullClock() + "000000"),
            XMLElement(
              "ChapterDisplay", [],
              [XMLElement("ChapterString", text: title), XMLElement("ChapterLanguage", text: "und")]),
          ])
      }
      return XMLElement("Chapters", [], [XMLElement("EditionEntry", [], atoms)]).document(&losses)
    })
}

@Sendable private func readMatroskaChapters(_ input: ForeignInput) throws -> AnnotatedRecording {
  let (root, text) = try input.xml(root: "Chapters")
  var chapters = Chapters(areStretches: true)
  func read(_ atom: XMLNode) {
    // What stands within a chapter is one as well.
    defer { for inner in atom.all("ChapterAtom") { read(inner) } }
    let written = atom.textOf("ChapterTimeStart")
    guard let start = written.flatMap({ DecimalTime.parseClock($0) }) else {
      return input.fault(
        "\"ChapterTimeStart\" should be a time such as 00:00:04.200000000, found \"\(written ?? "")\"",
        at: Place(text, of: atom))
    }
    let display = atom.all("ChapterDisplay").first
    let label = display?.textOf("ChapterString") ?? ""
    // mkvmerge writes it where nobody says a language.
    display?.passOver("ChapterLanguage") { ["und", "eng", "ara"].contains($0) }
    display?.passOver("ChapLanguageIETF") { ["und", "en", "ar"].contains($0) }
    atom.passOver("ChapterUID")
    atom.passOver("ChapterFlagHidden") { $0 == "0" }
    atom.passOver("ChapterFlagEnabled") { $0 == "1" }
    let end = atom.textOf("ChapterTimeEnd").flatMap { DecimalTime.parseClock($0) }
    chapters.add(label, at: start, to: end, Place(text, of: atom))
  }
  for edition in root.all("EditionEntry") {
    for name in ["EditionUID", "EditionFlagHidden", "EditionFlagDefault"] { edition.passOver(name) }
    for atom in edition.all("ChapterAtom") { read(atom) }
  }
  return chapters.rows(input)
}
