import TilawaBase
import TilawaFormat
import TilawaSound

/// Moves the rows of versions with other audio to where they are heard in the audio of the first version.
struct AudioAlignment {
  let workplace: Workplace
  let monitor: WorkMonitor
  /// Remarks for the user about the moved rows.
  private(set) var remarks: [String] = []

  init(in workplace: Workplace, _ monitor: WorkMonitor) {
    self.workplace = workplace
    self.monitor = monitor
  }

  /// Returns the version with its rows where they are heard in the audio of `reference`.
  ///
  /// It is unchanged if both name the same audio. Throws if the two aren't the same sound at one offset.
  mutating func aligned(_ version: NamedVersion, to reference: NamedVersion) throws -> BundleVersion {
    if let one = reference.version.audioChecksum, let other = version.version.audioChecksum,
      one.lowercased() == other.lowercased()
    {
      return version.version
    }
    return try moved(version, by: Milliseconds(-offset(from: reference.name, to: version.name).count))
  }

  /// Returns the version with its rows moved by a known offset.
  mutating func moved(_ version: NamedVersion, by move: Milliseconds) throws -> BundleVersion {
    let moved = try MovedVersion(version.version, by: move)
    for row in moved.cut {
      remarks.append(
        "\(version.name): \(row.place) at \(row.start) begins before the other audio"
          + (row.isLost ? " and is left out" : " and is cut to its start"))
    }
    return moved.version
  }

  /// Returns how much later the same sound is in the audio of the second bundle. Both are named as by the
  /// user.
  mutating func offset(from firstName: String, to secondName: String) throws -> Milliseconds {
    try offset(
      from: Sound(path: audio(of: firstName), name: "that of \(firstName)"),
      to: Sound(path: audio(of: secondName), name: "the audio of \(secondName)"))
  }

  /// A file with sound, and its name in messages. In messages about a comparison, the second file is named
  /// first.
  struct Sound {
    let path: String
    let name: String
  }

  /// Returns how much later the same sound is in the second file.
  mutating func offset(from first: Sound, to second: Sound) throws -> Milliseconds {
    let stage = monitor.begin("comparing audio")
    defer { stage.finish() }
    let found = try RecordingOffset.find(from: first.path, to: second.path) { file, done, total in
      let half = (total?.count ?? 0) == 0 ? 0 : done.count * 50 / (total?.count ?? 1)
      stage.update(half + (file == second.path ? 50 : 0), of: 100)
    }
    let both = "\(second.name) and \(first.name)"
    switch found {
    case .found(let offset, let confidence):
      let length = Milliseconds(abs(offset.count))
      remarks.append(
        offset == .zero
          ? "\(both) start at the same time (confidence \(confidenceText(confidence.inHundredths)))"
          : "\(second.name) is \(length) \(offset > .zero ? "later" : "earlier") than "
            + "\(first.name) (confidence \(confidenceText(confidence.inHundredths)))")
      return offset
    case .otherSpeed(let rate, let confidence):
      // Four decimals are the precision that a recording of minutes allows.
      let tenthOfThousand = Int((rate * 10_000).rounded())
      let digits = String(10_000 + tenthOfThousand % 10_000).dropFirst()
      throw Failure(
        "\(both) differ in speed: the first takes \(tenthOfThousand / 10_000).\(digits) times as long "
          + "(confidence \(confidenceText(confidence.inHundredths))), so no single offset fits; nothing was moved"
      )
    case .pieces(let pieces, let confidence):
      let places = pieces.prefix(5).map { "\($0.offset.count >= 0 ? "+" : "")\($0.offset) at \($0.start)" }
      throw Failure(
        "\(both) contain the same sound at several offsets (\(places.joined(separator: ", "))"
          + "\(pieces.count > 5 ? ", …" : ""); confidence \(confidenceText(confidence.inHundredths))): "
          + "something was cut or inserted, so no single offset fits; nothing was moved")
    case .different(let confidence):
      throw Failure(
        "\(both) do not seem to be the same recording (confidence \(confidenceText(confidence.inHundredths))); nothing was moved"
      )
    case .tooShort:
      throw Failure("\(both) are too short to compare their sound")
    }
  }

  /// Returns the audio of the bundle that the user named, or in which the named file lies.
  private func audio(of given: String) throws -> String {
    guard let found = FoundBundle(containing: given, in: workplace) else {
      throw Failure("\(given) is not a bundle with audio, so it cannot be aligned by sound")
    }
    return try TilawaBundle(readingAt: found.path, shownAs: found.shownPath, only: [.recording]).audioPath()
  }
}

extension Workplace {
  /// Returns versions on the timeline of the first of them, and remarks for the user about moved rows.
  ///
  /// Throws if a recording isn't the same sound at one offset.
  package func aligned(
    _ versions: [NamedVersion], _ monitor: WorkMonitor
  ) throws -> (versions: [NamedVersion], remarks: [String]) {
    guard let first = versions.first else { return ([], []) }
    var alignment = AudioAlignment(in: self, monitor)
    var aligned = [first]
    for version in versions.dropFirst() {
      aligned.append(NamedVersion(version.name, try alignment.aligned(version, to: first)))
    }
    return (aligned, alignment.remarks)
  }
}
