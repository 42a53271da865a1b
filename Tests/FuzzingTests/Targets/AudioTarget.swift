import Foundation
import TilawaBase

@testable import TilawaSound

extension FuzzTarget {
  /// Reads sound files: their properties, their tags and markers, their frames. No other program is started.
  static let audio = FuzzTarget("audio", isText: false) { input in
    let endings = ["", ".wav", ".mp3", ".flac", ".ogg", ".m4a"]
    let path = FuzzFile.write(input, ending: endings[input.count % endings.count])
    defer { _ = unlink(path) }
    _ = CoverPicture(input)
    _ = wavCues(ofFileAt: path)
    _ = MP4Timing(ofFileAt: path)
    try AudioPrograms.$searchPath.withValue("/nowhere") {
      _ = try? AudioProbe.soundStart(ofFileAt: path)
      _ = try? AudioMetadata.read(fromFileAt: path)
      guard let properties = try? AudioProbe.properties(ofFileAt: path, isReadHere: true) else { return }
      try demand(properties.frames >= 0, "\(properties.frames) frames")
      try demand(properties.duration >= .zero, "it lasts \(properties.duration)")
      try demand(
        (1...1024).contains(properties.channels) && properties.sampleRate > 0,
        "\(properties.channels) channels, \(properties.sampleRate) Hz")
      try read(path, properties)
    }
  }

  private static func read(_ path: String, _ properties: AudioProperties) throws {
    guard var reader = try? AudioReader(fileAt: path) else { return }
    var frames: Int64 = 0
    while frames < 200_000, let block = try? reader.read(frames: 4096), !block.isEmpty {
      try demand(block.count % reader.channels == 0, "a block ends within a frame")
      try demand(block.allSatisfy(\.isFinite), "a sample is no number")
      frames += Int64(block.count / reader.channels)
    }
    // In a damaged MPEG file a decoder finds frames where a walk over their headers found none.
    let isMPEG = properties.format.hasPrefix("mp")
    try demand(
      frames <= properties.frames || frames >= 200_000 || isMPEG,
      "\(frames) frames of \(properties.frames) were read")
    try? reader.seek(toFrame: properties.frames / 2)
    _ = try? reader.read(frames: 16)
    try? reader.seek(toFrame: .max)
    _ = try? reader.read(frames: 16)
  }
}
