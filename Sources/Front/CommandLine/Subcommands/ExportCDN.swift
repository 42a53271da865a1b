import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

struct ExportCDN: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export-cdn",
    abstract: "Write a folder with an audio file for each ayah.",
    discussion: """
      Every ayah that a library can play is cut out of its recording, exactly, into a file named by --pattern, whose \
      ending chooses the format. manifest.json lists for each file the ayah, the duration, the size, the checksum and the \
      reciter, and the ayat that are missing. An ayah that shares its stretch with others gets no file, and counts as \
      missing. Files that are there already stay, unless --force is given.

      Such a folder, on a disk or on a server, can be a source of a reciter:

        sources:
          - { url: "https://example.com/dosari/", pattern: "{surah3}{ayah3}.mp3" }

      Exit status: 0 every ayah has a file; 1 some are missing or cut short, or faults were reported; 2 wrong usage, or a file could \
      not be written.

        tilawa export-cdn mulk 67 --reciter husary --pattern "{surah3}{ayah3}.flac"
      """)

  @Argument(help: "The folder to write.", completion: .directory) var folder: String

  @Argument(help: "Ayat: 18:1-31, kahf, juz 30. (default: the whole Quran)") var passages: [String] = []

  @Option(help: "How files are named: {surah3} and {ayah3}, {surah} and {ayah}, or {number}.")
  var pattern = "{surah3}{ayah3}.mp3"

  @OptionGroup var writing: OutputArguments

  @OptionGroup var links: LinkArguments

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var session = try listener.session()
    session.followsLinks = links.followLinks
    listener.tellCounting(of: session, in: terminal)
    guard let names = try AyahFiles(pattern), !pattern.begins(with: "/") else {
      throw CommandFailure(
        "--pattern \"\(pattern)\" names no ayah; it takes {surah3} and {ayah3}, {surah} and {ayah}, or {number}"
      )
    }
    guard let encoding = AudioEncoding(fileName: pattern) else {
      throw CommandFailure(
        "the ending of \"\(pattern)\" names no format; use \(AudioEncoding.endings)")
    }
    let (heard, report, outcome) = try ResolutionReport.hearing(passages, in: session, of: place, terminal)
    for remark in report.remarks { terminal.say("tilawa: \(remark)") }
    let plan = AyahExport(heard, in: session, names, pattern: pattern, encoding)
    guard !plan.items.isEmpty else {
      terminal.complain("tilawa: nothing plays any of it; nothing was written")
      return .findings
    }
    try writing.require(try plan.files.map { PathText.joined(folder, $0) }, in: terminal)
    try plan.apply(into: terminal.path(folder), shownAs: folder, terminal.monitor)
    terminal.say("\(folder): \(counted(plan.items.count, "file")) and manifest.json")
    for shortage in report.shortages { terminal.complain("tilawa: \(shortage)") }
    let missing = plan.missing
    guard !missing.isEmpty else { return report.shortages.isEmpty ? outcome : .findings }
    let list = missing.prefix(8).map(\.description).joined(separator: ", ")
    terminal.complain(
      "tilawa: missing \(list)\(missing.count > 8 ? ", …: manifest.json lists all \(missing.count) runs" : "")"
    )
    if !plan.shared.isEmpty {
      terminal.say(
        "tilawa: \(counted(plan.shared.count, "ayah", plural: "ayat")) of these share a stretch with others")
    }
    return .findings
  }
}
