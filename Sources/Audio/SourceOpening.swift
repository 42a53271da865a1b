import ScalarText

/// Opens the file with whichever library reads its format to the last frame.
///
/// MPEG audio never comes to libsndfile: it guesses the length of a file without a Xing header and
/// stops there, and says on stderr what it thinks of garbage named .mp3. Opus it decodes more slowly than need be.
func openSource(_ path: String) throws(AudioError) -> any SampleSource {
  let file = try AudioFileStart(path)
  let start = file.bytes
  if isMPEGHeader(start) || (hasMPEGName(path) && !isOtherContainer(start)) { return try MPEGStream(path) }
  if start.starts(with: "OggS".utf8), start[28...].starts(with: "OpusHead".utf8) {
    return try OpusStream(path)
  }
  return try SoundFile(reading: path, file)
}

// The layer bits are 0 in AAC's ADTS headers, which are alike otherwise.
private func isMPEGHeader(_ bytes: [UInt8]) -> Bool {
  bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0 && bytes[1] & 0x18 != 0x08 && bytes[1] & 0x06 != 0
    && bytes[2] & 0xf0 != 0xf0 && bytes[2] & 0x0c != 0x0c
}

private func hasMPEGName(_ path: String) -> Bool {
  let name = path.lowercased()
  return name.ends(with: ".mp3") || name.ends(with: ".mp2") || name.ends(with: ".mp1")
}

private func isOtherContainer(_ bytes: [UInt8]) -> Bool {
  ["RIFF", "RF64", "fLaC", "OggS", "FORM", "caff", ".snd"].contains { bytes.starts(with: $0.utf8) }
}
