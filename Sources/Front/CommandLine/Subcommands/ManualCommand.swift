import ArgumentParser
import TilawaBase
import TilawaKit

struct ManualCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a manual page, or install all.",
    discussion: """
      Every command has a page with the text of --help, the files have tilawa(5), and each topic of tilawa help has a page \
      in section 7. --install DIR writes them to DIR/man1, DIR/man5 and DIR/man7; DIR should be a folder that man searches, \
      such as ~/.local/share/man. Different existing pages are replaced only with --force. SOURCE_DATE_EPOCH sets the date.

        tilawa setup manual mark
        tilawa setup manual 5 tilawa
        tilawa setup manual --install ~/.local/share/man
      """)

  @Argument(help: .init("The page: mark, journal add, 5 tilawa.", valueName: "page")) var page: [String] = []

  @Option(help: "Write all pages below this folder.", completion: .directory) var install: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard page.isEmpty != (install == nil) else {
      throw ValidationError("name one page (mark, journal add, 5 tilawa), or use --install DIR")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let manual = try Manual(on: ManualDate(terminal.workplace.now()))
    guard let install else {
      terminal.write(try manual.page(page).text)
      return .done
    }
    let folder = terminal.path(install)
    let pages = manual.pages.map { (path: PathText.joined(folder, $0.path), text: $0.text) }
    try writing.require(pages.map { (terminal.shown($0.path), Array($0.text.utf8)) }, in: terminal)
    var written = 0
    for (path, text) in pages {
      try FileTransfer.makeFolder(PathText.folder(of: path))
      if try AtomicFile.write(Array(text.utf8), to: path) { written += 1 }
    }
    terminal.say("\(counted(pages.count, "page")) in \(terminal.shown(folder)), \(written) written")
    return .done
  }
}
