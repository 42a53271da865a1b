package import TilawaBase
import TilawaSound

/// What is known of a file before it comes, so that another one is refused.
package struct ExpectedAudio: Sendable, Hashable {
  /// In 64 lower-case hexadecimal digits.
  package var sha256: String?
  /// The size of the file.
  package var bytes: Int64?
  /// How long it plays.
  package var duration: Milliseconds?

  /// Nothing is known.
  package init() {}

  /// In what the file at `path` differs; nil when it doesn't, as far as can be told.
  ///
  /// The checksum says all; the duration is asked for only where there is none, and to a tenth of a second.
  func difference(ofFileAt path: String) -> String? {
    if let sha256 {
      do throws(FileError) {
        let found = try FileDigest.of(path).sha256
        return found == sha256
          ? nil : "its checksum is \(found), and \(sha256) was expected: it is another file"
      } catch {
        return error.description
      }
    }
    guard let duration else { return nil }
    do throws(AudioError) {
      let found = try AudioProbe.properties(ofFileAt: path).duration
      let apart = abs(found.count - duration.count)
      return apart <= 100
        ? nil : "it plays \(found) s, and \(duration) s were expected: it is another recording"
    } catch {
      return error.message
    }
  }

  /// The same by the size that a server announces.
  func difference(announced total: Int64) -> String? {
    guard let bytes, bytes != total else { return nil }
    return "it has \(total) bytes, and \(bytes) were expected: it is another file"
  }
}
