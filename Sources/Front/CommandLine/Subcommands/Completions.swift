import ArgumentParser

struct Completions: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a completion script for a shell.",
    discussion: """
      bash and fish load completions from a folder of your own, zsh from a file _tilawa in a folder of $fpath.

        tilawa setup completions bash > ~/.local/share/bash-completion/completions/tilawa
        tilawa setup completions zsh > ~/.zfunc/_tilawa
        tilawa setup completions fish > ~/.config/fish/completions/tilawa.fish
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var kind: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "bash, zsh or fish.") var shell: Shell

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    terminal.write(Tilawa.completionScript(for: shell.kind) + "\n")
    return .done
  }
}
