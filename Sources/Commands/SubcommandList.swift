import ArgumentParser

/// Every subcommand, in the order in which `tilawa --help` shows them.
let subcommandList: [any ParsableCommand.Type] = [
  Pauses.self,
  Show.self,
  Resolve.self,
  Import.self,
  New.self,
  Quran.self,
  Format.self,
  LintCommand.self,
  Verify.self,
  Rules.self,
  Explain.self,
  Schema.self,
  Migrate.self,
  Completions.self,
]
