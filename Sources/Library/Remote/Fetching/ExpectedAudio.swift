package import TilawaBase
import TilawaSound

/// The known properties of a file before it is fetched, so that a different file is refused.
package struct ExpectedAudio: Sendable, Hashable {
  /// In 64 lower-case hexadecimal digits.
  package var sha256: String?
  /// The size of the file.
  package var bytes: Int64?
  /// The duration of the audio.
  package var duration: Milliseconds?

  /// Nothing is known.
  package init() {}

  /// Returns the difference of the file at `path`, or nil if none was found.
  ///
  /// The checksum is sufficient. The duration is compared only if there is none, to a tenth of a second.
  func difference(ofFileAt path: String) -> String? {
    if let sha256 {
      do throws(FileError) {
        let found = try FileDigest.of(path).sha256
        return found == sha256
          ? nil : "its checksum is \(found), not \(sha256); it is another file"
      } catch {
        return error.description
      }
    }
    guard let duration else { return nil }
    do throws(AudioError) {
      let found = try AudioProbe.properties(ofFileAt: path).duration
      let apart = abs(found.count - duration.count)
      return apart <= 100
        ? nil : "it lasts \(found) s, not \(duration) s: it is another recording"
    } catch {
      return error.message
    }
  }

  /// Returns the difference between the expected size and the one that a server announces, or nil if they
  /// agree or no size is expected.
  func difference(announced total: Int64) -> String? {
    guard let bytes, bytes != total else { return nil }
    return "it has \(total) bytes, not \(bytes); it is another file"
  }
}
