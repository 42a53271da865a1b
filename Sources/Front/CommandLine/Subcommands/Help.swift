import ArgumentParser
import TilawaBase

struct Help: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Explain a command, or how something is done.",
    discussion: """
      Names a command, as tilawa COMMAND --help does, or a topic: \(Topic.all.map(\.name).joined(separator: ", ")). \
      Without a name, all of them are listed.

        tilawa help mark
        tilawa help journal add
        tilawa help getting-started
      """)

  @Argument(
    help: .init("A command or a topic.", valueName: "name"),
    completion: .list(Topic.all.map(\.name) + subcommandList.map { $0._commandName }))
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
    let command = try command()
    let message = Tilawa.helpMessage(for: command, columns: terminal.width)
    terminal.write(withPlainHeadings(message) + "\n")
    if name.isEmpty { terminal.printTopics() }
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
      let topics = index == 0 ? Topic.all.map(\.name) : []
      let near = nearestName(to: word, in: topics + below.map { $0._commandName })
      let given = name[...index].joined(separator: " ")
      let meant = near.map { (Array(name[..<index]) + [$0]).joined(separator: " ") }
      throw CommandFailure(
        "no command or topic is called \"\(given)\"; "
          + (meant.map { "did you mean \($0)?" } ?? "tilawa help lists them"))
    }
    return found
  }
}

extension Terminal {
  /// What `help` explains besides commands, a line each.
  func printTopics() {
    var table = TextTable([.init(title: ""), .init(title: "", leastWidth: 20)])
    for topic in Topic.all { table.add(["  \(topic.name)", topic.title]) }
    print("\nTOPICS (tilawa help TOPIC):")
    table.lines(width: width, palette: palette).dropFirst().forEach(print)
  }
}
