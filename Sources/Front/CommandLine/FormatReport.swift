import TilawaBase
import TilawaExchange

/// The formats that `tilawa convert --list` lists.
enum FormatReport {
  static let shape = OutputShape<[ForeignFormat]>(
    "convert",
    [.key("formats", .list(of: .object(keys)), { $0 }, "The formats that `convert` supports.")])

  private static let keys: [JSONKey<ForeignFormat>] = [
    .key(.name, \.name), .key(.title, \.title),
    .key(
      "extensions", .list(of: .text), \.extensions, "Endings of file names, without the full stop."),
    .key("reads", .flag, { $0.read != nil }, "True if tilawa reads it."),
    .key("writes", .flag, \.isWritable, "True if tilawa writes it."),
    .key("loses", .list(of: .text), { $0.loses.sorted().map(\.rawValue) }, "Codes of losses in this format."),
    .key(
      "sometimes_loses", .list(of: .text), { $0.bends.sorted().map(\.rawValue) },
      "Codes of losses that occur in some cases only."),
    .key(
      "keeps_in_full_labels", .list(of: .text), { $0.keepsInLabels.sorted().map(\.rawValue) },
      "Codes of losses that --label full avoids."),
  ]

  static func list(json: Bool, in terminal: Terminal) -> Outcome {
    if json {
      terminal.write(shape.document(of: ForeignFormat.all))
      return .done
    }
    var table = TextTable([
      .init(title: "format"), .init(title: ""), .init(title: "is", leastWidth: 10),
      .init(title: "files", leastWidth: 8), .init(title: "loses", leastWidth: 12),
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
    terminal.say("codes in brackets are kept with --label full; ~ is lost in some cases only")
    return .done
  }
}
