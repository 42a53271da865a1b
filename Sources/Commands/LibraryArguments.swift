import ArgumentParser
import Files
import Library
import QuranIndex
import TilawaKit

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
  func root(in terminal: Terminal) -> String { Self.root(library, in: terminal) }

  func open(in terminal: Terminal) throws -> LibraryFolder {
    try Self.open(root(in: terminal), takingIgnored: noIgnore, in: terminal)
  }

  /// The folder that is meant where `given` was.
  static func root(_ given: String?, in terminal: Terminal) -> String {
    given ?? terminal.environment["TILAWA_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
  }

  static func open(_ path: String, takingIgnored: Bool, in terminal: Terminal) throws -> LibraryFolder {
    try terminal.workplace.library(at: path, takingIgnored: takingIgnored)
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
    help: "The riwayah to serve; rows in others are ignored.",
    completion: .list(Riwayah.allCases.map(\.rawValue)))
  var riwayah = Riwayah.hafs.rawValue

  @Option(
    help: .init(
      "A reciter to serve; repeat it in order of preference. (default: all, equally)", valueName: "id"))
  var reciter: [String] = []

  @Option(
    help: "Who fills in for what those reciters lack: none, or any other in the same riwayah.")
  var fill = Filling.none

  @Flag(help: "Include files of sources that must be downloaded first.") var remote = false

  @Option(
    help: "Riwayah or counting system of the given ayah numbers.", completion: .list(Numbering.names))
  var numbering = CountingSystem.kufi.rawValue

  func session() throws -> Session {
    var session = Session(
      riwayah: try Self.riwayah(named: riwayah), reciters: reciter,
      counting: try Numbering(numbering).counting)
    session.allowsRemote = remote
    session.fillsFromAnyone = fill == .any
    return session
  }

  static func riwayah(named name: String) throws -> Riwayah {
    if let named = Riwayah(name) { return named }
    let suggestion = Riwayah.suggestion(for: name).map { "did you mean \($0.rawValue)?" }
    throw CommandFailure(
      "no riwayah is called \"\(name)\"; \(suggestion ?? "tilawa quran riwayat lists them")")
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
