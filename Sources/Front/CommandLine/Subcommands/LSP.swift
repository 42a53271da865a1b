import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLanguageServer

struct LSP: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor, as a language server.",
    discussion: """
      Editors start this themselves; tilawa editor setup shows how. It speaks the Language Server Protocol on standard \
      input and output: findings as tilawa lint has them, while you type; what is known of an ayah, completion, \
      formatting, fixes; and the sound of the row at the cursor.

      Exit status: 0 ended by the editor; 1 the editor went away without a word; 2 it can't be served.

        tilawa editor lsp
      """)

  @Flag(help: .init("Use standard input and output; nothing else is offered.", visibility: .hidden))
  var stdio =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let server = Server(in: terminal.workplace, version: tilawaVersion) { message in
      terminal.write(message)
      terminal.output.flush()
    }
    if terminal.output.isTerminal {
      terminal.say(
        "tilawa: waiting for an editor's messages; tilawa editor setup has editors start this, Ctrl-D ends it"
      )
    }
    guard let endedWell = server.run({ limit in try terminal.readChunk(atMost: limit) }) else {
      throw CommandFailure(OwnThread.refusal)
    }
    return endedWell ? .done : .findings
  }
}
