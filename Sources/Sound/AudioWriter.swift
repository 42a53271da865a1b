public import TilawaBase
internal import TilawaCLibraries

/// The way in which samples are stored in a file that is written.
public enum AudioEncoding: String, CaseIterable, Hashable, Sendable {
  /// WAV with 16-bit samples.
  case wav
  /// WAV with 24-bit samples.
  case wav24
  /// WAV with 32-bit float samples, which are kept exactly.
  case wavFloat = "wav-float"
  /// FLAC with 16-bit samples.
  case flac
  /// FLAC with 24-bit samples.
  case flac24
  /// AIFF with 16-bit samples.
  case aiff
  /// Ogg Vorbis.
  case ogg
  /// Ogg Opus; of 8000, 12000, 16000, 24000 or 48000 Hz.
  case opus
  /// MPEG layer III; of 8000 to 48000 Hz, one or two channels.
  case mp3
  /// AAC in an MP4 file, which ffmpeg makes; of 8000 to 96000 Hz.
  case m4a
  /// Opus in a Matroska file, which ffmpeg makes; of 48000 Hz.
  case mka
  /// Opus in a WebM file, which ffmpeg makes; of 48000 Hz.
  case webm

  /// The encoding for a file name's ending, capitals or not; nil for other endings.
  public init?(fileName: String) {
    guard let (_, ending) = fileName.cut(atLast: ".") else { return nil }
    switch ending.lowercased() {
    case "wav": self = .wav
    case "flac": self = .flac
    case "aiff", "aif": self = .aiff
    case "ogg", "oga": self = .ogg
    case "opus": self = .opus
    case "mp3": self = .mp3
    case "m4a", "m4b": self = .m4a
    case "mka", "mkv": self = .mka
    case "webm": self = .webm
    default: return nil
    }
  }

  /// The ending of the names of its files.
  public var fileEnding: String {
    switch self {
    case .wav, .wav24, .wavFloat: "wav"
    case .flac, .flac24: "flac"
    case .aiff: "aiff"
    case .ogg: "ogg"
    case .opus: "opus"
    case .mp3: "mp3"
    case .m4a: "m4a"
    case .mka: "mka"
    case .webm: "webm"
    }
  }

  /// The endings of names that select an encoding, as text for people.
  public static let endings = ".wav, .flac, .aiff, .ogg, .opus, .mp3, .m4a, .mka or .webm"

  /// Nil when libsndfile doesn't write it.
  fileprivate var libsndfileFormat: Int? {
    switch self {
    case .wav: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_16)
    case .wav24: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_24)
    case .wavFloat: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_FLOAT)
    case .flac: Int(SF_FORMAT_FLAC) | Int(SF_FORMAT_PCM_16)
    case .flac24: Int(SF_FORMAT_FLAC) | Int(SF_FORMAT_PCM_24)
    case .aiff: Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_16)
    case .ogg: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_VORBIS)
    case .opus: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_OPUS)
    case .mp3: Int(SF_FORMAT_MPEG) | Int(SF_FORMAT_MPEG_LAYER_III)
    case .m4a, .mka, .webm: nil
    }
  }

  /// True if only ffmpeg writes it.
  public var needsFFmpeg: Bool { libsndfileFormat == nil }
}

extension AudioEncoding {
  /// The rates it can have, ascending; nil when it can have any.
  public var sampleRates: [Int]? {
    switch self {
    case .opus: [8000, 12000, 16000, 24000, 48000]
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .m4a: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
    // Opus is decoded at this one out of them, whichever it was made of.
    case .mka, .webm: [48000]
    case .wav, .wav24, .wavFloat, .flac, .flac24, .aiff, .ogg: nil
    }
  }

  /// The lowest rate it can have that isn't below `rate`, else its highest.
  public func nearestRate(to rate: Int) -> Int {
    guard let sampleRates else { return rate }
    return sampleRates.first { $0 >= rate } ?? sampleRates.last ?? rate
  }
}

