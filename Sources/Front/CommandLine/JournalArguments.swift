import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

/// The journal that a command reads or changes.
struct JournalArguments: ParsableArguments {
  @Option(
    help: .init(
      "Use this journal. (default: the library's or yours)",
      valueName: "dir"), completion: .directory)
  var journal: String?

  func folder(library: String?, in terminal: Terminal) throws -> JournalFolder {
    let path = try path(library ?? LibraryArguments.usual(in: terminal), terminal)
    return JournalFolder(at: path, shownAs: terminal.shown(path))
  }

  /// The journal that goes with the bundle at `path`, unless one is named; nil if its place is unknown.
  func folder(around path: String, in terminal: Terminal) -> JournalFolder? {
    guard let journal else { return Self.near(path, in: terminal) }
    return JournalFolder(at: terminal.path(journal), shownAs: journal)
  }

  /// The journal of the nearest folder above the bundle at `path` that has one, else the person's own.
  static func near(_ path: String, in terminal: Terminal) -> JournalFolder? {
    var folder = path
    while true {
      let above = PathText.folder(of: folder)
      guard above != folder, above != "." else { break }
      let own = PathText.joined(above, DocumentKind.journalName)
      if FileStatus.mayBe(.folder, own) { return JournalFolder(at: own, shownAs: terminal.shown(own)) }
      folder = above
    }
    return (try? personal(terminal)).map { JournalFolder(at: $0, shownAs: terminal.shown($0)) }
  }

  /// Keeps the journal while something is played; nil, with a complaint, if its place is unknown.
  func listening(library: String?, in terminal: Terminal) -> ListeningJournal? {
    do {
      return ListeningJournal(try folder(library: library, in: terminal), in: terminal.workplace) {
        terminal.complain("tilawa: cannot record your position: \($0)")
      }
    } catch {
      terminal.complain("tilawa: \((error as? CommandFailure)?.description ?? "\(error)")")
      return nil
    }
  }

  private func path(_ root: String, _ terminal: Terminal) throws -> String {
    if let journal { return terminal.path(journal) }
    // Nobody keeps a journal in what others published.
    if !LibraryRequest.isAddress(root) {
      let inLibrary = PathText.joined(terminal.path(root), DocumentKind.journalName)
      if FileStatus.mayBe(.folder, inLibrary) { return inLibrary }
    }
    return try Self.personal(terminal)
  }

  private static func personal(_ terminal: Terminal) throws -> String {
    // A path that is not absolute is to be left out of account, says the XDG specification.
    if let data = terminal.environment["XDG_DATA_HOME"], data.begins(with: "/") {
      return PathText.joined(data, "tilawa/journal")
    }
    guard let home = terminal.environment["HOME"], home.begins(with: "/") else {
      throw CommandFailure(
        "cannot locate the journal: HOME is not set; use --journal to name its folder")
    }
    return PathText.joined(home, ".local/share/tilawa/journal")
  }
}
