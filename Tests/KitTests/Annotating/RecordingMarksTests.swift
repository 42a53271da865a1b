import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit
@testable import TilawaRecognition

@Suite struct RecordingMarksTests {
  private let passage = AyahRange(Ayah(93, 1), Ayah(93, 11))

  /// Each marker lies in the pause before its ayah.
  private func expectInPauses(_ marks: RecordingMarks, _ generated: GeneratedPassage, except: Set<Int> = []) {
    for (index, ayah) in CountingSystem.kufi.ayat(in: generated.passage).enumerated()
    where !except.contains(ayah.number) {
      let marker = marks.markers.first { $0.ayah?.first == ayah }
      let before = index == 0 ? .zero : generated.spans[index - 1].end
      let isInside = marker.map { before <= $0.at && $0.at <= generated.spans[index].start } ?? false
      #expect(isInside, "\(ayah): \(marker?.at.description ?? "no marker")")
    }
  }

  @Test func withoutAPassageMarkersHaveNoNames() throws {
    let generated = GeneratedPassage(passage)
    let marks = RecordingMarks(try generated.analyses())
    #expect(marks.naming == .none)
    #expect(marks.markers.count == 11)
    #expect(marks.stretches == 11)
    #expect(marks.markers.allSatisfy { $0.ayah == nil && $0.skip == nil })
  }

  @Test func asManyStretchesAsAyatAreNamedInOrder() throws {
    let generated = GeneratedPassage(passage)
    let marks = RecordingMarks(try generated.analyses(), passage: [passage])
    #expect(marks.naming == .inOrder)
    #expect(marks.markers.count == 11)
    expectInPauses(marks, generated)
  }

  @Test func breathsInsideAyatAreTold() throws {
    for seed in UInt64(1)...5 {
      let generated = GeneratedPassage(passage, breathsIn: [3, 5, 8, 11], seed: seed)
      let marks = RecordingMarks(try generated.analyses(), passage: [passage])
      #expect(marks.naming == .byLength)
      #expect(marks.stretches == 15)
      #expect(marks.markers.count == 11)
      expectInPauses(marks, generated)
    }
  }

  @Test func ayatThatRunOnShareAMarker() throws {
    let generated = GeneratedPassage(passage, joined: [6])
    let marks = RecordingMarks(try generated.analyses(), passage: [passage])
    #expect(marks.naming == .byLength)
    #expect(marks.runs == [AyahRange(Ayah(93, 6), Ayah(93, 7))])
    expectInPauses(marks, generated, except: [7])
  }

  @Test func lengthsThatDoNotFitAreToldAndNotNamed() throws {
    // Long ayat where short ones should be, and far too few.
    let generated = GeneratedPassage(passage, lengths: [9, 1, 8, 1, 9, 1, 8, 1, 9, 1, 8].map { $0 * 700 })
    let long = AyahRange(Ayah(2, 1), Ayah(2, 100))
    let marks = RecordingMarks(try generated.analyses(), passage: [long])
    #expect(marks.naming == .doesNotFit)
    #expect(marks.stretches == 11)
    #expect(marks.ayat == 100)
    #expect(marks.markers.allSatisfy { $0.ayah == nil })
  }

  @Test func aTempoThatNobodyReadsInIsTold() throws {
    let generated = GeneratedPassage(AyahRange(Ayah(2, 255), Ayah(2, 260)))
    let short = AyahRange(Ayah(108, 1), Ayah(108, 1))
    #expect(RecordingMarks(try generated.analyses(), passage: [short]).naming == .doesNotFit)
  }

  @Test func whatAPersonSettledStaysAndGuides() throws {
    let generated = GeneratedPassage(passage, breathsIn: [3, 5, 8])
    let analyses = try generated.analyses()
    let fifth = generated.spans[4]
    let anchors = [
      // Right between a pause and its best place.
      Anchor(start: generated.spans[1].start - Milliseconds(300), ayah: AyahRange(Ayah(93, 2))),
      Anchor(start: fifth.start, end: fifth.end, ayah: AyahRange(Ayah(93, 5))),
    ]
    let marks = RecordingMarks(analyses, passage: [passage], anchors: anchors)
    #expect(marks.naming == .byLength)
    #expect(
      !marks.markers.contains { $0.ayah == AyahRange(Ayah(93, 2)) || $0.ayah == AyahRange(Ayah(93, 5)) })
    expectInPauses(marks, generated, except: [2, 5, 6])
    for marker in marks.markers {
      #expect(abs((marker.at - anchors[0].start).count) >= 500)
      #expect(marker.at < fifth.start || marker.at >= fifth.end)
    }
    #expect(marks.markers.first { $0.ayah?.first == Ayah(93, 4) }?.end == fifth.start)
    #expect(marks.markers.first { $0.ayah?.first == Ayah(93, 6) }?.at == fifth.end)
  }

  @Test func anEmptyRecordingHasNoMarks() throws {
    try withScratchDirectory { directory in
      let writer = try AudioWriter(path: directory + "/a.wav", encoding: .wav, sampleRate: 8000, channels: 1)
      try writer.finish()
      let analyses = try PauseFinder.analyses(
        ofFileAt: directory + "/a.wav", by: RecordingMarks.settings(.adaptive))
      #expect(RecordingMarks(analyses, passage: [passage]).naming == .doesNotFit)
    }
  }

  @Test func confidenceLiesBetweenNothingAndAll() throws {
    let generated = GeneratedPassage(passage, breathsIn: [2, 5], joined: [7])
    let marks = RecordingMarks(try generated.analyses(), passage: [passage])
    #expect(marks.markers.allSatisfy { (0...1).contains($0.confidence ?? -1) })
  }
}
