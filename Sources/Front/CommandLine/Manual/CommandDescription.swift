import ArgumentParser
import TilawaBase

/// A command as the parser describes it: what `--help` shows, as values.
struct CommandDescription {
  /// An argument, an option or a flag.
  struct Parameter {
    enum Kind: String {
      case positional, option, flag
    }

    let kind: Kind
    /// Without hyphens, the short ones with one letter; of a positional none.
    let names: [String]
    let valueName: String
    /// Empty where nothing is said of it.
    let meaning: String
    let isOptional: Bool
    let isRepeating: Bool
    /// The title under which help shows it, if it has one.
    let section: String?
  }

  /// From the program's name on: `tilawa`, `journal`, `add`.
  let path: [String]
  let abstract: String
  let discussion: HelpText
  let parameters: [Parameter]
  /// Without the parser's own `help`.
  let subcommands: [CommandDescription]
  /// True if help shows it.
  let isShown: Bool

  /// That of the whole program.
  static func ofProgram() throws(JSONFault) -> CommandDescription {
    let dump = try JSONNode(reading: Array(Tilawa._dumpHelp().utf8))
    return CommandDescription(dump["command"] ?? dump, below: [])
  }

  private init(_ node: JSONNode, below path: [String]) {
    let path = path + [node["commandName"]?.string ?? ""]
    self.path = path
    abstract = node["abstract"]?.string ?? ""
    discussion = HelpText(discussion: node["discussion"]?.string ?? "")
    isShown = node["shouldDisplay"]?.bool ?? true
    parameters = (node["arguments"]?.items ?? []).compactMap(Parameter.init)
    var names: Set<String> = []
    // The parser adds its `help` to what may be there already.
    subcommands = (node["subcommands"]?.items ?? [])
      .filter { names.insert($0["commandName"]?.string ?? "").inserted }
      .map { CommandDescription($0, below: path) }
  }

  /// It and all below it that help shows, in the order of help.
  var shownCommands: [CommandDescription] {
    isShown ? [self] + subcommands.flatMap(\.shownCommands) : []
  }

  /// The name of its page: `tilawa-journal-add`.
  var pageName: String { path.joined(separator: "-") }
}

extension CommandDescription.Parameter {
  fileprivate init?(_ node: JSONNode) {
    guard let kind = (node["kind"]?.string).flatMap(Kind.init), node["shouldDisplay"]?.bool ?? true else {
      return nil
    }
    self.kind = kind
    names = (node["names"]?.items ?? []).compactMap { $0["name"]?.string }
    valueName = node["valueName"]?.string ?? ""
    isOptional = node["isOptional"]?.bool ?? false
    isRepeating = node["isRepeating"]?.bool ?? false
    section = node["sectionTitle"]?.string
    var meaning = node["abstract"]?.string ?? ""
    if let value = node["defaultValue"]?.string, kind != .flag { meaning += " (default: \(value))" }
    self.meaning = meaning
  }
}
