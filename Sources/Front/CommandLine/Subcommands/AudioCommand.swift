import ArgumentParser

/// The audio of bundles.
struct AudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audio",
    abstract: "Check, attach, fetch and draw audio.",
    subcommands: [
      Checksum.self, Attach.self, Detach.self, Fetch.self, Waveform.self, Pauses.self,
    ])
}
