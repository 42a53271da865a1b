import Foundation
import TilawaKit

// The code of the articles in `TilawaKit.docc`, line by line: `ArticlesTests` compares it and runs it.

func gettingStarted(_ audio: URL, _ library: URL) async throws -> RecitationBundle {
  var details = RecordingDetails()
  details.title = "Friday prayer"
  details.reciter = "yasser-al-dosari"
  details.riwayah = "hafs"
  details.passages = [try Passage("1:1-7")]
  let imported = try await RecitationBundle.importing(audio: audio, into: library, details)

  var options = MarkingOptions()
  options.makesSegments = true
  let bundle = try await imported.planMarks(options).apply()
  for row in bundle.segments {
    print(row.passage?.description ?? row.skip?.rawValue ?? "?", row.start, row.review)
  }
  let answer = try await RecitationLibrary(at: library).resolve(Passage("1:5"))
  print(answer.found.first?.file ?? "nobody plays it", answer.faults)
  return bundle
}

func importing(_ audio: URL, _ library: URL) async throws -> RecitationBundle {
  var details = RecordingDetails()
  details.title = "Taraweeh, third night"
  details.passages = [try Passage("fatihah"), try Passage("1:1-7")]
  let bundle = try await RecitationBundle.importing(audio: audio, into: library, details) { progress in
    print(progress.stage, progress.fraction ?? 0)
  }
  print(bundle.url, bundle.duration ?? .zero)
  return bundle
}

func marking(_ bundle: RecitationBundle) async throws -> RecitationBundle {
  let plan = try await bundle.planMarks { progress in
    print(progress.stage)
  }
  for mark in plan.marks where mark.confidence ?? 1 < 0.9 {
    print("listen to \(mark.start)")
  }
  print("not heard: \(plan.unheard), guessed: \(plan.guessed)")
  let marked = try await plan.apply()
  let segmented = try await marked.planSegments().apply()
  return segmented
}

func editing(_ url: URL) async throws -> RecordingEditor {
  let editor = try await RecordingEditor(of: url)
  let rows = editor.recording.rows
  guard let first = rows.first(where: { $0.passage != nil }) else { return editor }
  let edits: [Edit] = [.confirm(first.id), .note(first.id, "the microphone is moved here")]
  print(try await editor.diff(of: edits))
  do {
    try await editor.perform(edits, waitingAtMost: .seconds(5))
  } catch {
    guard error.code == .busy else { throw error }
    print("not now:", error.holder ?? error.description)
  }
  return editor
}

func takingBack(_ editor: RecordingEditor) async throws {
  print(editor.undoTitle ?? "nothing to undo")
  do {
    try await editor.undo()
  } catch {
    guard error.code == .refused else { throw error }
    try await editor.undo(evenIfChanged: true)
  }
  try await editor.redo()
}

func watching(_ editor: RecordingEditor) async {
  for await change in editor.changes {
    switch change.origin {
    case .here, .elsewhere: break
    case .merged: print("somebody else saved, too; both are in the files")
    case .disputed(let disputes): print("changed by both:", disputes)
    }
    print(change.changed, change.removed, editor.recording.rows.count)
  }
}

func reviewing(_ bundle: RecitationBundle) async throws -> ReviewSummary {
  let summary = try bundle.review()
  for item in summary.items {
    print(item.range.lowerBound, item.passage?.description ?? "?", item.explanations)
  }
  print("\(summary.doubtful.count) to check")
  print("\(summary.rowCount - summary.confirmedRowCount) of \(summary.rowCount) rows not confirmed")
  let editor = try await RecordingEditor(of: bundle.url)
  let heard = summary.items.compactMap(\.row).prefix(1)
  try await editor.perform(heard.map { .confirm($0.id) })
  let confirmed = editor.recording.rows.filter { $0.review == .confirmed }
  let last = try editor.recording.review()
  try await editor.perform(confirmed.map { .unconfirm($0.id) })
  return last
}

func checking(_ bundle: RecitationBundle) async throws -> [Finding] {
  let findings = bundle.lint()
  for finding in findings where finding.severity == .error {
    print(finding.code, finding.line ?? 0, finding.message)
  }
  let fixes = findings.flatMap(\.fixes).filter(\.isSafe)
  try await RecordingEditor(of: bundle.url).perform(fixes.map { .apply($0) })
  return findings
}

func checkingWithoutSound(_ url: URL) throws {
  let bundle = try RecitationBundle(at: url, inspecting: nil)
  for finding in bundle.lint() { print(finding) }
}

