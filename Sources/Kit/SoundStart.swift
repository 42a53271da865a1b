package import TilawaBase
package import TilawaLibrary
import TilawaSound

enum SoundStart {
  /// The time at which players of a file let its sound begin; nil where there is no such file, or nobody here can tell.
  static func ifKnown(_ path: String) -> Milliseconds? { try? AudioProbe.soundStart(ofFileAt: path) }
}

extension Hearing {
  /// What is played, as players of its file count the time.
  package var spanInFile: TimeSpan {
    var span = span
    let start = SoundStart.ifKnown(file) ?? .zero
    (span.start, span.end) = (span.start + start, span.end + start)
    return span
  }
}
