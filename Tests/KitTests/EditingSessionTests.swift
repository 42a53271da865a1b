import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit

/// Edits of a person beside others who save the same files.
@Suite struct EditingSessionTests {
  static func folder(_ count: Int, file: String = "markers") throws -> TemporaryFolder {
    let rows = (1...max(1, count)).map { number in
      file == "markers"
        ? "  - { at: \(number * 4).000, ayah: \"2:\(number)\", confidence: 0.50 }\n"
        : "  - { ayah: \"2:\(number)\", start: \(number * 4).000, end: \(number * 4 + 4).000, confidence: 0.50 }\n"
    }
    var files = [
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: 11111111-1111-4111-8111-111111111111\ntitle: A\nriwayah: hafs\n"
        + "audio: { file: a.wav, duration: \(count * 4 + 8).000 }\n"
    ]
    if count > 0 { files["a.tilawa/\(file).yaml"] = "tilawa: 1\n\(file):\n" + rows.joined() }
    return try TemporaryFolder(files)
  }

  static func place(_ folder: TemporaryFolder) -> FoundBundle {
    FoundBundle(
      at: folder.path(of: "a.tilawa"),
      in: Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 }))
  }

  private func texts(_ folder: TemporaryFolder) -> [String?] {
    ["markers", "segments", "words"].map { try? folder.text(of: "a.tilawa/\($0).yaml") }
  }

  /// Returns the errors that lint reports, except those of `recording.yaml`: missing audio, and a passage
  /// that is only a part.
  static func faults(_ folder: TemporaryFolder) -> [String] {
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    return Linter(.hearing).lint(bundle).filter {
      $0.severity == .error && !$0.place.path.hasSuffix("recording.yaml")
    }
    .map { "\($0.rule.code) \($0.message)" }
  }

  @Test func everyEditIsInTheFilesAndIsTakenBackAndMadeAgain() throws {
    let folder = try Self.folder(0)
    let session = try EditingSession(of: Self.place(folder))
    func correct(_ number: Int, _ correction: Correction) throws {
      try session.make { bundle, rows in try .correcting(rows[number], correction, in: bundle) }
    }
    func add(_ time: Int64, _ ayah: AyahRange? = nil) throws {
      try session.make { bundle, _ in try .addingMarker(at: Milliseconds(time), ayah, in: bundle) }
    }
    // The audio of an empty bundle is eight seconds long.
    let steps: [() throws -> Void] = [
      { try add(1000, AyahRange(Ayah(1, 1))) }, { try add(3000) }, { try add(5000) },
      { try session.make { bundle, rows in try .assigning(from: rows[1], Ayah(1, 2), in: bundle) } },
      { try correct(2, .moveStart(to: Milliseconds(5200))) },
      { try correct(2, .moveEnd(to: Milliseconds(7000))) },
      { try add(6000) }, { try correct(3, .skip(.silence)) }, { try correct(2, .confirm) },
      { try correct(0, .join) }, { try correct(0, .moveJoin(0, to: Milliseconds(2500))) },
      { try correct(0, .note("\u{0301}joins \"#\" why")) },
      { try session.make { bundle, rows in .confirming(rows.map(\.identity), in: bundle) } },
      { try session.make { bundle, _ in try .segmenting(bundle, end: nil) } },
      { try correct(0, .moveJoin(0, to: Milliseconds(2000))) },
      { try session.make { bundle, _ in try .reopening(bundle) } },
      { try correct(1, .remove) }, { try correct(1, .remove) }, { try correct(0, .remove) },
    ]
    var states = [texts(folder)]
    for (number, step) in steps.enumerated() {
      try step()
      states.append(texts(folder))
      #expect(states[number] != states[number + 1], "step \(number)")
      #expect(Self.faults(folder).isEmpty, "step \(number): \(Self.faults(folder)) \(texts(folder))")
    }
    #expect(states.last == [nil, nil, nil] && session.done.count == steps.count)
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        #expect(try session.undo() != nil)
        #expect(texts(folder) == state)
      }
      #expect(try session.undo() == nil)
      for state in states.dropFirst() {
        #expect(try session.redo() != nil)
        #expect(texts(folder) == state)
      }
      #expect(try session.redo() == nil)
    }
    // What is done after something was taken back is what comes next.
    _ = try session.undo()
    try add(100)
    #expect(try session.redo() == nil)
  }

  @Test func whatCannotBeIsRefusedAndChangesNothing() throws {
    let folder = try Self.folder(4)
    let session = try EditingSession(of: Self.place(folder))
    let before = texts(folder)
    func refused(_ plan: (TilawaBundle, [AnnotatedRow]) throws -> EditingSession.Edit?) {
      #expect(throws: (any Error).self) { try session.make(plan) }
      #expect(texts(folder) == before)
    }
    refused { bundle, _ in try .addingMarker(at: Milliseconds(4000), nil, in: bundle) }
    refused { bundle, _ in try .addingMarker(at: Milliseconds(24_000), nil, in: bundle) }
    refused { bundle, rows in try .correcting(rows[0], .moveStart(to: Milliseconds(8000)), in: bundle) }
    refused { bundle, rows in try .correcting(rows[0], .moveJoin(0, to: Milliseconds(5000)), in: bundle) }
    refused { bundle, rows in try .correcting(rows[3], .moveEnd(to: Milliseconds(16_000)), in: bundle) }
    refused { bundle, rows in try .assigning(from: rows[0], Ayah(1, 1), in: bundle) }
    refused { bundle, _ in try .reopening(bundle) }
    // What changes nothing is no step.
    try session.make { bundle, rows in try .correcting(rows[0], .unconfirm, in: bundle) }
    #expect(session.done.isEmpty && texts(folder) == before)
  }

  @Test func aMarkerTakesOverWhatWasOpen() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav, duration: 60.000 }\n",
      "a.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 1.000, end: 9.000, ayah: \"1:1-3\", joins: [3.000, 6.000] }  # mine\n",
    ])
    let session = try EditingSession(of: Self.place(folder))
    try session.make { bundle, _ in
      try .addingMarker(at: Milliseconds(5000), AyahRange(Ayah(1, 2)), in: bundle)
    }
    #expect(
      try folder.text(of: "a.tilawa/markers.yaml")
        == "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"1:1-3\" }  # mine\n"
        + "  - { at: 5.000, end: 9.000, ayah: \"1:2\" }\n")
  }

  /// A sequential fill goes on behind a marker that has a name with what follows that.
  @Test func namesGoOnBehindThoseThatAreThere() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav, duration: 60.000 }\n",
      "a.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 1.000 }\n  - { at: 2.000 }\n  - { at: 3.000, skip: dua }\n"
        + "  - { at: 4.000 }\n  - { at: 5.000, ayah: \"1:6\" }\n  - { at: 6.000 }\n  - { at: 7.000 }\n",
    ])
    let session = try EditingSession(of: Self.place(folder))
    try session.make { bundle, rows in try .assigning(from: rows[1], Ayah(1, 4), in: bundle) }
    let markers = session.bundle.markersInTime.map { $0.ayah?.description ?? $0.skip ?? "-" }
    #expect(markers == ["-", "1:4", "dua", "1:5", "1:6", "1:7", "2:1"])
  }

  /// Undone changes stay undone when another program saves, and changes of the other program stay as well.
  @Test func takingBackKeepsWhatOthersSaved() throws {
    let folder = try Self.folder(6)
    let session = try EditingSession(of: Self.place(folder))
    try session.make { bundle, rows in try .correcting(rows[0], .confirm, in: bundle) }
    try session.make { bundle, rows in try .correcting(rows[2], .hold(AyahRange(Ayah(3, 1))), in: bundle) }
    let text = try folder.text(of: "a.tilawa/markers.yaml")
    try folder.write(text.replacing("\"2:5\",", with: "\"2:5\", note: theirs,"), to: "a.tilawa/markers.yaml")
    _ = try session.undo()
    _ = try session.undo()
    let undone = try folder.text(of: "a.tilawa/markers.yaml")
    #expect(undone.contains("note: theirs") && !undone.contains("confirmed") && undone.contains("\"2:3\""))
    _ = try session.redo()
    try folder.write(
      try folder.text(of: "a.tilawa/markers.yaml").replacing("note: theirs", with: "note: again"),
      to: "a.tilawa/markers.yaml")
    _ = try session.redo()
    let redone = try folder.text(of: "a.tilawa/markers.yaml")
    #expect(
      redone.contains("note: again") && redone.contains("confirmed: true") && redone.contains("\"3:1\""))
    try folder.write(redone.replacing("\"3:1\"", with: "\"4:1\""), to: "a.tilawa/markers.yaml")
    #expect(throws: Failure.self) { try session.undo() }
    #expect(try folder.text(of: "a.tilawa/markers.yaml").contains("\"4:1\""))
  }

  /// The session, a text editor with old texts, and `tilawa edit adjust` at once.
  @Test(arguments: ["segments", "markers"]) func threeHandsLoseNothing(file: String) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["TILAWA_ROUNDS"] ?? "") ?? 40
    var random = SplitMix64(state: file == "markers" ? 3 : 4)
    for round in 0..<rounds {
      var hands = try ThreeHands(file)
      for _ in 0..<12 { try hands.step(Int(random.next() % 6), Int(random.next() % 4)) }
      _ = try hands.session.reunite()
      let faults = try hands.faults()
      let text = try hands.text
      #expect(faults.isEmpty, "round \(round): \(faults)\n\(text)")
    }
  }
}

