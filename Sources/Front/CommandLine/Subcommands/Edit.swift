import ArgumentParser

/// Changes of single rows, made by hand.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change rows: confirm, name, move, split, join, delete.",
    subcommands: [
      Confirm.self, Unconfirm.self, NameRow.self, MoveRow.self, Split.self, Join.self, DeleteRows.self,
      Adjust.self, Assign.self,
    ])
}
