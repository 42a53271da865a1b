import TilawaBase

/// Text in the language of manual pages, mdoc(7), as it is written.
struct Mdoc {
  private(set) var text = ""

  /// A macro with its arguments, each taken as it is; `Op`, `Ar` and other macros among them are given as `.macro`.
  mutating func line(_ macro: String, _ words: Word...) { line(macro, words) }

  /// Appends a line of a macro, with the arguments as a list.
  mutating func line(_ macro: String, _ words: [Word]) {
    text += ([".\(macro)"] + words.map(\.written)).joined(separator: " ") + "\n"
  }

  /// One argument of a macro.
  enum Word: ExpressibleByStringLiteral {
    /// As it is.
    case macro(String)
    /// One word for the macro, whatever is in it.
    case text(String)
    /// Words of a macro that takes the rest of its line as text.
    case phrase(String)

    init(stringLiteral value: String) { self = .text(value) }

    fileprivate var written: String {
      switch self {
      case .macro(let name): return name
      case .phrase(let text): return Mdoc.escaped(text, isTyped: false).replaced("\"", with: "\\(dq")
      case .text(let text):
        let escaped = Mdoc.escaped(text, isTyped: true).replaced("\"", with: "\"\"")
        // A word that is also a macro's name would be taken for it.
        let isPlain = text.utf8.count > 3 && !escaped.holds(" ") && !escaped.holds("\"")
        return isPlain ? escaped : "\"\\&\(escaped)\""
      }
    }
  }

  /// Running text; each sentence begins a line, as the language wants it.
  mutating func prose(_ prose: String) {
    if prose.isEmpty { return }
    // What is typed is told apart by the words themselves.
    for sentence in Self.sentences(of: prose.replaced("`", with: "")) {
      for line in wrapped(Self.escaped(sentence, isTyped: false), to: 76) {
        text += Self.atStart(line) + "\n"
      }
    }
  }

  /// Text as it stands, such as what is typed.
  mutating func literal(_ lines: [String]) {
    line("Bd", .macro("-literal"), .macro("-offset"), .macro("indent"))
    for line in lines { text += Self.atStart(Self.escaped(line, isTyped: true)) + "\n" }
    line("Ed")
  }

  mutating func blocks(_ blocks: [HelpText.Block]) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .heading(let title): line("Ss", .text(title))
      case .paragraph(let prose):
        // A list or a display above it leaves no space of its own, and a section has enough.
        if index > 0, !blocks[index - 1].isHeading { line("Pp") }
        self.prose(prose)
      case .literal(let lines): literal(lines)
      }
    }
  }

  /// Backslashes are written out, and hyphens that are typed stay ASCII.
  private static func escaped(_ text: String, isTyped: Bool) -> String {
    let text = text.replaced("\\", with: "\\e")
    if isTyped { return text.replaced("-", with: "\\-") }
    return text.fields(by: " ").map { word in
      let isOption = word.trimmed(of: "(\"'`").begins(with: "-")
      return isOption || word.holds("--") ? word.replaced("-", with: "\\-") : String(word)
    }.joined(separator: " ")
  }

  /// A line that no full stop or apostrophe makes a macro.
  private static func atStart(_ line: String) -> String {
    line.begins(with: ".") || line.begins(with: "'") ? "\\&" + line : line
  }

  /// Taken apart where a full stop, or a colon's like, is followed by a capital.
  static func sentences(of prose: String) -> [String] {
    var sentences: [String] = [""]
    for word in prose.fields(by: " ") {
      let last = sentences[sentences.count - 1]
      let isEnd = [".", "!", "?", ".)", ".\""].contains { last.ends(with: $0) }
      if isEnd {
        sentences.append(String(word))
      } else {
        sentences[sentences.count - 1] += last.isEmpty ? String(word) : " \(word)"
      }
    }
    return sentences
  }
}

extension HelpText.Block {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}
