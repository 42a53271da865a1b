import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLanguageServer

struct LSP: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Run the language server for an editor.",
    discussion: """
      Editors start this themselves; tilawa editor setup configures them. It uses the Language Server Protocol on standard \
      input and output. It offers the findings of tilawa lint as you type, details of ayat, completion, \
      formatting, fixes, and playback of the row at the cursor.

      Exit status: 0 shut down by the editor; 1 the editor disconnected; 2 wrong usage or failure.

        tilawa editor lsp
      """)

  @Flag(help: .init("Use standard input and output, the only choice.", visibility: .hidden))
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
        "tilawa: waiting for an editor (Ctrl-D to quit); to set one up, run tilawa editor setup"
      )
    }
    guard let endedWell = server.run({ limit in try terminal.readChunk(atMost: limit) }) else {
      throw CommandFailure(OwnThread.refusal)
    }
    return endedWell ? .done : .findings
  }
}
