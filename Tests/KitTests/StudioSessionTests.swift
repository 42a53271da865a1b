import Foundation
import Synchronization
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit

/// The state that windows of the studio show, and their edits.
@Suite struct StudioSessionTests {
  private final class Heard: Sendable {
    let events = Mutex<[StudioEvent]>([])
    var changes: [StudioDelta] {
      events.withLock { $0.compactMap { if case .changed(let delta, _) = $0 { delta } else { nil } } }
    }
    var faults: [String?] {
      events.withLock { $0.compactMap { if case .broken(let fault) = $0 { .some(fault) } else { nil } } }
    }
    var disputes: [[String]] {
      events.withLock { $0.compactMap { if case .disputed(_, let places, _) = $0 { places } else { nil } } }
    }
  }

  private func session(
    _ folder: TemporaryFolder, isReadOnly: Bool = false
  ) throws -> (StudioSession, Heard) {
    let heard = Heard()
    let session = try StudioSession(of: EditingSessionTests.place(folder), isReadOnly: isReadOnly) { event in
      heard.events.withLock { $0.append(event) }
    }
    return (session, heard)
  }

  @Test func aBundleWithoutSoundIsShownAndEdited() throws {
    let folder = try EditingSessionTests.folder(3)
    let (session, heard) = try session(folder)
    let state = session.state()
    #expect(state.rows.map(\.id) == ["m-4000-2:1", "m-8000-2:2", "m-12000-2:3"])
    #expect(state.rows.map(\.end.count) == [8000, 12_000, 20_000])
    // Rows that only the tool's confidence makes doubtful are so, too.
    #expect(state.rows.allSatisfy { $0.doubts.isEmpty && $0.confidence == 0.5 && $0.isDoubtful })
    #expect(state.recording.soundlessness?.contains("a.wav: no such file") == true)
    #expect(state.facts.canSegment && state.facts.next == "2:4")
    let confirmed = try session.make(.confirm("m-4000-2:1"), for: "one")
    #expect(confirmed.version == 1 && confirmed.removed.isEmpty && confirmed.rows.map(\.id) == ["m-4000-2:1"])
    #expect(confirmed.focus == "m-8000-2:2" && confirmed.facts.undo == "Confirm 2:1")
    let moved = try session.make(.moveStart("m-8000-2:2", to: Milliseconds(8500), snap: .zero))
    #expect(moved.removed == ["m-8000-2:2"] && moved.rows.map(\.id) == ["m-4000-2:1", "m-8500-2:2"])
    #expect(moved.focus == "m-8500-2:2")
    // A window that hasn't heard of it yet still means the same row.
    let again = try session.make(.moveStart("m-8000-2:2", to: Milliseconds(8600), snap: Milliseconds(200)))
    #expect(again.focus == "m-8600-2:2")
    #expect(throws: Failure.self) { try session.make(.confirm("m-1-9:9")) }
    #expect(throws: Failure.self) { try session.make(.hold("m-8600-2:2", ayah: "2:900")) }
    #expect(try session.make(.hold("m-8600-2:2", ayah: "kahf 10")).focus == "m-8600-18:10")
    #expect(try session.make(.undo).focus == "m-8600-2:2")
    #expect(heard.changes.map(\.version) == [1, 2, 3, 4, 5])
  }

