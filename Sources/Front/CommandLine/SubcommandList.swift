import ArgumentParser

/// Every subcommand, grouped by what people do with it, as `tilawa --help` shows them: the most used first.
let subcommandGroups = [
  CommandGroup(name: "Start", subcommands: [Import.self, Record.self, New.self, SetFacts.self]),
  CommandGroup(
    name: "Annotate",
    subcommands: [
      Mark.self, ReviewCommand.self, Studio.self, Edit.self, Tap.self, MakeSegments.self,
      Follow.self, Learn.self,
    ]),
  CommandGroup(
    name: "Check",
    subcommands: [
      LintCommand.self, Format.self, Explain.self, Compare.self,
    ]),
  CommandGroup(
    name: "Listen",
    subcommands: [Play.self, ShowQueue.self, Cut.self, Render.self, Journal.self]),
  CommandGroup(
    name: "Library",
    subcommands: [
      List.self, Show.self, About.self, Quran.self, Resolve.self, ShowCoverage.self,
      TextCommand.self, Reciters.self, Shelf.self, GuideCommand.self,
    ]),
  CommandGroup(
    name: "Share",
    subcommands: [
      Pack.self, Unpack.self, Diff.self, Merge.self, Patch.self, Report.self, Publish.self,
    ]),
  CommandGroup(name: "Exchange", subcommands: [Convert.self]),
  CommandGroup(
    name: "Tools",
    subcommands: [
      GitCommand.self, AudioCommand.self, EditorCommand.self, SetupCommand.self, Migrate.self, Help.self,
    ]),
]

/// All subcommands, without their groups.
let subcommandList = subcommandGroups.flatMap(\.subcommands)

/// The names of all commands that do something; those in groups have several words: `journal bookmark add`.
let commandWords = subcommandList.flatMap { words(of: $0) }

private func words(of command: any ParsableCommand.Type) -> [String] {
  let nested = command.configuration.subcommands
  return nested.isEmpty
    ? [command._commandName] : nested.flatMap(words).map { "\(command._commandName) \($0)" }
}
