import Annotating
import Lint
import TilawaFormat
package import Timing

// What is written into a bundle while its audio is being recorded, and after.

extension FoundBundle {
  /// Sets a marker without ayah.
  package func mark(_ time: Milliseconds) throws {
    var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    try transaction.apply(RowList.adding([MarkerDraft(at: time)], to: transaction.bundle), to: .markers)
    _ = try transaction.commit()
  }

  /// Writes checksum, size and length of the audio into `recording.yaml`.
  package func describeAudio() throws {
    let before = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    let comparison = try ChecksumComparison(of: before) { _, _ in }
    var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    let edits = comparison.updates(of: transaction.bundle)
    guard let source = transaction.bundle.recording?.source, !edits.isEmpty else { return }
    try transaction.edit(source, .recording, edits)
    _ = try transaction.commit()
  }
}
