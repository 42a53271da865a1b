package import Lint
import TilawaFormat

extension BundleTarget {
  /// Compares the audio with what recording.yaml says of it; with `isUpdating` it says afterwards what is there, and the second
  /// value tells whether anything was changed for that.
  ///
  /// Throws an `Obstacle` when recording.yaml has errors, or names other audio by now.
  package func compareChecksum(
    isUpdating: Bool, _ monitor: WorkMonitor
  ) throws -> (ChecksumComparison, isUpdated: Bool) {
    let stage = monitor.begin("reading \(shownPath)")
    defer { stage.finish() }
    let before = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    try before.requireSoundRecording()
    let comparison = try ChecksumComparison(of: before) { stage.update($0, of: $1) }
    guard isUpdating, !comparison.updates(of: before).isEmpty else { return (comparison, false) }
    // Reading the audio takes time, in which nobody is kept waiting: what is changed is what is there
    // afterwards.
    var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    let bundle = transaction.bundle
    try bundle.requireSoundRecording()
    guard bundle.recording?.content?.audio?.file?.value == comparison.file else {
      throw Obstacle("\(bundle.shownPath) has changed meanwhile and names another audio file; try again")
    }
    let edits = comparison.updates(of: bundle)
    guard let source = bundle.recording?.source, !edits.isEmpty else { return (comparison, false) }
    try transaction.edit(source, .recording, edits)
    return (comparison, try !transaction.commit().isEmpty)
  }
}

extension TilawaBundle {
  fileprivate func requireSoundRecording() throws(Obstacle) {
    guard recording?.hasErrors ?? true else { return }
    throw Obstacle("recording.yaml of \(shownPath) has errors; `tilawa lint \(shownPath)` tells which")
  }
}
