import ArgumentParser
import TilawaKit

struct EditorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor",
    abstract: "Set up editors: language server, schemas.",
    subcommands: [EditorSetupCommand.self, LSP.self, Schema.self])
}

struct EditorSetupCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Configure an editor to use the language server.",
    discussion: """
      The editor then reports findings as you type, completes keys, ayat and rows, offers fixes and decisions \
      about a row, and plays it with one key. See Examples/editors.

        tilawa editor setup nvim
        tilawa editor setup helix --print >> ~/.config/helix/languages.toml

      An existing file with other content is not changed; the lines to add are printed instead.

      Exit status: 0 written or printed; 1 a file was not changed; 2 wrong usage, or a file cannot be written.
      """)

  @Argument(help: "nvim, helix, emacs, vscode, zed or kakoune.") var editor: KnownEditor

  @Flag(help: "Print the configuration without writing it.") var print = false

  @Flag(help: "Replace existing files.") var force = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if print, force { throw ValidationError("--print and --force cannot be used together") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let setup = try EditorSetup(for: editor, in: terminal.workplace)
    if print {
      for file in setup.files {
        if setup.files.count > 1 { terminal.say("\(terminal.shown(file.path)):") }
        terminal.write(file.text)
      }
      return .done
    }
    var outcome = Outcome.done
    for (file, result) in try setup.apply(isReplacing: force) {
      let shown = terminal.shown(file.path)
      switch result {
      case .written: terminal.say("wrote \(shown)")
      case .unchanged: terminal.say("\(shown) is up to date")
      case .kept:
        terminal.complain(
          file.isShared
            ? "tilawa: \(shown) already exists; add these lines to it:"
            : "tilawa: \(shown) already exists; use --force to replace it with this:")
        terminal.write(file.text)
        outcome = .findings
      }
    }
    if outcome == .done { for step in setup.steps { terminal.say(step) } }
    return outcome
  }
}

extension KnownEditor: ExpressibleByArgument {}
