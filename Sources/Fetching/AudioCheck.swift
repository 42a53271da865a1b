import Audio
import Files

/// Whether a fetched file is what it should be.
enum AudioCheck {
  /// What is wrong with the audio, decoded to its end; nil when nothing is.
  ///
  /// A decoder plays what there is of an MP3 file; with `needsEnding` its last frame must be whole.
  static func fault(ofFileAt path: String, needsEnding: Bool = false) -> String? {
    do throws(AudioError) {
      var reader = try AudioReader(fileAt: path)
      let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 16_384 * reader.channels)
      defer { block.deallocate() }
      while try reader.read(into: block) > 0 {}
      guard reader.framesRead > 0 else { return "the file holds no audio" }
      if let declared = reader.declaredFrames, declared != reader.framesRead {
        return "the audio breaks off: \(reader.framesRead) of \(declared) frames are there"
      }
      let isComplete = needsEnding ? try AudioProbe.properties(ofFileAt: path).isComplete : true
      let breaksOff = needsEnding ? try AudioProbe.breaksOff(path) : false
      if breaksOff || !isComplete {
        return "the audio breaks off, and the server hasn't said how long it is"
      }
    } catch {
      if error.kind == .needsProgram { return error.message }
      return "the download is not an audio file that can be read"
    }
    guard let size = (try? FileStatus.ifAny(path))?.size,
      let bytes = try? FileContents.beginning(of: path, 1 << 16)
    else { return "it is gone" }
    if let missing = missingMPEGBytes(bytes, size) ?? missingWAVBytes(bytes, size) {
      return "the audio breaks off: \(missing) bytes are missing"
    }
    return nil
  }

  /// The same of a WAV file; its length stands at its start, as 0 or all ones where the writer didn't know it.
  private static func missingWAVBytes(_ bytes: [UInt8], _ size: Int64) -> Int64? {
    guard bytes.starts(with: "RIFF".utf8), bytes.count >= 8 else { return nil }
    let declared = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int64($1) }
    guard declared > 0, declared < 0xFFFF_FFFF, declared + 8 > size else { return nil }
    return declared + 8 - size
  }

  /// How many bytes the file has less than its own Xing or Info header says; nil without one, or when it has all.
  ///
  /// A decoder plays what there is of an MP3 file and doesn't mind. The header is a frame of silence: its side
  /// information, then the name, flags, and, where flag 2 is set, the number of bytes from its own frame on.
  private static func missingMPEGBytes(_ bytes: [UInt8], _ size: Int64) -> Int64? {
    var start = 0
    if bytes.starts(with: "ID3".utf8), bytes.count > 10 {
      start = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    guard start + 200 < bytes.count, bytes[start] == 0xFF, bytes[start + 1] & 0xE0 == 0xE0 else { return nil }
    // MPEG 1 or later, with or without a checksum, stereo or mono.
    for offset in [4 + 32, 4 + 17, 4 + 9, 6 + 32, 6 + 17, 6 + 9] {
      let tag = start + offset
      let name = Array(bytes[tag..<(tag + 4)])
      guard name == Array("Xing".utf8) || name == Array("Info".utf8) else { continue }
      let flags = number(bytes, tag + 4)
      guard flags & 2 != 0 else { return nil }
      let declared = number(bytes, tag + 8 + (flags & 1 != 0 ? 4 : 0))
      // Some encoders count their header's frame, some don't.
      let missing = declared - (size - Int64(start))
      return missing > 2048 ? missing : nil
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int64 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int64($1) }
  }
}
