import ArgumentParser
import Diagnostics
import Files
import Git
import Library
import QuranIndex
import TilawaFormat

struct Blame: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Tell who last touched the rows of an ayah, and when.",
    discussion: "Exits with 1 when no row of the bundle holds the ayah.")

  @Argument(help: "An ayah or a passage, such as 18:10.") var reference: String

  @OptionGroup var arguments: BundleArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try arguments.find(in: terminal)
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath, only: [.recording, .segments])
    guard let file = bundle.segments, let rows = file.content?.rows else {
      throw CommandFailure("\(found.shownPath) has no segments.yaml that can be read")
    }
    guard let repository = terminal.repository(containing: found.path),
      let inside = repository.inside(PathText.joined(found.path, FileKind.segments.fileName))
    else { throw CommandFailure("\(found.shownPath) lies in no git repository") }
    let wanted: AyahRange
    switch PassageReference.parse(reference, counting: bundle.counting) {
    case .success(let passage): wanted = passage
    case .failure(let error): throw CommandFailure("\(error)")
    }
    let table = LineTable(of: file.source)
    var lines: [JSONValue] = []
    for row in rows {
      guard let ayat = row.ayah?.value, ayat.first <= wanted.last, wanted.first <= ayat.last else { continue }
      let line = table.position(at: row.bytes.range.lowerBound).line
      let touch = try touch(repository, inside, line)
      if json {
        lines.append([
          "ayah": .string("\(ayat)"), "start": .number("\(row.start.value)"),
          "end": .number("\(row.end.value)"),
          "line": JSONValue(line), "commit": JSONValue(touch.commit), "author": JSONValue(touch.author),
          "date": JSONValue(touch.date), "summary": JSONValue(touch.summary),
        ])
      } else {
        terminal.print(
          "\(ayat)  \(row.start.value)-\(row.end.value)  \(touch.commit?.prefix(10) ?? "not committed")  "
            + [touch.author, touch.date, touch.summary].compactMap { $0 }.joined(separator: "  "))
        lines.append(.null)
      }
    }
    if json { terminal.write((["version": 1, "rows": .array(lines)] as JSONValue).documentText) }
    if lines.isEmpty { terminal.say("no row of \(found.shownPath) holds \(wanted)") }
    return lines.isEmpty ? .findings : .done
  }

  /// Who touched a line last; all nil for one that isn't committed yet.
  private typealias Touch = (commit: String?, author: String?, date: String?, summary: String?)

  private func touch(_ repository: GitRepository, _ path: String, _ line: Int) throws -> Touch {
    let output: [UInt8]
    do {
      output = try repository.output(["blame", "--porcelain", "-w", "-L", "\(line),\(line)", "--", path])
    } catch let refusal as GitRepository.Refusal {
      throw CommandFailure("git can't tell: \(refusal)")
    }
    var facts: [Substring: String] = [:]
    let text = String(decoding: output, as: UTF8.self).split(separator: "\n")
    for line in text.dropFirst() where !line.hasPrefix("\t") {
      let parts = line.split(separator: " ", maxSplits: 1)
      facts[parts[0]] = parts.count > 1 ? String(parts[1]) : ""
    }
    guard let commit = text.first?.prefix(while: { $0 != " " }), commit.contains(where: { $0 != "0" }) else {
      return (nil, nil, nil, nil)
    }
    let date = try repository.line(["show", "-s", "--format=%as", String(commit)])
    return (String(commit), facts["author"], date, facts["summary"])
  }
}
