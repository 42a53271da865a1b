import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// Replays every console session in the documentation: the ```console blocks of the README and of the topics
/// of `tilawa help`, and the files of `Examples/console`.
///
/// A session runs in a folder with the bundles of `Examples` and `recitation.flac`, the recording of the
/// quickstart. Lines that begin with `$ ` are given to a shell. The lines below, up to the next such line,
/// are the expected output of both streams.
///
/// `…` stands for any run of characters in a line. With `TILAWA_RECORD=1`, differing sessions are rewritten
/// and still fail.
@Suite struct ConsoleExamplesTests {
  static let repository = ConformanceSuite.repository

  static let pages: [String] = {
    ["README.md"] + Topic.all.map { "Examples/guides/\($0.name).md" }
      + ((try? FileTree.entries(ofFolder: "\(repository)/Examples/console")) ?? []).map {
        "Examples/console/\($0)"
      }
  }()

  @Test(arguments: pages) func printsWhatItShows(page: String) throws {
    let folder = try TemporaryFolder()
    try ExampleRecitation.write(to: folder.path(of: "recitation.flac"))
    for name in try FileTree.entries(ofFolder: "\(Self.repository)/Examples") where name.hasSuffix(".tilawa")
    {
      try FileManager.default.copyItem(
        atPath: "\(Self.repository)/Examples/\(name)", toPath: folder.path(of: name))
    }
    let path = "\(Self.repository)/\(page)"
    let text = String(decoding: try FileContents.read(path), as: UTF8.self)
    var replayed = ""
    var steps = 0
    for part in Self.parts(of: text, isAllConsole: !page.hasSuffix(".md")) {
      guard let command = part.command else {
        replayed += part.text
        continue
      }
      steps += 1
      let printed = try BuiltProgram.shell(command, in: folder.path, environment: Self.surroundings)
        .replacing(folder.path, with: "/home/you")
      let isRight = Self.matches(expected: part.text, printed)
      #expect(isRight, "\(page): $ \(command)\n--- shown\n\(part.text)--- printed\n\(printed)")
      replayed += "$ \(command)\n" + (isRight ? part.text : printed)
    }
    #expect(steps > 0, "\(page) shows no command")
    if replayed != text, ProcessInfo.processInfo.environment["TILAWA_RECORD"] == "1" {
      try AtomicFile.write(Array(replayed.utf8), to: path)
    }
  }

  /// The environment variables that make a session the same everywhere.
  private static let surroundings = [
    "SOURCE_DATE_EPOCH": "1704463331", "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1",
    "TERM": "xterm",
    "EDITOR": "true", "GIT_CONFIG_GLOBAL": "/dev/null",
  ]

  /// A command and what is shown below it, or other text.
  struct Part {
    var command: String?
    var text = ""
  }

  static func parts(of page: String, isAllConsole: Bool) -> [Part] {
    var parts = [Part()]
    var isInside = isAllConsole
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("```") {
        isInside = !isInside && line == "```console"
        if !isInside { parts.append(Part()) }
      }
      if isInside, line.hasPrefix("$ ") {
        parts.append(Part(command: String(line.dropFirst(2))))
      } else {
        parts[parts.count - 1].text += line + "\n"
      }
    }
    return parts
  }

  static func matches(expected: String, _ printed: String) -> Bool {
    let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let others = printed.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == others.count else { return false }
    return zip(lines, others).allSatisfy { line, other in
      var rest = other[...]
      let parts = line.components(separatedBy: "…")
      for (index, part) in parts.enumerated() {
        if index == 0 {
          guard rest.hasPrefix(part) else { return false }
          rest = rest.dropFirst(part.count)
        } else if index == parts.count - 1 {
          return rest.hasSuffix(part)
        } else {
          guard let found = rest.range(of: part) else { return false }
          rest = rest[found.upperBound...]
        }
      }
      return rest.isEmpty
    }
  }
}
