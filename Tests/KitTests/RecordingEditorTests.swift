import Foundation
import Testing
import TilawaBase
import TilawaKit
import TilawaTestSupport

/// One editor, beside others who save and lock the same files.
@Suite struct RecordingEditorTests {
  private func url(_ folder: TemporaryFolder) -> URL {
    URL(filePath: folder.path(of: "a.tilawa"), directoryHint: .isDirectory)
  }

  private func text(_ folder: TemporaryFolder) throws -> String {
    try folder.text(of: "a.tilawa/markers.yaml")
  }

  /// Holds the folder's lock while `body` runs.
  private func whileLocked(
    _ folder: TemporaryFolder, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws {
    let lock = try DirectoryLock(on: folder.path(of: "a.tilawa"))
    try await body()
    _ = consume lock
  }

  // MARK: Waiting

  @Test func aLockIsWaitedForAtMostSoLong() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let row = editor.recording.rows[0].id
    let before = try text(folder)
    try await whileLocked(folder) {
      let start = ContinuousClock.now
      let error = await #expect(throws: TilawaError.self) {
        try await editor.perform([.confirm(row)], waitingAtMost: .milliseconds(200))
      }
      #expect(
        error?.code == .busy && error?.isTransient == true && error?.url?.path.hasSuffix("a.tilawa") == true)
      #expect(ContinuousClock.now - start < .seconds(20))
    }
    #expect(try text(folder) == before)
    try await editor.perform([.confirm(row)])
    #expect(editor.recording.rows[0].isConfirmed)
  }

  #if os(Linux)
    @Test func whoHoldsTheLockIsNamed() async throws {
      let folder = try EditingSessionTests.folder(3)
      let editor = try await RecordingEditor(of: url(folder))
      let holder = Process()
      holder.executableURL = URL(filePath: "/usr/bin/flock")
      holder.arguments = ["--no-fork", folder.path(of: "a.tilawa"), "sleep", "60"]
      try holder.run()
      defer { holder.terminate() }
      var error: TilawaError?
      for _ in 0..<100 where error == nil {
        do {
          try await editor.perform(
            [.note(editor.recording.rows[0].id, "\(Int.random(in: 0...999))")], waitingAtMost: .zero)
        } catch let found { error = found }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(error?.code == .busy && error?.holder?.contains("\(holder.processIdentifier)") == true)
    }
  #endif

  @Test func whatIsCancelledWhileItWaitsIsNeverWritten() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let row = editor.recording.rows[0].id
    let before = try text(folder)
    try await whileLocked(folder) {
      let work = Task { try await editor.perform([.confirm(row)], waitingAtMost: .seconds(600)) }
      try await Task.sleep(for: .milliseconds(100))
      work.cancel()
      let error = await #expect(throws: TilawaError.self) { try await work.value }
      #expect(error?.code == .cancelled)
    }
    try await Task.sleep(for: .milliseconds(300))
    #expect(try text(folder) == before)
    #expect(editor.undoTitle == nil)
  }

  /// Plans wait for the same locks.
  @Test func aPlanThatWaitsCanBeCancelled() async throws {
    let folder = try EditingSessionTests.folder(3)
    let plan = try await RecitationBundle(at: url(folder)).planSegments()
    try await whileLocked(folder) {
      let work = Task { try await plan.apply() }
      try await Task.sleep(for: .milliseconds(1500))
      work.cancel()
      let error = await #expect(throws: TilawaError.self) { try await work.value }
      #expect(error?.code == .cancelled)
    }
    #expect(try RecitationBundle(at: url(folder)).segments.isEmpty)
    #expect(try await plan.apply().segments.count == 3)
  }

  @MainActor @Test func theMainActorGoesOnWhileAnEditWaits() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let row = editor.recording.rows[0].id
    try await whileLocked(folder) {
      let work = Task { try await editor.perform([.confirm(row)], waitingAtMost: .seconds(1)) }
      var ticks = 0
      while !Task.isCancelled, ticks < 10 {
        try await Task.sleep(for: .milliseconds(10))
        ticks += 1
      }
      // Were it blocked, the edit would be over by now.
      #expect(editor.recording.rows.count == 3)
      await #expect(throws: TilawaError.self) { try await work.value }
    }
  }

  @Test func editsFromManyTasksAreAllMade() async throws {
    let folder = try EditingSessionTests.folder(12)
    let editor = try await RecordingEditor(of: url(folder))
    let rows = editor.recording.rows.map(\.id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for row in rows {
        group.addTask { try await editor.perform([.confirm(row)], waitingAtMost: .seconds(600)) }
      }
      try await group.waitForAll()
    }
    #expect(try RecitationBundle(at: url(folder)).rows.map(\.isConfirmed) == rows.map { _ in true })
    #expect(editor.recording.rows.map(\.isConfirmed) == rows.map { _ in true })
  }

  // MARK: Rows and their ids

  @Test func anIdStaysWhileOtherRowsComeAndTheRowIsMovedAndRenamed() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let rows = editor.recording.rows
    let made = try await editor.perform([.insert(try Passage("1:7"), at: .seconds(1))])
    #expect(made.changed == [try #require(made.next)] && made.removed.isEmpty)
    #expect(editor.recording.rows.dropFirst() == rows[...])
    try await editor.perform([
      .move(rows[1].id, start: .seconds(9)), .name(rows[1].id, try Passage("2:7")), .confirm(rows[1].id),
    ])
    let moved = try #require(editor.recording.rows.first { $0.id == rows[1].id })
    #expect(moved.start == .seconds(9) && moved.passage?.description == "2:7" && moved.isConfirmed)
    #expect(editor.undoTitle == "3 edits")
    try await editor.undo()
    #expect(editor.recording.rows.dropFirst() == rows[...])
    try await editor.redo()
    #expect(editor.recording.rows.contains(moved))
    // Who reads the bundle now knows the row by what it says.
    let read = try RecitationBundle(at: url(folder))
    #expect(read.rows.map(\.start) == editor.recording.rows.map(\.start) && read.rows[2].id != moved.id)
    let error = await #expect(throws: TilawaError.self) {
      try await editor.perform([.confirm(read.rows[2].id)])
    }
    #expect(error?.code == .refused)
  }

  @Test func allEditsOfOneCallAreMadeOrNone() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let (before, row) = (try text(folder), editor.recording.rows[0].id)
    let edits: [Edit] = [.confirm(row), .remove(row), .note(row, "gone")]
    #expect(try await editor.diff(of: [.confirm(row)]).contains("+  - { at: 4.000"))
    let error = await #expect(throws: TilawaError.self) { try await editor.perform(edits) }
    #expect(error?.code == .refused && editor.recording.rows.count == 3)
    #expect(try text(folder) == before)
    for impossible in [
      Edit.move(row, end: .zero), .move(row, start: .seconds(-1)), .skip(row, .init(rawValue: "x")),
    ] {
      await #expect(throws: TilawaError.self) { try await editor.perform([impossible]) }
    }
    let stored = try JSONDecoder().decode([Edit].self, from: JSONEncoder().encode(edits))
    #expect(stored == edits)
  }

  // MARK: Other hands

  @Test func whatAnEditCameUponIsTold() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let rows = editor.recording.rows
    try folder.write(
      try text(folder).replacing("\"2:3\",", with: "\"2:3\", note: theirs,"), to: "a.tilawa/markers.yaml")
    try await editor.perform([.confirm(rows[0].id)])
    #expect(editor.recording.rows.map(\.note) == [nil, nil, "theirs"])
    let absorbed = try await editor.lookAround()
    #expect(absorbed.map(\.origin) == [.elsewhere] && absorbed[0].changed == [rows[2].id])
    #expect(try await editor.lookAround().isEmpty)
  }

  @Test func changesComeAsTheyHappen() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let rows = editor.recording.rows
    let old = try text(folder)
    var changes = editor.changes.makeAsyncIterator()
    try await editor.perform([.confirm(rows[0].id)])
    let here = try #require(await changes.next())
    #expect(here.origin == .here && here.edits == [.confirm(rows[0].id)] && here.title == "Confirm 2:1")
    #expect(here.changed == [rows[0].id])
    // A text from before is saved, and nobody asks.
    try folder.write(old.replacing("\"2:3\",", with: "\"2:3\", note: theirs,"), to: "a.tilawa/markers.yaml")
    let merged = try #require(await changes.next())
    #expect(merged.origin == .merged && merged.changed == [rows[2].id])
    #expect(editor.recording.rows.map(\.isConfirmed) == [true, false, false])
    // Both change the same.
    try await editor.perform([.note(rows[1].id, "ours")])
    #expect(await changes.next()?.origin == .here)
    try folder.write(old.replacing("\"2:2\",", with: "\"2:2\", note: other,"), to: "a.tilawa/markers.yaml")
    guard case .disputed(let disputes)? = await changes.next()?.origin else {
      Issue.record("not disputed")
      return
    }
    #expect(
      disputes.first?.ours == "ours" && disputes.first?.theirs == "other" && disputes.first?.place == "2:2")
  }

  @Test func whatSomebodyChangedIsNotConfirmedUnseen() async throws {
    let folder = try EditingSessionTests.folder(3, file: "segments")
    let editor = try await RecordingEditor(of: url(folder))
    let row = editor.recording.rows[2].id
    let text = try folder.text(of: "a.tilawa/segments.yaml")
    try folder.write(text.replacing("end: 16.000", with: "end: 17.000"), to: "a.tilawa/segments.yaml")
    let error = await #expect(throws: TilawaError.self) { try await editor.perform([.confirm(row)]) }
    #expect(error?.code == .overtaken && editor.recording.rows[2].end == .seconds(17))
    try await editor.perform([.confirm(row)])
    #expect(editor.recording.rows[2].isConfirmed)
  }

  @Test func aRefusedUndoDoesNotBlockThoseBefore() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await RecordingEditor(of: url(folder))
    let rows = editor.recording.rows.map(\.id)
    try await editor.perform([.confirm(rows[0])])
    try await editor.perform([.name(rows[2], Passage("3:1"))])
    try folder.write(try text(folder).replacing("\"3:1\"", with: "\"4:1\""), to: "a.tilawa/markers.yaml")
    let error = await #expect(throws: TilawaError.self) { try await editor.undo() }
    #expect(error?.code == .refused && editor.undoTitle == "Confirm 2:1")
    #expect(try await editor.undo()?.title == "Confirm 2:1")
    #expect(try !text(folder).contains("confirmed") && text(folder).contains("\"4:1\""))
    #expect(try await editor.undo() == nil)
    #expect(try await editor.undo(evenIfChanged: true)?.title == "Rename 2:3 to 3:1")
    #expect(try text(folder).contains("\"2:3\""))
  }

  // MARK: Conflicts and fixes

  @Test(arguments: [(Conflict.Side.ours, "9.000"), (.theirs, "10.000"), (.base, "8.000")])
  func aConflictIsSettled(side: Conflict.Side, start: String) async throws {
    let folder = try EditingSessionTests.folder(3)
    for name in ["theirs", "base"] {
      try FileManager.default.copyItem(
        atPath: folder.path(of: "a.tilawa"), toPath: folder.path(of: "\(name).tilawa"))
    }
    func bundle(_ name: String) throws -> RecitationBundle {
      try RecitationBundle(at: URL(filePath: folder.path(of: "\(name).tilawa")))
    }
    for (name, time) in [("a", "9.000"), ("theirs", "10.000")] {
      let text = try folder.text(of: "\(name).tilawa/markers.yaml")
      try folder.write(text.replacing("at: 8.000", with: "at: \(time)"), to: "\(name).tilawa/markers.yaml")
    }
    let plan = try await bundle("a").planMerge(of: bundle("theirs"), base: bundle("base"))
    #expect(plan.conflicts.count == 1 && plan.questions.isEmpty)
    let merged = try await plan.apply()
    // The rows are there, those in dispute as they were here.
    #expect(merged.rows.map(\.start) == [.seconds(4), .seconds(9), .seconds(12)])
    let conflict = try #require(merged.conflicts.first)
    #expect(conflict.id == plan.conflicts[0].id && conflict.url.lastPathComponent == "markers.yaml")
    #expect(
      conflict.ours.rows.map(\.start) == [.seconds(9)] && conflict.theirs.rows.map(\.start) == [.seconds(10)])
    #expect(conflict.base?.rows.map(\.start) == [.seconds(8)])
    #expect(merged.lint().contains { $0.severity == .error })

    let editor = try await RecordingEditor(of: merged.url)
    #expect(editor.recording == merged)
    let error = await #expect(throws: TilawaError.self) {
      try await editor.perform([.confirm(merged.rows[0].id)])
    }
    #expect(error?.code == .faulty && error?.findings.isEmpty == false)
    try await editor.perform([.settle(conflict.id, side), .confirm(merged.rows[0].id)])
    #expect(editor.recording.conflicts.isEmpty && editor.recording.rows.count == 3)
    #expect(try text(folder).contains("at: \(start)") && editor.recording.rows[0].isConfirmed)
    try await editor.undo()
    #expect(editor.recording == merged)
    try await editor.redo()
    await #expect(throws: TilawaError.self) { try await editor.perform([.settle(conflict.id, .ours)]) }
  }

  @Test func aFixIsApplied() async throws {
    let folder = try EditingSessionTests.folder(3)
    let text = try text(folder)
    // A row stands before another that is heard earlier.
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.swapAt(3, 4)
    try folder.write(lines.joined(separator: "\n"), to: "a.tilawa/markers.yaml")
    let editor = try await RecordingEditor(of: url(folder))
    let finding = try #require(editor.recording.lint().first { !$0.fixes.isEmpty })
    #expect(finding.url == url(folder).appending(path: "markers.yaml", directoryHint: .notDirectory))
    let stored = try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(finding))
    #expect(stored == finding)
    // What stands above moves meanwhile.
    try await editor.perform([.note(editor.recording.rows[0].id, "a long remark")])
    try await editor.perform([.apply(stored.fixes[0])])
    #expect(editor.undoTitle == stored.fixes[0].title)
    #expect(
      try self.text(folder).split(separator: "\n").dropFirst(3).elementsEqual(
        text.split(separator: "\n").dropFirst(3)))
    let error = await #expect(throws: TilawaError.self) {
      try await editor.perform([.apply(stored.fixes[0])])
    }
    #expect(error?.code == .refused)
    try await editor.undo()
    #expect(editor.recording.lint().contains { !$0.fixes.isEmpty })
  }
}
