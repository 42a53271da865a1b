import ArgumentParser

/// Every subcommand, in the order in which `tilawa --help` shows them.
let subcommandList: [any ParsableCommand.Type] = [
  Import.self,
  New.self,
  Mark.self,
  Assign.self,
  MakeSegments.self,
  LintCommand.self,
  Format.self,
  List.self,
  Show.self,
  Resolve.self,
  ShowCoverage.self,
  Missing.self,
  Cut.self,
  Render.self,
  Verify.self,
  Pauses.self,
  Waveform.self,
  Score.self,
  Quran.self,
  Rules.self,
  Explain.self,
  Schema.self,
  Migrate.self,
  Completions.self,
]
