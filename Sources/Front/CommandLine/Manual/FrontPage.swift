import ArgumentParser
import TilawaBase
import TilawaKit

/// The introduction that a bare `tilawa` prints: the everyday commands, and where to find the rest.
enum FrontPage {
  /// The commands of every day, as they are typed, and what each does.
  static let commands = [
    ("import FILE...", "make bundles of recordings"),
    ("mark BUNDLE", "find the ayat by their sounds"),
    ("review --listen", "listen to doubtful rows, and confirm them with a key"),
    ("studio BUNDLE", "do the same in your browser"),
    ("edit ...", "confirm, name, move, split, join or delete rows"),
    ("segment BUNDLE", "turn markers into segments, the finished annotation"),
    ("lint PATH", "check bundles against the format"),
    ("play REF", "hear an ayah, a passage or a recording"),
    ("resolve REF", "find the file that plays an ayah, and where in it"),
    ("coverage", "show what your library contains, and what is missing"),
    ("merge, diff", "bring two people's work together"),
    ("convert IN... OUT", "convert to and from 60 formats of other programs"),
    ("pack, publish", "send bundles, publish a library"),
  ]

  private static let topicIndent = String(repeating: " ", count: 24)

  static var lines: [String] {
    let width = commands.map(\.0.utf8.count).max() ?? 0
    let listed = commands.map { name, does in
      "  \(name)\(String(repeating: " ", count: width + 2 - name.utf8.count))\(does)"
    }
    let topics = Topic.all.map(\.name).filter { !["start", "words"].contains($0) }.joined(separator: ", ")
    let topicLines = wrapped(topics, to: 80 - topicIndent.utf8.count)
    return [
      "Tilawa keeps recordings of Quran recitation, annotated ayah by ayah, in plain",
      "files.", "",
    ] + listed + [
      "", "  tilawa help start     from a file to a playable ayah, in three minutes",
    ] + topicLines.enumerated().map { ($0 == 0 ? "  tilawa help TOPIC     " : topicIndent) + $1 } + [
      "  tilawa help words     what the terms mean", "  tilawa help options   options of every command",
      "  tilawa help all       all \(subcommandList.count) commands",
    ]
  }

  /// All commands in their groups, a line each.
  static var everything: [String] {
    let width = commandNames.map(\.utf8.count).max() ?? 0
    return subcommandGroups.flatMap { group -> [String] in
      let shown = group.subcommands.filter { $0.configuration.shouldDisplay }
      return ["\(group.name.uppercased()):"]
        + shown.map { command in
          let name = command._commandName
          let blank = String(repeating: " ", count: width + 2 - name.utf8.count)
          return "  \(name)\(blank)\(command.configuration.abstract)"
        } + [""]
    } + ["See `tilawa help COMMAND` for one command, `tilawa help` for the most used."]
  }

  /// A suggestion for the working directory, by the names in it and in the folders directly below it.
  static func hint(in terminal: Terminal) -> String? {
    let folder = terminal.workingDirectory
    guard let names = try? FileTree.entries(ofFolder: folder) else { return nil }
    let bundles = bundles(among: names, in: folder)
    if !bundles.isEmpty {
      let waiting = bundles.prefix(500).count {
        FileStatus.mayBe(.file, PathText.joined(folder, "\($0)/markers.yaml"))
      }
      if waiting > 0 { return "\(counted(waiting, "bundle")) with markers to check: tilawa review ." }
      return "\(counted(bundles.count, "bundle")) here: tilawa list"
    }
    let sounds = names.filter { AudioEnding.isName(ofAudio: $0) }
    if !sounds.isEmpty {
      let endings = Set(sounds.map(PathText.fileExtension))
      let files = endings.count == 1 ? endings.map { "*.\($0)" }.joined() : "FILE..."
      return "\(counted(sounds.count, "recording")) here: tilawa import \(files)"
    }
    return names.contains { !$0.begins(with: ".") } ? nil : "Begin: tilawa help start"
  }

  /// Paths of bundles from `folder`: those directly in it, else those one folder below, as far as a quick look goes.
  private static func bundles(among names: [String], in folder: String) -> [String] {
    func own(_ names: [String]) -> [String] {
      names.filter { $0.ends(with: BundleName.ending) && $0 != BundleName.ending }
    }
    let here = own(names)
    if !here.isEmpty { return here }
    var found: [String] = []
    var looked = 0
    for name in names.prefix(100) where !name.begins(with: ".") && looked < 500 {
      let path = PathText.joined(folder, name)
      guard FileStatus.mayBe(.folder, path), let below = try? FileTree.entries(ofFolder: path) else {
        continue
      }
      looked += below.count
      found += own(below).map { PathText.joined(name, $0) }
    }
    return found
  }
}

