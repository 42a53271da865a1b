import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRemote

/// The library that a command asks.
struct LibraryArguments: ParsableArguments {
  @Option(
    help: .init(
      "Folder with bundles, at any depth. (default: $TILAWA_LIBRARY, else the current folder)",
      valueName: "dir"), completion: .directory)
  var library: String?

  @Flag(help: "Include bundles excluded by .gitignore or .tilawaignore.")
  var noIgnore = false

  /// As the user named it.
  func root(in terminal: Terminal) throws -> String { try Self.root(library, in: terminal) }

  func open(in terminal: Terminal) throws -> LibraryFolder {
    try Self.open(root(in: terminal), takingIgnored: noIgnore, in: terminal)
  }

  /// The folder that is meant where `given` was.
  static func root(_ given: String?, in terminal: Terminal) throws -> String {
    guard let given else {
      // An address in the environment is meant for the commands that ask published libraries.
      let usual = usual(in: terminal)
      return LibraryRequest.isAddress(usual) ? "." : usual
    }
    guard !LibraryRequest.isAddress(given) else { throw needsFolder(given) }
    return given
  }

  /// What is asked where nothing is named.
  static func usual(in terminal: Terminal) -> String {
    terminal.environment["TILAWA_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
  }

  /// For commands that change what they find, or need more than is published.
  static func needsFolder(_ address: String) -> CommandFailure {
    CommandFailure(
      "\(address) is a published library, and this command takes folders only; resolve, queue, play, fetch, coverage and missing ask published ones"
    )
  }

  static func open(_ path: String, takingIgnored: Bool, in terminal: Terminal) throws -> LibraryFolder {
    try terminal.workplace.library(at: path, takingIgnored: takingIgnored)
  }
}

/// The libraries that a command asks, in the order in which they are trusted.
struct LibrariesArguments: ParsableArguments {
  @Option(
    help: .init(
      "Folder with bundles, at any depth, or https address of a published library; repeat it, the more trusted first. (default: $TILAWA_LIBRARY, else the current folder)",
      valueName: "dir"), completion: .directory)
  var library: [String] = []

  @Flag(help: "Include bundles excluded by .gitignore or .tilawaignore.")
  var noIgnore = false

  @Option(
    help: .init(
      "Refuse published libraries that no key of this file has signed (allowed signers, as ssh-keygen and git have them).",
      valueName: "file"), completion: .file())
  var allowedSigners: String?

  @Flag(help: "Ask no server: published libraries answer from what was fetched before.")
  var offline = false

  @Flag(
    help:
      "Also take published libraries from plain http addresses, and from names that lead to a private network."
  )
  var trustNetwork = false

  /// As the user named them.
  func roots(in terminal: Terminal) -> [String] {
    library.isEmpty ? [LibraryArguments.usual(in: terminal)] : library
  }

  /// For messages.
  func root(in terminal: Terminal) -> String { roots(in: terminal).joined(separator: ", ") }

  func request(in terminal: Terminal) -> LibraryRequest {
    var request = LibraryRequest(roots(in: terminal))
    request.takesIgnored = noIgnore
    request.allowedSigners = allowedSigners
    request.isOffline = offline
    request.trustsNetwork = trustNetwork
    request.userAgent = "tilawa/\(tilawaVersion)"
    return request
  }

  /// The first that is a folder, in which settings, texts and journal may lie; nil when all are addresses.
  func folder(in terminal: Terminal) -> String? { request(in: terminal).folder }

  /// Opens them, and says which published ones can't be reached.
  func open(in terminal: Terminal) throws -> Libraries {
    let libraries = try terminal.workplace.libraries(request(in: terminal))
    libraries.tell(in: terminal)
    return libraries
  }
}

extension Libraries {
  /// Says of which published libraries the answers are from what was fetched before.
  func tell(in terminal: Terminal) {
    for library in published {
      guard let reason = library.reasonForKept else { continue }
      terminal.say("tilawa: answers of \(library.address.text) are from what was fetched before: \(reason)")
    }
  }

