import ScalarText

extension AudioProbe {
  /// Whether a file's name ends as those of audio do, whoever decodes it.
  public static func isName(ofAudio name: String) -> Bool {
    OtherContainer.isKnownEnding(OtherContainer.ending(of: name))
  }
}

/// Files whose sound only another program decodes.
enum OtherContainer {
  /// What a file seems to be, `M4A` for instance, by its first bytes, else by its name; nil when the libraries here are to judge
  /// it alone.
  static func name(of file: AudioFileStart) -> String? {
    name(ofStart: file.bytes) ?? names[ending(of: file.path)]
  }

  /// Whether the name of a file has an ending that isn't one of the libraries' own.
  static func mayBeAny(_ path: String) -> Bool { !ownEndings.contains(ending(of: path)) }

  /// What the first 36 bytes of a file are those of; nil for what none of these has.
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

  static func isKnownEnding(_ ending: String) -> Bool { ownEndings.contains(ending) || names[ending] != nil }

  static func ending(of path: String) -> String {
    path.cut(atLast: ".").map { $0.1.lowercased() } ?? ""
  }

  private static let names = [
    "m4a": "M4A", "m4b": "M4A", "mp4": "MP4", "mov": "MP4", "3gp": "MP4", "aac": "AAC", "webm": "WebM",
    "mka": "Matroska", "mkv": "Matroska", "wma": "WMA", "asf": "WMA", "amr": "AMR", "awb": "AMR",
    "spx": "Speex",
    "ape": "Monkey's Audio", "wv": "WavPack", "tta": "True Audio", "flv": "FLV",
  ]

  /// A file that has one of these and isn't such a file is damaged.
  private static let ownEndings: Set = [
    "wav", "wave", "flac", "ogg", "oga", "opus", "mp3", "mp2", "mp1", "aif", "aiff", "aifc", "au", "snd",
    "w64",
    "rf64",
  ]
}
