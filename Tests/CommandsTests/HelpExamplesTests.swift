import ArgumentParser
import Foundation
import Testing

@testable import TilawaCommandLine

/// Runs the examples of help and the manual, each in a `HelpWorld`. Examples that can't run here are at least
/// parsed.
@Suite struct HelpExamplesTests {
  /// Parts of command lines that are only parsed, each with the device or program that running them would
  /// need.
  private static let onlyParsed = [
    ("tilawa record", "a microphone"), ("arecord", "a microphone"), ("tilawa follow", "a microphone"),
    ("tilawa play", "a loudspeaker"), ("tilawa tap", "a keyboard"),
    ("--listen", "a keyboard"), ("tilawa studio", "a browser"), ("tilawa editor lsp", "an editor"),
    ("https://example.org", "a server"), ("tilawa audio fetch --reciter", "a server"), ("rsync", "a server"),
    ("id_ed25519", "a key"), ("--audio opus", "ffmpeg"), ("memo.m4a", "ffmpeg"),
    ("mulk.mp3", "an encoder"), ("git install --lfs", "Git LFS"),
    ("--by-sound", "recitation; SoundReviewTests have it"),
    ("tilawa mark", "recitation; README and guides mark it"), ("tilawa learn", "recitation of hours"),
    ("--reference truth.tsv", "true boundaries"),
    ("--from-path", "bundles in folders of such names; SetCommandTests have them"),
    ("xargs", "bundles in a list of bytes"),
  ]

  /// Those that answer that something was found, differs or is missing.
  private static let answersWithOne: Set<String> = [
    "tilawa review friday.tilawa",
    "tilawa review ~/recitations --limit 50",
    "tilawa lint . --strict --format concise",
    "tilawa queue --resume",
    "tilawa merge mine.tilawa yours.tilawa -o ours.tilawa",
    "tilawa coverage --missing --by juz",
    "tilawa guide fajr-shafi --hear",
    "tilawa diff friday.tilawa from-a-friend.tilawa",
    "tilawa diff HEAD~3:friday.tilawa friday.tilawa",
    "tilawa diff HEAD~3 -- friday.tilawa",
    "tilawa diff main topic -- friday.tilawa",
    "tilawa diff HEAD~3 -- .",
    "tilawa compare mine.tilawa yours.tilawa his.tilawa",
    "tilawa compare HEAD~3:friday.tilawa friday.tilawa",
    "tilawa compare mine.tilawa yours.tilawa his.tilawa --consensus ours.tilawa",
  ]

  private static let commands = (try? CommandDescription.ofProgram())?.shownCommands ?? []

  @Test func everyCommandHasAnExample() {
    #expect(Self.commands.count > 80)
    for command in Self.commands where command.subcommands.isEmpty {
      let name = command.path.joined(separator: " ")
      // A group's default command is mostly called by the group's name.
      let names = [name, command.path.dropLast().joined(separator: " ")]
      let isShown = command.discussion.examples.contains { example in
        names.dropLast(command.path.count > 2 ? 0 : 1).contains { example.contains($0) }
      }
      #expect(isShown, "\(name) has no example")
    }
  }

  @Test(arguments: commands.map { $0.path.joined(separator: " ") }) func runsAsItStands(command: String)
    throws
  {
    let description = try #require(Self.commands.first { $0.path.joined(separator: " ") == command })
    for example in description.discussion.examples {
      let words = HelpWorld.words(of: example)
      if let (_, reason) = Self.onlyParsed.first(where: { example.contains($0.0) }) {
        for part in words.split(separator: "|") where part.first == "tilawa" {
          let own = part.dropFirst().prefix { ![">", ">>"].contains($0) }
          #expect(throws: Never.self, "\(example) (\(reason))") { _ = try Tilawa.parseAsRoot(Array(own)) }
        }
        continue
      }
      let said = try HelpWorld(for: words).run(example)
      let end = Self.answersWithOne.contains(example) ? "[exit 1]\n" : ""
      let isRight = end.isEmpty ? !said.contains("\n[exit ") && !said.hasPrefix("[exit") : said.hasSuffix(end)
      #expect(isRight, "$ \(example)\n\(said.suffix(400))")
    }
  }

  @Test func exceptionsAreNeeded() {
    let all = Self.commands.flatMap(\.discussion.examples)
    for (sign, _) in Self.onlyParsed { #expect(all.contains { $0.contains(sign) }, "no example has \(sign)") }
    for example in Self.answersWithOne { #expect(all.contains(example), "no help shows \(example)") }
  }
}
