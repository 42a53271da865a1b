import TilawaBase
import TilawaPrograms

/// A file that ffmpeg encodes, fed through a pipe.
final class PipedEncoder {
  private let path: String
  private let program: PipedProgram
  /// There until ffmpeg has read it.
  private let picture: PictureFile?

  /// Starts it. Throws when it isn't installed, or the file is none that one can go back in, as some forms need it.
  init(
    path: String, encoding: AudioEncoding, sampleRate: Int, channels: Int, tags: AudioTags,
    bitrate: Int? = nil
  ) throws(AudioError) {
    self.path = path
    guard let ffmpeg = AudioPrograms.ffmpeg else {
      throw AudioError(
        kind: .unsupported, path: path,
        message:
          "\(encoding.rawValue) requires ffmpeg, which is not installed; install ffmpeg and try again"
      )
    }
    if (try? FileStatus.ifAny(path))?.kind == .other {
      throw AudioError(
        kind: .unsupported, path: path,
        message: "\(encoding.rawValue) cannot be written to a pipe or a device"
      )
    }
    let form = PipedDecoder.sampleForm
    var picture: PictureFile?
    // Ogg files get theirs when all is written.
    if let cover = tags.picture, encoding.holdsCover, !encoding.isOgg {
      picture = try PictureFile(cover, beside: path)
    }
    self.picture = picture
    do {
      program = try PipedProgram(
        ffmpeg,
        [
          "-v", "error", "-nostdin", "-f", form, "-ar", "\(sampleRate)", "-ac", "\(channels)",
          "-protocol_whitelist", "pipe", "-i", "pipe:0",
        ] + (picture?.arguments ?? []) + Self.settings(encoding, channels, bitrate)
          + tags.entries.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
          + ["-y", "file:\(path)"],
        .feeding)
    } catch {
      throw AudioError(kind: .unwritable, path: path, message: "cannot run ffmpeg: \(error.reason)")
    }
  }

  private static func settings(_ encoding: AudioEncoding, _ channels: Int, _ bitrate: Int?) -> [String] {
    switch encoding {
    case .mp3: ["-c:a", "libmp3lame", "-q:a", "2", "-f", "mp3"]
    case .opus, .mka, .webm:
      ["-c:a", "libopus"] + (bitrate.map { ["-b:a", "\($0)"] } ?? [])
        + ["-f", encoding == .opus ? "ogg" : encoding == .mka ? "matroska" : "webm"]
    // Transparent for a voice; the table of contents comes first, so that players begin before all is fetched.
    default:
      ["-c:a", "aac", "-b:a", channels == 1 ? "96k" : "160k", "-movflags", "+faststart", "-f", "ipod"]
    }
  }

  /// Feeds interleaved samples, whole frames.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
    let isTaken: Bool
    do { isTaken = try program.write(Array(UnsafeRawBufferPointer(samples))) } catch {
      throw AudioError(kind: .unwritable, path: path, message: "cannot write to ffmpeg: \(error.reason)")
    }
    if !isTaken {
      try finish()
      throw AudioError(kind: .unwritable, path: path, message: "ffmpeg exited before everything was written")
    }
  }

  /// Waits until all is written; throws what ffmpeg says when it isn't.
  func finish() throws(AudioError) {
    let ending: ChildProgram.Ending
    do { ending = try program.finish() } catch {
      throw AudioError(kind: .unwritable, path: path, message: "cannot run ffmpeg: \(error.reason)")
    }
    guard ending.status != 0 else { return }
    let said = AudioPrograms.lastWords(of: ending.talk, about: path, else: "exit status \(ending.status)")
    throw AudioError(kind: .unwritable, path: path, message: "ffmpeg failed: \(said)")
  }
}

/// A cover in a file of its own for as long as ffmpeg needs it: its only pipe brings the sound.
private final class PictureFile {
  private let path: String
  private let form: String

  init(_ picture: CoverPicture, beside path: String) throws(AudioError) {
    self.path = Byproduct.cover.path(beside: path)
    form = picture.piped
    let file = try OutputFile(path: self.path)
    try file.write(picture.bytes)
  }

  deinit { try? FileTransfer.remove(path) }

  /// The second input, which becomes the cover of the first.
  var arguments: [String] {
    [
      "-protocol_whitelist", "file", "-f", form, "-i", "file:\(path)", "-map", "0:a", "-map", "1:v", "-c:v",
      "copy",
      "-disposition:v:0", "attached_pic",
    ]
  }
}