/// Three writers that change one bundle of twelve rows, and the result that each expects. Each has rows of
/// its own.
private struct ThreeHands {
  let folder: TemporaryFolder
  let file: String
  let session: EditingSession
  private var held: String
  private var notes: [Int: String] = [:]
  private var remarks: [Int: String] = [:]
  private var confirmed: [Int: Bool] = [:]
  private var moved: [Int: Int64] = [:]
  private var count = 0

  init(_ file: String) throws {
    self.file = file
    folder = try EditingSessionTests.folder(12, file: file)
    session = try EditingSession(of: EditingSessionTests.place(folder))
    held = try folder.text(of: "a.tilawa/\(file).yaml")
  }

  var text: String { get throws { try folder.text(of: "a.tilawa/\(file).yaml") } }

  mutating func step(_ kind: Int, _ place: Int) throws {
    count += 1
    switch kind {
    case 0: held = try text
    case 1: try save(place * 3 + 1)
    case 2: try adjust(place * 3 + 2)
    case 3: try takeBack()
    default: try edit(place * 3, isNote: kind == 4)
    }
    // The studio looks at the files some times a second.
    _ = try session.reunite()
  }

  /// Saves the editor's text, with a note of its own in one row.
  private mutating func save(_ row: Int) throws {
    let note = "editor \(count)"
    held = held.split(separator: "\n").map { line in
      guard line.contains("\"2:\(row + 1)\"") else { return "\(line)\n" }
      let old = line.split(separator: ", note: ")[0].replacing(" }", with: "")
      return "\(old), note: \(note) }\n"
    }.joined()
    try folder.write(held, to: "a.tilawa/\(file).yaml")
    notes[row] = note
  }

