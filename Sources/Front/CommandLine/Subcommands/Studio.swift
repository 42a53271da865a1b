import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLoopback
import TilawaPrograms

struct Studio: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Annotate a recording in your browser.",
    discussion: """
      Opens a page of your browser that this computer alone can see. It shows the sound with its rows: a click goes \
      there, a double click sets a marker, a drag moves a boundary to the quietest moment near it, Enter confirms a row \
      and goes on to the next. The page lists all keys.

      Every edit is saved at once, so nothing is lost if the browser, the program or the computer stops. The files can be \
      edited elsewhere at the same time: both sets of changes are kept, and where both changed one row the page says so.

        tilawa studio friday.tilawa
        tilawa studio ~/recitations
        tilawa studio friday.tilawa --read-only
        tilawa studio friday.tilawa --share

      It ends when its last window has been closed for five seconds, or with Ctrl-C, and then lists what changed.

      Exit status: 0 ended; 2 wrong usage, or a bundle can't be read.
      """)

  @Argument(help: "A bundle, or a folder that holds some.", completion: .directory) var path = "."

  @Flag(help: "Show everything and change nothing.") var readOnly = false

  @Flag(help: "Only print the address.") var noOpen = false

  @Option(
    help: .init(
      "The port to listen on; its address stays the same. (default: any that is free)", valueName: "number"))
  var port: Int?

  @Flag(help: "Go on when the last window is closed.") var stay = false

  @Flag(help: "Let one phone of your local network in, by a code that works once.") var share = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if let port, !(0...65535).contains(port) {
      throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let (places, folder) = try places(terminal)
    let studio = StudioServer(places, folder: folder, isReadOnly: readOnly, in: terminal.workplace)
    defer { studio.end() }
    // What is wrong with a bundle is told before a browser opens.
    if folder == nil {
      let soundlessness = try studio.opened(0).session.state().recording.soundlessness
      if let soundlessness { terminal.complain("tilawa: \(places[0].shownPath): \(soundlessness)") }
    }
    let entry = share ? EntryCode() : nil
    let kept = share ? nil : KeptAddress(port: port, serving: terminal.path(path), in: terminal.workplace)
    let server = try LoopbackServer(
      port: port ?? 0, token: kept?.token, host: sharedAddress(folder), entry: entry
    ) { studio.answer($0) }
    kept?.keep(server.token)
    terminal.print(entry.map(server.address(for:)) ?? server.address)
    terminal.output.flush()
    if entry != nil {
      terminal.say(
        "open this address on the phone; it works once. The network is not encrypted: share only where you "
          + "trust everyone in it")
    }
    terminal.say("\(readOnly ? "showing" : "editing") \(shown(places, folder)); Ctrl-C ends it")
    let page = noOpen || entry != nil ? nil : open(server.address, in: terminal)
    waitForEnd(of: studio, showing: page, entry)
    if entry?.isClosed ?? false {
      terminal.complain("tilawa: too many wrong codes were tried, so the studio has ended; start it again")
    }
    server.stop()
    for bundle in studio.bundles { try tellChanges(of: bundle.session, in: terminal) }
    return .done
  }

  /// The address of this computer in its network, if the studio is to be shared.
  private func sharedAddress(_ folder: String?) throws -> String? {
    guard share else { return nil }
    guard folder == nil else { throw CommandFailure("--share needs exactly one bundle") }
    guard let address = LoopbackServer.localAddresses.first else {
      throw CommandFailure("--share found no private network of this computer (10.x, 172.16.x or 192.168.x)")
    }
    return address
  }

  private func shown(_ places: [FoundBundle], _ folder: String?) -> String {
    folder == nil ? places[0].shownPath : "\(counted(places.count, "bundle"))"
  }

  /// The bundle that was named, or those of the folder.
  private func places(_ terminal: Terminal) throws -> ([FoundBundle], folder: String?) {
    if let found = FoundBundle(containing: path, in: terminal.workplace) { return ([found], nil) }
    guard try FileStatus.isFolder(terminal.path(path)) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: path, in: terminal.workplace))
    }
    let (bundles, problems) = GivenPaths([path], in: terminal.workplace).bundles()
    guard !bundles.isEmpty else {
      throw CommandFailure(
        problems.first?.text ?? FoundBundle.reasonForNone(at: path, in: terminal.workplace))
    }
    for problem in problems { terminal.complain("tilawa: \(problem.text)") }
    return (
      bundles.map { FoundBundle(at: $0.path, in: terminal.workplace) }, terminal.shown(terminal.path(path))
    )
  }

  /// Until Ctrl-C, or until the last window has been gone for a while. The page that leads a browser here goes when it has come.
  private func waitForEnd(
    of studio: StudioServer, showing page: consuming PrivateFile?, _ entry: EntryCode?
  ) {
    let interrupt = InterruptFlag()
    Surroundings.onInterrupt { interrupt.set() }
    defer { Surroundings.onInterrupt(nil) }
    while !interrupt.isSet, !(entry?.isClosed ?? false) {
      Surroundings.pause(milliseconds: 50)
      if studio.hasWindow { page = nil }
      // A phone that sleeps isn't gone.
      if !stay, entry == nil, let since = studio.emptySince, .now - since > .seconds(5) { return }
    }
  }

  /// Opens the address in a browser, or says that none could be opened. A browser may be one that is started for this, and then lasts.
  ///
  /// All users of a computer see what a program is called with, so that this is a page that leads to the address and that only this
  /// user may read. It lies in the home folder: browsers in a sandbox see nothing of hidden folders and temporary ones.
  private func open(_ address: String, in terminal: Terminal) -> PrivateFile? {
    let environment = terminal.environment
    let complain: @Sendable () -> Void = {
      terminal.say("no browser could be opened; open the address above in one")
    }
    let text = """
      <!DOCTYPE html>
      <html lang="en"><meta charset="utf-8"><title>tilawa studio</title>
      <meta http-equiv="refresh" content="0; url=\(address)">
      <a href="\(address)">tilawa studio</a></html>

      """
    guard let home = environment["HOME"], home.begins(with: "/"),
      let page = try? PrivateFile(Array(text.utf8), in: home, named: "tilawa-studio-", ".html")
    else {
      complain()
      return nil
    }
    let search = environment["PATH"] ?? ""
    #if os(macOS)
      let programs = ["open"]
    #else
      let programs = ["xdg-open"]
    #endif
    let named = (environment["BROWSER"] ?? "").words(by: ":").first.map(String.init)
    let found = ([named].compactMap { $0 } + programs).compactMap { name in
      name.begins(with: "/") ? ChildProgram(path: name) : ChildProgram(named: name, searchPath: search)
    }
    let path = page.path
    let isStarted = OwnThread.start {
      for program in found where (try? program.runApart([path])) == 0 { return }
      complain()
    }
    if !isStarted { complain() }
    return page
  }

  /// Prints the changes since the studio opened the bundle, as `diff` does.
  private func tellChanges(of session: StudioSession, in terminal: Terminal) throws {
    let (beginning, now) = session.versions
    let versions = [beginning, now].map { bundle in
      BundleVersion(
        files: FileKind.allCases.reduce(into: [:]) { files, kind in
          files[kind.document] = bundle.source(of: kind)
        })
    }
    guard let diff = try? BundleDiff(versions[0], versions[1], tolerance: .zero) else { return }
    DiffReport(diff: diff, palette: terminal.palette).lines.forEach(terminal.print)
  }
}
