import ArgumentParser
import TilawaBase

struct Help: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Explain a command or a topic.",
    discussion: """
      Takes a command, as in tilawa COMMAND --help, or a topic: \(Topic.all.map(\.name).joined(separator: ", ")). \
      "all" lists all commands, "options" the options of every command. Without a name, lists the most used commands.

        tilawa help all
        tilawa help mark
        tilawa help journal add
        tilawa help start
      """)

  @Argument(
    help: .init("A command or a topic.", valueName: "name"),
    completion: .list(["all", "options"] + Topic.all.map(\.name) + subcommandList.map { $0._commandName }))
  var name: [String] = []

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if let topic = Topic.all.first(where: { [$0.name] == name }) {
      topic.lines(width: terminal.width, palette: terminal.palette).forEach(terminal.print)
      if commandNames.contains(topic.name) {
        terminal.print("")
        terminal.print("`tilawa \(topic.name) --help` explains the command.")
      }
      return .done
    }
    switch name {
    case []: FrontPage.lines.forEach(terminal.print)
    case ["all"]: FrontPage.everything.forEach(terminal.print)
    case ["options"]: CommandHelp.globalOptions(width: terminal.width).forEach(terminal.print)
    default:
      let message = Tilawa.helpMessage(for: try command(), columns: terminal.width)
      terminal.write(CommandHelp.text(message, width: terminal.width))
    }
    return .done
  }

  /// The one that the words lead to, from group to group.
  private func command() throws -> any ParsableCommand.Type {
    var found: any ParsableCommand.Type = Tilawa.self
    for (index, word) in name.enumerated() {
      let below = found == Tilawa.self ? subcommandList : found.configuration.subcommands
      if let next = below.first(where: { ([$0._commandName] + $0.configuration.aliases).contains(word) }) {
        found = next
        continue
      }
      let topics = index == 0 ? Topic.all.map(\.name) + ["all", "options"] : []
      let near = nearestName(to: word, in: topics + below.map { $0._commandName })
      let given = name[...index].joined(separator: " ")
      let meant = near.map { (Array(name[..<index]) + [$0]).joined(separator: " ") }
      throw CommandFailure(
        noSuch("command or topic", given, meaning: meant.map { [$0] } ?? [], hint: "see `tilawa help all`"))
    }
    return found
  }
}
