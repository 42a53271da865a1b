import Files
import TilawaFormat

extension TilawaBundle {
  /// Where the audio can be opened, or a failure that says what is there instead.
  func audioPath(in terminal: Terminal) throws(CommandFailure) -> String {
    guard let file = recording?.content?.audio?.file?.value, let presence = audioPresence else {
      throw CommandFailure("recording.yaml of \(shownPath) names no audio (audio.file)")
    }
    let shown = "\(shownPath)/\(file)"
    switch presence {
    case .available(let path, _): return path
    case .linkOutside(let target):
      throw CommandFailure(
        "cannot read \(shown): it is a link to \(target), out of the bundle; put the audio itself there, or say audio.external: true"
      )
    case .pointer(let pointer):
      throw CommandFailure(
        "cannot read \(shown): it is \(pointer.noun); `\(pointer.fetchCommand)` fetches the audio")
    case .conflict: throw CommandFailure("cannot read \(shown): it is a Git LFS pointer with merge conflicts")
    case .missing(let found):
      throw CommandFailure(
        "cannot read \(shown): no such file (named in recording.yaml)"
          + (found.map { "; did you mean \($0)?" } ?? ""))
    case .notAFile: throw CommandFailure("cannot read \(shown): it is no regular file")
    case .outside: throw CommandFailure("audio.file of \(shownPath) leaves the bundle: \"\(file)\"")
    }
  }
}
