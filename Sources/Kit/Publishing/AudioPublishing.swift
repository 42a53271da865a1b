import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaSound

/// Publishes the audio of bundles as requested.
struct AudioPublishing: Sendable {
  let request: PublishRequest
  let writer: SiteWriter
  /// A folder for unfinished files.
  let scratch: String
  /// The checksums that were computed before, by the paths of bundles.
  let known: @Sendable (_ bundle: String) -> (stamp: String, digest: FileDigest)?

  /// Publishes the audio of a bundle. Returns no sound if no audio is named. Returns a fault if the audio
  /// isn't the one that the bundle records; it is not published then.
  ///
  /// Throws if the audio can't be read or written.
  func publish(
    _ bundle: TilawaBundle, at path: String
  ) throws -> (sound: PublishedSound?, fault: LibraryFault?) {
    guard let own = bundle.recording?.content?.audio, let file = own.file?.value, AudioPresence.isPath(file)
    else { return (nil, nil) }
    var audio = PublishedAudio()
    audio.file = file
    audio.sha256 = own.sha256?.value
    audio.bytes = own.bytes?.value
    audio.duration = own.duration?.value
    audio.format = own.format.flatMap { $0.value.utf8.count <= PublishedLimits.longestName ? $0.value : nil }
    audio.url = own.url.flatMap { PublishedAddress.isURL($0.value) ? $0.value : nil }
    let sound = PublishedSound(audio)
    sound.audio.state = audio.url == nil ? .missing : .referenced
    let recorded = RecordedAudio(of: bundle)
    switch (request.followsLinks ? recorded : recorded.withoutLinksOut).presence {
    case .available(let source, _):
      return (sound, try publish(source, sound, at: path))
    case .otherSize(_, let bytes, let recorded):
      return (
        sound,
        .init(
          path: path,
          message:
            "\(path)/\(file) has \(bytes) bytes\(recorded.map { ", not \($0) as recording.yaml records" } ?? "")"
        )
      )
    case .linkOutside where own.external?.value == true:
      return (
        sound,
        .init(
          path: path, message: "\(path)/\(file) is a link out of the bundle; use --follow-links to publish it"
        )
      )
    case .pointer(let pointer):
      if audio.url == nil { sound.audio.state = .pointer }
      if sound.audio.sha256 == nil { sound.audio.sha256 = pointer.sha256 }
    case .unreadable(let reason): throw Failure("cannot read \(path)/\(file): \(reason)")
    default: break
    }
    return (sound, nil)
  }

  /// Returns a fault if the audio has another checksum than is recorded; nothing of it is published then.
  private func publish(_ source: String, _ sound: PublishedSound, at path: String) throws -> LibraryFault? {
    if request.audio != .reference, let recorded = sound.audio.sha256 {
      let found = try digest(of: source, path, sound).sha256
      guard found.isExactly(recorded) else {
        return LibraryFault(
          path: path,
          message:
            "\(path)/\(sound.audio.file) has the checksum \(found), not \(recorded) as recording.yaml records"
        )
      }
    }
    switch request.audio {
    case .copy:
      let digest = try digest(of: source, path, sound)
      let address = PublishedAddress.audio(digest.sha256, like: sound.audio.file)
      try writer.copy(source, digest, to: address, isFresh: request.isFresh)
      sound.addresses = [address]
      sound.audio.state = .copied
      (sound.audio.address, sound.audio.sha256) = (address, digest.sha256)
      sound.audio.bytes = Int(digest.bytes)
    case .cut:
      sound.audio.state = .cut
      sound.cutter = AudioCutter(
        source: source, file: sound.audio.file, writer: writer, scratch: scratch)
    case .reference:
      if sound.audio.url == nil, let base = request.baseURL {
        sound.audio.url = Self.address(base, path + "/" + sound.audio.file)
        if sound.audio.sha256 == nil || sound.audio.bytes == nil {
          let digest = try digest(of: source, path, sound)
          (sound.audio.sha256, sound.audio.bytes) = (digest.sha256, Int(digest.bytes))
        }
      }
      if sound.audio.url != nil { sound.audio.state = .referenced }
    }
    return nil
  }

  private func digest(of source: String, _ path: String, _ sound: PublishedSound) throws(FileError)
    -> FileDigest
  {
    if let digest = sound.digest { return digest }
    let stamp = FileStamp(of: source)
    if let stamp, let known = known(path), known.stamp.isExactly(stamp.text) {
      sound.digest = known.digest
      return known.digest
    }
    let digest = try FileDigest.of(source)
    sound.digest = digest
    return digest
  }

  /// Returns an address in which characters that aren't allowed are percent-encoded, such as `%20`.
  private static func address(_ base: String, _ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array(base.utf8)
    if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The published parts of one recording's audio.
final class PublishedSound {
  var audio: PublishedAudio
  /// The addresses of the files that were written.
  var addresses: [String] = []
  /// The digest of the whole file, if it was needed.
  var digest: FileDigest?
  var cutter: AudioCutter?
  private var cuts: [TimeSpan: PublishedCut] = [:]

  init(_ audio: PublishedAudio) { self.audio = audio }

  /// Returns the file of a row's span, if rows have files of their own.
  func cut(_ span: TimeSpan) throws -> PublishedCut? {
    guard let cutter else { return nil }
    if let known = cuts[span] { return known }
    let cut = try cutter.cut(span)
    cuts[span] = cut
    addresses.append(cut.address)
    return cut
  }
}

/// Cuts rows out of a recording.
struct AudioCutter {
  let source: String
  let file: String
  let writer: SiteWriter
  /// A folder for unfinished files.
  let scratch: String

  /// Cuts out a span. Throws if the recording can't be decoded or the file can't be written.
  func cut(_ span: TimeSpan) throws -> PublishedCut {
    // Streams in Ogg get a random number each time. FLAC is reproducible, browsers play it, and nothing is
    // lost by it.
    let own = AudioEncoding(fileName: file).flatMap { [.wav, .flac, .aiff, .mp3].contains($0) ? $0 : nil }
    let encoding = own ?? .flac
    let ending = own == nil ? "flac" : PathText.fileExtension(of: file)
    let output = try AtomicOutput(for: PathText.joined(scratch, "cut.\(ending)"))
    let temporary = output.path
    do throws(AudioError) {
      try AudioCut.copy(span, ofFileAt: source, to: temporary, encoding: encoding, tags: AudioTags())
    } catch {
      throw error.told(of: source, insteadOf: temporary)
    }
    let digest = try FileDigest.of(temporary)
    var cut = PublishedCut()
    cut.address = PublishedAddress.audio(digest.sha256, like: "cut.\(ending)")
    cut.file = digest
    (cut.start, cut.end) = (span.start, span.end)
    try writer.copy(temporary, digest, to: cut.address, isFresh: false)
    return cut
  }
}
