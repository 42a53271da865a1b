import TilawaBase
import TilawaFormat
import TilawaLint

extension BundleTarget {
  /// Compares the audio with its description in recording.yaml. With `isUpdating`, the description is then
  /// updated; the second value is true if anything was changed.
  ///
  /// Throws a `Failure` if recording.yaml has errors, or names other audio by now.
  package func compareChecksum(
    isUpdating: Bool, _ monitor: WorkMonitor
  ) throws -> (ChecksumComparison, isUpdated: Bool) {
    let stage = monitor.begin("reading \(shownPath)")
    defer { stage.finish() }
    return try compareChecksum(isUpdating: isUpdating) { stage.update($0, of: $1) }
  }

  func compareChecksum(
    isUpdating: Bool, progress: (_ done: Int64, _ total: Int64) -> Void
  ) throws -> (ChecksumComparison, isUpdated: Bool) {
    let before = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    try before.require(.looking)
    try before.requireSoundRecording()
    let comparison = try ChecksumComparison(of: before, progress: progress)
    guard isUpdating, !comparison.updates(of: before).isEmpty else { return (comparison, false) }
    // Reading the audio takes time, and no lock is kept meanwhile. The edits are made to the file as it is
    // afterwards.
    var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    let bundle = transaction.bundle
    try bundle.require(.looking)
    try bundle.requireSoundRecording()
    guard bundle.recording?.content?.audio?.file?.value == comparison.file else {
      throw Failure("\(bundle.shownPath) was changed meanwhile and names another audio file; try again")
    }
    let edits = comparison.updates(of: bundle)
    guard bundle.recording != nil, !edits.isEmpty else { return (comparison, false) }
    try transaction.apply(.edit(edits), to: .recording)
    return (comparison, try !transaction.commit().isEmpty)
  }
}

extension [BundleTarget] {
  /// Compares the checksums of all bundles in parallel; `tell` receives the results in order.
  package func compareChecksums(
    isUpdating: Bool, _ monitor: WorkMonitor,
    then tell: (BundleTarget, Result<(ChecksumComparison, isUpdated: Bool), any Error>) -> Void
  ) {
    if count == 1, let only = first {
      return tell(only, Result { try only.compareChecksum(isUpdating: isUpdating, monitor) })
    }
    let stage = monitor.begin("comparing \(count) checksums")
    defer { stage.finish() }
    let counter = ItemCounter(count, stage)
    // Enough at a time to use all cores, and few enough to report results soon.
    inParallel(self, of: 16) { target in
      defer { counter.count() }
      return Result { try target.compareChecksum(isUpdating: isUpdating) { _, _ in } }
    } then: { target, result in
      tell(target, result)
      return !monitor.isCancelled()
    }
  }
}

extension TilawaBundle {
  fileprivate func requireSoundRecording() throws(Failure) {
    guard recording?.hasErrors ?? true else { return }
    throw Failure("recording.yaml of \(shownPath) has errors; `tilawa lint \(shownPath)` shows them")
  }
}
