public import FoundationEssentials
import TilawaBase

/// The properties in the header of an audio file.
public struct AudioHeader: Hashable, Codable, Sendable {
  /// The short lower-case name of the format: `wav`, `flac`, `mp3`, `ogg`, `opus`, `aiff`, `caf`, `m4a`,
  /// `webm`, `aac`.
  public var format: String
  /// The number of frames per second.
  public var sampleRate: Int
  /// The number of samples in a frame.
  public var channels: Int
  /// The number of frames in the file.
  public var frames: Int64
  /// True if the file contains all the data that its header announces.
  public var isComplete = true

  /// Creates a header.
  public init(format: String, sampleRate: Int, channels: Int, frames: Int64) {
    (self.format, self.sampleRate, self.channels, self.frames) = (format, sampleRate, channels, frames)
  }
}

/// A program's own method to inspect audio files, for rules and queries that depend on audio. TilawaKit
/// provides one.
public protocol AudioInspecting: Sendable {
  /// Returns the header of the file's audio, or nil if it can't be read here, in which case nothing is
  /// reported.
  ///
  /// Throws for a file that is not audio, or is damaged. The error's description becomes part of a message.
  func header(ofAudioAt url: URL) throws -> AudioHeader?
}

/// An adapter from a program's own inspector to the one that rules use.
struct ForeignInspector: AudioInspector {
  let inspector: any AudioInspecting

  func properties(ofFileAt path: String, isReadHere: Bool) throws(AudioError) -> AudioProperties {
    let header: AudioHeader?
    do { header = try inspector.header(ofAudioAt: URL(filePath: path, directoryHint: .notDirectory)) } catch {
      throw AudioError(
        kind: .damaged, path: path, message: (error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
    guard let header else {
      throw AudioError(kind: .needsProgram, path: path, message: "no program to read its audio was found")
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
