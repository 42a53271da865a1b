import ArgumentParser
import TilawaBase

extension CommandDescription {
  /// The page of a command; `names` are those of all pages of commands.
  func page(on date: ManualDate, among names: Set<String>) -> ManualPage {
    ManualPage(pageName, section: 1, about: abstract, on: date) { page in
      synopsis(to: &page)
      page.line("Sh", "DESCRIPTION")
      page.blocks([.paragraph(abstract)] + discussion.description)
      list(subcommands, to: &page)
      options(to: &page)
      page.line("Sh", .macro("EXIT STATUS"))
      page.prose(exitStatus)
      if !discussion.examples.isEmpty {
        page.line("Sh", .macro("EXAMPLES"))
        page.literal(discussion.examples)
      }
      seeAlso(related(among: names), to: &page)
    }
  }

  /// The page of the program itself, which leads to all others.
  func programPage(on date: ManualDate) -> ManualPage {
    ManualPage(pageName, section: 1, about: abstract, on: date) { page in
      synopsis(to: &page)
      page.line("Sh", "DESCRIPTION")
      page.blocks(discussion.description)
      page.line("Sh", "COMMANDS")
      for group in subcommandGroups {
        let names = Set(group.subcommands.map { $0._commandName })
        let shown = subcommands.filter { $0.isShown && names.contains($0.path[1]) }
        page.line("Ss", .text(group.name))
        list(shown, to: &page)
      }
      options(to: &page)
      page.line("Sh", .macro("ENVIRONMENT"))
      page.line("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
      for (name, meaning) in Self.environment {
        page.line("It", .macro("Ev"), .text(name))
        page.prose(meaning)
      }
      page.line("El")
      page.line("Sh", .macro("EXIT STATUS"))
      page.prose(exitStatus)
      page.line("Sh", .macro("EXAMPLES"))
      page.literal(discussion.examples)
      seeAlso([(pageName, 5)] + Topic.all.map { ("tilawa-\($0.name)", 7) }.sorted { $0.0 < $1.0 }, to: &page)
    }
  }

  /// The environment variables that the program reads.
  static let environment = [
    ("TILAWA_LIBRARY", "The library to search if --library is not given."),
    ("TILAWA_MERGE_FAVOR", "The side that wins conflicts in git merges: ours, theirs or union."),
    ("NO_COLOR", "If set, disables colours unless --color enables them."),
    ("COLUMNS", "Width of lines if the output is not a terminal."),
    (
      "SOURCE_DATE_EPOCH",
      "Seconds since 1970 to use instead of the clock, for reproducible files."
    ),
    ("XDG_CACHE_HOME", "Folder that contains the cache, tilawa. (default: ~/.cache)"),
    ("XDG_CONFIG_HOME", "Folder with the settings of git and editors. (default: ~/.config)"),
    (
      "XDG_DATA_HOME",
      "Folder that contains the personal journal, in tilawa. (default: ~/.local/share)"
    ),
  ]
}

extension CommandDescription {
  private var exitStatus: String {
    discussion.exitStatus
      ?? "0 done, nothing found; 1 problems found, or no answer; 2 wrong usage, or failure."
  }

  private func synopsis(to page: inout Mdoc) {
    page.line("Sh", "SYNOPSIS")
    page.line("Nm", .text(path.joined(separator: " ")))
    // Those of every command are told below.
    for parameter in parameters where parameter.section == nil && parameter.names != ["h", "help"] {
      let words = parameter.words(ofPreferredName: true)
      if parameter.isOptional {
        page.line("Op", words)
      } else if case .macro(let macro)? = words.first {
        page.line(macro, Array(words.dropFirst()))
      }
    }
    if !subcommands.isEmpty {
      page.line("Ar", .text("command"))
      page.line("Op", .macro("Ar"), .text("argument"), .macro("..."))
    }
  }

  private func options(to page: inout Mdoc) {
    page.line("Sh", .macro("OPTIONS"))
    var sections: [String?] = []
    for parameter in parameters where !sections.contains(parameter.section) {
      sections.append(parameter.section)
    }
    for section in sections {
      if let section { page.line("Ss", .text(section)) }
      page.line("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
      for parameter in parameters where parameter.section == section {
        page.line("It", parameter.words(ofPreferredName: false))
        page.prose(parameter.meaning)
      }
      page.line("El")
    }
  }

  private func list(_ commands: [CommandDescription], to page: inout Mdoc) {
    let commands = commands.filter(\.isShown)
    if commands.isEmpty { return }
    page.line("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
    for command in commands {
      page.line("It", .macro("Xr"), .text(command.pageName), .macro("1"))
      page.prose(command.abstract)
    }
    page.line("El")
  }

  /// The group that it is of, and the commands that its text names.
  private func related(among names: Set<String>) -> [(name: String, section: Int)] {
    var found: Set<String> = [path.dropLast().joined(separator: "-"), path[0]]
    for block in discussion.blocks {
      guard case .paragraph(let text) = block else { continue }
      let words = text.words(by: " ,.;:()\"").map(String.init)
      for index in words.indices where words[index] == path[0] {
        for count in 1...2 where index + count < words.count {
          found.insert(words[index...(index + count)].joined(separator: "-"))
        }
      }
    }
    return found.intersection(names).subtracting([pageName]).sorted().map { ($0, 1) } + [(path[0], 5)]
  }

  private func seeAlso(_ pages: [(name: String, section: Int)], to page: inout Mdoc) {
    page.line("Sh", .macro("SEE ALSO"))
    for (index, other) in pages.enumerated() {
      let comma: [Mdoc.Word] = index + 1 < pages.count ? [.macro(",")] : []
      page.line("Xr", [.text(other.name), .macro("\(other.section)")] + comma)
    }
  }
}

extension CommandDescription.Parameter {
  /// As `.Op` and `.It` take it: the longest name alone, or all of them.
  fileprivate func words(ofPreferredName isPreferred: Bool) -> [Mdoc.Word] {
    let value: [Mdoc.Word] =
      [.macro("Ar"), .text(valueName)] + (isRepeating ? [.macro("...")] : [])
    let names = isPreferred ? [names.max { $0.utf8.count < $1.utf8.count }].compactMap { $0 } : names
    let flags = names.map { name -> [Mdoc.Word] in
      name.utf8.count == 1
        ? [.macro("Fl"), .text(name)] : [.macro("Fl"), .macro("Fl"), .text(name)]
    }
    let given = Array(flags.joined(separator: [.macro(",")]))
    return kind == .flag ? given : given + value
  }
}
