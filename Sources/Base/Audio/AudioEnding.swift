/// The endings of names of audio files, in lower case.
public enum AudioEnding {
  /// Containers that only other programs decode, by their endings.
  public static let containers = [
    "m4a": "M4A", "m4b": "M4A", "mp4": "MP4", "mov": "MP4", "3gp": "MP4", "aac": "AAC", "webm": "WebM",
    "mka": "Matroska", "mkv": "Matroska", "wma": "WMA", "asf": "WMA", "amr": "AMR", "awb": "AMR",
    "spx": "Speex",
    "ape": "Monkey's Audio", "wv": "WavPack", "tta": "True Audio", "flv": "FLV",
  ]

  /// A file that has one of these and isn't such a file is damaged.
  public static let own: Set = [
    "wav", "wave", "flac", "ogg", "oga", "opus", "mp3", "mp2", "mp1", "aif", "aiff", "aifc", "au", "snd",
    "w64",
    "rf64",
  ]

  /// Of a file, without the dot; empty where it has none.
  public static func of(_ path: String) -> String { path.cut(atLast: ".").map { $0.1.lowercased() } ?? "" }

  /// Returns true if a file name has an ending used for audio, whichever program decodes it.
  public static func isName(ofAudio name: String) -> Bool {
    let ending = of(name)
    return own.contains(ending) || containers[ending] != nil
  }
}
