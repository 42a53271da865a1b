import ArgumentParser
import TilawaKit

struct EditorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor",
    abstract: "Help an editor with bundles: language server, schemas.",
    subcommands: [EditorSetupCommand.self, LSP.self, Schema.self])
}

struct EditorSetupCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Write what an editor needs to use the language server.",
    discussion: """
      Editors are then told what is wrong while you type, complete keys, ayat and whole rows, offer fixes and decisions \
      about a row, and play it with one key; see Examples/editors.

        tilawa editor setup nvim
        tilawa editor setup helix --print >> ~/.config/helix/languages.toml

      A file that is there already and holds something else is left alone; what to add is then printed.

      Exit status: 0 written or printed; 1 left alone; 2 wrong usage, or a file can't be written.
      """)

  @Argument(help: "nvim, helix, emacs, vscode, zed or kakoune.") var editor: KnownEditor

  @Flag(help: "Write nothing; print the configuration.") var print = false

  @Flag(help: "Replace files that are there already.") var force = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if print, force { throw ValidationError("--print writes nothing; it can't be used with --force") }
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
      case .unchanged: terminal.say("\(shown) is as it should be")
      case .kept:
        terminal.complain(
          file.isShared
            ? "tilawa: \(shown) is there already; add this to it:"
            : "tilawa: \(shown) is there already; --force replaces it by this:")
        terminal.write(file.text)
        outcome = .findings
      }
    }
    if outcome == .done { for step in setup.steps { terminal.say(step) } }
    return outcome
  }
}

extension KnownEditor: ExpressibleByArgument {}
