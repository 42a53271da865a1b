import ArgumentParser
import Audio
import Diagnostics
import Files
import Merging
import TilawaFormat
import Timing

/// Finding out by ear, as it were, where the audio of one bundle lies in that of another.
struct AlignmentOptions: ParsableArguments {
  @Flag(
    help: """
      Where the recordings name different audio, find the offset between the two by their sound, and move times by it.
      """)
  var alignAudio = false
}

extension Terminal {
  /// The version of `given` with its rows where they are heard in the audio of `reference`, which comes first.
  ///
  /// Unchanged when both name the same audio. Throws when the two aren't the same sound at one offset.
  func aligned(
    _ version: BundleVersion, named given: String, to reference: BundleVersion, named referenceName: String
  ) throws -> BundleVersion {
    if let one = reference.audioChecksum, let other = version.audioChecksum,
      one.lowercased() == other.lowercased()
    {
      return version
    }
    let (first, second) = (try audio(of: referenceName), try audio(of: given))
    let offset = try offset(first, referenceName, second, given)
    return try moved(version, named: given, by: Milliseconds(-offset.count))
  }

  /// The same with an offset that is known.
  func moved(_ version: BundleVersion, named given: String, by move: Milliseconds) throws -> BundleVersion {
    let moved = try MovedVersion(version, by: move)
    for row in moved.cut {
      say(
        "\(given): \(row.place) at \(row.start) lies before the start of the other audio"
          + (row.isLost ? ", and is left out" : " in part, and begins with it"))
    }
    return moved.version
  }

  /// By how much the same sound is later in the second file.
  func offset(
    _ first: String, _ firstName: String, _ second: String, _ secondName: String
  ) throws -> Milliseconds {
    let line = progress("comparing audio")
    defer { line.finish() }
    let found = try RecordingOffset.find(from: first, to: second) { file, done, total in
      let half = (total?.count ?? 0) == 0 ? 0 : done.count * 50 / (total?.count ?? 1)
      line.update(half + (file == second ? 50 : 0), of: 100)
    }
    let both = "the audio of \(secondName) and that of \(firstName)"
    switch found {
    case .found(let offset, let confidence):
      let length = Milliseconds(abs(offset.count))
      say(
        offset == .zero
          ? "\(both) begin alike (confidence \(confidenceText(confidence)))"
          : "the audio of \(secondName) is \(length) \(offset > .zero ? "later" : "earlier") than that of "
            + "\(firstName) (confidence \(confidenceText(confidence)))")
      return offset
    case .otherSpeed(let rate, let confidence):
      // Four decimals are as many as a recording of minutes tells.
      let tenthOfThousand = Int((rate * 10_000).rounded())
      let digits = String(10_000 + tenthOfThousand % 10_000).dropFirst()
      throw CommandFailure(
        "\(both) don't run at one speed: the former takes \(tenthOfThousand / 10_000).\(digits) times as long "
          + "(confidence \(confidenceText(confidence))), so no offset fits all of it; nothing was moved")
    case .pieces(let pieces, let confidence):
      let places = pieces.prefix(5).map { "\($0.offset.count >= 0 ? "+" : "")\($0.offset) at \($0.start)" }
      throw CommandFailure(
        "\(both) hold the same sound at several offsets (\(places.joined(separator: ", "))"
          + "\(pieces.count > 5 ? ", …" : ""); confidence \(confidenceText(confidence))): "
          + "something was cut out or put in, so no offset fits all of it; nothing was moved")
    case .different(let confidence):
      throw CommandFailure(
        "\(both) don't seem to be one recording (confidence \(confidenceText(confidence))); nothing was moved"
      )
    case .tooShort:
      throw CommandFailure("\(both) are too short to be compared by their sound")
    }
  }

  /// The audio of the bundle that the user named, or that the file lies in that he named.
  func audio(of given: String) throws -> String {
    guard let found = FoundBundle(containing: given, in: self) else {
      throw CommandFailure("\(given) is no bundle with audio, so there is no sound to align it by")
    }
    return try TilawaBundle(readingAt: found.path, shownAs: found.shownPath, only: [.recording])
      .audioPath(in: self)
  }
}
