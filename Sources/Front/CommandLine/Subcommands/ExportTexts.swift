import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary

/// `tilawa text export`.
struct ExportTexts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a translation and words as an app's CloudKit records.",
    discussion: """
        tilawa text export --in en --in words -o texts.json

      CD_Surah contains the index, CD_QuranVerse the first translation, CD_QuranWord the first text of words; --in \
      names others. To export your journal, use tilawa journal export.

      Exit status: 0 written; 2 wrong usage, or no such text.
      """)

  @OptionGroup var shelf: ShelfArguments

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output].compactMap(\.self), in: terminal)
    let (shelf, entries) = try shelf.open(in: terminal)
    let export = try CloudTextExport(of: shelf, entries)
    guard let output, output != "-" else {
      terminal.write(export.text)
      return .done
    }
    try AtomicFile.write(Array(export.text.utf8), to: terminal.path(output))
    terminal.say(
      "wrote 114 surahs, \(counted(export.verseCount, "verse")) and \(counted(export.wordCount, "word")) of "
        + "\(export.entries.map { shownText($0.name) }.joined(separator: ", ")) to \(output)")
    return .done
  }
}
