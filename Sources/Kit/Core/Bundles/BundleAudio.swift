package import TilawaBase
package import TilawaFormat

extension TilawaBundle {
  /// Returns the path at which the audio can be opened, or throws a failure that describes what is there
  /// instead.
  package func audioPath() throws(Failure) -> String {
    guard let file = recording?.content?.audio?.file?.value, let presence = audioPresence else {
      throw Failure("recording.yaml of \(shownPath) names no audio (audio.file)")
    }
    let shown = "\(shownPath)/\(file)"
    switch presence {
    case .available(let path, _): return path
    case .otherSize(_, 0, _): throw Failure("cannot read \(shown): it is empty")
    case .otherSize(_, let bytes, let recorded):
      throw Failure(
        "cannot use \(shown): it has \(bytes) bytes, but recording.yaml records \(recorded.map { "\($0)" } ?? "none"); copy the whole file again, "
          + "or correct `bytes`, `sha256` and `duration` if this is the right audio")
    case .linkOutside(let target):
      throw Failure(
        "cannot read \(shown): it is a link to \(target), outside the bundle; put the audio there, or set audio.external: true"
      )
    case .pointer(let pointer):
      throw Failure(
        "cannot read \(shown): it is \(pointer.noun); `\(pointer.fetchCommand)` fetches the audio")
    case .conflict: throw Failure("cannot read \(shown): it is a Git LFS pointer with merge conflicts")
    case .missing(let found):
      throw Failure(
        "cannot read \(shown): no such file (named in recording.yaml)"
          + (found.map { "; did you mean \($0)?" } ?? "")
          + (downloadCommand.map { "; `\($0)` downloads it" } ?? ""))
    case .unreadable(let reason): throw Failure("cannot read \(shown): \(reason)")
    case .notAFile: throw Failure("cannot read \(shown): not a regular file")
    case .outside: throw Failure("audio.file of \(shownPath) is outside the bundle: \"\(file)\"")
    }
  }

  /// The command that downloads the audio from its address, or nil if it has none or another file is in its
  /// place.
  package var downloadCommand: String? {
    guard recording?.content?.audio?.url != nil, case .missing(found: nil) = audioPresence else { return nil }
    return "tilawa audio fetch \(ShellText.quoted(shownPath))"
  }

  /// Returns the path of audio that leaves this computer, unchanged or processed.
  ///
  /// Links out of the bundle are only followed if the user requests it, because the key that permits them for
  /// listening may have been set by a stranger.
  package func audioPath(toSendFollowingLinks followsLinks: Bool) throws(Failure) -> String {
    let path = try audioPath()
    guard !followsLinks, let target = LinkRule.target(of: path, outside: self.path) else { return path }
    throw Failure(
      "\(PathText.joined(shownPath, PathText.shown(path, from: self.path))) is a link to \(target), outside the bundle",
      unless: .followingLinks)
  }
}
