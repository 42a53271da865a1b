import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaSound

/// Runs `tilawa` with `arguments` (without the program's name) and returns its exit status.
package func runTilawa(_ arguments: [String], in terminal: Terminal) -> Int32 {
  runTilawa(in: terminal, arguments) {
    // What is asked most often needs no parser, which first looks at every command.
    if [["--version"], ["-V"]].contains(arguments) {
      terminal.printVersion()
      return .done
    }
    return try ParsedCommand(arguments).run(in: terminal)
  }
}

/// Runs a command that was parsed before, for callers that run it often.
func runTilawa(_ command: ParsedCommand, in terminal: Terminal) -> Int32 {
  runTilawa(in: terminal, command.arguments) { try command.run(in: terminal) }
}

private func runTilawa(in terminal: Terminal, _ arguments: [String], _ work: () throws -> Outcome) -> Int32 {
  let outcome = outcome(of: arguments, in: terminal, work)
  if outcome != .done, Terminal.asksForJSON(arguments) { terminal.printErrors() }
  // A full disk behind standard output is only noticed here; results that got lost are no success.
  if let error = terminal.finish() {
    terminal.complain("tilawa: \(error)")
    _ = terminal.finish()
    return terminal.status(of: .failed)
  }
  return terminal.status(of: outcome)
}

/// The whole program: runs `tilawa` on the streams and the environment of this process, and ends it.
package func tilawaMain(_ arguments: [String]) -> Never {
  Surroundings.endBySignals()
  let terminal: Terminal
  do {
    terminal = try .ofProcess()
  } catch {
    try? StandardStream.error.write(Array((TerminalText.shown("tilawa: \(error)", isLine: true) + "\n").utf8))
    Surroundings.exit(Outcome.failed.rawValue)
  }
  Surroundings.exit(runTilawa(Array(arguments.dropFirst()), in: terminal))
}

/// The command that arguments ask for.
struct ParsedCommand {
  /// As they were given.
  let arguments: [String]
  private let command: any ParsableCommand

  /// Throws a `CommandFailure`, or what the parser answers with.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    let arguments = try withTints(withValuesApart(withGlobalOptionsLast(arguments)))
    try requireName(arguments)
    command = try Self.ownCommand(arguments) ?? Tilawa.parseAsRoot(arguments)
  }

  /// A command that is called by its name, as its own parser takes what follows: that of all looks at each command first. What it
  /// doesn't take is left to the other, which knows how to say so.
  private static func ownCommand(_ arguments: [String]) -> (any TilawaCommand)? {
    guard let name = arguments.first,
      let type = subcommandList.first(where: {
        $0._commandName == name || $0.configuration.aliases.contains(name)
      })
    else { return nil }
    return (try? type.parseAsRoot(Array(arguments.dropFirst()))) as? any TilawaCommand
  }

  fileprivate func run(in terminal: Terminal) throws -> Outcome {
    guard let ours = command as? any TilawaCommand else {
      // What the parser brings along answers by throwing.
      var command = command
      try command.run()
      return .done
    }
    let terminal = terminal.with(ours.everywhere)
    if let threads = ours.everywhere.threads { Processors.ofProcess.limit(to: threads.count) }
    return try AudioPrograms.$searchPath.withValue(terminal.environment["PATH"]) {
      try LockPatience.$current.withValue(terminal.patience(for: ours.everywhere.wait?.duration)) {
        try ours.run(in: terminal)
      }
    }
  }
}

private func outcome(of arguments: [String], in terminal: Terminal, _ work: () throws -> Outcome) -> Outcome {
  do {
    do { return try work() } catch { return try terminal.tell(error) }
  } catch {
    return answer(to: error, about: arguments, in: terminal)
  }
}

