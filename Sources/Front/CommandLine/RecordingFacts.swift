import ArgumentParser
import FoundationEssentials
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The facts a user can state about a new recording.
struct RecordingFacts: ParsableArguments {
  @Option(help: "Title. (default: the title in the file, or its name)") var title: String?

  @Option(help: .init("Id of the reciter, such as yasser-al-dosari.", valueName: "id")) var reciter: String?

  @Option(
    help: "The riwayah recited; without one, the recording is never served.",
    completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(
    help: "Count of the ayat. (default: kufi)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Option(help: .init("Date of the recording: 2024-01-05, or 2024-01-05T12:30:00+03:00.", valueName: "date"))
  var recordedAt: String?

  @Option(
    name: .customLong("of-prayer"),
    help: .init("The prayer recorded, such as fajr or taraweeh.", valueName: "prayer"),
    completion: .list(Prayer.allCases.map(\.rawValue)))
  var prayer: String?

  @Option(help: "Place of the recording.") var place: String?

  @Option(help: "Notes.") var notes: String?

  @Option(help: .init("Passage recited, such as 18:1-31 (repeatable).", valueName: "ref"))
  var passage: [String] = []

  @Option(help: .init("Id of the recording. (default: a random UUID)", valueName: "id")) var id: String?

  /// Checks everything before anything is written; passages are read by `counting` where no numbering is given.
  func facts(counting: CountingSystem = .kufi) throws -> AudioImport.Facts {
    var facts = AudioImport.Facts(id: try Self.identifier(id, "--id") ?? UUID().uuidString.lowercased())
    facts.title = try Self.text(title, "--title")
    facts.reciter = try Self.identifier(reciter, "--reciter")
    facts.riwayah = try riwayah.map(Self.riwayah)
    facts.numbering = try numbering.map { try Numbering($0).counting }
    facts.prayer = try prayer.map(Self.prayer)
    facts.place = try Self.text(place, "--place")
    facts.notes = try Self.text(notes, "--notes")
    facts.recordedAt = try recordedAt.map { try GivenDate.moment($0, "--recorded-at") }
    facts.passage = try passage.map { text in
      switch PassageReference.parse(text, counting: facts.numbering ?? counting) {
      case .success(let range): return range
      case .failure(let error): throw Failure(error.message)
      }
    }
    return facts
  }

  private static func text(_ text: String?, _ option: String) throws -> String? {
    if let text, text.isEmpty { throw Failure("\(option) is empty; give a text, or omit the option") }
    return text
  }

  private static func identifier(_ text: String?, _ option: String) throws -> String? {
    guard let text else { return nil }
    guard RecordingDraft.isIdentifier(text) else {
      throw Failure(
        "invalid \(option) \"\(text)\" (expected letters, digits, \".\", \"_\" and \"-\", such as yasser-al-dosari)"
      )
    }
    return text
  }

  static func prayer(_ text: String) throws -> Prayer {
    if let prayer = Prayer(rawValue: text.lowercased()) { return prayer }
    let names = Prayer.allCases.map(\.rawValue)
    throw Failure(noSuch("prayer", text, in: names, hint: "use one of \(names.joined(separator: ", "))"))
  }

  static func riwayah(_ text: String) throws -> Riwayah {
    guard let riwayah = Riwayah(text) else {
      throw Failure(Riwayah.noSuch(text, hint: "see `tilawa quran riwayat`"))
    }
    return riwayah
  }
}
