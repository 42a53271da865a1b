import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The audio file can't be read: it is not audio, breaks off, or is a Git LFS pointer with conflict
  /// markers.
  static let audioUnreadable = Rule("A705", "audio-unreadable", .error) { bundle, report in
    guard let file = bundle.audio?.file else { return }
    if case .conflict(let sums) = bundle.audioPresence {
      report.add(
        "\(file.value) is a Git LFS pointer with conflict markers between \(sums.map { $0.prefix(12) }.joined(separator: " and ")); "
          + "take one with `git checkout --ours` or `--theirs`",
        at: bundle.place(inRecording: file))
    }
    if case .unreadable(let reason) = bundle.audioPresence {
      report.add("\(file.value): \(reason)", at: bundle.place(inRecording: file))
    }
    guard case .failure(let error) = bundle.audioProperties, error.kind != .missing else { return }
    if error.kind == .needsProgram { return }
    if error.kind == .unknownFormat, !knownEndings.contains(PathText.fileExtension(of: file.value)) { return }
    report.add("\(file.value): \(error.message)", at: bundle.place(inRecording: file))
  }
}

/// Endings of formats that are read here; a file of any other may be fine.
private let knownEndings: Set = [
  "wav", "wave", "flac", "ogg", "oga", "opus", "mp3", "mp2", "aif", "aiff", "aifc", "caf", "au", "snd", "w64",
  "rf64",
]
