import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The file isn't the one that was annotated.
  ///
  /// A pointer names its checksum; a file is read through only when the user asks for it.
  static let checksumMismatch = Rule("A707", "checksum-mismatch", .error) { bundle, report in
    guard let declared = bundle.audio?.sha256 else { return }
    if case .pointer(let pointer) = bundle.audioPresence {
      guard let sha256 = pointer.sha256, sha256 != declared.value else { return }
      report.add("the pointer states the checksum \(sha256)", at: bundle.place(inRecording: declared))
    } else if bundle.comparesChecksums, let file = bundle.audioPresence?.file {
      // A file that can't be read is reported by A705.
      guard let digest = try? FileDigest.of(file.path), digest.sha256 != declared.value else { return }
      report.add("the file's checksum is \(digest.sha256)", at: bundle.place(inRecording: declared))
    }
  }
}
