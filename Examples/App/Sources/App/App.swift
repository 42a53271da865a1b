import Foundation
import TilawaKit

/// What an app does with Tilawa: takes in a recording, finds its ayat, edits it beside somebody else, settles what both changed, mends
/// what lint finds, tells who plays an ayah, and sends all of it elsewhere.
///
///     App RECORDING LIBRARY
///
/// The recording is of surah 1.
@main struct App {
  let recording: URL
  let library: URL

  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return fail("usage: App RECORDING LIBRARY") }
    do {
      let library = URL(filePath: arguments[2], directoryHint: .isDirectory)
      try await App(recording: URL(filePath: arguments[1]), library: library).run()
    } catch {
      fail(error.localizedDescription)
    }
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data("App: \(message)\n".utf8))
    exit(1)
  }

  private func run() async throws {
    let bundle = try await marked(imported())
    try await list()
    let merged = try await settle(bundle)
    try await editWithAnotherHand(merged.url)
    try await mend(merged.url)
    try await tellWhoPlays(Passage("1:4-5"))
    try await send(RecitationBundle(at: merged.url))
    await tryTheImpossible()
  }

  /// The audio becomes a bundle in the library.
  private func imported() async throws -> RecitationBundle {
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    var details = RecordingDetails()
    (details.title, details.reciter, details.riwayah) = ("Friday prayer", "a-neighbour", "hafs")
    details.passages = [try Passage("fatihah")]
    return try await RecitationBundle.importing(audio: recording, into: library, details)
  }

  /// The ayat are found by their sounds, and become segments.
  private func marked(_ bundle: RecitationBundle) async throws -> RecitationBundle {
    var options = MarkingOptions()
    options.makesSegments = true
    let plan = try await bundle.planMarks(options) { progress in print(progress.stage) }
    print("\(plan.marks.count) marks; not heard: \(plan.unheard.count), guessed: \(plan.guessed.count)")
    return try await plan.apply(confirming: Set(plan.questions))
  }

  private func list() async throws {
    for bundle in try await RecitationLibrary(at: library).recordings() {
      let doubtful = try bundle.review().doubtful.count
      print("\(bundle.title ?? "?"): \(bundle.rows.count) rows, \(doubtful) to check")
    }
  }

  /// A friend checks a copy of the same row, and says something else of it.
  private func settle(_ bundle: RecitationBundle) async throws -> RecitationBundle {
    let copies = try ["original", "friends"].map { name in
      let copy = library.deletingLastPathComponent().appending(path: "\(name).tilawa")
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: bundle.url, to: copy)
      return try RecitationBundle(at: copy)
    }
    try await confirm("1:5", in: bundle, "heard by us")
    try await confirm("1:5", in: copies[1], "heard by a friend")
    let plan = try await RecitationBundle(at: bundle.url).planMerge(
      of: RecitationBundle(at: copies[1].url), base: copies[0])
    let editor = try await RecordingEditor(of: plan.apply().url)
    for conflict in editor.recording.conflicts {
      print("both changed line \(conflict.line): \(conflict.ours.rows.map { $0.note ?? "" })")
      try await editor.perform([.settle(conflict.id, .both)])
    }
    return editor.recording
  }

  private func row(_ ayah: String, of bundle: RecitationBundle) throws -> Row.ID {
    let row = bundle.rows.first { $0.passage?.description == ayah }
    guard let row else { throw CocoaError(.featureUnsupported) }
    return row.id
  }

  private func confirm(_ ayah: String, in bundle: RecitationBundle, _ note: String) async throws {
    let (editor, row) = (try await RecordingEditor(of: bundle.url), try row(ayah, of: bundle))
    do {
      try await editor.perform([.confirm(row), .note(row, note)], waitingAtMost: .seconds(5))
    } catch {
      guard error.isTransient else { throw error }
      print("not now: \(error.holder ?? error.description)")
    }
  }

  /// Two windows of one bundle; each is told what happens in the other.
  private func editWithAnotherHand(_ url: URL) async throws {
    let (one, other) = (try await RecordingEditor(of: url), try await RecordingEditor(of: url))
    var changes = one.changes.makeAsyncIterator()
    try await other.perform([.note(row("1:7", of: other.recording), "slower here")])
    if let change = await changes.next() { print("\(change.origin): \(change.changed.count) row changed") }
    try await one.perform([.confirm(row("1:1", of: one.recording))])
    print("undone: \(try await one.undo()?.title ?? "nothing")")
  }

  /// Somebody puts a row before another that is heard earlier; lint finds it, and knows what mends it.
  private func mend(_ url: URL) async throws {
    let file = url.appending(path: "segments.yaml")
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    lines.swapAt(3, 4)
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let editor = try await RecordingEditor(of: url)
    for finding in editor.recording.lint() {
      print("\(finding.severity): \(finding.message) [\(finding.code)]")
      if let fix = finding.fixes.first(where: \.isSafe) { try await editor.perform([.apply(fix)]) }
    }
  }

  private func tellWhoPlays(_ passage: Passage) async throws {
    let answer = try await RecitationLibrary(at: library).resolve(passage)
    for best in answer.found {
      print(
        "\(best.ayat) is played by \(best.reciter ?? "somebody"), \(best.range.lowerBound) to "
          + "\(best.range.upperBound)\(best.isConfirmed ? ", confirmed" : "")")
    }
    for ayah in answer.missing { print("nobody plays \(ayah)") }
    for fault in answer.faults { print("could not be read: \(fault.localizedDescription)") }
  }

  private func send(_ bundle: RecitationBundle) async throws {
    let beside = library.deletingLastPathComponent()
    let export = try await bundle.planExport(to: beside.appending(path: "labels.txt"), as: .audacity)
    for loss in export.losses { print("lost: \(loss)") }
    try await export.apply(confirming: Set(export.questions))
    let packing = try await bundle.planPacking(into: beside.appending(path: "friday.zip"))
    print("packed \(packing.files.count) files into \(try await packing.apply().lastPathComponent)")
  }

  private func tryTheImpossible() async {
    do { _ = try await RecordingEditor(of: library.appending(path: "gone.tilawa")) } catch {
      print("\(error.code): \(error.localizedDescription)")
    }
  }
}
