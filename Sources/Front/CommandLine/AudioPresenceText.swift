import TilawaFormat

extension AudioPresence {
  /// One word for programs.
  var word: String {
    switch self {
    case .available: "available"
    case .otherSize: "other_size"
    case .pointer: "pointer"
    case .conflict: "conflict"
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .notAFile: "not_a_file"
    case .outside, .linkOutside: "outside"
    }
  }

  /// The notice for a person about to play `file`; nil if it is there to be played.
  ///
  /// `command` is what fetches the audio, when more is known of it than the tool.
  func remark(on file: String, fetchedBy command: String? = nil) -> String? {
    switch self {
    case .available: nil
    case .otherSize(_, 0, _): "\(file) is empty"
    case .otherSize(_, let bytes, let recorded):
      "\(file) has \(bytes) bytes, but recording.yaml says \(recorded.map { "\($0)" } ?? "")"
    case .pointer(let pointer):
      "\(file) is \(pointer.noun); `\(command ?? pointer.fetchCommand)` fetches the audio"
    case .conflict: "\(file) is a Git LFS pointer that git could not merge"
    case .missing(let found):
      "\(file) is not here" + (found.map { "; did you mean \"\($0)\"?" } ?? "")
        + (command.map { "; `\($0)` downloads it" } ?? "")
    case .unreadable(let reason): "\(file) cannot be read: \(reason)"
    case .notAFile: "\(file) is not a file"
    case .outside: "\(file) is outside its bundle"
    case .linkOutside(let target): "\(file) is a link to \(target), outside its bundle, and was not followed"
    }
  }
}
