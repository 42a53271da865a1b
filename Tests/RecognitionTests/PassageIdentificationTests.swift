import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Recitations as scores of phones, among the last surahs: no audio, and all that is heard known.
@Suite struct PassageIdentificationTests {
  private let quran = QuranSounds(surahs: 105...114)

  /// Scores of a recording in which stretches of the string are read on, with pauses between them.
  private struct Recited {
    private(set) var rows = [[Float]](repeating: [], count: PhoneNetwork.classes)
    private var random: SplitMix64

    init(seed: UInt64 = 1) {
      random = SplitMix64(state: seed)
      add(PhoneScores.silence, 30)
    }

    /// An even number from 0 to 1.
    private mutating func fraction() -> Float { Float(random.next() >> 40) / Float(1 << 24) }

    mutating func add(_ heard: Int, _ frames: Int) {
      for _ in 0..<frames {
        for row in rows.indices {
          // Every fourth frame is misheard.
          let isBest = row == heard && fraction() > 0.25
          rows[row].append(isBest ? 0 : -0.2 - 1.6 * fraction())
        }
      }
    }

    mutating func read(_ range: Range<Int>, of quran: QuranSounds, tempo: Double = 1, pause: Int = 25) {
      for sound in range {
        let usual = AcousticModel.shipped.medians[Int(quran.lengths[sound])] * tempo * 50
        add(Int(quran.heard[sound]), max(2, Int(usual * Double(0.8 + 0.4 * fraction()))))
        if quran.ends[sound] == QuranSounds.End.ayah.rawValue { add(0, pause) }
      }
      add(0, pause)
    }

    mutating func noise(_ frames: Int) { add(-1, frames) }

    func identified(in quran: QuranSounds) -> PassageIdentification { identified(in: quran) { _, _ in } }

    func identified(
      in quran: QuranSounds, progress: (Int, Int) throws -> Void
    ) rethrows -> PassageIdentification {
      try PassageIdentification(
        CoarseScores(rows), in: quran, duration: Milliseconds(Int64(rows[0].count) * 20),
        progress: progress,
        // There is nothing that a model could learn from.
        confidence: { $0.margin > 24 ? 1 : 0 })
    }
  }

  private func range(_ first: Ayah, _ last: Ayah) throws -> Range<Int> {
    let from = try #require(quran.ayat.firstIndex(of: first))
    let to = try #require(quran.ayat.firstIndex(of: last))
    return quran.starts[from]..<quran.starts[to + 1]
  }

