import TilawaBase
import TilawaPrograms

/// The programs that decode and encode what the libraries here can't: `ffmpeg`, and `ffprobe`, which comes with it.
///
/// They are given names of files and never what they call a protocol, open nothing that a file names (no playlists, no lists to
/// be joined), read nothing from the keyboard, and end when this program does.
public enum AudioPrograms {
  /// Where they are looked for, as `PATH` has it; nil for the `PATH` of this process.
  ///
  /// Threads that are started don't inherit it.
  @TaskLocal public static var searchPath: String?

  /// Whether both are there.
  public static var areInstalled: Bool { ffmpeg != nil && ffprobe != nil }

  static var ffmpeg: ChildProgram? { program("ffmpeg") }
  static var ffprobe: ChildProgram? { program("ffprobe") }

  /// How long one of them may say nothing, in seconds, before it is taken to hang.
  ///
  /// Less in tests.
  @TaskLocal package static var patience = 60

  /// What is said before the input: `file` is all that may be opened, in one of the containers that hold their sound
  /// themselves.
  static func input(_ path: String) -> [String] {
    ["-protocol_whitelist", "file", "-format_whitelist", containers, "-i", "file:\(path)"]
  }

  /// Without `concat`, `hls`, `dash`, `image2` and others that open what a file names.
  private static let containers = """
    aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dsf,dts,eac3,flac,flv,loas,matroska,mov,mp3,mpc,mpc8,mpeg,mpegts,oga,ogg,\
    oma,qcp,rm,tak,tta,voc,w64,wav,webm,wv
    """

  private static func program(_ name: String) -> ChildProgram? {
    ChildProgram(named: name, searchPath: searchPath ?? Surroundings.environment["PATH"] ?? "")
  }

  /// What a program said last, in one line and without the name of the file; `silence` when it said nothing.
  static func lastWords(of talk: String, about path: String, else silence: String) -> String {
    guard let line = talk.filledLines.last else { return silence }
    let words = String(line).replaced("file:\(path): ", with: "").trimmed { $0.properties.isWhitespace }
    let shown = String(String.UnicodeScalarView(words.unicodeScalars.prefix(200)))
    return shown.isEmpty ? silence : shown
  }
}
