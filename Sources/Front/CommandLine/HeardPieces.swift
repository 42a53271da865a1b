import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition

/// The findings of a search of the whole Quran in a recording, piece by piece.
struct HeardPieces {
  typealias Piece = PassageIdentification.Piece

  let pieces: [Piece]
  let counting: CountingSystem

  /// A line each: start, end, passage, confidence; a ? where it isn't sure, with the likeliest passages.
  var table: TextTable {
    var table = TextTable([
      .init(title: "start", isAtRight: true), .init(title: "end", isAtRight: true), .init(title: "passage"),
      .init(title: "confidence", isAtRight: true), .init(title: ""),
    ])
    for piece in pieces {
      let guesses = piece.guesses(counting)
      let note =
        piece.isSure
        ? ""
        : piece.passage == nil
          ? "no passage" : piece.same.isEmpty ? "perhaps \(list(guesses))" : "one of \(list(guesses))"
      table.add([
        piece.span.start.description, piece.span.end.description,
        piece.name(counting) ?? "?",
        piece.passage == nil ? "" : confidenceText(piece.confidence.inHundredths), note,
      ])
    }
    return table
  }

  /// The first few.
  private func list(_ guesses: [String]) -> String {
    guesses.prefix(4).joined(separator: ", ") + (guesses.count > 4 ? ", …" : "")
  }

  static let keys: [JSONKey<(piece: Piece, counting: CountingSystem)>] = [
    .key(.start, { $0.piece.span.start }), .key(.end, { $0.piece.span.end }),
    .nullable(.passage, { $0.piece.name($0.counting) }),
    .key(.confidence, { confidenceText($0.piece.confidence.inHundredths) }),
    .key("guesses", .list(of: .text), { $0.piece.guesses($0.counting) }, "Possible passages."),
    .key(
      "same_sounds", .flag, { !$0.piece.same.isEmpty }, "True if other passages sound exactly the same."),
  ]
}
