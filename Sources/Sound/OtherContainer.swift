import TilawaBase

/// Files whose sound only another program decodes.
enum OtherContainer {
  /// Returns the likely format of a file, such as `M4A`, by its first bytes, else by its name.
  ///
  /// Returns nil if only the libraries here are to judge it.
  static func name(of file: AudioFileStart) -> String? {
    name(ofStart: file.bytes) ?? AudioEnding.containers[AudioEnding.of(file.path)]
  }

  /// Returns true if the name of a file has an ending that isn't one of the libraries' own.
  static func mayBeAny(_ path: String) -> Bool { !AudioEnding.own.contains(AudioEnding.of(path)) }

  /// Returns the format whose files begin with these 36 bytes; nil for formats not known here.
  static func name(ofStart bytes: [UInt8]) -> String? {
    func holds(_ text: String, at place: Int = 0) -> Bool { bytes[place...].starts(with: text.utf8) }
    if ["ftyp", "moov", "mdat", "wide"].contains(where: { holds($0, at: 4) }) {
      return holds("M4", at: 8) ? "M4A" : "MP4"
    }
    if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "WebM or Matroska" }
    if bytes.starts(with: [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]) { return "WMA" }
    if bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 { return "AAC" }
    if holds("OggS") { return holds("Speex", at: 28) ? "Speex" : nil }
    let starts = [
      ("ADIF", "AAC"), ("#!AMR", "AMR"), ("FLV", "FLV"), ("MAC ", "Monkey's Audio"), ("wvpk", "WavPack"),
      ("TTA1", "True Audio"), (".RMF", "RealMedia"),
    ]
    return starts.first { holds($0.0) }?.1
  }
}
