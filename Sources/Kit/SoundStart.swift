package import TilawaBase
package import TilawaLibrary
import TilawaSound

enum SoundStart {
  /// Returns the time at which players of a file let its sound begin, or nil if the file doesn't exist or
  /// can't be read.
  static func ifKnown(_ path: String) -> Milliseconds? { try? AudioProbe.soundStart(ofFileAt: path) }
}

extension Hearing {
  /// The span to play, in the time that players of its file use.
  package var spanInFile: TimeSpan {
    var span = span
    let start = SoundStart.ifKnown(file) ?? .zero
    (span.start, span.end) = (span.start + start, span.end + start)
    return span
  }
}
