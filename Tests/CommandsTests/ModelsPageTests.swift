import Foundation
import Testing
import TilawaTestSupport

/// `Examples/guides/models.md` has every field of the records, and names tests that there are.
@Suite struct ModelsPageTests {
  /// Each entity of the records with its attributes, as the app's own paper lists them.
  private let model: [(entity: String, fields: String)] = [
    ("CD_QuranVerse", "id surahNumber verseNumber fullEnglishTranslation words"),
    ("CD_QuranWord", "arabic englishTranslation position verseId"),
    ("CD_Surah", "id surahNumber name arabicName revelationType numberOfVerses verses"),
    (
      "CD_QuranNote",
      "id surahNumber verseNumber arabicText englishTranslation userNote createdAt updatedAt category"
    ),
    ("CD_NoteCategory", "id name colorHex createdAt notes"),
    ("CD_FavoriteVerse", "id surahNumber verseNumber arabicText englishTranslation addedAt"),
    ("CD_MemorizedVerse", "id surahNumber verseNumber arabicText memorizedAt"),
    ("CD_ReadingProgress", "id surahNumber surahName progressPercentage lastReadAt"),
    ("CD_VerseViewProgress", "id surahNumber verseNumber hasBeenViewed viewedAt"),
    (
      "CD_SavedWord",
      "id arabicWord englishTranslation surahNumber surahName verseNumber wordPosition savedAt notes mastered"
    ),
  ]

  /// The rows of the section, without its heads.
  private func rows() throws -> [[String]] {
    let page = try String(
      contentsOfFile: "\(ConformanceSuite.repository)/Examples/guides/models.md", encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("Quran, journal\n") })
    return section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
      .map { line in
        line.replacing("\\|", with: "/").split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      .filter { $0[0] != "entity" && !$0[0].hasPrefix("---") }
  }

  @Test func everyFieldOfTheRecordsHasARow() throws {
    let rows = try rows()
    for (entity, fields) in model {
      let listed = rows.filter { $0[0] == entity }.map { $0[1] }
      for field in fields.split(separator: " ") {
        #expect(listed.count { $0 == field } == 1, "\(entity).\(field)")
      }
    }
    #expect(rows.allSatisfy { $0.count == 5 && ["there", "derived", "deliberately other"].contains($0[3]) })
    #expect(rows.count > 150)
  }

  @Test func theTestsThatItNamesAreThere() throws {
    let tests = URL(filePath: "\(ConformanceSuite.repository)/Tests")
    var functions: [String: Set<String>] = [:]
    for folder in try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil) {
      let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      for file in files ?? [] where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let names = text.matches(of: #/func (\w+)\(/#).map { String($0.1) }
        for suite in text.matches(of: #/(?:struct|extension) (\w+)/#) {
          functions[String(suite.1), default: []].formUnion(names)
        }
      }
    }
    for row in try rows() {
      let name = row[4].split(separator: ".").map(String.init)
      #expect(name.count == 2 && functions[name[0]]?.contains(name[1]) == true, "\(row[4])")
    }
  }
}
