import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension AudioError {
  static let readableFormats = "wav, flac, ogg, opus, mp3, aiff, caf and au"

  static func unknownFormat(_ path: String) -> AudioError {
    AudioError(
      kind: .unknownFormat, path: path,
      message: """
        not a supported audio format (\(readableFormats); \
        with ffmpeg also m4a, aac, webm, wma and others)
        """)
  }

  /// Returns the error for a file whose format changes part-way.
  static func changes(_ path: String, from one: String, to other: String) -> AudioError {
    AudioError(
      kind: .damaged, path: path,
      message: """
        it changes from \(one) to \(other) part-way; first convert it to a single format, for example with ffmpeg
        """)
  }

  /// `container` is what the file seems to be, `M4A` for instance.
  static func needsProgram(_ path: String, _ container: String?) -> AudioError {
    AudioError(
      kind: .needsProgram, path: path,
      message: """
        \(container.map { "\($0)" } ?? "its format") requires ffmpeg, which is not installed; \
        install ffmpeg and try again
        """)
  }
}

/// Returns the system's text for an `errno`, in lower case: `permission denied`.
func systemMessage(_ code: Int32) -> String {
  PassingTrouble.note(systemError: code)
  if code == ENOSPC { return "no space left on the device" }
  return String(cString: strerror(code)).lowercased()
}
