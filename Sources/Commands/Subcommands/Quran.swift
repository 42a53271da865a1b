import ArgumentParser

/// What the index of the Quran knows; says nothing of recordings.
struct Quran: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quran",
    abstract: "Look up ayat, surahs, pages and riwayat.",
    discussion: """
      tilawa quran 2:255                           one ayah
      tilawa quran kahf 1-10                       the same as 18:1-10
      tilawa quran surah kahf                      a surah
      tilawa quran page 50                         or juz, hizb, quarter, ruku
      tilawa quran map 2:1 --from warsh --to hafs  in another count
      """,
    subcommands: [QuranPassage.self, QuranMap.self, QuranSurahs.self, QuranRiwayat.self],
    defaultSubcommand: QuranPassage.self)
}
