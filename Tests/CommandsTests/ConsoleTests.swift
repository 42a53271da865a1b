import Files
import Foundation
import TestSupport
import Testing

/// Replays the sessions in `Examples/console`, each in its own copy of `Examples`.
///
/// A line `$ tilawa ...` is run in this process and `$ cat FILE` shows a file; what stands below it, up to the
/// next such line, is what must come out, in the form of `transcript`. Quotes group words; nothing else of
/// a shell is understood. With `TILAWA_RECORD=1` in the environment the files are rewritten, and still fail.
@Suite struct ConsoleTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples").path

  private static let sessions: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: examples + "/console")) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  @Test func thereAreSessions() { #expect(!Self.sessions.isEmpty) }

  @Test(arguments: sessions) func comesOutAsShown(_ session: String) throws {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.examples) where name != "console" {
      try FileManager.default.copyItem(
        atPath: "\(Self.examples)/\(name)", toPath: folder.path(of: name))
    }
    let file = "\(Self.examples)/console/\(session)"
    let shown = String(decoding: try FileContents.read(file), as: UTF8.self)
    var replayed = ""
    for line in shown.split(separator: "\n") where line.hasPrefix("$ ") {
      replayed += line + "\n"
      let words = try words(of: String(line.dropFirst(2)))
      switch words.first {
      case "tilawa":
        replayed += transcript(Array(words.dropFirst()), in: folder.path)
          .replacing(folder.path, with: "/examples")
      case "cat" where words.count == 2: replayed += try folder.text(of: words[1])
      default: Issue.record("\(session): only tilawa and cat can be replayed, not \(line)")
      }
    }
    if shown != replayed, ProcessInfo.processInfo.environment["TILAWA_RECORD"] == "1" {
      try AtomicFile.write(Array(replayed.utf8), to: file)
    }
    #expect(shown == replayed)
  }

  private func words(of line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for letter in line {
      if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'" {
        quote = letter
        word = word ?? ""
      } else if quote == nil, letter == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    try #require(quote == nil, "a quote is left open in: \(line)")
    return words + (word.map { [$0] } ?? [])
  }
}
