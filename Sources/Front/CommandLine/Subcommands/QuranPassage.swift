import ArgumentParser
import TilawaBase
import TilawaQuran

/// `tilawa quran 2:255`, where no other subcommand of `quran` is named.
struct QuranPassage: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "passage",
    abstract: "Show place and length of a passage.",
    discussion: """
      A passage is 2:255, 2:1-5, 8:75-9:1, a surah by name or number, some of its ayat (kahf 1-10), or a portion: page 50, \
      juz 30, hizb 3, quarter 12, manzil 1, ruku 5, or a run of them (juz 1-2).

      If the library has texts, short passages are printed with their words and a translation.

      Exit status: 0 printed; 2 wrong usage, or no such passage.

        tilawa quran 2:255
        tilawa quran kahf 1-10
        tilawa quran page 50
      """)

  @Argument(help: "Passages.") var passages: [String] = []

  @Option(
    help: "Riwayah or counting system of the given ayah numbers.", completion: .list(Numbering.names))
  var numbering = "kufi"

  @Option(
    help: .init(
      "Show texts of this library. (default: $TILAWA_LIBRARY or .)",
      valueName: "dir"),
    completion: .directory)
  var library: String?

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let counting = try Numbering(numbering).counting
    var outcome = Outcome.done
    var found: [PassageFacts] = []
    var errors: [PassageFault] = []
    for (query, result) in PassageArguments.read(passages, counting: counting) {
      switch result {
      case .success(let range):
        found.append(PassageFacts(query: query, range: range, counting: counting))
      case .failure(let error):
        terminal.complain("tilawa: \(error.message)")
        errors.append((query, error.message))
        outcome = .failed
      }
    }
    if json {
      terminal.write(Self.shape.document(of: (found, errors)))
    } else if !found.isEmpty {
      terminal.write(try found.map { try withTexts($0, terminal) }.joined(separator: "\n\n") + "\n")
    }
    return outcome
  }

  static let shape = OutputShape<(results: [PassageFacts], errors: [PassageFault])>(
    "quran-passage",
    [
      .key(
        "results", .list(of: PassageFacts.form), { $0.results }, "Result for each passage."),
      .passageFaults { $0.errors },
    ])

  /// With the words of its ayat below, where they aren't many.
  private func withTexts(_ facts: PassageFacts, _ terminal: Terminal) throws -> String {
    guard facts.counting.count(of: facts.range) <= 10 else { return facts.text }
    let texts = TextsAtHand(
      inLibrary: try terminal.path(LibraryArguments.root(library, in: terminal)), riwayah: nil,
      counting: facts.counting)
    let lines = texts.lines(of: facts.range)
    return lines.isEmpty ? facts.text : ([facts.text, ""] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// A query that could not be understood, and the reason.
typealias PassageFault = (query: String, message: String)

extension JSONKey {
  static func passageFaults(_ faults: @escaping @Sendable (Whole) -> [PassageFault]) -> Self {
    key(
      "errors", .list(of: .object([.key(.query, { $0.query }), .key(.message, { $0.message })])), faults,
      "Messages about invalid passages.")
  }
}

/// Command-line arguments as passages: `kahf 1-10 page 50` are two of them, in four arguments.
enum PassageArguments {
  /// The text of each passage, and the ayat it names; one failure for no arguments at all.
  static func read(
    _ arguments: [String], counting: CountingSystem
  ) -> [(query: String, result: Result<AyahRange, PassageError>)] {
    var result: [(String, Result<AyahRange, PassageError>)] = []
    var rest = arguments[...]
    repeat {
      let length = length(of: rest, counting: counting)
      let query = rest.prefix(length).joined(separator: " ")
      result.append((query, PassageReference.parse(query, counting: counting)))
      rest = rest.dropFirst(length)
    } while !rest.isEmpty
    return result
  }

  /// The number of leading arguments that make one passage: as many as can be read as one, where it begins
  /// with a word.
  private static func length(of arguments: ArraySlice<String>, counting: CountingSystem) -> Int {
    guard let first = arguments.first, first.unicodeScalars.first?.properties.isAlphabetic == true else {
      return 1
    }
    // No passage has more words than "surah ha mim as sajdah 1-10".
    for length in stride(from: min(arguments.count, 6), to: 0, by: -1) {
      let text = arguments.prefix(length).joined(separator: " ")
      switch PassageReference.parse(text, counting: counting) {
      case .success: return length
      case .failure(let error): if error.isAboutExistence { return length }
      }
    }
    // Wrong one way or another: the word and its numbers are told together.
    let second = arguments.dropFirst().first
    return second?.unicodeScalars.first?.properties.numericType != nil ? 2 : 1
  }
}