  @Test func endsWhenItIsCalledOff() throws {
    var recited = Recited()
    for _ in 0..<4 { recited.read(try range(Ayah(112, 1), Ayah(112, 4)), of: quran, pause: 60) }
    var (told, blocks) = (0, 0)
    #expect(throws: CancellationError.self) {
      try recited.identified(in: quran) { done, total in
        (told, blocks) = (done, total)
        if done == 2 { throw CancellationError() }
      }
    }
    #expect(told == 2 && blocks > 2)
  }

  @Test func holdsTheWholeQuranInOrder() throws {
    let whole = QuranSounds.whole
    // Every ayah, a basmalah before all surahs but two, and isti'adha.
    #expect(whole.ayat.count == CountingSystem.kufi.total + 112 + 1)
    #expect(whole.starts.count == whole.ayat.count + 1 && whole.starts.last == whole.count)
    #expect(whole.bypasses.count == 112)
    let refrains = try (0...2).map { number in
      let place = try #require(whole.ayat.firstIndex(of: Ayah(55, [13, 16, 77][number])))
      return whole.starts[place]..<whole.starts[place + 1]
    }
    let same = whole.occurrences(of: refrains[0])
    #expect(same.count == 30 && same.contains(refrains[1]) && same.contains(refrains[2]))
    for (place, ayah) in whole.ayat.enumerated() where place % 97 == 0 {
      #expect(whole.passage(whole.starts[place]..<whole.starts[place + 1]) == ayah.map { AyahRange($0) })
    }
  }

  @Test func aBlockIsScoredAsTheBestPathSaysAtEverySound() throws {
    let search = BlockSearch(quran, .shipped)
    var random = SplitMix64(state: 7)
    for frames in [1, 2, 30, 90] {
      let scores = CoarseScores(
        (0..<PhoneNetwork.classes).map { _ in
          (0..<2 * frames).map { _ in -3 * Float(random.next() >> 40) / Float(1 << 24) }
        })
      let sums = scores.sums(0..<frames)
      let before = (0..<quran.count).map { _ in Int16(random.next() % 60) - 60 }
      let ends = search.ends(sums, from: before, tolerance: 480)
      let best = Int(ends.max() ?? BlockSearch.never)
      var found = 0
      for sound in stride(from: 5, to: quran.count, by: 131) {
        guard let path = BlockPath(to: sound, in: search, sums, from: { Int(before[$0]) }) else { continue }
        // What is far below the best is given up.
        let isGivenUp = ends[sound] == BlockSearch.never
        #expect(
          isGivenUp ? path.score < best - 480 : path.score == Int(ends[sound]),
          "\(frames) frames, sound \(sound)")
        #expect(path.heard.last?.sound ?? path.before == sound || path.heard.isEmpty)
        #expect(
          zip(path.heard, path.heard.dropFirst()).allSatisfy { $0.frames.upperBound <= $1.frames.lowerBound })
        found += 1
      }
      #expect(found > 10)
    }
  }

  /// The margin to other places is also known where a search gave them up, up to the greatest margin that
  /// counts.
  @Test func aMarginIsThatOfASearchThatGivesNothingUp() throws {
    // So many that other places are far enough to be others.
    let quran = QuranSounds(surahs: 85...114)
    var margins: Set<Double> = []
    for number in 1...40 {
      var recited = Recited(seed: UInt64(number))
      let (start, length) = (37 * number, 8 + number)
      recited.read(start..<start + length, of: quran, pause: 10)
      let scores = CoarseScores(recited.rows)
      try #require(scores.blocks().count == 1)
      let pieces = QuranSearch(quran, .shipped, scores).pieces { _, _ in }
      guard let piece = pieces.first, pieces.count == 1, !piece.sounds.isEmpty else { continue }
      let before = [Int16](repeating: 0, count: quran.count)
      let ends = BlockSearch(quran, .shipped).ends(
        scores.sums(0..<scores.count), from: before, tolerance: 20_000)
      let peaks = QuranSearch.peaks(ends)
      let other = peaks.first { peak in
        ([piece.sounds] + piece.same).allSatisfy { own in
          peak.sound <= own.lowerBound - QuranSearch.nearness
            || peak.sound >= own.upperBound + QuranSearch.nearness
        }
      }
      let best = try #require(peaks.first).score
      let most = other.map { Double(best - $0.score) / CoarseScores.unit } ?? 60
      #expect(piece.margin == min(60, most), "from \(start), \(length) sounds")
      margins.insert(piece.margin)
    }
    // Of such as a search gives up, too.
    #expect(margins.contains { $0 < 40 } && margins.contains { $0 > 40 && $0 < 60 } && margins.contains(60))
  }

  @Test func tellsWhatIsRecitedAtAnyTempo() throws {
    for (seed, tempo) in [0.7, 1, 1.7].enumerated() {
      var recited = Recited(seed: UInt64(seed))
      recited.read(try range(Ayah(107, 3), Ayah(107, 6)), of: quran, tempo: tempo)
      let found = recited.identified(in: quran)
      #expect(found.passages == [AyahRange(Ayah(107, 3), Ayah(107, 6))], "\(found.pieces)")
    }
  }

  @Test func tellsPiecesAndWhereTheyBegin() throws {
    var recited = Recited(seed: 2)
    recited.read(try range(Ayah(111, 1), Ayah(111, 5)), of: quran)
    let second = recited.rows[0].count
    recited.read(try range(Ayah(106, 1), Ayah(106, 4)), of: quran)
    let found = recited.identified(in: quran)
    #expect(
      found.passages == [AyahRange(Ayah(111, 1), Ayah(111, 5)), AyahRange(Ayah(106, 1), Ayah(106, 4))],
      "\(found.pieces)")
    let start = found.pieces.last?.span.start.count ?? 0
    #expect(abs(start - Int64(20 * second)) < 1000)
  }

  @Test func readsOnOverASurahsBeginningWithTheBasmalahOrWithout() throws {
    for first in [0, 1] {
      var recited = Recited()
      recited.read(try range(Ayah(110, 2), Ayah(110, 3)), of: quran)
      recited.read(try range(Ayah(111, first), Ayah(111, 3)), of: quran)
      #expect(recited.identified(in: quran).passages == [AyahRange(Ayah(110, 2), Ayah(111, 3))])
    }
  }

  @Test func goingBackIsNoOtherPiece() throws {
    var recited = Recited()
    recited.read(try range(Ayah(107, 1), Ayah(107, 4)), of: quran)
    recited.read(try range(Ayah(107, 3), Ayah(107, 7)), of: quran)
    #expect(recited.identified(in: quran).passages == [AyahRange(Ayah(107, 1), Ayah(107, 7))])
  }

  @Test func whatSoundsTheSameIsATie() throws {
    var recited = Recited()
    recited.read(try range(Ayah(109, 3), Ayah(109, 3)), of: quran)
    let found = recited.identified(in: quran)
    #expect(found.passages.isEmpty)
    let piece = try #require(found.pieces.first { $0.passage != nil })
    #expect(
      Set([piece.passage] + piece.same) == [AyahRange(Ayah(109, 3)), AyahRange(Ayah(109, 5))], "\(piece)")
  }

  /// The praise that opens al-Fatihah also ends other ayat. Without its first word, they can't be
  /// distinguished.
  @Test func ofWhatSoundsTheSameTheMostRecitedIsNamedFirst() throws {
    let quran = QuranSounds(surahs: [10, 1, 39])
    var recited = Recited()
    let praise = try #require(quran.ayat.firstIndex(of: Ayah(1, 2)))
    recited.read(quran.starts[praise] + 8..<quran.starts[praise + 1], of: quran)
    let found = recited.identified(in: quran)
    #expect(found.passages.isEmpty)
    let piece = try #require(found.pieces.first { $0.passage != nil })
    #expect(
      piece.passage == AyahRange(Ayah(1, 2)) && piece.same.contains(AyahRange(Ayah(10, 10))), "\(piece)")
    #expect(!piece.same.contains(AyahRange(Ayah(1, 2))))
  }

  @Test func noiseAndSilenceAreNoPassage() {
    for seed in 0..<3 {
      var noise = Recited(seed: UInt64(seed))
      noise.noise(800)
      #expect(noise.identified(in: quran).passages.isEmpty)
    }
    var silence = Recited()
    silence.add(0, 300)
    #expect(silence.identified(in: quran).passages.isEmpty)
    let none = PassageIdentification(
      CoarseScores([[], []]), in: quran, duration: .zero, progress: { _, _ in }, confidence: { _ in 1 })
    #expect(none.pieces.isEmpty)
    let nothing = SpeechFeatures(values: [], isLoud: [], power: [], duration: .zero)
    #expect(PassageIdentification(nothing).pieces.isEmpty)
  }

  // MARK: Checking what was found

  /// Makes a passage that a search might find in a recording of `frames` coarse frames, whatever is recited
  /// there.
  private func piece(_ first: Ayah, _ last: Ayah, frames: Int) throws -> QuranSearch.Piece {
    let sounds = try range(first, last)
    var piece = QuranSearch.Piece(sounds: sounds, frames: 0..<frames)
    piece.heard = sounds.enumerated().map { number, sound in
      (sound, number * frames / sounds.count..<(number + 1) * frames / sounds.count)
    }
    piece.margin = 60
    return piece
  }

  /// Each sound from which a search may continue keeps its own score and source, also at the ends of runs.
  /// Other sounds have none.
  @Test func whereASearchMayGoOnFromIsKeptInRuns() {
    let all: [(sound: Int, score: Int32, source: Int32)] =
      [
        (3, -100, 9), (4, -100, 9), (5, -100, 9), (6, -90, 9), (7, -90, 8), (8, -90, 8), (20, -90, 8),
        (22, -90, 8),
      ]
    var starts = QuranSearch.SparseStarts()
    for start in all { starts.append(start.sound, score: start.score, source: start.source) }
    #expect(starts.runs.map(\.first) == [3, 6, 7, 20, 22])
    for sound in 0..<30 {
      let known = all.first { $0.sound == sound }
      #expect(starts[sound]?.source == known?.source, "\(sound)")
      #expect(starts[sound].map { Int32($0.score) } == known?.score, "\(sound)")
    }
  }

  /// Right and wrong ones as they were measured in windows of 6 and 10 s of reciters that no model had heard.
  @Test func whatIsFarBetterThanAnyOtherPlaceIsSure() {
    let right = PassageCheck.Signs(margin: 44.5, evidence: 0.065)
    #expect(right.confidence > 0.95)
    // The surah that was recited was left out of the search; the words of this ayah are much the same.
    let wrong = PassageCheck.Signs(margin: 30.25, evidence: -0.04)
    #expect(wrong.confidence < 0.6)
    let usual = PassageCheck.Signs(margin: 2.5, evidence: -0.08)
    #expect(usual.confidence < 0.02)
  }

  /// Right and wrong short pieces, in this order: right; right in an amateur's voice; wrong though better
  /// than other places; right but for a neighbour that fits as well; right with few sounds.
  @Test func shortPiecesAreJudgedByTheirSounds() {
    func confidence(
      _ margin: Double, _ standing: Double, _ misfits: Double, _ duration: Double, sounds: Int = 40,
      lead: Double? = 60
    ) -> Double {
      let words = ShortPassageCheck.Comparison(
        standing: standing, misfits: misfits, duration: duration, sounds: sounds, lead: lead)
      return PassageCheck.ShortSigns(margin: margin, words: words).confidence(prior: 0)
    }
    #expect(confidence(60, 9, 0.03, -2.51) > 0.98)
    #expect(confidence(42.9, 8, 0.12, -2.2) > 0.9)
    #expect(confidence(14.9, 6.23, 0.26, -2.94) < 0.1)
    #expect(confidence(60, 9, 0.03, -2.51, lead: 4) < 0.9)
    #expect(confidence(60, 9, 0.03, -2.51, sounds: 9) < 0.9)
  }

  @Test func neighboursEndAsAPieceDoes() throws {
    let third = try range(Ayah(109, 3), Ayah(109, 3))
    let neighbours = quran.neighbours(of: third)
    #expect(neighbours.contains(try range(Ayah(109, 5), Ayah(109, 5))))
    #expect(neighbours.allSatisfy { $0.count == third.count && $0 != third })
    // The basmalah before a surah is none, nor is another surah.
    #expect(quran.neighbours(of: try range(Ayah(108, 1), Ayah(108, 1))).count == 2)
    #expect(quran.neighbours(of: 0..<0).isEmpty)
  }

  @Test func aWrongPassageIsFoundOutHoweverClearItWas() throws {
    let features = try SpokenRecitation(AyahRange(Ayah(107, 1), Ayah(107, 7)), seed: 3).features()
    let check = PassageCheck(features: features, sounds: quran)
    let frames = features.count / 2
    let right = try #require(check.signs(of: piece(Ayah(107, 1), Ayah(107, 7), frames: frames)))
    #expect(right.confidence >= PassageIdentification.leastConfidence, "\(right)")
    // And it is heard again as a stated passage.
    let again = try check.confidence(of: piece(Ayah(107, 1), Ayah(107, 7), frames: frames))
    #expect(again >= PassageIdentification.leastConfidence, "\(again)")
    for (first, last) in [(Ayah(105, 1), Ayah(106, 2)), (Ayah(111, 1), Ayah(112, 4))] {
      let wrong = try piece(first, last, frames: frames)
      let signs = try #require(check.signs(of: wrong))
      #expect(signs.evidence < right.evidence - 0.1, "\(signs)")
      #expect(check.confidence(of: wrong) <= 0.5)
    }
  }

  @Test func wordsInAnotherOrderAreNoPassageHoweverWellTheyFit() throws {
    // Speech that is made of the words of a surah, the last one first; and a search that went back before each of them.
    let places = quran.ayat.indices.filter { quran.ayat[$0]?.surah == 107 && quran.ayat[$0]?.number ?? 0 > 0 }
    var words: [(words: AyahSounds.Word, sounds: Range<Int>)] = []
    for place in places {
      var start = quran.starts[place]
      for word in quran.words(at: place) {
        words.append((word, start..<start + word.sounds.count))
        start += word.sounds.count
      }
    }
    words.reverse()
    let speech = SpokenRecitation(
      stride(from: 0, to: words.count, by: 5).map { first in
        SpokenRecitation.Utterance(words[first..<min(first + 5, words.count)].map(\.words))
      }, seed: 3)
    let features = try speech.features()
    let check = PassageCheck(features: features, sounds: quran)
    var found = try piece(Ayah(107, 1), Ayah(107, 7), frames: features.count / 2)
    found.heard = zip(words.flatMap { Array($0.sounds) }, found.heard).map { ($0, $1.frames) }
    let signs = try #require(check.signs(of: found))
    #expect(signs.confidence >= PassageIdentification.leastConfidence, "what the search heard fits: \(signs)")
    #expect(check.confidence(of: found) <= 0.5)
  }

  @Test func whatNamesNoAyahIsSureOfNothing() throws {
    var recited = Recited()
    // Isti'adha stands before all surahs.
    for _ in 0..<3 { recited.read(quran.starts[0]..<quran.starts[1], of: quran, pause: 60) }
    let pieces = recited.identified(in: quran).pieces
    #expect(!pieces.isEmpty)
    for piece in pieces where piece.passage == nil { #expect(piece.confidence == 0, "\(piece)") }
  }

  @Test func aPassageIsHeardWhereMostOfItsMarksAre() {
    #expect(MarkConfidence.supportsPassage([0.9, 0.2, 0.6]))
    #expect(MarkConfidence.supportsPassage([0.3, 0.5]))
    #expect(!MarkConfidence.supportsPassage([0.9, 0.2, 0.4]))
  }

  @Test func whatComesAgainIsCheckedAgain() throws {
    let ayah = try range(Ayah(112, 2), Ayah(112, 2))
    let words = quran.words(at: Int(quran.places[ayah.lowerBound]))
    let first = ayah.lowerBound..<ayah.lowerBound + words[0].sounds.count
    // The first word, and the whole ayah, beginning with the second sound.
    let items = quran.items(Array(first) + Array(ayah.dropFirst()))
    #expect(items.count == 2)
    #expect(items.first?.words == [words[0]])
    #expect(
      items.last?.words.map(\.sounds) == [Array(words[0].sounds.dropFirst())]
        + words.dropFirst().map(\.sounds))
    let next = quran.items(Array(try range(Ayah(112, 2), Ayah(112, 3))))
    #expect(next.map { $0.words.count } == [2, 4])
  }
}
