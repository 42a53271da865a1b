package import TilawaBase
import TilawaFormat
import TilawaLint

// Changes to a bundle during the recording of its audio, and afterwards.

extension FoundBundle {
  /// Adds a marker without ayah.
  package func mark(_ time: Milliseconds) throws {
    var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    try transaction.bundle.require(.looking)
    try transaction.apply(RowList.adding([Marker(at: time)], to: transaction.bundle), to: .markers)
    _ = try transaction.commit()
  }

  /// Writes the checksum, size and duration of the audio to `recording.yaml`. Throws if the audio isn't
  /// there.
  package func describeAudio() throws {
    let target = BundleTarget(path: path, shownPath: shownPath, kinds: [.recording])
    let (comparison, _) = try target.compareChecksum(isUpdating: true) { _, _ in }
    guard comparison.digest != nil else {
      throw Failure("the audio of \(shownPath) no longer exists and was not described")
    }
  }
}