  @Test func sequentialFillGoesByThePassage() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\npassage: [\"1:6-7\", \"112:1-2\"]\naudio: { file: a.wav, duration: 60.000 }\n"
    ])
    let (session, _) = try session(folder)
    #expect(session.state().facts.next == "1:6")
    var ids: [String] = []
    for time in [1000, 2000, 3000] {
      ids.append(
        try #require(try session.make(.add(at: Milliseconds(Int64(time)), snap: .zero, ayah: nil)).focus))
    }
    _ = try session.make(.hold(ids[0], ayah: "1:6"))
    #expect(session.state().facts.next == "1:7")
    _ = try session.make(.hold(ids[1], ayah: "1:7"))
    #expect(session.state().facts.next == "112:1")
    let filled = try session.make(.assign(ids[2], ayah: nil))
    #expect(filled.focus == "m-3000-112:1" && filled.facts.next == "112:2")
    _ = try session.make(.segment)
    #expect(session.state().rows.map(\.kind) == ["segments", "segments", "segments"])
    #expect(throws: Failure.self) {
      try session.make(.add(at: Milliseconds(3500), snap: .zero, ayah: nil))
    }
    _ = try session.make(.reopen)
    #expect(session.state().rows.map(\.kind) == ["markers", "markers", "markers"])
  }

  @Test func twoRowsOfOneNameAtOneTimeAreToldApart() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav, duration: 60.000 }\n",
      "a.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 1.000 }\n  - { at: 1.000 }\n  - { at: 1.000 }\n",
    ])
    let (session, _) = try session(folder)
    #expect(session.state().rows.map(\.id) == ["m-1000-", "m-1000--2", "m-1000--3"])
  }

  @Test func whoeverMayOnlyLookChangesNothing() throws {
    let folder = try EditingSessionTests.folder(3)
    let (session, _) = try session(folder, isReadOnly: true)
    let before = try folder.text(of: "a.tilawa/markers.yaml")
    #expect(throws: Failure.self) { try session.make(.confirm("m-4000-2:1")) }
    #expect(throws: Failure.self) { try session.make(.undo) }
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == before)
    #expect(session.state().isReadOnly)
  }

  /// The words of a row include those that lie outside of it or have no time.
  @Test func aCutAyahIsShownAsAWhole() throws {
    let times = [1, 2, 3].map { word in
      "  - { ayah: \"112:1\", word: \(word), start: \(word).000, end: \(word).900 }\n"
    }
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 1.500, end: 4.000 }
        - { ayah: "112:2", start: 4.000, end: 5.000 }

      """,
      "a.tilawa/words.yaml": "tilawa: 1\nwords:\n" + times.joined(),
      // A file a surah or a part of it, as people have them.
      "texts/texts.yaml": """
      tilawa: 1
      texts:
        - { id: t, kind: text, language: ar, file: t.txt }
        - { id: u, kind: text, language: ar, file: u.txt }
        - { id: e, kind: translation, language: en, file: e.txt }
        - { id: f, kind: translation, language: fr, file: f.txt }

      """,
      "texts/t.txt": "112|1|قل هو الله أحد\n", "texts/u.txt": "112|2|الله الصمد\n",
      "texts/e.txt": "112|1|Say: He is God, One\n", "texts/f.txt": "112|1|Dis : Il est Dieu, Unique\n",
    ])
    let (session, _) = try session(folder)
    let rows = session.state().rows
    let cut = try #require(session.words(ofRow: rows[0].id))
    #expect(cut.words.map(\.text) == ["قل", "هو", "الله", "أحد"])
    #expect(cut.words.map(\.number) == [1, 2, 3, 4])
    // Half of the first word lies before the row: the middle decides. The last has no time.
    #expect(cut.words.map { $0.span?.start.count } == [nil, 2000, 3000, nil])
    #expect(cut.words.map(\.isOutside) == [true, false, false, true])
    #expect(cut.lines.map(\.language) == ["ar", "en", "fr"])
    #expect(cut.lines.map(\.isTranslation) == [false, true, true])
    // Where no word has a time, none is known to be outside.
    let other = try #require(session.words(ofRow: rows[1].id))
    #expect(other.words.map(\.text) == ["الله", "الصمد"] && !other.words.contains(where: \.isOutside))
    #expect(other.lines.map(\.text) == ["الله الصمد"])
    #expect(session.text(of: AyahRange(Ayah(112, 1), Ayah(112, 2)))?.text == "قل هو الله أحد الله الصمد")
    #expect(session.text(of: AyahRange(Ayah(112, 3)))?.text == nil)
  }

  @Test func whatOthersSaveIsTold() throws {
    let folder = try EditingSessionTests.folder(3)
    let (session, heard) = try session(folder)
    let work = try StudioWork(for: session)
    defer { work.end() }
    let text = try folder.text(of: "a.tilawa/markers.yaml")
    try folder.write(text.replacing("\"2:2\",", with: "\"2:2\", note: theirs,"), to: "a.tilawa/markers.yaml")
    for _ in 0..<100 where heard.changes.isEmpty { Surroundings.pause(milliseconds: 50) }
    #expect(heard.changes.first?.message == "taken")
    #expect(heard.changes.first?.rows.map(\.note) == ["theirs"])
    // The editor still holds the text from before: both changes are kept.
    _ = try session.make(.confirm("m-4000-2:1"))
    try folder.write(text.replacing("\"2:3\",", with: "\"2:3\", note: more,"), to: "a.tilawa/markers.yaml")
    for _ in 0..<100 where heard.changes.count < 3 { Surroundings.pause(milliseconds: 50) }
    #expect(heard.changes.last?.message == "merged")
    let merged = try folder.text(of: "a.tilawa/markers.yaml")
    #expect(merged.contains("theirs") && merged.contains("more") && merged.contains("confirmed: true"))
    // Both change one thing: the files hold the other's, and that is told.
    _ = try session.make(.note("m-4000-2:1", "ours"))
    try folder.write(merged.replacing("\"2:1\",", with: "\"2:1\", note: other,"), to: "a.tilawa/markers.yaml")
    for _ in 0..<100 where heard.disputes.isEmpty { Surroundings.pause(milliseconds: 50) }
    #expect(heard.disputes.count == 1)
    #expect(try folder.text(of: "a.tilawa/markers.yaml").contains("note: other"))
    try folder.write(
      try folder.text(of: "a.tilawa/markers.yaml").replacing("at: 8.000,", with: "at: 12.000,"),
      to: "a.tilawa/markers.yaml")
    for _ in 0..<100 where !session.state().findings.contains(where: { $0.code == "M302" }) {
      Surroundings.pause(milliseconds: 50)
    }
    let found = session.state().findings.first { $0.code == "M302" }
    #expect(found?.severity == .error && found?.line == 5 && found?.row != nil, "\(session.state().findings)")
  }

  /// A window that hasn't heard yet that somebody else moved or renamed a row still means that row.
  @Test func aKeyPressOutlivesAnOutsideEdit() throws {
    let folder = try EditingSessionTests.folder(3)
    let (session, _) = try session(folder)
    let text = try folder.text(of: "a.tilawa/markers.yaml")
    try folder.write(text.replacing("at: 8.000,", with: "at: 8.300,"), to: "a.tilawa/markers.yaml")
    #expect(
      try session.make(.confirm("m-8000-2:2")).rows.contains { $0.id == "m-8300-2:2" && $0.isConfirmed })
    try folder.write(
      try folder.text(of: "a.tilawa/markers.yaml").replacing("at: 12.000,", with: "at: 12.500,"),
      to: "a.tilawa/markers.yaml")
    try session.lookAround()
    #expect(try session.make(.note("m-12000-2:3", "late")).focus == "m-12500-2:3")
  }

  /// A file that another program breaks is left alone, and read once it is whole again.
  @Test func brokenFilesAreWaitedFor() throws {
    let folder = try EditingSessionTests.folder(3)
    let (session, heard) = try session(folder)
    let text = try folder.text(of: "a.tilawa/markers.yaml")
    try folder.write("tilawa: 1\nmarkers:\n  - { at: 4.0", to: "a.tilawa/markers.yaml")
    #expect(throws: (any Error).self) { try session.lookAround() }
    #expect(session.state().findings.contains { $0.file == "a.tilawa/markers.yaml" && $0.severity == .error })
    #expect(throws: Failure.self) { try session.make(.confirm("m-4000-2:1")) }
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == "tilawa: 1\nmarkers:\n  - { at: 4.0")
    #expect(session.state().facts.fault?.hasPrefix("a.tilawa/markers.yaml:3: ") == true)
    try folder.write(text, to: "a.tilawa/markers.yaml")
    try session.lookAround()
    #expect(heard.changes.isEmpty && session.state().facts.fault == nil)
    #expect(heard.faults.count == 2 && heard.faults.last == .some(nil))
    _ = try session.make(.confirm("m-4000-2:1"))
    // A refusal on the way doesn't hide what others did.
    let now = try folder.text(of: "a.tilawa/markers.yaml")
    try folder.write(now.replacing("\"2:3\",", with: "\"2:3\", note: more,"), to: "a.tilawa/markers.yaml")
    #expect(throws: Failure.self) { try session.make(.confirm("m-1-1:1")) }
    #expect(heard.changes.last?.rows.map(\.note) == ["more"])
  }

  @Test func whatIsMarkedAgainIsOneStep() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\npassage: \"112:1-4\"\naudio: { file: a.flac }\n",
      "a.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 0.100, skip: silence, confirmed: true }\n  - { at: 0.200 }\n",
    ])
    try SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 3).write(
      to: folder.path(of: "a.tilawa/a.flac"), encoding: .flac)
    let before = try folder.text(of: "a.tilawa/markers.yaml")
    let (session, heard) = try session(folder)
    #expect(session.state().recording.soundlessness == nil)
    let work = try StudioWork(for: session)
    defer { work.end() }
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    #expect(throws: Failure.self) {
      _ = try work.markAgain(try session.span(Milliseconds(5), Milliseconds(5)), in: workplace)
    }
    #expect(try work.markAgain(nil, in: workplace).rows.isEmpty)
    #expect(throws: Failure.self) { try work.markAgain(nil, in: workplace) }
    var results: [StudioSearchResult] {
      heard.events.withLock { $0.compactMap { if case .searched(let result) = $0 { result } else { nil } } }
    }
    for _ in 0..<600 where results.isEmpty { Surroundings.pause(milliseconds: 100) }
    if case .found(let count) = results.first { #expect(count >= 4) } else { Issue.record("\(results)") }
    let phases = heard.events.withLock {
      Set($0.compactMap { if case .searching(let phase, _) = $0 { phase } else { nil } })
    }
    #expect(phases.contains(.listening) && !phases.contains(.working), "\(phases)")
    let names = session.state().rows.compactMap(\.ayah)
    #expect(names.filter { $0.hasPrefix("112:") }.count >= 4, "\(names)")
    #expect(session.state().rows.first?.isConfirmed == true)
    #expect(session.sound?.peaks.isComplete == true)
    _ = try session.make(.undo)
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == before)
    // Who cancels has everything as it was.
    _ = try work.markAgain(nil, in: workplace)
    _ = work.stopMarking()
    for _ in 0..<600 where results.count < 2 { Surroundings.pause(milliseconds: 100) }
    #expect(results.last == .cancelled)
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == before)
  }
}
