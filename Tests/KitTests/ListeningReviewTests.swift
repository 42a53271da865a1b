import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit

/// Decisions of a listener, beside others who save the same files.
@Suite struct ListeningReviewTests {
  private func folder(_ count: Int, file: String = "segments") throws -> TemporaryFolder {
    let rows = (1...count).map { number in
      file == "markers"
        ? "  - { at: \(number * 4).000, ayah: \"2:\(number)\", confidence: 0.50 }\n"
        : "  - { ayah: \"2:\(number)\", start: \(number * 4).000, end: \(number * 4 + 4).000, confidence: 0.50 }\n"
    }
    return try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav, duration: \(count * 4 + 8).000 }\n",
      "a.tilawa/\(file).yaml": "tilawa: 1\n\(file):\n" + rows.joined(),
    ])
  }

  private func review(_ folder: TemporaryFolder, all: Bool = true) throws -> ListeningReview {
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    return try ListeningReview(
      of: FoundBundle(at: folder.path(of: "a.tilawa"), in: workplace), in: .time, takesAll: all)
  }

  private func rows(_ folder: TemporaryFolder, _ file: String = "segments") throws -> [String] {
    try folder.text(of: "a.tilawa/\(file).yaml").components(separatedBy: "\n").filter { $0.hasPrefix("  - ") }
  }

  @Test func whatIsDecidedIsWrittenAndTakenBack() throws {
    let folder = try folder(4)
    let before = try folder.text(of: "a.tilawa/segments.yaml")
    let review = try review(folder)
    #expect(review.left == 4 && review.current?.label == "2:1")
    let steps: [Correction] = [
      .confirm, .moveEnd(to: Milliseconds(8300)), .split(at: Milliseconds(6000)), .note("why: \"it\" #1"),
      .join,
      .hold(AyahRange(Ayah(2, 9))), .skip(.speech), .reject, .unconfirm, .note(nil),
      .moveStart(to: Milliseconds(4100)),
    ]
    var texts = [before]
    for step in steps {
      #expect(try review.decide(step) != nil, "\(step)")
      texts.append(try folder.text(of: "a.tilawa/segments.yaml"))
    }
    for text in texts.dropLast().reversed() {
      #expect(try review.undo() != nil)
      #expect(try folder.text(of: "a.tilawa/segments.yaml") == text)
    }
    #expect(try review.undo() == nil)
    #expect(review.queue.count == 4 && review.left == 4)
    #expect(review.current?.label == "2:1")
    #expect(throws: Failure.self) { try review.decide(.moveStart(to: Milliseconds(9000))) }
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == before)
  }

  /// An editor keeps a text open for a while and saves it with its own change. Neither writer's changes are
  /// lost.
  @Test(arguments: ["segments", "markers"]) func twoHandsLoseNothing(file: String) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["TILAWA_ROUNDS"] ?? "") ?? 40
    var random = SplitMix64(state: file == "markers" ? 7 : 8)
    for round in 0..<rounds {
      let folder = try folder(12, file: file)
      let review = try review(folder)
      var decided: Set<Int> = []
      var edited: [Int: String] = [:]
      var held = try rows(folder, file)
      for step in 0..<8 {
        switch Int(random.next() % 3) {
        case 0:
          // The editor reads its text.
          held = try rows(folder, file)
        case 1:
          let row = Int(random.next() % 6) * 2 + 1
          guard row < held.count else { continue }
          let note = "note: editor \(step)"
          held[row] =
            held[row].components(separatedBy: ", note:")[0].replacing(" }", with: "") + ", \(note) }"
          edited[row] = note
          try folder.write(
            "tilawa: 1\n\(file):\n" + held.map { "\($0)\n" }.joined(), to: "a.tilawa/\(file).yaml")
        default:
          let row = Int(random.next() % 6) * 2
          let identity = review.rows[row].identity
          #expect(try review.decide(.confirm, of: identity) != nil)
          decided.insert(row)
        }
      }
      _ = try review.reunite()
      let end = try rows(folder, file)
      #expect(end.count == 12, "round \(round): \(end)")
      for row in decided { #expect(end[row].contains(": true"), "round \(round), row \(row): \(end[row])") }
      for (row, note) in edited {
        #expect(end[row].contains(note), "round \(round), row \(row): \(end[row])")
      }
    }
  }

  /// An editor's changes to an older text are merged in a second attempt as in the first one. In the meantime
  /// the editor has the file open.
  @Test func anEditorThatStillHoldsTheFileLosesNothing() throws {
    let folder = try folder(4)
    let review = try review(folder)
    var held = try rows(folder)
    #expect(try review.decide(.confirm, of: review.rows[0].identity) != nil)
    held[1] = held[1].replacing(" }", with: ", note: mine }")
    try folder.write(
      "tilawa: 1\nsegments:\n" + held.map { "\($0)\n" }.joined(), to: "a.tilawa/segments.yaml")
    let file = try #require(FileHandle(forUpdatingAtPath: folder.path(of: "a.tilawa/segments.yaml")))
    let closing = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      try? file.close()
    }
    closing.start()
    _ = try review.reunite()
    let end = try rows(folder)
    #expect(end[0].contains("verified: true") && end[1].contains("note: mine"), "\(end)")
  }

  @Test func onlyWhatIsDoubtfulIsAsked() throws {
    let folder = try folder(4)
    try folder.write(
      folder.text(of: "a.tilawa/segments.yaml").replacing(
        "12.000, confidence: 0.50", with: "12.000, confidence: 0.97"),
      to: "a.tilawa/segments.yaml")
    let review = try review(folder, all: false)
    #expect(review.queue.count == 3 && review.unconfirmed == 4)
    #expect(review.takeRest() && review.queue.count == 4)
    #expect(!review.takeRest())
  }

  @Test func whatIsTakenBackLeavesTheRestInTheQueue() throws {
    let folder = try folder(4)
    try folder.write(
      folder.text(of: "a.tilawa/segments.yaml").replacing(
        "12.000, confidence: 0.50", with: "12.000, confidence: 0.97"),
      to: "a.tilawa/segments.yaml")
    let review = try review(folder, all: false)
    #expect(try review.decide(.confirm) != nil)
    #expect(try review.decide(.split(at: Milliseconds(6000))) != nil)
    #expect(review.takeRest() && review.queue.count == 5)
    #expect(try review.undo() != nil)
    #expect(review.queue.count == 4 && !review.takeRest())
    #expect(try review.undo() != nil)
    #expect(review.queue.count == 4 && review.left == 4 && !review.takeRest())
  }
}
