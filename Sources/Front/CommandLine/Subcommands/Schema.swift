import ArgumentParser
import TilawaBase
import TilawaFormat

struct Schema: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema, or set up an editor.",
    discussion: """
      A schema describes a file, or the output of a command with --json, such as quran-map for tilawa quran map --json. \
      Its $defs/line describes the lines of --jsonl.

      --install DIR writes the schemas to DIR/.tilawa-schemas, and maps them in DIR/.vscode/settings.json to the \
      files of bundles, so that editors with YAML support complete and check as you type. Existing settings are not \
      changed; the lines to add are printed instead. Different existing schemas are replaced only with --force.

        tilawa editor schema segments
        tilawa editor schema quran-map
        tilawa editor schema --install ~/recitations
      """)

  @Argument(
    help: .init(
      """
      The file: \(DocumentKind.builtIn.map(\.name).joined(separator: ", ")), or the words of a command with --json, \
      joined by hyphens.
      """, valueName: "name"), completion: .list(Self.names))
  var described: String?

  @Option(help: "Set up the editor for everything below this folder.", completion: .directory)
  var install: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (described == nil) != (install == nil) else {
      throw ValidationError(
        "name one file (\(DocumentKind.all.map(\.name).joined(separator: ", "))) or command, or use --install DIR"
      )
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if let described {
      guard let schema = Self.schema(described) else {
        throw CommandFailure(
          noSuch(
            "schema", described, in: Self.names, hint: "use one of \(Self.names.joined(separator: ", "))"))
      }
      terminal.write(schema.documentText)
      return .done
    }
    guard let install else { return .failed }
    let folder = terminal.path(install)
    guard try FileStatus.isFolder(folder) else {
      throw CommandFailure("cannot write in \(install): no such folder")
    }
    let schemas = PathText.joined(folder, ".tilawa-schemas")
    let files = DocumentKind.all.map { kind in
      (
        path: PathText.joined(schemas, SchemaFiles.fileName(of: kind)),
        bytes: Array(SchemaFiles.schema(of: kind).documentText.utf8)
      )
    }
    try writing.require(files.map { (terminal.shown($0.path), $0.bytes) }, in: terminal)
    try FileTransfer.makeFolder(schemas, below: folder)
    for (path, bytes) in files { try tell(terminal, path, AtomicFile.write(bytes, to: path)) }
    try FileTransfer.makeFolder(PathText.joined(folder, ".vscode"), below: folder)
    let settings = PathText.joined(folder, ".vscode/settings.json")
    if let present = try FileContents.readIfAny(settings) {
      if !String(decoding: present, as: UTF8.self).holds(".tilawa-schemas/") {
        terminal.say("\(terminal.shown(settings)) already exists; add these lines to it:")
        terminal.write(Self.mapping + "\n")
      }
      return .done
    }
    try tell(terminal, settings, AtomicFile.write(Array("{\n\(Self.mapping)\n}\n".utf8), to: settings))
    return .done
  }

  private static let names = DocumentKind.builtIn.map(\.name) + OutputShapes.all.map(\.name)

  /// That of a kind of document, or of what a command prints.
  private static func schema(_ name: String) -> JSONValue? {
    DocumentKind(named: name).map(SchemaFiles.schema) ?? OutputShapes.named(name)?.schema
  }

  private func tell(_ terminal: Terminal, _ path: String, _ isWritten: Bool) {
    if isWritten { terminal.say("wrote \(terminal.shown(path))") }
  }

  /// The settings for the YAML support of editors.
  private static var mapping: String {
    let lines = DocumentKind.all.map { kind in
      let patterns = kind.patterns.map { "\"\($0)\"" }.joined(separator: ", ")
      return "    \"./.tilawa-schemas/\(SchemaFiles.fileName(of: kind))\": [\(patterns)]"
    }
    return "  \"yaml.schemas\": {\n" + lines.joined(separator: ",\n") + "\n  }"
  }
}
