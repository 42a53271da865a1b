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

  static let shape = OutputShape<[Surah]>(
    "quran-surahs",
    [.key("surahs", .list(of: Surah.form), { surahs in surahs.map { ($0, .kufi) } }, "All surahs, in order.")]
  )

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    if json {
      terminal.write(Self.shape.document(of: Surah.all))
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
    abstract: "List the twenty riwayat: id, transmitter, imam, ayat, count.",
    discussion: """
        tilawa quran riwayat
      """)

  static let shape = OutputShape<[Riwayah]>(
    "quran-riwayat",
    [
      .key(
        "results",
        .list(
          of: .object([
            .key(.riwayah, \.rawValue), .key(.name, \.displayName), .key(.arabicName, \.arabicName),
            .key("transmitter", .text, \.transmitter, "Name of the transmitter."),
            .key("qiraah", .text, \.qiraah.rawValue, "Id of the qiraah."),
            .key("qiraah_name", .text, \.qiraah.displayName, "Name of the qiraah."),
            .key(.numbering, \.counting.rawValue), .key(.ayahCount, \.counting.total),
            .key(
              "numbering_basis", .word(["printed", "classical"]),
              { $0.isCountPrinted ? "printed" : "classical" }, "Source of the count."),
          ])), { $0 }, "All riwayat.")
    ])

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    if json {
      terminal.write(Self.shape.document(of: Riwayah.allCases))
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
