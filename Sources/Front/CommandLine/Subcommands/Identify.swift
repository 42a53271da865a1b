import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

struct Identify: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Find out which passages a recording holds.",
    discussion: """
      The sounds of the recording are searched for in the whole Quran. Each line is one piece: start, end, passage, and \
      how likely it is. Up to half a minute is compared with as much from a hundred other places; more that would be 0.9 or \
      higher is listened to once more, as mark listens for a passage that is stated, and stays so only if it is heard. A recording of up to twenty seconds is \
      also compared with all runs of whole ayat. Of pieces of half a minute and less al-Fatihah and the surahs from 93 on, which are recited most, are \
      likelier from the start. A piece that can't be identified has a ? and the likeliest passages. Passages that sound exactly \
      the same, such as the refrain of surah 55, are all named. A quarter of a minute of clear recitation is usually enough; noise \
      and other riwayat need more, or can't be recognised. The acoustic model is of hafs.

      Exits with 1 if no piece can be identified.

        tilawa identify memo.flac
        tilawa identify taraweeh.tilawa --json
      """)

  @Argument(help: "An audio file, a bundle, or something inside one.", completion: .file()) var target: String

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var path = terminal.path(target)
    var bundle: TilawaBundle?
    if try FileStatus.ifAny(path)?.kind != .file || FileKind(fileName: path) != nil {
      guard let found = FoundBundle(containing: target, in: terminal.workplace) else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal.workplace))
      }
      let read = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
      path = try read.audioPath()
      bundle = read
    }
    let features = try SpeechFeatures(heardAt: path, in: terminal.workplace, terminal.monitor)
    if features.breaksOff {
      terminal.complain("tilawa: \(terminal.shown(path)) breaks off; \(features.duration) s can be decoded")
    }
    let found = try PassageIdentification(features, terminal.monitor)
    let shown = terminal.shown(path)
    let counting = try bundle?.knownCounting() ?? .kufi
    if json {
      terminal.write(Self.shape.document(of: (shown, features.duration, found, counting)))
    } else {
      for line in table(found, counting).lines(width: terminal.tableWidth, palette: terminal.palette)
      where !found.pieces.isEmpty {
        terminal.print(line)
      }
    }
    if let riwayah = bundle?.riwayah, riwayah != .hafs {
      terminal.say("recognition uses the sounds of hafs, and \(riwayah.rawValue) may differ")
    }
    guard found.passages.isEmpty else { return .done }
    terminal.complain(
      found.pieces.isEmpty
        ? "tilawa: no recitation is heard in \(shown)" : "tilawa: can't identify what is recited in \(shown)")
    return .findings
  }
}

private func table(_ found: PassageIdentification, _ counting: CountingSystem) -> TextTable {
  var table = TextTable([
    .init(title: "start", isAtRight: true), .init(title: "end", isAtRight: true), .init(title: "passage"),
    .init(title: "confidence", isAtRight: true), .init(title: ""),
  ])
  for piece in found.pieces {
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

extension Identify {
  private typealias Piece = (piece: PassageIdentification.Piece, counting: CountingSystem)

  static let shape = OutputShape<
    (path: String, duration: Milliseconds, found: PassageIdentification, counting: CountingSystem)
  >(
    "identify",
    [
      .key(.path, { $0.path }), .key(.duration, { $0.duration }), .key(.riwayah, { _ in "hafs" }),
      .key(
        "pieces", .list(of: .object(keys)),
        { told in told.found.pieces.map { ($0, told.counting) } }, "What is heard, piece by piece."),
    ])

  private static let keys: [JSONKey<Piece>] = [
    .key(.start, { $0.piece.span.start }), .key(.end, { $0.piece.span.end }),
    .nullable(.passage, { $0.piece.name($0.counting) }),
    .key(.confidence, { confidenceText($0.piece.confidence.inHundredths) }),
    .key("guesses", .list(of: .text), { $0.piece.guesses($0.counting) }, "Passages that it may be."),
    .key(
      "same_sounds", .flag, { !$0.piece.same.isEmpty }, "Whether other passages sound exactly the same."),
  ]
}
