import TilawaBase
import TilawaPrograms

/// The programs that decode and encode formats that the libraries here don't support: `ffmpeg`, and
/// `ffprobe`, which comes with it.
///
/// They are given names of files and never URLs with a protocol. They open nothing that a file names (no
/// playlists, no lists to be joined), read nothing from the keyboard, and end when this program does.
public enum AudioPrograms {
  /// Where they are looked for, as `PATH` has it; nil for the `PATH` of this process.
  ///
  /// Threads that are started don't inherit it.
  @TaskLocal public static var searchPath: String?

  /// True if both are installed.
  public static var areInstalled: Bool { ffmpeg != nil && ffprobe != nil }

  static var ffmpeg: ChildProgram? { program("ffmpeg") }
  static var ffprobe: ChildProgram? { program("ffprobe") }

  /// The time without output, in seconds, after which one of them is taken to hang.
  ///
  /// It is shorter in tests.
  @TaskLocal package static var patience = 60

  /// Returns the arguments for the input. Only files may be opened, and only in containers that contain their
  /// sound themselves.
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

  /// Returns the last line of a program's output, without the name of the file; `silence` if there is none.
  static func lastWords(of talk: String, about path: String, else silence: String) -> String {
    guard let line = talk.filledLines.last else { return silence }
    let words = String(line).replaced("file:\(path): ", with: "").trimmed { $0.properties.isWhitespace }
    let shown = String(String.UnicodeScalarView(words.unicodeScalars.prefix(200)))
    return shown.isEmpty ? silence : shown
  }
}
