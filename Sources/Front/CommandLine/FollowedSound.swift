import TilawaBase
import TilawaKit
import TilawaSound

/// Where the sound comes from that is followed: a file, standard input or a microphone.
final class FollowedSound {
  let name: String
  let sampleRate: Int
  let channels: Int
  private let read: () throws -> [Float]?

  /// The format of standard input without a header, and of the sound requested from recorders.
  private static let format = RenderFormat(sampleRate: 16_000, channels: 1)
  private static let blocksPerSecond = 10

  /// `given` as the user named it; a file comes in time when `isInTime`, else as quickly as it can be read.
  init(_ given: String, recorder: String?, isInTime: Bool, in terminal: Terminal) throws {
    switch given {
    case "-":
      name = "standard input"
      let input = SampleInput(raw: Self.format, shownAs: name) { () throws(FileError) in
        try terminal.readChunk(atMost: 3200)
      }
      try input.begin()
      (sampleRate, channels) = (input.format.sampleRate, input.format.channels)
      read = { try input.read() }
    case "microphone":
      let recorder = try SoundRecorder(
        Self.format, searchPath: terminal.environment["PATH"] ?? "", only: recorder)
      name = recorder.name
      try recorder.input.begin()
      (sampleRate, channels) = (recorder.input.format.sampleRate, recorder.input.format.channels)
      read = { try recorder.input.read() }
    default:
      let file = OpenedFile(try AudioReader(fileAt: terminal.path(given)))
      name = given
      (sampleRate, channels) = (file.reader.sampleRate, file.reader.channels)
      let frames = sampleRate / Self.blocksPerSecond
      let start = ContinuousClock.now
      read = {
        let samples = try file.reader.read(frames: frames)
        if isInTime {
          let heard = Duration.milliseconds(file.reader.framesRead * 1000 / Int64(file.reader.sampleRate))
          while ContinuousClock.now < start + heard { Surroundings.pause(milliseconds: 5) }
        }
        return samples.isEmpty ? nil : samples
      }
    }
  }

  /// The next interleaved samples; nil at the end.
  func next() throws -> [Float]? { try read() }

  /// A reader that a closure can hold.
  private final class OpenedFile {
    var reader: AudioReader

    init(_ reader: consuming AudioReader) { self.reader = reader }
  }
}
