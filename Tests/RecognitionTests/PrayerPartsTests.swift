import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Al-Fatihah where it is expected, each time in a cut of its own.
@Suite struct PrayerPartsTests {
  private let fatihah = AyahRange(Ayah(1, 1), Ayah(1, 7))

  /// A takbir, al-Fatihah and amin, a short surah, and a takbir.
  private func prayer() throws -> (features: SpeechFeatures, hearings: [SpokenRecitation.Hearing]) {
    func said(_ sounds: String, _ pause: Int64) -> SpokenRecitation.Utterance {
      SpokenRecitation.Utterance(sounds: sounds, pauseAfter: Milliseconds(pause))
    }
    func ayat(_ surah: Int, _ count: Int) -> [SpokenRecitation.Utterance] {
      (1...count).map { number in
        // Read on without a break: fewer cuts are tried.
        SpokenRecitation.Utterance(
          AyahSounds.words(of: Ayah(surah, number)) ?? [], ayah: Ayah(surah, number),
          pauseAfter: Milliseconds(number < count ? 250 : 800))
      }
    }
    var recitation = SpokenRecitation(
      [said("gallAhu.gakbar", 2000)] + ayat(1, 7) + [said("gAmIn", 1500)] + ayat(108, 3)
        + [said("gallAhu.gakbar", 2000)], seed: 5)
    recitation.tempo = 0.7
    return (try recitation.features(), recitation.hearings)
  }

  private func named(_ row: SpokenRecitation.Hearing, _ ayah: Ayah?, isSure: Bool) -> PrayerParts.Named {
    PrayerParts.Named(
      ayah.map { AyahRange($0) }, from: row.span.start, to: row.span.end, isSure: isSure)
  }

  private func parts(
    _ features: SpeechFeatures, beside named: [PrayerParts.Named], guessing span: TimeSpan
  ) throws -> PrayerParts {
    let piece = PassageIdentification.Piece(
      span: span, passage: nil, confidence: 0.3, same: [], others: [fatihah], margin: 3)
    let nothing = PassageIdentification(pieces: [])
    return PrayerParts(
      of: PassageIdentification(pieces: [piece]), beside: named, in: features, .kufi, .shipped, {},
      searching: { _ in nothing })
  }

  @Test func findsAlFatihahBesideWhatIsNamed() throws {
    let (features, hearings) = try prayer()
    let rows = hearings.filter { $0.ayah != nil }
    let sure = rows.filter { $0.ayah?.surah == 108 }.map { named($0, $0.ayah, isSure: true) }
    // A takbir was taken for an ayah.
    let stray = named(hearings[0], Ayah(1, 2), isSure: false)
    let guess = try #require(TimeSpan(rows[0].span.start, rows[6].span.end))
    let found = try parts(features, beside: [stray] + sure, guessing: guess)
    #expect(found.parts.map(\.passage) == [fatihah])
    #expect(found.dropped == [stray] && found.unnamed.isEmpty, "\(found.dropped) \(found.unnamed)")
    let first = try #require(rows.first?.span.start)
    let part = try #require(found.parts.first)
    #expect(abs((part.span.start - first).count) < 300, "\(part.span.start) \(first)")
    // Amin belongs to its cut, and the next surah doesn't.
    let amin = hearings[8].span
    #expect(part.cut.end >= amin.end - Milliseconds(300), "\(part.cut.end) \(amin.end)")
    #expect(part.cut.end <= rows[7].span.start)
  }

  @Test func leavesWhatIsSureAlone() throws {
    let (features, hearings) = try prayer()
    let rows = hearings.filter { $0.ayah != nil }
    // Something else is said to be sure where it is heard.
    let sure = named(rows[3], Ayah(112, 1), isSure: true)
    let guess = try #require(TimeSpan(rows[0].span.start, rows[6].span.end))
    let found = try parts(features, beside: [sure], guessing: guess)
    #expect(found.parts.isEmpty && found.dropped.isEmpty)
  }
}
