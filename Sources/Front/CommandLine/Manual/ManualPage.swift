import TilawaBase

/// A page of the manual, as `man` reads it.
struct ManualPage {
  let name: String
  /// 1 for programs, 5 for files, 7 for all else.
  let section: Int
  /// In the language of mdoc(7).
  let text: String

  /// Where it lies in a folder of manuals.
  var path: String { "man\(section)/\(name).\(section)" }

  /// A page with its head: what it is called, its date, and what it is about in one line.
  init(_ name: String, section: Int, about: String, on date: ManualDate, _ body: (inout Mdoc) -> Void) {
    self.name = name
    self.section = section
    var mdoc = Mdoc()
    mdoc.line(
      "\\\"", .macro("Made by tilawa setup manual from the declarations of the program; change those."))
    mdoc.line("Dd", .macro(date.text))
    mdoc.line("Dt", .macro(name.uppercased()), .macro("\(section)"))
    mdoc.line("Os", .macro("Tilawa"), .macro(tilawaVersion))
    mdoc.line("Sh", .macro("NAME"))
    mdoc.line("Nm", .macro(name))
    mdoc.line("Nd", .phrase(Self.asPhrase(about)))
    body(&mdoc)
    text = mdoc.text
  }

  /// A sentence as what stands behind the dash: without its capital and its full stop.
  private static func asPhrase(_ sentence: String) -> String {
    let phrase = String(sentence.before(".") ?? sentence[...])
    let second = phrase.dropFirst().first
    // Not where a name in capitals begins it.
    return second?.isLowercase == true || second == " "
      ? phrase.prefix(1).lowercased() + phrase.dropFirst() : phrase
  }
}

/// The day that pages bear, in the form of mdoc(7): `January 5, 2024`.
struct ManualDate {
  let text: String

  /// Seconds since 1970.
  init(_ seconds: Int64) {
    let days = Timestamp(secondsSince1970: seconds).text.fields(by: "-T").compactMap { Int($0) }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    text = "\(months[days[1] - 1]) \(days[2]), \(days[0])"
  }
}

/// All pages of the manual.
struct Manual {
  let pages: [ManualPage]

  init(on date: ManualDate) throws {
    let program = try CommandDescription.ofProgram()
    let commands = program.shownCommands
    let names = Set(commands.map(\.pageName))
    pages =
      commands.map { $0.path.count == 1 ? $0.programPage(on: date) : $0.page(on: date, among: names) }
      + [.ofFormat(on: date)] + Topic.all.map { $0.page(on: date) }
  }

  /// The page that is asked for by words: `mark`, `journal add`, `tilawa-mark`, `5 tilawa`.
  func page(_ words: [String]) throws(CommandFailure) -> ManualPage {
    var words = words.flatMap { $0.fields(by: "-").map(String.init) }
    let section = words.first.flatMap { Int($0) }
    if section != nil { words.removeFirst() }
    if words.first != "tilawa" { words.insert("tilawa", at: 0) }
    let name = words.joined(separator: "-")
    if let page = pages.first(where: { $0.name == name && $0.section == section ?? $0.section }) {
      return page
    }
    let near = nearestName(to: name, in: pages.map(\.name)).map { "did you mean \($0)?" }
    let said = section.map { " in section \($0)" } ?? ""
    throw CommandFailure(
      "no page of the manual is called \"\(name)\"\(said); \(near ?? "tilawa help all lists the commands")")
  }
}
