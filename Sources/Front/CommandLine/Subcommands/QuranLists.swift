import ArgumentParser
import TilawaBase
import TilawaQuran

/// `tilawa quran surahs`.
struct QuranSurahs: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "surahs", abstract: "List the 114 surahs: number, name, ayat, first page, meaning.",
    discussion: """
        tilawa quran surahs
      """)

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    if json {
      let document: JSONValue = ["version": 1, "surahs": JSONValue(Surah.all) { $0.json(in: .kufi) }]
      terminal.write(document.documentText)
    } else {
      for surah in Surah.all {
        let columns = [
          padded("\(surah.number)", to: 3), padded(surah.name, to: 16), padded("\(surah.ayahCount)", to: 3),
          padded("\(surah.startPage)", to: 3), padded(surah.meaning, to: 25),
          TerminalText.isolated(surah.arabicName),
        ]
        terminal.print(columns.joined(separator: "  "))
      }
    }
    return .done
  }
}

/// `tilawa quran riwayat`.
struct QuranRiwayat: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "riwayat",
    abstract: "List the twenty riwayat: id, transmitter and imam, ayat, and how they are counted.",
    discussion: """
        tilawa quran riwayat
      """)

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    if json {
      let document: JSONValue = ["version": 1, "results": JSONValue(Riwayah.allCases, \.json)]
      terminal.write(document.documentText)
    } else {
      for riwayah in Riwayah.allCases {
        let columns = [
          padded(riwayah.rawValue, to: 15), padded(riwayah.displayName, to: 24), "\(riwayah.counting.total)",
          padded(riwayah.counting.rawValue, to: 22), TerminalText.isolated(riwayah.arabicName),
        ]
        terminal.print(columns.joined(separator: "  "))
      }
    }
    return .done
  }
}

extension Riwayah {
  fileprivate var json: JSONValue {
    [
      "riwayah": .string(rawValue),
      "name": .string(displayName),
      "arabic_name": .string(arabicName),
      "transmitter": .string(transmitter),
      "qiraah": .string(qiraah.rawValue),
      "qiraah_name": .string(qiraah.displayName),
      "numbering": .string(counting.rawValue),
      "ayah_count": JSONValue(counting.total),
      "numbering_basis": isCountPrinted ? "printed" : "classical",
    ]
  }
}
