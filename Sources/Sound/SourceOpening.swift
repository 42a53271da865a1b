import TilawaBase

/// Opens the file with whichever library reads its format to the last frame; what none reads is ffmpeg's, unless
/// `isReadHere`: that throws `needsProgram` then.
///
/// MPEG audio never comes to libsndfile: it guesses the length of a file without a Xing header and
/// stops there, and says on stderr what it thinks of garbage named .mp3. Opus it decodes more slowly than need be.
func openSource(_ path: String, isReadHere: Bool = false) throws(AudioError) -> any SampleSource {
  let file = try AudioFileStart(path)
  let start = file.bytes
  if let container = OtherContainer.name(ofStart: start) {
    if isReadHere { throw .needsProgram(path, container) }
    return try PipedDecoder(path, container: container)
  }
  if isMPEGHeader(start) || (hasMPEGName(path) && !isOtherContainer(start)) { return try MPEGStream(path) }
  let links = start.starts(with: "OggS".utf8) ? OggLinks.of(file) : []
  if let first = links.first, let other = links.first(where: { $0.codec != first.codec }) {
    throw .changes(path, from: first.codec, to: other.codec)
  }
  if links.first?.codec == "Opus" { return try OpusStream(path) }
  let fault: AudioError
  do throws(AudioError) {
    return links.count > 1 ? try OggChain(file, links) : try SoundFile(reading: path, file)
  } catch { fault = error }
  // libsndfile supports these two containers, but not all that they may contain.
  let isHalfKnown = ["caff", "OggS"].contains { start.starts(with: $0.utf8) }
  guard isHalfKnown || (fault.kind == .unknownFormat && OtherContainer.mayBeAny(path)) else { throw fault }
  let container = OtherContainer.name(of: file)
  guard AudioPrograms.areInstalled, !isReadHere else {
    throw container == nil ? fault : .needsProgram(path, container)
  }
  do throws(AudioError) { return try PipedDecoder(path, container: container) } catch {
    throw container == nil && error.kind == .unknownFormat ? fault : error
  }
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