func merging(
  _ ours: RecitationBundle, _ theirs: RecitationBundle, _ original: RecitationBundle
) async throws -> RecitationBundle {
  let plan = try await ours.planMerge(of: theirs, base: original)
  print(plan.taken, plan.conflicts.count)
  let merged = try await plan.apply(confirming: Set(plan.questions))
  let editor = try await RecordingEditor(of: merged.url)
  for conflict in editor.recording.conflicts {
    print(conflict.ours.rows, conflict.theirs.rows)
    try await editor.perform([.settle(conflict.id, .theirs)])
  }
  return editor.recording
}

func converting(_ bundle: RecitationBundle, _ labels: URL) async throws {
  let export = try await bundle.planExport(to: labels)
  print(export.losses)
  try await export.apply()
  let update = try await bundle.planUpdate(from: labels)
  for question in update.questions {
    print(question)
  }
  try await update.apply(confirming: Set(update.questions))
}

func writingPages(_ bundle: RecitationBundle, _ older: RecitationBundle, _ page: URL) async throws {
  try await bundle.writePage(to: page)
  try await bundle.writePage(to: page, sound: .embedded, comparedWith: older) { progress in
    print(progress.stage)
  }
}

func sharing(
  _ bundle: RecitationBundle, _ archive: URL, _ theirs: URL, _ site: URL
) async throws -> PublishOutcome {
  var options = PackingOptions()
  options.stripsPersonal = true
  let packing = try await bundle.planPacking(into: archive, options)
  print(packing.files, packing.leftOut, packing.bytes)
  try await packing.apply()
  let library = RecitationLibrary(at: theirs)
  let unpacking = try await library.planUnpacking(archive, meeting: .merging)
  for arrival in unpacking.arrivals { print(arrival.url, arrival.fate, arrival.findings.count) }
  try await unpacking.apply()
  var publishing = PublishingOptions()
  publishing.title = "Recitations of our mosque"
  publishing.audio = .copied
  let plan = try await library.planPublishing(to: site, publishing)
  let outcome = try await plan.apply { progress in
    print(progress.stage)
  }
  print(plan.changedCount, outcome.written, outcome.silentRecordings)
  return outcome
}

func playing(_ library: URL) async throws {
  var listening = Listening()
  listening.reciters = ["yasser-al-dosari"]
  let recitations = RecitationLibrary(at: library)
  let answer = try await recitations.resolve(Passage("1:1-7"), for: listening)
  for best in answer.found { print(best.ayat, best.file, best.range.lowerBound, best.isConfirmed) }
  print("not here: \(answer.missing), could not be read: \(answer.faults)")
  for stretch in try await recitations.queue(Passage("1:1-7"), for: listening).found {
    print(stretch.passage, stretch.file, stretch.range)
  }
  print(try await recitations.text(of: Passage("1:5")) ?? "")
  for match in try await recitations.searchTexts(for: "mercy") { print(match.passage, match.id) }
}

func textsAndJournal(_ library: URL) async throws -> RecitationJournal {
  let recitations = RecitationLibrary(at: library)
  for text in try await recitations.texts(of: Passage("112:1")) { print(text.id, text.language, text.text) }
  for word in try await recitations.words(of: Passage("112:1")) {
    print(word.number, word.text, word.meaning ?? "")
  }

  let journal = try RecitationJournal(at: library.appending(path: "journal"))
  try await journal.add("112:1", to: "notes", ["text": "the sincerity"])
  try await journal.add("112", to: "memorised", ["since": "2023-03-01"])
  for note in try await journal.entries(in: "notes", about: Passage("112:1-4")) {
    print(note.passage?.description ?? "", note.values["text"] ?? "")
  }

  for passage in try await journal.due() {
    let next = try await journal.recall(passage, grade: 4)
    print(passage, next ?? "")
  }
  return journal
}

func guides(_ library: URL, _ file: URL) async throws -> String {
  let recitations = RecitationLibrary(at: library)
  let plan = try await recitations.planGuides(from: file)
  for finding in plan.findings { print(finding) }
  try await plan.apply()

  for guide in try await recitations.guides(of: "fajr", school: "shafi") {
    for step in guide.steps {
      print(step.number, step.title, step.arabic ?? "")
      for (phrase, places) in try await recitations.places(of: step, in: guide) {
        if let best = places.first { print(phrase, best.file, best.range.lowerBound) }
      }
    }
  }

  let export = try await recitations.exportGuides(["fajr"])
  for loss in export.losses { print(loss) }
  return export.text
}

func readme() throws {
  let bundle = try RecitationBundle(at: URL(filePath: "friday.tilawa"))
  for row in bundle.rows where !row.isConfirmed {
    print(row.passage?.description ?? "?", row.start)
  }
}
