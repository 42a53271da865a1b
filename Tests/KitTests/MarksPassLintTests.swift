import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaQuran
import TilawaRecognition
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaSound

/// A stage whose progress isn't shown.
private struct Unseen: WorkStage {
  func update(_ done: Int64, of total: Int64) {}
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
  func finish() {}
}

/// The rows that `mark` writes pass lint, whatever is heard around the recitation, and become segments.
@Suite struct MarksPassLintTests {
  private typealias Utterance = SpokenRecitation.Utterance

  private func errors(_ bundle: TilawaBundle) -> [String] {
    Linter(.hearing).lint(bundle).filter { $0.severity == .error }.map { "\($0.rule.code) \($0.message)" }
  }

  // MARK: Made-up marks

  /// Rows, stretches and confirmed markers at random, as if anything at all had been heard.
  @Test(arguments: 0..<300) func anyMarksAreWrittenSoThatTheyPass(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    func time(_ below: Int64 = 120_000) -> Milliseconds {
      Milliseconds(Int64(random.next() % UInt64(below)) / 500 * 500)
    }
    func draft() -> Marker {
      var marker = Marker(at: time(), confidence: Double(random.next() % 100) / 100)
      switch random.next() % 4 {
      case 0: marker.skip = "other"
      case 1: break
      default: marker.ayah = AyahRange(Ayah(1, Int(random.next() % 7) + 1))
      }
      if random.next() % 3 == 0 { marker.end = marker.at + time(40_000) + Milliseconds(1) }
      return marker
    }
    let duration = Milliseconds(100_000)
    var marks = RecordingMarks(naming: .bySound, ayat: 7)
    marks.markers = (0..<random.next() % 12).map { _ in draft() }.sorted { $0.at < $1.at }
    let stretches = (0..<random.next() % 4).compactMap { _ in
      let start = time(90_000)
      return TimeSpan(start, min(duration, start + Milliseconds(3_000) + time(40_000)))
    }
    let pauses = PauseAnalysis(
      pauses: (0..<random.next() % 10).map { _ in time(99_000) }.sorted().map {
        Pause(span: TimeSpan(length: .zero), quietest: $0, depth: 20, confidence: 0.9)
      }, noiseFloor: -60, speechLevel: -20, threshold: -40, duration: duration, declaredDuration: nil,
      breaksOff: false, unusableSamples: 0)
    marks.leaveOut(Array(stretches.prefix(1)), until: duration)
    marks.leaveUnnamed(Array(stretches.dropFirst()), pauses: pauses)
    var own = RecordingMarks(naming: .bySound, ayat: 7)
    own.markers = (0..<random.next() % 4).map { _ in draft() }.sorted { $0.at < $1.at }
    if let span = TimeSpan(Milliseconds(20_000), Milliseconds(50_000)) {
      marks.put(own, at: Milliseconds(20_000), in: span)
    }
    let alone = marks.settled(until: duration)
    var bundle = TilawaBundle()
    bundle.replace(
      .recording,
      by: SourceText(
        path: "a.tilawa/recording.yaml",
        bytes: Array("tilawa: 1\nid: a\naudio: { file: a.wav, duration: 100.000 }\nriwayah: hafs\n".utf8)))
    let empty = bundle.applying(.create(MarkersFile.text(of: alone.markers)), to: .markers)
    #expect(errors(empty).filter { $0.hasPrefix("M") } == [], "\(alone.markers)")
    // The same between what a person has confirmed, each in its own time.
    var confirmed: [Marker] = []
    for start in stride(from: Int64(random.next() % 20_000), to: 95_000, by: 30_000) {
      var marker = Marker(at: Milliseconds(start))
      marker.skip = "takbir"
      marker.isConfirmed = true
      if random.next() % 2 == 0 { marker.end = Milliseconds(min(100_000, start + 9_000)) }
      confirmed.append(marker)
    }
    let before = bundle.applying(.create(MarkersFile.text(of: confirmed)), to: .markers)
    let span = random.next() % 2 == 0 ? nil : TimeSpan(Milliseconds(10_000), Milliseconds(70_000))
    let change = RowList.replacingUnconfirmed(in: before, with: marks.markers, within: span)
    let after = before.applying(change, to: .markers)
    #expect(errors(after).filter { $0.hasPrefix("M") } == [], "\(marks.markers) \(confirmed)")
    #expect(after.markersInTime.count(where: \.isConfirmed) == confirmed.count)
    #expect(throws: Never.self) {
      if !after.markersInTime.isEmpty { _ = try Segmenting(after, end: duration, isPartial: true) }
    }
  }

  // MARK: Sound

  private func ayat(_ surah: Int, _ last: Int, thenPause pause: Int64) -> [Utterance] {
    var all = SpokenRecitation(AyahRange(Ayah(surah, 1), Ayah(surah, last))).utterances
    all[all.count - 1].pauseAfter = Milliseconds(pause)
    return all
  }

  private func talk(_ seed: UInt64, thenPause pause: Int64) -> Utterance {
    var talk = Utterance.talk(sounds: 150, seed: seed)
    talk.pauseAfter = Milliseconds(pause)
    talk.voice = .init(pitch: 190, throat: 1.15, tempo: 0.8)
    return talk
  }

  /// Talk before, between and behind a prayer, as near as the pauses say.
  @Test(arguments: [(60, 400), (300, 1_400), (2_500, 60)] as [(Int64, Int64)])
  func marksOfARecordingPass(_ pauses: (Int64, Int64)) throws {
    let utterances =
      [talk(1, thenPause: pauses.0)] + ayat(1, 7, thenPause: pauses.1) + ayat(112, 4, thenPause: pauses.0)
      + [talk(2, thenPause: pauses.1)] + ayat(1, 7, thenPause: pauses.0) + ayat(108, 3, thenPause: pauses.1)
      + [talk(3, thenPause: pauses.0)]
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: audio.wav\nriwayah: hafs\n"
    ])
    try SpokenRecitation(utterances, seed: 3).write(
      to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    let monitor = WorkMonitor { _ in Unseen() }
    let place = FoundBundle(at: folder.path(of: "a.tilawa"), in: workplace)
    for passages in [[], [1, 112, 1, 108]] {
      var request = MarkRequest()
      request.replacesHandMade = true
      if !passages.isEmpty {
        request.passages = { counting in passages.compactMap { counting.range(ofSurah: $0) } }
      }
      let plan = try MarkPlan(for: place, request, in: workplace, monitor).apply(monitor)
      guard case .success = plan.changes else { continue }
      let bundle = TilawaBundle(readingAt: place.path, shownAs: "a.tilawa")
      #expect(errors(bundle) == [], "passages \(passages), pauses \(pauses)")
      #expect(throws: Never.self) {
        _ = try Segmenting(bundle, end: plan.listening.recording.duration, isPartial: true)
      }
      // Rows that a search had to put somewhere aren't stated over what nobody could recite in that time.
      for row in AnnotatedRow.rows(of: bundle) where row.ayah != nil {
        #expect((row.end - row.start).seconds < 25, "\(row.label) from \(row.start) to \(row.end)")
      }
    }
  }
}
