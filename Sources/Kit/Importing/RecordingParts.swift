package import TilawaBase
import TilawaFormat
package import TilawaSound

/// Several audio files that are one recording, such as those of recorders that begin a new file after an
/// hour or 2 GB.
package struct RecordingParts: Sendable {
  /// One of the files.
  package struct Part: Sendable {
    /// The absolute path.
    package let path: String
    /// The path as the user wrote it.
    package let shownPath: String
    /// The properties of its audio.
    package let properties: AudioProperties
    /// The time at which it begins, if the file notes that.
    package let begun: Timestamp?
    let tags: AudioMetadata
  }

  /// The files, in the order in which they are heard.
  package let parts: [Part]
  /// True if the order is that of the times at which the files begin, and not that of their names.
  package let isByTime: Bool
  /// The encoding that keeps all samples.
  package let encoding: AudioEncoding
  let join: AudioJoin

  /// Orders the files by the times at which they begin, if all are known and differ, and otherwise by their
  /// names, with numbers in them compared as numbers. `begun` returns that time.
  ///
  /// Throws a `Failure` if two are the same, and an `AudioError` if one can't be read.
  init(
    _ given: [(path: String, shownPath: String)], begun: (AudioMetadata, String) -> Timestamp?,
    decoding: TagDecoding?
  ) throws {
    var parts = try given.map { path, shown in
      let properties = try AudioProbe.properties(ofFileAt: path)
      guard properties.frames > 0 else { throw Failure("cannot join \(shown): no sound in it") }
      let tags = (try? AudioMetadata.read(fromFileAt: path, decoding: decoding)) ?? AudioMetadata()
      return Part(
        path: path, shownPath: shown, properties: properties, begun: begun(tags, path), tags: tags)
    }
    try Self.requireDifferent(parts)
    let times = parts.compactMap { $0.begun?.seconds }
    let isByTime = Set(times).count == parts.count
    parts.sort { one, other in
      if isByTime, let first = one.begun?.seconds, let second = other.begun?.seconds { return first < second }
      return NaturalOrder.precedes(PathText.stem(of: one.path), PathText.stem(of: other.path))
    }
    (self.parts, self.isByTime) = (parts, isByTime)
    join = parts.reduce(into: AudioJoin()) { $0.append($1.path, $1.properties) }
    encoding = try Self.encoding(of: parts, join)
  }

  /// The length of all.
  package var duration: Milliseconds { join.positions.last ?? .zero }

  /// Remarks for the user: the order, what is missing, and what was changed to join the files.
  ///
  /// `asked` is the encoding that the user asked for.
  func remarks(_ asked: AudioEncoding?) -> [String] {
    let list = parts.map { "\($0.shownPath) (\($0.properties.duration.clock))" }.joined(separator: ", ")
    var remarks = ["joined by \(isByTime ? "recording time" : "name"): \(list)"]
    for part in parts where !part.properties.isComplete {
      remarks.append("\(part.shownPath) breaks off: the file is cut short")
    }
    for (part, next) in zip(parts, parts.dropFirst()) {
      guard isByTime, let begun = part.begun?.seconds, let following = next.begun?.seconds else { continue }
      let gap = following - begun - part.properties.duration.count / 1000
      if gap > 60 {
        remarks.append(
          "\(next.shownPath) begins \(Milliseconds(gap * 1000).clock) after \(part.shownPath) ends")
      }
    }
    let formats = Set(parts.map { "\($0.properties.sampleRate) Hz, \($0.properties.channels) channels" })
    if formats.count > 1 {
      remarks.append(
        "the files differ (\(formats.sorted().joined(separator: "; "))); all are brought to \(join.sampleRate) Hz, \(join.channels) channels"
      )
    }
    if let asked {
      remarks.append("converted to \(asked.fileEnding)")
    } else if parts.contains(where: { $0.properties.format != encoding.fileEnding }) {
      remarks.append("decoded, and kept as \(encoding.fileEnding); --encode makes a smaller file")
    }
    return remarks
  }

  private static func requireDifferent(_ parts: [Part]) throws {
    var seen: [Int64: [(part: Part, digest: FileDigest)]] = [:]
    for (frames, alike) in Dictionary(grouping: parts, by: \.properties.frames) where alike.count > 1 {
      for part in alike {
        let digest = try FileDigest.of(part.path)
        if let other = seen[frames]?.first(where: { $0.digest == digest }) {
          throw Failure("\(other.part.shownPath) and \(part.shownPath) are the same; name each file once")
        }
        seen[frames, default: []].append((part, digest))
      }
    }
  }

  /// Returns the files' own encoding, if it keeps samples as they are and has room for all of them; otherwise
  /// FLAC.
  private static func encoding(of parts: [Part], _ join: AudioJoin) throws -> AudioEncoding {
    let depths = try parts.map { try AudioProbe.depth(ofFileAt: $0.path) }
    let deepest: SampleDepth =
      [.floats, .integers(bits: 32), .integers(bits: 24)].first { depths.contains($0) } ?? .integers(bits: 16)
    let frames = join.parts.reduce(Int64(0)) { $0 + join.frames(of: $1) }
    let formats = Set(parts.map(\.properties.format))
    // Sizes in a WAV file have 32 bits.
    if formats == ["wav"], frames * Int64(join.channels) * 4 < 4_000_000_000 {
      return AudioEncoding.wav.keeping(deepest)
    }
    return AudioEncoding.flac.keeping(deepest)
  }
}

/// The order of names with numbers in them: `part 2` before `part 10`.
enum NaturalOrder {
  /// Returns true if a name comes before another one. Capitals don't matter.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let (first, second) = (pieces(one.lowercased()), pieces(other.lowercased()))
    for (a, b) in zip(first, second) where a != b {
      if let number = digits(a), let otherNumber = digits(b), number != otherNumber {
        return (number.utf8.count, number) < (otherNumber.utf8.count, otherNumber)
      }
      return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    return first.count < second.count
  }

  /// The digits without zeros in front; nil if it isn't a number.
  private static func digits(_ piece: String) -> String? {
    guard let first = piece.utf8.first, (0x30...0x39).contains(first) else { return nil }
    return String(decoding: piece.utf8.drop { $0 == 0x30 }, as: UTF8.self)
  }

  private static func pieces(_ name: String) -> [String] {
    var pieces: [String] = []
    var wasDigit: Bool?
    for scalar in name.unicodeScalars {
      let isDigit = (0x30...0x39).contains(scalar.value)
      if isDigit == wasDigit {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      } else {
        pieces.append(String(scalar))
      }
      wasDigit = isDigit
    }
    return pieces
  }
}
