import ArgumentParser
import TilawaBase
import TilawaExchange

struct Formats: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats of other programs.",
    discussion: """
      r: can be read; w: can be written. spec/exchange.md explains the codes of what is lost.

        tilawa formats
      """)

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if json {
      let value: JSONValue = [
        "version": 1,
        "formats": JSONValue(ForeignFormat.all) { format in
          [
            "name": .string(format.name), "title": .string(format.title),
            "extensions": JSONValue(format.extensions, JSONValue.string), "reads": .bool(format.read != nil),
            "writes": .bool(format.isWritable),
            "loses": JSONValue(format.loses.sorted()) { .string($0.rawValue) },
            "sometimes_loses": JSONValue(format.bends.sorted()) { .string($0.rawValue) },
            "keeps_in_full_labels": JSONValue(format.keepsInLabels.sorted()) { .string($0.rawValue) },
          ]
        },
      ]
      terminal.write(value.documentText)
      return .done
    }
    var table = TextTable([
      .init(title: "format"), .init(title: ""), .init(title: "is", leastWidth: 10),
      .init(title: "files", leastWidth: 8), .init(title: "can't carry", leastWidth: 12),
    ])
    for format in ForeignFormat.all {
      let inLabels = format.keepsInLabels.sorted().map { "(\($0.rawValue))" }
      table.add([
        format.name, (format.read == nil ? "-" : "r") + (format.isWritable ? "w" : "-"), format.title,
        format.extensions.map { ".\($0)" }.joined(separator: " "),
        (format.loses.sorted().map(\.rawValue) + inLabels + format.bends.sorted().map { "~\($0.rawValue)" })
          .joined(separator: " "),
      ])
    }
    table.lines(width: terminal.tableWidth, palette: terminal.palette).forEach(terminal.print)
    terminal.say("codes in brackets are carried with --label full; ~ is lost in some cases only")
    return .done
  }
}
