import ArgumentParser

/// Every subcommand, grouped by what people do with it, as `tilawa --help` shows them: the most used first.
let subcommandGroups = [
  CommandGroup(name: "Start", subcommands: [Import.self, Record.self, New.self]),
  CommandGroup(
    name: "Annotate",
    subcommands: [
      Mark.self, Studio.self, ReviewCommand.self, Confirm.self, Unconfirm.self, Adjust.self, Split.self,
      Join.self,
      MakeSegments.self, Tap.self, Assign.self, Identify.self, Follow.self, Learn.self,
    ]),
  CommandGroup(
    name: "Check",
    subcommands: [
      LintCommand.self, Format.self, Checksum.self, Rules.self, Explain.self, Score.self,
    ]),
  CommandGroup(
    name: "Listen",
    subcommands: [
      Play.self, ShowQueue.self, Resume.self, Bookmarks.self, Journal.self, Cut.self, Render.self,
    ]),
  CommandGroup(
    name: "Library",
    subcommands: [
      List.self, Show.self, About.self, Resolve.self, ShowCoverage.self, Missing.self, Fetch.self,
      Attach.self, Detach.self,
      Reciters.self,
      Quran.self, TextCommand.self, Shelf.self, GuideCommand.self,
    ]),
  CommandGroup(
    name: "Share",
    subcommands: [
      Pack.self, Unpack.self, Diff.self, Merge.self, ResolveConflicts.self, Compare.self, Patch.self,
      Report.self, Publish.self,
    ]),
  CommandGroup(
    name: "Exchange",
    subcommands: [Convert.self, Formats.self, Waveform.self, Pauses.self, ExportCDN.self]),
  CommandGroup(name: "Git", subcommands: [GitCommand.self, Blame.self, MergeDriver.self]),
  CommandGroup(
    name: "Set up",
    subcommands: [
      Help.self, LSP.self, EditorCommand.self, Completions.self, ManualCommand.self, Schema.self,
      Migrate.self,
      ShowVersion.self,
    ]),
]

/// The same without the groups.
let subcommandList = subcommandGroups.flatMap(\.subcommands)

/// What each command that does something is called, those of a group by two words: `bookmark add`.
let commandWords = subcommandList.flatMap { command in
  let nested = command.configuration.subcommands
  return nested.isEmpty
    ? [command._commandName] : nested.map { "\(command._commandName) \($0._commandName)" }
}

/// What commands were called before; they still work, and no help names them.
let formerCommandNames = ["verify": "checksum"]
