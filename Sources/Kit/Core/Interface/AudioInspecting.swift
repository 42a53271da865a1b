public import FoundationEssentials
import TilawaBase

/// What the header of an audio file says.
public struct AudioHeader: Hashable, Codable, Sendable {
  /// Short lower-case name of the format: `wav`, `flac`, `mp3`, `ogg`, `opus`, `aiff`, `caf`, `m4a`, `webm`, `aac`.
  public var format: String
  /// Frames a second.
  public var sampleRate: Int
  /// How many samples a frame has.
  public var channels: Int
  /// How many frames there are.
  public var frames: Int64
  /// Whether the file goes on to the end that it names.
  public var isComplete = true

  /// What was found out.
  public init(format: String, sampleRate: Int, channels: Int, frames: Int64) {
    (self.format, self.sampleRate, self.channels, self.frames) = (format, sampleRate, channels, frames)
  }
}

/// A program's own way to look into audio files, for rules and questions that want to know of them; TilawaKit brings one.
public protocol AudioInspecting: Sendable {
  /// What the file's audio is like; nil where this can't be told here, and then nothing is said of it.
  ///
  /// Throws for what is no audio, or broken; the error's description becomes part of a message.
  func header(ofAudioAt url: URL) throws -> AudioHeader?
}

/// Asks a program's own as rules ask.
struct ForeignInspector: AudioInspector {
  let inspector: any AudioInspecting

  func properties(ofFileAt path: String, isReadHere: Bool) throws(AudioError) -> AudioProperties {
    let header: AudioHeader?
    do { header = try inspector.header(ofAudioAt: URL(filePath: path, directoryHint: .notDirectory)) } catch {
      throw AudioError(
        kind: .damaged, path: path, message: (error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
    guard let header else {
      throw AudioError(kind: .needsProgram, path: path, message: "nothing here reads its audio")
    }
    return AudioProperties(
      format: header.format, sampleRate: header.sampleRate, channels: header.channels, frames: header.frames,
      duration: Milliseconds(frames: header.frames, rate: header.sampleRate), isComplete: header.isComplete)
  }
}

extension Workplace {
  static func ofApp(inspecting inspector: (any AudioInspecting)?) throws(FileError) -> Workplace {
    try ofApp(with: inspector.map { ForeignInspector(inspector: $0) })
  }
}