/// The text of a command's help as it is shown.
enum CommandHelp {
  /// The help without the global options, which are described in one place and in no help or usage.
  static func text(_ help: String, width: Int) -> String {
    // `CHECK:` above a group of commands, where the parser writes `CHECK SUBCOMMANDS:`.
    var lines = withShortLabels(
      help.replaced(" SUBCOMMANDS:\n", with: ":\n").fields(by: "\n").map(String.init))
    if let start = lines.firstIndex(where: { $0.begins(with: "USAGE: ") }) {
      let end = lines[start...].firstIndex(where: \.isEmpty) ?? lines.endIndex
      let usage = lines[start..<end].map { $0.trimmed(of: " ") }.joined(separator: " ")
      if usage.holds(globalUsage) {
        let own = wrapped(withoutGlobalOptions(usage), to: width - 2)
        lines.replaceSubrange(start..<end, with: own.prefix(1) + own.dropFirst().map { "  \($0)" })
      }
    }
    var kinds: [String] = []
    for (title, kind) in elsewhere {
      // A group within a group is a section of its own.
      while let start = lines.firstIndex(of: "\(title.uppercased()):") {
        let end = lines[start...].firstIndex(where: \.isEmpty).map { $0 + 1 } ?? lines.endIndex
        lines.removeSubrange(start..<end)
        if kinds.last != kind { kinds.append(kind) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    if let last = kinds.last {
      let list = kinds.count == 1 ? last : kinds.dropLast().joined(separator: ", ") + " and " + last
      lines += ["", "\(list.prefix(1).uppercased())\(list.dropFirst()) options: tilawa help options"]
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines with `--[no-]basmalah` where the parser writes `--basmalah/--no-basmalah`, and the explanation beside
  /// it where there is room.
  private static func withShortLabels(_ lines: [String]) -> [String] {
    let column = String(repeating: " ", count: 26)
    var result: [String] = []
    var label: String?
    for line in lines {
      if let short = label {
        label = nil
        if line.begins(with: column) {
          result[result.count - 1] = short + line.dropFirst(short.count)
          continue
        }
      }
      let parts = line.fields(by: "/").map(String.init)
      guard parts.count == 2, parts[0].begins(with: "  --"),
        parts[1].unicodeScalars.elementsEqual("--no-\(parts[0].dropFirst(4))".unicodeScalars)
      else {
        result.append(line)
        continue
      }
      let short = "  --[no-]\(parts[0].dropFirst(4))"
      result.append(short)
      if short.utf8.count < column.utf8.count { label = short }
    }
    return result
  }

  /// The titles of options that no help of a command explains, and what they are called there.
  private static let elsewhere = [
    (OptionTitle.playback, "playback"), (OptionTitle.sound, "sound"), (OptionTitle.libraries, "library"),
    ("Global options", "global"),
  ]

  /// The options that every command has, and those that several have.
  static func globalOptions(width: Int) -> [String] {
    func section(_ title: String, of help: String) -> [String] {
      let lines = help.fields(by: "\n").map(String.init)
      return lines.indices.filter { lines[$0] == "\(title.uppercased()):" }.flatMap { start in
        lines[(start + 1)...].prefix { !$0.isEmpty }
      }
    }
    return ["Every command has these options; they may also stand before its name:", ""]
      + section("Global options", of: Tilawa.helpMessage(columns: width))
      + ["", "Commands that search libraries (resolve, coverage, play, audio fetch, ...):", ""]
      + section(OptionTitle.libraries, of: Resolve.helpMessage(columns: width))
      + ["", "Commands that play ayat (play, queue, render); playback.yaml has most as keys:", ""]
      + section(OptionTitle.playback, of: Play.helpMessage(columns: width))
      + ["", "Commands that make sound (play, render):", ""]
      + section(OptionTitle.sound, of: Play.helpMessage(columns: width))
  }

  /// A usage without the options that every command has.
  static func withoutGlobalOptions(_ usage: String) -> String { usage.replaced(" \(globalUsage)", with: "") }

  private static let globalUsage =
    "[--color <color>] [--quiet] [--show-progress <when>] [--threads <n>] [--exit-retry <code>] [--wait <s>]"
}