  /// Why there is nothing in them; nil when there is something.
  func reasonForNothing(in root: String) -> String? {
    guard isEmpty else { return nil }
    return "found no bundle in \(root)"
      + (ignoredCount > 0 ? "; ignore files exclude some folders, and --no-ignore includes them" : "")
  }
}

extension LibraryFolder {
  /// Why there is nothing in it; nil when there is something.
  func reasonForNothing(in root: String) -> String? {
    guard bundles.isEmpty, !hasSources else { return nil }
    return "found no bundle in \(root)"
      + (ignoredCount > 0 ? "; ignore files exclude some folders, and --no-ignore includes them" : "")
  }
}

/// Who may be heard, and how ayat are counted.
struct SessionArguments: ParsableArguments {
  @Option(
    help: "The riwayah to serve; rows in others are ignored. (default: hafs)",
    completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(
    help: .init(
      "A reciter to serve; repeat it in order of preference. (default: all, equally)", valueName: "id"),
    completion: .reciters)
  var reciter: [String] = []

  @Option(
    help: "Who fills in for what those reciters lack: none, or any other in the same riwayah. (default: none)"
  )
  var fill: Filling?

  @Flag(help: "Include files of sources that must be downloaded first.") var remote = false

  @Option(
    help: "Riwayah or counting system of the given ayah numbers. (default: as mushafs of --riwayah count)",
    completion: .list(Numbering.names))
  var numbering: String?

  /// What is asked for; `settings` say what no option does.
  func session(following settings: QueueSettings? = nil) throws -> Session {
    let usual = settings?.session ?? Session()
    let riwayah = try riwayah.map(Self.riwayah)
    var session = Session(
      riwayah: riwayah ?? usual.riwayah,
      reciters: reciter.isEmpty ? usual.reciters : reciter,
      counting: try numbering.map { try Numbering($0).counting } ?? riwayah?.counting ?? usual.counting)
    session.allowsRemote = remote
    session.fillsFromAnyone = fill.map { $0 == .any } ?? (settings?.missing == .fill)
    return session
  }

  /// Says by which count ayah numbers are read, where that is not the Kufi one and nobody asked for it.
  func tellCounting(of session: Session, in terminal: Terminal) {
    guard riwayah != nil, numbering == nil else { return }
    Self.tell(session.counting, of: session.riwayah, in: terminal)
  }

  /// The same of a riwayah that was asked for.
  static func tell(_ counting: CountingSystem, of riwayah: Riwayah, in terminal: Terminal) {
    guard counting != .kufi else { return }
    terminal.say(
      "tilawa: ayat are numbered by the \(counting.displayName) count, as in mushafs of "
        + "\(riwayah.rawValue); --numbering takes another, such as kufi")
  }

  static func riwayah(named name: String) throws -> Riwayah {
    if let named = Riwayah(name) { return named }
    let suggestion = Riwayah.suggestion(for: name).map { "did you mean \($0.rawValue)?" }
    throw CommandFailure(
      "no riwayah is called \"\(name)\"; \(suggestion ?? "tilawa quran riwayat lists them")")
  }
}

/// Taking what is asked for from `playback.yaml`, as `play` does.
struct PlaybackArguments: ParsableArguments {
  @Flag(
    help: """
      Take riwayah, numbering, reciters and their order, and whether others fill in, from playback.yaml of the library, where \
      no option says otherwise.
      """)
  var playback = false

  @Option(help: "The same with this profile of playback.yaml.") var profile: String?

  /// The session that options and, where they are asked for, the settings make; and what a person is told of the settings.
  func session(
    _ listener: SessionArguments, _ place: LibrariesArguments, in terminal: Terminal
  ) throws -> (session: Session, remark: String?) {
    guard playback || profile != nil else { return (try listener.session(), nil) }
    guard let root = place.folder(in: terminal) else {
      throw CommandFailure(
        "a published library has no playback.yaml to follow; leave out --playback, or name a folder, too")
    }
    do {
      guard let (settings, used) = try terminal.workplace.playbackSettings(ofLibrary: root, profile: profile)
      else { throw CommandFailure("\(root) has no playback.yaml to follow; leave out --playback") }
      let session = try listener.session(following: settings)
      let reciters = session.reciters.isEmpty ? "any reciter" : session.reciters.joined(separator: ", then ")
      let filling = session.fillsFromAnyone && !session.reciters.isEmpty ? ", then anybody" : ""
      let source = used.map { "playback.yaml with profile \"\($0)\"" } ?? "playback.yaml"
      return (session, "by \(source): \(session.riwayah.rawValue), \(reciters)\(filling)")
    } catch let faults as FaultySettings {
      terminal.complain(faults.errors)
      throw CommandFailure("\(faults.given) has faults; fix it first, or leave out --playback")
    }
  }
}

/// Whom to serve for what is missing.
enum Filling: String, ExpressibleByArgument, CaseIterable {
  case none, any
}

extension PassageArguments {
  /// All ayat of passages that must exist; every one of the Quran where none is named.
  static func ayat(_ passages: [String], counting: CountingSystem) throws -> [Ayah] {
    guard !passages.isEmpty else {
      return (1...114).compactMap(counting.range(ofSurah:)).flatMap(counting.ayat(in:))
        .filter { $0.number > 0 }
    }
    return try read(passages, counting: counting).flatMap { _, result in
      switch result {
      case .success(let range): return counting.ayat(in: range)
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
  }
}
