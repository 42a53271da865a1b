import TilawaKit

// The code of the articles in `TilawaKit.docc`, line by line: `ArticlesTests` compares it and runs it.

func gettingStarted(_ audio: String, _ library: String) async throws -> RecitationBundle {
  var details = RecordingDetails()
  details.title = "Friday prayer"
  details.reciter = "yasser-al-dosari"
  details.riwayah = "hafs"
  details.passages = [try Passage("1:1-7")]
  let imported = try await RecitationBundle.importing(audio: audio, into: library, details)

  var options = MarkingOptions()
  options.makesSegments = true
  let bundle = try await imported.planMarks(options).carryOut()
  for row in bundle.segments {
    print(row.passage?.description ?? row.skip ?? "?", row.start, row.confidence ?? 1)
  }
  let best = try RecitationLibrary(at: library).resolve(Passage("1:5"))
  print(best?.file ?? "nobody plays it")
  return bundle
}

func importing(_ audio: String, _ library: String) async throws -> RecitationBundle {
  var details = RecordingDetails()
  details.title = "Taraweeh, third night"
  details.passages = [try Passage("fatihah"), try Passage("1:1-7")]
  let bundle = try await RecitationBundle.importing(audio: audio, into: library, details) { progress in
    print(progress.stage, progress.fraction ?? 0)
  }
  print(bundle.path, bundle.duration ?? .zero)
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
  let marked = try await plan.carryOut()
  let segmented = try marked.planSegments().carryOut()
  return segmented
}

func editing(_ bundle: RecitationBundle) throws {
  guard let first = bundle.segments.first(where: { $0.passage != nil }) else { return }
  let plan = try bundle.planEdits([
    .confirm(first),
    .note(first, "the microphone is moved here"),
  ])
  print(plan.diff)
  let changed = try plan.carryOut()
  print(changed.segments.count)
}

func annotating(_ bundle: RecitationBundle) throws -> AnnotationSession {
  let session = try AnnotationSession(of: bundle)
  let marker = try session.make(.addMarker(at: .seconds(12.5), Passage("1:2")))
  if let marker { try session.make(.moveStart(marker, to: .seconds(12.3))) }
  print(session.undoTitle ?? "nothing to undo")
  try session.undo()
  switch try session.lookAround() {
  case .none, .taken: break
  case .merged: print("somebody else saved, too; both are in the files")
  case .disputed(let places): print("changed by both:", places)
  }
  return session
}

func reviewing(_ bundle: RecitationBundle) throws -> (first: ReviewSummary, last: RecitationBundle) {
  let summary = try bundle.review()
  for item in summary.items {
    print(item.range.lowerBound, item.passage?.description ?? "?", item.explanations)
  }
  print("\(summary.doubtfulRowCount) to check")
  print("\(summary.rowCount - summary.confirmedRowCount) of \(summary.rowCount) rows not confirmed")
  let heard = summary.items.compactMap(\.row).prefix(1)
  let confirmed = try bundle.planEdits(heard.map { .confirm($0) }).carryOut()
  let rows = confirmed.segments.filter(\.isConfirmed)
  let unconfirmed = try confirmed.planEdits(rows.map { .unconfirm($0) }).carryOut()
  return (try confirmed.review(), unconfirmed)
}

func checking(_ bundle: RecitationBundle) -> [Finding] {
  let findings = bundle.lint()
  for finding in findings where finding.severity == .error {
    print(finding.code, finding.line ?? 0, finding.message)
  }
  return findings
}

func merging(
  _ ours: RecitationBundle, _ theirs: RecitationBundle, _ original: RecitationBundle
) async throws -> RecitationBundle {
  let plan = try await ours.planMerge(of: theirs, base: original)
  for conflict in plan.conflicts {
    print(conflict.place, conflict.ours ?? "-", conflict.theirs ?? "-")
  }
  let merged = try plan.carryOut()
  return merged
}

func converting(_ bundle: RecitationBundle, _ labels: String) throws {
  let export = try bundle.planExport(to: labels)
  print(export.losses)
  try export.carryOut()
  let update = try bundle.planUpdate(from: labels)
  if let question = update.question {
    print(question)
  } else {
    try update.carryOut()
  }
}

func writingPages(_ bundle: RecitationBundle, _ older: RecitationBundle, _ page: String) async throws {
  try await bundle.writePage(to: page)
  try await bundle.writePage(to: page, sound: .embedded, comparedWith: older) { progress in
    print(progress.stage)
  }
}

func sharing(
  _ bundle: RecitationBundle, _ archive: String, _ theirs: String, _ site: String
) async throws -> PublishingPlan.Outcome {
  var options = PackingOptions()
  options.stripsPersonal = true
  let packing = try bundle.planPacking(options)
  print(packing.files, packing.leftOut, packing.bytes)
  try await packing.carryOut(to: archive)
  let library = try RecitationLibrary(at: theirs)
  let unpacking = try library.planUnpacking(archive, meeting: .merging)
  for arrival in unpacking.bundles { print(arrival.path, arrival.fate, arrival.findings.count) }
  try unpacking.carryOut()
  var publishing = PublishingOptions()
  publishing.title = "Recitations of our mosque"
  publishing.audio = .copied
  let plan = try await library.planPublishing(to: site, publishing)
  let outcome = try await plan.carryOut { progress in
    print(progress.stage)
  }
  print(plan.counts.changed, outcome.written, outcome.withoutAudio)
  return outcome
}

func playing(_ library: String) throws {
  var listening = Listening()
  listening.reciters = ["yasser-al-dosari"]
  let recitations = try RecitationLibrary(at: library)
  if let best = try recitations.resolve(Passage("1:5"), for: listening) {
    print(best.file, best.range.lowerBound, best.isConfirmed)
  }
  for stretch in try recitations.queue(Passage("1:1-7"), for: listening) {
    print(stretch.passage, stretch.file, stretch.range)
  }
  print(recitations.text(of: try Passage("1:5")) ?? "", try recitations.words(of: Passage("1:5")).count)
  for match in try recitations.searchTexts(for: "mercy") { print(match.passage, match.id) }
}

func textsAndJournal(_ library: String) throws -> RecitationJournal {
  let recitations = try RecitationLibrary(at: library)
  for text in recitations.texts(of: try Passage("112:1")) { print(text.id, text.language, text.text) }
  for word in try recitations.words(of: Passage("112:1")) {
    print(word.number, word.text, word.meaning ?? "")
  }

  let journal = try RecitationJournal(at: "\(library)/journal")
  try journal.add("112:1", to: "notes", ["text": "the sincerity"])
  try journal.add("112", to: "memorised", ["since": "2023-03-01"])
  for note in try journal.entries(in: "notes", about: Passage("112:1-4")) {
    print(note.passage?.description ?? "", note.values["text"] ?? "")
  }

  for passage in try journal.due() {
    let next = try journal.recall(passage, grade: 4)
    print(passage, next ?? "")
  }
  return journal
}

func guides(_ library: String, _ file: String) throws -> String {
  let recitations = try RecitationLibrary(at: library)
  let plan = try recitations.planGuides(from: file)
  for finding in plan.findings { print(finding) }
  try plan.carryOut()

  for guide in try recitations.guides(of: "fajr", school: "shafi") {
    for step in guide.steps {
      print(step.number, step.title, step.arabic ?? "")
      for (phrase, places) in try recitations.places(of: step, in: guide) {
        if let best = places.first { print(phrase, best.file, best.range.lowerBound) }
      }
    }
  }

  let export = try recitations.exportGuides(["fajr"])
  for loss in export.losses { print(loss) }
  return export.text
}