  private mutating func edit(_ row: Int, isNote: Bool) throws {
    let remark = "session \(count)"
    let wanted = !(confirmed[row] ?? false)
    try session.make { bundle, rows in
      guard let found = rows.first(where: { $0.ayah == AyahRange(Ayah(2, row + 1)) }) else { return nil }
      return try .correcting(found, isNote ? .note(remark) : wanted ? .confirm : .unconfirm, in: bundle)
    }
    if isNote { remarks[row] = remark } else { confirmed[row] = wanted }
  }

  private mutating func takeBack() throws {
    try session.make { bundle, rows in
      try .correcting(rows[0], .hold(AyahRange(Ayah(3, 1))), in: bundle)
    }
    _ = try session.undo()
  }

  private mutating func adjust(_ row: Int) throws {
    var steps = Adjusting.Steps()
    steps.shift = Milliseconds(10)
    steps.includesVerified = true
    _ = try BundlePlan<Adjusting>.adjusting(EditingSessionTests.place(folder), from: nil, to: nil, steps) {
      _ in
      [AyahRange(Ayah(2, row + 1))]
    }.apply()
    moved[row, default: 0] += 10
  }

  func faults() throws -> [String] {
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    let rows = AnnotatedRow.rows(of: bundle)
    var faults = EditingSessionTests.faults(folder)
    if rows.count != 12 { faults.append("\(rows.count) rows") }
    func row(_ number: Int) -> AnnotatedRow? { rows.first { $0.ayah == AyahRange(Ayah(2, number + 1)) } }
    for (number, note) in notes.merging(remarks, uniquingKeysWith: { $1 }) where row(number)?.note != note {
      faults.append("row \(number): \(row(number)?.note ?? "no note"), not \(note)")
    }
    for (number, wanted) in confirmed where row(number)?.isConfirmed != wanted {
      faults.append("row \(number) should be confirmed: \(wanted)")
    }
    for (number, moved) in moved where row(number)?.start != Milliseconds(Int64(number + 1) * 4000 + moved) {
      faults.append(
        "row \(number) begins at \(row(number).map { "\($0.start)" } ?? "?"), not \(moved) ms later")
    }
    return faults
  }
}
