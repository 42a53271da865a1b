import TilawaBase

/// A task that takes several commands, as a page of `tilawa help` and of section 7 of the manual.
///
/// The tests run what it shows (`ConsoleExamplesTests`).
struct Topic {
  /// The name by which it is requested.
  let name: String
  private let markdown: @Sendable () -> [UInt8]

  private init(_ name: String, _ markdown: @autoclosure @escaping @Sendable () -> [UInt8]) {
    self.name = name
    self.markdown = markdown
  }

  /// In the order in which people need them. `Topics/` has a link to the page of each in `Examples/guides/`.
  static let all = [
    Topic("start", PackageResources.start_md),
    Topic("prayers", PackageResources.prayers_md),
    Topic("warsh", PackageResources.warsh_md),
    Topic("git", PackageResources.git_md),
    Topic("sharing", PackageResources.sharing_md),
    Topic("memorising", PackageResources.memorising_md),
    Topic("class", PackageResources.class_md),
    Topic("archive", PackageResources.archive_md),
    Topic("apps", PackageResources.apps_md),
    Topic("install", PackageResources.install_md),
    Topic("words", PackageResources.words_md),
  ]

  // Read when it is asked for: each start of the program names the topics.
  var text: HelpText { HelpText(markdown: String(decoding: markdown(), as: UTF8.self)) }

  /// Its subject, in a few words.
  var title: String {
    if case .heading(let title)? = text.blocks.first { title } else { name }
  }

  /// All behind the title.
  var body: [HelpText.Block] { Array(text.blocks.dropFirst()) }

  /// For a terminal of so many columns.
  func lines(width: Int, palette: Palette) -> [String] {
    var lines: [String] = []
    for block in text.blocks {
      switch block {
      case .heading(let title): lines += [palette.paint(title, .strong)]
      case .paragraph(let prose): lines += wrapped(prose, to: min(width, 100))
      case .literal(let typed):
        lines += typed.map { "  " + ($0.begins(with: "$ ") ? palette.paint($0, .strong) : $0) }
      }
      lines.append("")
    }
    return lines.dropLast()
  }

  /// Its page of the manual.
  func page(on date: ManualDate) -> ManualPage {
    ManualPage("tilawa-\(name)", section: 7, about: title, on: date) { page in
      page.line("Sh", .macro("DESCRIPTION"))
      page.blocks(body)
      page.line("Sh", .macro("SEE ALSO"))
      page.line("Xr", .text("tilawa"), .macro("1"), .macro(","))
      page.line("Xr", .text("tilawa"), .macro("5"))
    }
  }
}