extension AudioEncoding {
  /// True if its files can contain a cover.
  public var holdsCover: Bool {
    switch self {
    case .flac, .flac24, .mp3, .m4a, .ogg, .opus: true
    case .wav, .wav24, .wavFloat, .aiff, .mka, .webm: false
    }
  }

  /// True if its files consist of pages of Ogg.
  var isOgg: Bool { self == .ogg || self == .opus }

  /// Returns true if ffmpeg can write it where libsndfile can't, because libsndfile was built without the
  /// encoder.
  fileprivate func isPiped(sampleRate: Int, channels: Int) -> Bool {
    guard let sampleRates, sampleRates.contains(sampleRate) else { return false }
    return (1...(self == .mp3 ? 2 : 8)).contains(channels)
  }
}

/// Writes interleaved samples to an audio file, block by block.
///
/// It writes to the path it is given. A caller that needs all or nothing writes to a temporary name and
/// renames the file.
public struct AudioWriter: ~Copyable {
  private let path: String
  private let channels: Int
  private var handle: OpaquePointer?
  /// Nil for a pipe or a device, which libsndfile opens itself.
  private let file: OutputFile?
  /// Writes in the place of libsndfile.
  private let encoder: PipedEncoder?
  /// Goes into an Ogg file when all is written.
  private let cover: CoverPicture?
  private var frames: Int64 = 0

  /// Creates or replaces the file. `tags` are kept if the encoding supports them; WAV and AIFF files are
  /// written without.
  ///
  /// `bitrate` is the average number of bits a second for a file with Opus, from 6000; other encodings ignore
  /// it.
  public init(
    path: String, encoding: AudioEncoding, sampleRate: Int, channels: Int, tags: AudioTags = AudioTags(),
    bitrate: Int? = nil
  ) throws(AudioError) {
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = Int32(clamping: channels)
    info.format = Int32(encoding.libsndfileFormat ?? 0)
    let isOurs =
      sampleRate > 0 && channels > 0 && encoding.libsndfileFormat != nil && sf_format_check(&info) != 0
    guard isOurs || encoding.isPiped(sampleRate: sampleRate, channels: channels) else {
      throw .unsupported(path, encoding, sampleRate: sampleRate, channels: channels)
    }
    let opened = isOurs ? try Self.open(path, encoding, &info, tags) : nil
    // WAV and AIFF have no words that other programs agree on; those of MP3 files stand before what libsndfile writes.
    if let opened, let bitrate, encoding == .opus { Self.set(bitrate, channels, in: opened.handle) }
    if let opened, ![.wav, .wav24, .wavFloat, .aiff, .mp3].contains(encoding) { tags.set(in: opened.handle) }
    encoder =
      isOurs
      ? nil
      : try PipedEncoder(
        path: path, encoding: encoding, sampleRate: sampleRate, channels: channels, tags: tags,
        bitrate: bitrate)
    self.path = path
    self.channels = channels
    // A pipe can't be gone back in.
    cover = encoding.isOgg && (opened == nil || opened?.file != nil) ? tags.picture : nil
    file = opened?.file
    handle = opened?.handle
  }

