import ArgumentParser
import Diagnostics
import Files
import ScalarText
import TilawaFormat

struct Schema: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema, or set up an editor.",
    discussion: """
      With --install DIR, the schemas are written to DIR/.tilawa-schemas, and DIR/.vscode/settings.json maps them to the \
      files of bundles, so that an editor with YAML support completes and checks as you type. Existing settings are left \
      alone; what to add is then printed.
      """)

  @Argument(help: "recording, reciter, markers, segments, words, playback, bookmarks or listening.") var file:
    Kind?

  @Option(help: "Set up the editor for everything below this folder.", completion: .directory)
  var install: String?

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case recording, reciter, markers, segments, words, playback, bookmarks, listening
  }

  func validate() throws {
    guard (file == nil) != (install == nil) else {
      throw ValidationError(
        "name one file (\(Kind.allCases.map(\.rawValue).joined(separator: ", "))), or use --install DIR")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if let kind = file.flatMap({ FileKind(rawValue: $0.rawValue) }) {
      terminal.write(SchemaFiles.schema(of: kind).documentText)
      return .done
    }
    if let kind = file.flatMap({ LibraryFileKind(rawValue: $0.rawValue) }) {
      terminal.write(SchemaFiles.schema(of: kind).documentText)
      return .done
    }
    guard let install else { return .failed }
    let folder = terminal.path(install)
    guard FileStatus.isFolder(folder) else {
      throw CommandFailure("cannot write in \(install): no such folder")
    }
    let schemas = PathText.joined(folder, ".tilawa-schemas")
    try makeFolder(schemas)
    for kind in FileKind.allCases {
      let path = PathText.joined(schemas, SchemaFiles.fileName(of: kind))
      try tell(
        terminal, path, AtomicFile.write(Array(SchemaFiles.schema(of: kind).documentText.utf8), to: path))
    }
    for kind in LibraryFileKind.allCases {
      let path = PathText.joined(schemas, SchemaFiles.fileName(of: kind))
      try tell(
        terminal, path, AtomicFile.write(Array(SchemaFiles.schema(of: kind).documentText.utf8), to: path))
    }
    try makeFolder(PathText.joined(folder, ".vscode"))
    let settings = PathText.joined(folder, ".vscode/settings.json")
    if let present = try FileContents.readIfAny(settings) {
      if !String(decoding: present, as: UTF8.self).holds(".tilawa-schemas/") {
        terminal.say("\(terminal.shown(settings)) is there already; add this to it:")
        terminal.write(Self.mapping + "\n")
      }
      return .done
    }
    try tell(terminal, settings, AtomicFile.write(Array("{\n\(Self.mapping)\n}\n".utf8), to: settings))
    return .done
  }

  private func makeFolder(_ path: String) throws {
    if !FileStatus.isFolder(path) { try FileTransfer.makeFolder(path) }
  }

  private func tell(_ terminal: Terminal, _ path: String, _ isWritten: Bool) {
    if isWritten { terminal.say("wrote \(terminal.shown(path))") }
  }

  /// What the YAML support of editors reads from its settings.
  private static var mapping: String {
    let lines = FileKind.allCases.map { kind in
      let reciters = kind == .reciter ? ", \"**/\(ReciterFile.folderName)/*.yaml\"" : ""
      return
        "    \"./.tilawa-schemas/\(SchemaFiles.fileName(of: kind))\": [\"**/*.tilawa/\(kind.fileName)\"\(reciters)]"
    }
    let others = LibraryFileKind.allCases.map { kind in
      "    \"./.tilawa-schemas/\(SchemaFiles.fileName(of: kind))\": [\"**/\(kind.path)\"]"
    }
    return "  \"yaml.schemas\": {\n" + (lines + others).joined(separator: ",\n") + "\n  }"
  }
}