/// Help goes to standard output; the parser's complaints and errors of other kinds to standard error.
private func answer(to error: any Error, about arguments: [String], in terminal: Terminal) -> Outcome {
  var message = Tilawa.fullMessage(for: error, columns: terminal.width)
  if Tilawa.exitCode(for: error) == .success {
    if arguments.contains(where: commandNames.contains) {
      terminal.write(CommandHelp.text(message, width: terminal.width))
    } else {
      FrontPage.lines.forEach(terminal.print)
    }
    return .done
  }
  // The message has lines of its own, and an argument that it repeats shall begin none.
  for argument in arguments.flatMap({ [$0] + $0.words(by: "=", atMost: 2).map(String.init) })
  where TerminalText.onOneLine(argument) != argument {
    message = message.replaced(argument, with: TerminalText.onOneLine(argument))
  }
  // The parser starts its sentences with a capital and ends them with a full stop; ours don't.
  var lines = message.fields(by: "\n").map { CommandHelp.withoutGlobalOptions(String($0)) }
  let prefix = Tilawa._errorPrefix
  if let said = lines.first?.after(prefix) {
    let sentence = said.before(".") ?? said
    lines[0] = prefix + sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
  while lines.last?.isEmpty == true { lines.removeLast() }
  terminal.complain(lines: lines.joined(separator: "\n"))
  return .failed
}

let commandNames = subcommandList.flatMap { [$0._commandName] + $0.configuration.aliases }

/// Throws when the first words are no command, with the one that was meant.
private func requireName(_ arguments: [String]) throws(CommandFailure) {
  var path: [String] = []
  var commands = subcommandList
  for word in arguments.prefix(while: { !$0.begins(with: "-") }) {
    if let command = commands.first(where: { ([$0._commandName] + $0.configuration.aliases).contains(word) })
    {
      path.append(word)
      commands = command.configuration.subcommands
      // A group with a default takes arguments itself.
      if commands.isEmpty || command.configuration.defaultSubcommand != nil { return }
      continue
    }
    let given = (path + [word]).joined(separator: " ")
    // `confirm` is found below `edit`.
    let below = path.isEmpty ? commandWords.first { $0.ends(with: " \(word)") } : nil
    let near = nearestName(to: word, in: commands.map { $0._commandName })
      .map { (path + [$0]).joined(separator: " ") }
    let group = path.joined(separator: " ")
    let hint =
      path.isEmpty ? "see `tilawa help all`" : "see `tilawa \(group) --help`"
    throw CommandFailure(noSuch("command", given, meaning: (below ?? near).map { [$0] } ?? [], hint: hint))
  }
}

/// Moves `--color never` and the like from before a command's name to behind it, where it is parsed: behind `journal add`.
private func withGlobalOptionsLast(_ arguments: [String]) -> [String] {
  let valued = ["--color", "--wait", "--show-progress", "--threads", "--exit-retry"]
  var leading: [String] = []
  var index = 0
  while index < arguments.count {
    let argument = arguments[index]
    if valued.contains(argument), index + 1 < arguments.count {
      leading += [argument, arguments[index + 1]]
      index += 2
    } else if valued.contains(where: { argument.begins(with: "\($0)=") })
      || ["--quiet", "-q"].contains(argument)
    {
      leading.append(argument)
      index += 1
    } else {
      break
    }
  }
  guard index < arguments.count, !arguments[index].begins(with: "-") else { return arguments }
  var end = index
  var names: [any ParsableCommand.Type] = subcommandList
  while end < arguments.count,
    let found = names.first(where: { ([$0._commandName] + $0.configuration.aliases).contains(arguments[end]) }
    )
  {
    names = found.configuration.subcommands
    end += 1
  }
  end = max(end, index + 1)
  return arguments[index..<end] + leading + arguments[end...]
}

/// `journal bookmark add 18:10 --color green` as the parser knows it: everywhere else `--color` is about the output.
private func withTints(_ arguments: [String]) -> [String] {
  guard arguments.first == "journal" else { return arguments }
  var arguments = arguments
  for index in arguments.indices.dropLast() where arguments[index] == "--color" {
    if ColorChoice(rawValue: arguments[index + 1]) == nil { arguments[index] = "--tint" }
  }
  return arguments.map { argument in
    guard let value = argument.after("--color="), ColorChoice(rawValue: String(value)) == nil else {
      return argument
    }
    return "--tint=\(value)"
  }
}

/// `--changed=main` in two words: with one the parser forgets the value when another option follows, because this option
/// may go without any.
private func withValuesApart(_ arguments: [String]) throws -> [String] {
  let options = arguments.firstIndex(of: "--") ?? arguments.count
  return try arguments[..<options].flatMap { argument in
    guard let value = argument.after("--changed=").map(String.init) else { return [argument] }
    // By itself it would be an option of its own: `--changed=--output=FILE` would empty the file.
    if value.isEmpty || value.begins(with: "-") { throw CommandFailure("no such commit: \"\(value)\"") }
    return ["--changed", value]
  } + arguments[options...]
}