  /// Sets the bit rate as a compression level, because libsndfile has no setting for rates.
  ///
  /// The level runs from 0 to 1, the least rate; at 0 the rate is higher by 250000 bits for each channel.
  private static func set(_ bitrate: Int, _ channels: Int, in handle: OpaquePointer) {
    var level = min(1, max(0, 1 - Double(bitrate - 6000) / Double(250_000 * channels)))
    sf_command(
      handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
  }

  /// Opens the file with libsndfile. The result has no file for a pipe or a device, which libsndfile opens
  /// itself.
  private static func open(
    _ path: String, _ encoding: AudioEncoding, _ info: inout SF_INFO, _ tags: AudioTags
  ) throws(AudioError) -> (handle: OpaquePointer, file: OutputFile?) {
    let file = try OutputFile(path: path)
    if encoding == .mp3, let tag = ID3Tag(tags) { file.insert(tag.bytes, at: 0) }
    // Behind the first block, which says how long the file is, and before the one with the texts.
    if [.flac, .flac24].contains(encoding), let picture = tags.picture {
      file.insert(picture.flacBlock, at: 42)
    }
    var door = file.door
    let opened =
      file.isSeekable
      ? sf_open_virtual(&door, Int32(SFM_WRITE), &info, file.pointer) : sf_open(path, Int32(SFM_WRITE), &info)
    guard let opened else {
      guard Int(sf_error(nil)) == Int(SF_ERR_SYSTEM) else {
        throw .unsupported(path, encoding, sampleRate: Int(info.samplerate), channels: Int(info.channels))
      }
      throw AudioError(
        kind: .unwritable, path: path,
        message: "the file cannot be created; does its folder exist, and is it writable?")
    }
    // Without it a sample above full scale wraps around to a loud click.
    sf_command(opened, Int32(SFC_SET_CLIPPING), nil, 1)
    return (opened, file.isSeekable ? file : nil)
  }

  deinit {
    if let handle { sf_close(handle) }
  }

  /// Appends interleaved samples, whole frames; what is over is not written.
  public mutating func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
    if let encoder {
      let whole = UnsafeBufferPointer(rebasing: samples[..<(samples.count / channels * channels)])
      frames += Int64(whole.count / channels)
      return try encoder.write(whole)
    }
    // libsndfile's Vorbis encoder takes its buffers from the stack: small blocks.
    let block = 4096
    var frame = 0
    while frame < samples.count / channels {
      let count = min(block, samples.count / channels - frame)
      let part = UnsafeBufferPointer(rebasing: samples[(frame * channels)..<((frame + count) * channels)])
      guard sf_writef_float(handle, part.baseAddress, Int64(count)) == Int64(count) else {
        throw unwritable()
      }
      frames += Int64(count)
      frame += count
    }
  }

  /// Appends interleaved samples, whole frames; what is over is not written.
  public mutating func write(_ samples: [Float]) throws(AudioError) {
    let result = samples.withUnsafeBufferPointer { buffer -> AudioError? in
      do throws(AudioError) {
        try write(buffer)
        return nil
      } catch { return error }
    }
    if let result { throw result }
  }

  /// Appends interleaved samples of 32 bits, which 16 and 24-bit encodings keep exactly.
  mutating func write(_ samples: UnsafeBufferPointer<Int32>) throws(AudioError) {
    let frames = Int64(samples.count / channels)
    guard sf_writef_int(handle, samples.baseAddress, frames) == frames else { throw unwritable() }
    self.frames += frames
  }

  /// Completes and closes the file; nothing can be written afterwards. Throws unless all of it stands on the disk.
  public consuming func finish() throws(AudioError) {
    let path = path
    let (file, frames, encoder, cover) = (file, frames, encoder, cover)
    if let handle {
      sf_write_sync(handle)
      let failed = sf_error(handle) != 0
      let closing = sf_close(handle)
      self.handle = nil
      try file?.finish()
      if failed || closing != 0 {
        throw AudioError(kind: .unwritable, path: path, message: "it could not be written completely")
      }
    }
    try encoder?.finish()
    if let cover { try OggComments.insert([cover.oggComment], intoFileAt: path) }
    // A failure that wasn't reported shows in the file.
    guard file != nil || encoder != nil, frames > 0 else { return }
    let found = (try? AudioProbe.properties(ofFileAt: path).frames) ?? 0
    guard found >= frames else {
      throw AudioError(
        kind: .unwritable, path: path, message: "only \(found) of \(frames) frames were written")
    }
  }

  private func unwritable() -> AudioError {
    file?.fault ?? AudioError(kind: .unwritable, path: path, message: "it could not be written completely")
  }
}

extension AudioError {
  fileprivate static func unsupported(
    _ path: String, _ encoding: AudioEncoding, sampleRate: Int, channels: Int
  ) -> AudioError {
    AudioError(
      kind: .unsupported, path: path,
      message:
        "\(encoding.rawValue) does not support \(sampleRate) Hz with \(channels) channel\(channels == 1 ? "" : "s")"
    )
  }
}
