import Foundation
import TilawaKit

/// What an app does with Tilawa: takes in a recording, finds its ayat, lets a person check one, brings in what a friend has done, and
/// tells who plays an ayah.
///
///     App RECORDING LIBRARY
///
/// The recording is of surah 1; the library is a folder, which is made when it isn't there.
@main struct App {
  let recording: String
  let library: URL

  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { return fail("usage: App RECORDING LIBRARY") }
    do {
      let library = URL(filePath: arguments[2], directoryHint: .isDirectory)
      try await App(recording: arguments[1], library: library).run()
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data("App: \(message)\n".utf8))
    exit(1)
  }

  private func run() async throws {
    let imported = try await importRecording()
    let marked = try await mark(imported)
    let (original, friends) = try friendsCopy(of: marked)

    // Both go on by themselves: we check the first row, the friend the fifth.
    let ours = try confirm("1:1", in: marked, "confirmed by us")
    let theirs = try confirm("1:5", in: friends, "confirmed by a friend")
    let merged = try await merge(theirs, into: ours, from: original)

    for finding in merged.lint() where finding.severity == .error { print(finding) }
    try tellWhoPlays("1:5")
  }

  /// The audio becomes a bundle in the library.
  private func importRecording() async throws -> RecitationBundle {
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    var details = RecordingDetails()
    details.title = "Friday prayer"
    details.reciter = "a-neighbour"
    details.riwayah = "hafs"
    details.passages = [try Passage("fatihah")]
    let bundle = try await RecitationBundle.importing(
      audio: recording, into: library.path(percentEncoded: false), details)
    print("imported \(bundle.title ?? "a recording"), \(seconds(bundle.duration ?? .zero))")
    return bundle
  }

  /// The ayat are found by their sounds, and become segments.
  private func mark(_ bundle: RecitationBundle) async throws -> RecitationBundle {
    var options = MarkingOptions()
    options.makesSegments = true
    let plan = try await bundle.planMarks(options)
    print("\(plan.marks.count) marks; not heard: \(plan.unheard.count), guessed: \(plan.guessed.count)")
    return try await plan.carryOut()
  }

  /// What a friend got, and the same again as both started from it.
  private func friendsCopy(
    of bundle: RecitationBundle
  ) throws -> (original: RecitationBundle, friends: RecitationBundle) {
    let beside = library.deletingLastPathComponent()
    let copies = try ["original", "friends"].map { name in
      let copy = beside.appending(path: "\(name).tilawa")
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: URL(filePath: bundle.path), to: copy)
      return try RecitationBundle(at: copy.path(percentEncoded: false))
    }
    return (copies[0], copies[1])
  }

  /// A person has listened to a row, and says so.
  private func confirm(_ ayah: String, in bundle: RecitationBundle, _ note: String) throws -> RecitationBundle {
    let passage = try Passage(ayah)
    guard let row = bundle.segments.first(where: { $0.passage == passage }) else {
      throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "no row holds \(ayah)"])
    }
    let plan = try bundle.planEdits([.confirm(row), .note(row, note)])
    print(plan.diff, terminator: "")
    return try plan.carryOut()
  }

  /// What the friend has done comes into our bundle.
  private func merge(
    _ theirs: RecitationBundle, into ours: RecitationBundle, from original: RecitationBundle
  ) async throws -> RecitationBundle {
    let plan = try await ours.planMerge(of: theirs, base: original)
    print("merged: \(plan.taken) taken over, \(plan.conflicts.count) to be settled")
    return try plan.carryOut()
  }

  private func tellWhoPlays(_ ayah: String) throws {
    let library = try RecitationLibrary(at: library.path(percentEncoded: false))
    guard let best = try library.resolve(Passage(ayah)) else { return print("nobody plays \(ayah)") }
    print(
      "\(ayah) is played by \(best.reciter ?? "somebody"), \(seconds(best.range.lowerBound)) to "
        + "\(seconds(best.range.upperBound))\(best.isConfirmed ? ", confirmed" : "")")
  }

  private func seconds(_ time: Duration) -> String {
    time.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 3)))
  }
}
