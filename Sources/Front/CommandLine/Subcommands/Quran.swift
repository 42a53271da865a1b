import ArgumentParser

/// The facts in the index of the Quran, independent of recordings.
struct Quran: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quran",
    abstract: "Look up ayat, surahs, pages and riwayat.",
    discussion: """
      Takes an ayah, a passage, a surah, a page, juz, hizb, quarter or ruku; kahf 1-10 is the same as 18:1-10. tilawa quran \
      map converts ayah numbers to another count.

        tilawa quran 2:255
        tilawa quran kahf 1-10
        tilawa quran surah kahf
        tilawa quran page 50
        tilawa quran map 2:1 --from warsh --to hafs
      """,
    subcommands: [QuranPassage.self, QuranMap.self, QuranSurahs.self, QuranRiwayat.self],
    defaultSubcommand: QuranPassage.self)
}
