import TilawaBase
internal import TilawaCLibraries

/// A file opened by libsndfile for reading.
final class SoundFile: SampleSource {
  let path: String
  let format: String
  let sampleRate: Int
  let channels: Int
  let declaredFrames: Int64?
  let holdsFloats: Bool
  let seeksExactly: Bool
  /// libsndfile's code of how samples are stored, `SF_FORMAT_PCM_16` for instance.
  let encoding: Int
  /// True if every sample is a whole number of 16 bits.
  var holds16Bits: Bool { encoding == Int(SF_FORMAT_PCM_16) }
  let handle: OpaquePointer
  let promise: PromisedLength
  /// The source of `handle`, if that isn't the file as it is.
  private let mended: MendedFile?
  // Samples that are stored as differences from those before can't be entered anywhere.
  private static let plainEncodings = Set(
    [
      SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW,
    ].map { Int($0) })

  init(reading path: String, _ file: AudioFileStart) throws(AudioError) {
    self.path = path
    var info = SF_INFO()
    let length = MendedLength.needed(by: file)
    // Behind tags libsndfile doesn't find back into a FLAC file that it has read to its end.
    let isTagged = file.offset > 0 && file.bytes.starts(with: "fLaC".utf8)
    mended = length != nil || isTagged || file.isPart ? MendedFile(file, length) : nil
    guard let handle = mended.map({ $0.handle(&info) }) ?? sf_open(path, Int32(SFM_READ), &info) else {
      throw Self.openingError(path, sf_error(nil))
    }
    self.handle = handle
    let container = Int(info.format) & Int(SF_FORMAT_TYPEMASK)
    encoding = Int(info.format) & Int(SF_FORMAT_SUBMASK)
    format = formatName(container: container, encoding: encoding)
    holdsFloats = encoding == Int(SF_FORMAT_FLOAT) || encoding == Int(SF_FORMAT_DOUBLE)
    seeksExactly = ["flac", "ogg"].contains(format) || Self.plainEncodings.contains(encoding)
    sampleRate = Int(info.samplerate)
    channels = Int(info.channels)
    // An Ogg file that breaks off has Int64.max frames, and a FLAC file that names no length; nothing real has 2^53 of them.
    let isSaid = (0..<(1 << 53)).contains(info.frames) && length?.wasTooLong != true
    declaredFrames = isSaid ? info.frames : nil
    var promise = PromisedLength(frames: declaredFrames, rate: Int(info.samplerate))
    promise.lacksEnd = !isSaid && (format == "ogg" || length?.wasTooLong == true)
    if isSaid, let sound = SoundChunk(of: file), sound.present < sound.named, sound.present > 0 {
      let share = Double(sound.named - sound.present) / Double(sound.present)
      promise.frames = info.frames + max(1, Int64(min(share * Double(info.frames), 1e15)))
      promise.tolerance = .zero
    }
    self.promise = promise
    try checkPlausible(path, sampleRate: sampleRate, channels: channels)
  }

  deinit { sf_close(handle) }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    let frames = Int64(buffer.count / channels)
    guard frames > 0 else { return 0 }
    return Int(max(0, sf_readf_float(handle, buffer.baseAddress, frames)))
  }

  /// The samples as they are stored, when they are whole numbers of 16 bits.
  ///
  /// Of a WAV file this takes a quarter of the time: they come from the file straight into `buffer`.
  func read(_ buffer: UnsafeMutableBufferPointer<Int16>) -> Int {
    let frames = Int64(buffer.count / channels)
    guard frames > 0 else { return 0 }
    return Int(max(0, sf_readf_short(handle, buffer.baseAddress, frames)))
  }

  func seek(toFrame frame: Int64) throws(AudioError) {
    if sf_seek(handle, frame, Int32(SEEK_SET)) == frame { return }
    // libsndfile doesn't find the last frames of some Ogg files; from a place before them they are read.
    if format == "ogg", frame > 0 {
      for back in [min(frame, 1 << 14), frame]
      where sf_seek(handle, frame - back, Int32(SEEK_SET)) == frame - back {
        if try skip(back) == back { return }
      }
    }
    throw AudioError(
      kind: .damaged, path: path, message: "cannot seek to frame \(frame); the file is damaged")
  }

  /// Reads frames and discards them; returns their number.
  private func skip(_ count: Int64) throws(AudioError) -> Int64 {
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { block.deallocate() }
    var skipped: Int64 = 0
    while skipped < count {
      let wanted = Int(min(count - skipped, 4096))
      let got = try read(UnsafeMutableBufferPointer(rebasing: block[..<(wanted * channels)]))
      if got == 0 { break }
      skipped += Int64(got)
    }
    return skipped
  }

  private static func openingError(_ path: String, _ code: Int32) -> AudioError {
    // The file was there a moment ago: a system error is what libsndfile makes of odd names.
    switch Int(code) {
    case Int(SF_ERR_UNRECOGNISED_FORMAT), Int(SF_ERR_SYSTEM): return .unknownFormat(path)
    default: break
    }
    let said = String(cString: sf_error_number(code)).lowercased()
    let words = said.ends(with: ".") ? String(said.dropLast()) : said
    return AudioError(
      kind: .damaged, path: path,
      message: "not readable; it is damaged, cut short near its start or of an unsupported kind (\(words))")
  }
}

private func formatName(container: Int, encoding: Int) -> String {
  switch container {
  case Int(SF_FORMAT_WAV), Int(SF_FORMAT_WAVEX), Int(SF_FORMAT_RF64): return "wav"
  case Int(SF_FORMAT_FLAC): return "flac"
  case Int(SF_FORMAT_OGG): return encoding == Int(SF_FORMAT_OPUS) ? "opus" : "ogg"
  case Int(SF_FORMAT_AIFF): return "aiff"
  case Int(SF_FORMAT_CAF): return "caf"
  case Int(SF_FORMAT_AU): return "au"
  case Int(SF_FORMAT_W64): return "w64"
  default:
    var info = SF_FORMAT_INFO()
    info.format = Int32(container)
    let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
    guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0, let name = info.extension else {
      return "other"
    }
    return String(cString: name)
  }
}
