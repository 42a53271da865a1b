import TilawaBase

/// The text of a help page, taken apart: what is prose, and what is typed.
///
/// In the discussion of a command, lines that are indented are examples; a paragraph that begins with "Exit status:" is about that.
struct HelpText {
  enum Block: Hashable {
    case heading(String)
    /// Running text, as one line.
    case paragraph(String)
    /// Lines as they stand.
    case literal([String])
  }

  var blocks: [Block] = []

  /// That of a command's discussion.
  init(discussion: String) {
    for lines in Self.paragraphs(of: discussion) {
      let isIndented = lines.allSatisfy { $0.begins(with: "  ") }
      if isIndented {
        blocks.append(.literal(lines.map { String($0.dropFirst(2)) }))
      } else if lines.count > 1 {
        blocks.append(.literal(lines))
      } else {
        blocks.append(.paragraph(lines[0]))
      }
    }
  }

  /// That of a page in Markdown, of which headings, fenced blocks and paragraphs of one line are understood.
  init(markdown: String) {
    var typed: [String]?
    for line in markdown.fields(by: "\n").map(String.init) {
      if line.begins(with: "```") {
        if let typed { blocks.append(.literal(typed)) }
        typed = typed == nil ? [] : nil
      } else if typed != nil {
        typed?.append(line)
      } else if line.begins(with: "#") {
        blocks.append(.heading(line.trimmed(of: "# ")))
      } else if !line.isEmpty {
        blocks.append(.paragraph(line))
      }
    }
  }

  /// Commands that are shown as examples, in their order; each is one line of a shell.
  var examples: [String] { blocks.flatMap { $0.isExample ? $0.lines : [] } }

  /// The text after "Exit status:".
  var exitStatus: String? {
    for case .paragraph(let text) in blocks {
      if let status = text.after(Self.exitStatusBegins) { return String(status) }
    }
    return nil
  }

  /// All but the examples and the exit status.
  var description: [Block] {
    blocks.filter { block in
      if case .paragraph(let text) = block { return !text.begins(with: Self.exitStatusBegins) }
      return !block.isExample
    }
  }

  private static let exitStatusBegins = "Exit status: "

  /// Lines between empty ones.
  private static func paragraphs(of text: String) -> [[String]] {
    text.fields(by: "\n").map(String.init).reduce(into: [[]]) { paragraphs, line in
      if line.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }.filter { !$0.isEmpty }
  }
}

extension HelpText.Block {
  /// True if one of its lines has a command of ours, as it is typed.
  fileprivate var isExample: Bool { lines.contains { $0.begins(with: "tilawa ") || $0.holds("| tilawa ") } }

  fileprivate var lines: [String] { if case .literal(let lines) = self { lines } else { [] } }
}
