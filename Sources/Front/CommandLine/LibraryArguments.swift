import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaRemote

/// The library that a command searches.
struct LibraryArguments: ParsableArguments {
  @Option(
    help: .init(
      "Search this folder. (default: $TILAWA_LIBRARY or .)",
      valueName: "dir"), completion: .directory)
  var library: String?

  @Flag(help: "Include bundles excluded by ignore files.")
  var noIgnore = false

  /// The library as the user named it.
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

  /// The library that is searched if none is named.
  static func usual(in terminal: Terminal) -> String {
    terminal.environment["TILAWA_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
  }

  /// For commands that change what they find, or need more than is published.
  static func needsFolder(_ address: String) -> CommandFailure {
    CommandFailure(
      "\(address) is a published library, but this command takes folders; use resolve, queue, play, fetch or coverage"
    )
  }

  static func open(_ path: String, takingIgnored: Bool, in terminal: Terminal) throws -> LibraryFolder {
    try terminal.workplace.library(at: path, takingIgnored: takingIgnored)
  }
}

/// The options for reading libraries that are seldom needed; `tilawa help options` explains them.
struct LibraryAccess: ParsableArguments {
  @Flag(help: "Include bundles excluded by ignore files.")
  var noIgnore = false

  @Option(
    help: .init(
      "Require a signature by one of these keys.",
      valueName: "file"), completion: .file())
  var allowedSigners: String?

  @Flag(help: "Use only earlier downloads.")
  var offline = false

  @Flag(help: "Allow plain http and private networks.")
  var trustNetwork = false
}

/// The libraries that a command searches, in the order in which they are trusted.
struct LibrariesArguments: ParsableArguments {
  @Option(
    help: .init(
      "Search this folder or https address; repeatable. (default: $TILAWA_LIBRARY or .)",
      valueName: "dir"), completion: .directory)
  var library: [String] = []

  @OptionGroup(title: OptionTitle.libraries) var access: LibraryAccess

  /// The libraries as the user named them.
  func roots(in terminal: Terminal) -> [String] {
    library.isEmpty ? [LibraryArguments.usual(in: terminal)] : library
  }

  /// The libraries as messages name them.
  func root(in terminal: Terminal) -> String { roots(in: terminal).joined(separator: ", ") }

  func request(in terminal: Terminal) -> LibraryRequest {
    var request = LibraryRequest(roots(in: terminal))
    request.takesIgnored = access.noIgnore
    request.allowedSigners = access.allowedSigners
    request.isOffline = access.offline
    request.trustsNetwork = access.trustNetwork
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
      terminal.say("tilawa: using earlier downloads of \(library.address.text): \(reason)")
    }
  }

  /// The reason that the libraries are empty; nil if they are not.
  func reasonForNothing(in root: String) -> String? {
    guard isEmpty else { return nil }
    return "no bundle found in \(root)"
      + (ignoredCount > 0 ? "; use --no-ignore to include folders that ignore files exclude" : "")
  }
}

extension LibraryFolder {
  /// The reason that the library is empty; nil if it is not.
  func reasonForNothing(in root: String) -> String? {
    guard bundles.isEmpty, !hasSources else { return nil }
    return "no bundle found in \(root)"
      + (ignoredCount > 0 ? "; use --no-ignore to include folders that ignore files exclude" : "")
  }
}

/// The options of what is served that are seldom needed; `tilawa help options` explains them.
struct ServingArguments: ParsableArguments {
  @Option(
    help: "Fill in missing ayat from any reciter, or none."
  )
  var fill: Filling?

  @Flag(help: "Include files that must be downloaded first.") var remote = false

  @Option(
    help: "Count ayat this way. (default: as --riwayah does)",
    completion: .list(Numbering.names))
  var numbering: String?
}

/// The riwayah, the reciters to serve, and the count of ayat.
struct SessionArguments: ParsableArguments {
  @Option(
    help: "Serve this riwayah only. (default: hafs)",
    completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(
    help: .init(
      "Prefer this reciter; repeatable. (default: all)", valueName: "id"),
    completion: .reciters)
  var reciter: [String] = []

  @OptionGroup(title: OptionTitle.libraries) var serving: ServingArguments

  /// The session that is asked for; `settings` apply where no option does.
  func session(following settings: QueueSettings? = nil) throws -> Session {
    let usual = settings?.session ?? Session()
    let riwayah = try riwayah.map(Self.riwayah)
    var session = Session(
      riwayah: riwayah ?? usual.riwayah,
      reciters: reciter.isEmpty ? usual.reciters : reciter,
      counting: try serving.numbering.map { try Numbering($0).counting } ?? riwayah?.counting
        ?? usual.counting)
    session.allowsRemote = serving.remote
    session.fillsFromAnyone = serving.fill.map { $0 == .any } ?? (settings?.missing == .fill)
    return session
  }

  /// Says by which count ayah numbers are read, where that is not the Kufi one and nobody asked for it.
  func tellCounting(of session: Session, in terminal: Terminal) {
    guard riwayah != nil, serving.numbering == nil else { return }
    Self.tell(session.counting, of: session.riwayah, in: terminal)
  }

  /// Says by which count ayah numbers are read for a riwayah that was asked for.
  static func tell(_ counting: CountingSystem, of riwayah: Riwayah, in terminal: Terminal) {
    guard counting != .kufi else { return }
    terminal.say(
      "tilawa: ayat are numbered by the \(counting.displayName) count, as in mushafs of "
        + "\(riwayah.rawValue); use --numbering for another, such as kufi")
  }

  static func riwayah(named name: String) throws -> Riwayah {
    if let named = Riwayah(name) { return named }
    throw CommandFailure(Riwayah.noSuch(name, hint: "see `tilawa quran riwayat`"))
  }
}

/// Options that take the session from `playback.yaml`, as `play` does.
struct PlaybackArguments: ParsableArguments {
  @Flag(help: "Follow playback.yaml where no option is given.")
  var playback = false

  @Option(help: "Follow this profile of playback.yaml.") var profile: String?

  /// The session that options and, where they are asked for, the settings make; and a remark on the settings
  /// for the user.
  func session(
    _ listener: SessionArguments, _ place: LibrariesArguments, in terminal: Terminal
  ) throws -> (session: Session, remark: String?) {
    guard playback || profile != nil else { return (try listener.session(), nil) }
    guard let root = place.folder(in: terminal) else {
      throw CommandFailure(
        "--playback needs a folder; a published library has no playback.yaml")
    }
    do {
      guard let (settings, used) = try terminal.workplace.playbackSettings(ofLibrary: root, profile: profile)
      else { throw CommandFailure("--playback needs a playback.yaml, and there is none in \(root)") }
      let session = try listener.session(following: settings)
      let reciters = session.reciters.isEmpty ? "any reciter" : session.reciters.joined(separator: ", then ")
      let filling = session.fillsFromAnyone && !session.reciters.isEmpty ? ", then any other" : ""
      let source = used.map { "playback.yaml with profile \"\($0)\"" } ?? "playback.yaml"
      return (session, "by \(source): \(session.riwayah.rawValue), \(reciters)\(filling)")
    } catch let faults as FaultySettings {
      terminal.complain(faults.errors)
      throw CommandFailure("\(faults.given) has errors; fix them, or omit --playback")
    }
  }
}

/// The reciters who fill in for what is missing.
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
