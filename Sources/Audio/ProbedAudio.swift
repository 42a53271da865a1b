import Files
import ScalarText
import Synchronization
import Timing

/// What ffprobe says of a file.
struct ProbedAudio: Sendable {
  /// Short lower-case name of the format: `m4a`, `webm`, `aac`.
  let format: String
  let sampleRate: Int
  let channels: Int
  /// How long the sound is by the container's own word, in seconds; nil where it has none that is right to some milliseconds.
  let seconds: Double?
  /// What the file is tagged with, keys in lower case.
  let tags: [String: String]
  /// Its chapters, in the order of the file.
  let chapters: [AudioMarker]
  /// How the file was when it was looked at.
  private let identity: FileIdentity

  /// What is known of the file at `path`; asks once for each file of a process.
  ///
  /// `container` is what it seems to be, for the words of errors. Throws when the programs aren't there, or it can't be read.
  static func of(_ path: String, container: String?) throws(AudioError) -> ProbedAudio {
    guard let ffprobe = AudioPrograms.ffprobe, AudioPrograms.ffmpeg != nil else {
      throw .needsProgram(path, container)
    }
    let identity = FileIdentity(path)
    if let known = known.withLock({ $0[identity] }) { return known }
    let answer: ChildProgram.Answer?
    do {
      answer = try ffprobe.ask(
        ["-v", "error"] + AudioPrograms.input(path) + [
          "-select_streams", "a:0", "-show_entries",
          "stream=codec_name,sample_rate,channels,duration:format=format_name,nb_streams,duration:format_tags:stream_tags"
            + ":chapter=start_time,end_time:chapter_tags=title",
          "-of", "flat",
        ], within: AudioPrograms.patience, atMost: 8 << 20)
    } catch {
      throw AudioError(kind: .unreadable, path: path, message: "ffprobe can't be run: \(error.reason)")
    }
    guard let answer else {
      throw AudioError(
        kind: .unreadable, path: path, message: "ffprobe says nothing for \(AudioPrograms.patience) s")
    }
    let found = try ProbedAudio(answer, path, identity)
    known.withLock { $0[identity] = found }
    return found
  }

  private init(_ answer: ChildProgram.Answer, _ path: String, _ identity: FileIdentity) throws(AudioError) {
    let entries = Self.entries(String(decoding: answer.output, as: UTF8.self))
    let stream = "streams.stream.0."
    guard answer.status == 0, let container = entries["format.format_name"] else {
      let said = AudioPrograms.lastWords(of: answer.talk, about: path, else: "exit status \(answer.status)")
      throw AudioError(kind: .unknownFormat, path: path, message: "ffprobe can't read it: \(said)")
    }
    guard let rate = entries[stream + "sample_rate"].flatMap({ Int($0) }),
      let channels = entries[stream + "channels"].flatMap({ Int($0) })
    else {
      throw AudioError(kind: .unknownFormat, path: path, message: "it holds no sound that ffmpeg knows")
    }
    try checkPlausible(path, sampleRate: rate, channels: channels)
    let format = Self.shortName(container, codec: entries[stream + "codec_name"] ?? "")
    self.format = format
    self.sampleRate = rate
    self.channels = channels
    // Of bare frames it is a guess by their first sizes, and that of all streams may be that of a picture's.
    let isAlone = entries["format.nb_streams"] == "1"
    let lengths = [entries[stream + "duration"], isAlone ? entries["format.duration"] : nil]
    let seconds = lengths.lazy.compactMap { $0.flatMap { Double($0) } }.first
    self.seconds = ["m4a", "webm", "mka"].contains(format) ? seconds : nil
    var tags: [String: String] = [:]
    for (key, value) in entries.sorted(by: { $0.key > $1.key }) {
      // The file's own win over those of its stream.
      if let name = key.after(stream + "tags.") ?? key.after("format.tags."), !value.isEmpty {
        tags[name.lowercased()] = value
      }
    }
    for (key, value) in entries {
      if let name = key.after("format.tags."), !value.isEmpty { tags[name.lowercased()] = value }
    }
    self.tags = tags
    chapters = Self.chapters(of: entries)
    self.identity = identity
  }

  /// Those whose beginning can be told.
  private static func chapters(of entries: [String: String]) -> [AudioMarker] {
    var chapters: [AudioMarker] = []
    while true {
      let name = "chapters.chapter.\(chapters.count)."
      func time(_ key: String) -> Milliseconds? {
        entries[name + key].flatMap { Double($0) }.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map {
          Milliseconds($0)
        }
      }
      guard let start = time("start_time") else { return chapters }
      var chapter = AudioMarker(at: max(.zero, start), label: entries[name + "tags.title"] ?? "")
      chapter.end = time("end_time").flatMap { $0 > chapter.at ? $0 : nil }
      chapters.append(chapter)
    }
  }

  /// The lines `key="value"`, with backslashes before what would end them early.
  private static func entries(_ text: String) -> [String: String] {
    var entries: [String: String] = [:]
    for line in text.lines {
      guard let (key, value) = line.cut(at: "=") else { continue }
      entries[String(key)] = unquoted(value)
    }
    return entries
  }

  private static func unquoted(_ value: Substring) -> String {
    guard let inside = value.after("\"")?.before("\"") else { return String(value) }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in inside.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      text.append(isEscaped && scalar == "n" ? "\n" : isEscaped && scalar == "r" ? "\r" : scalar)
      isEscaped = false
    }
    return String(text)
  }

  /// What files of this kind end in.
  private static func shortName(_ container: String, codec: String) -> String {
    switch container.words(by: ",").first {
    case "mov": "m4a"
    case "matroska": ["opus", "vorbis"].contains(codec) ? "webm" : "mka"
    case "asf": "wma"
    case "ogg": codec == "speex" ? "spx" : "ogg"
    case let name?: String(name)
    case nil: "other"
    }
  }

  private static let known = Mutex<[FileIdentity: ProbedAudio]>([:])
  private static let counts = Mutex<[FileIdentity: Int64]>([:])

  /// How many frames were decoded when all of the file was; nil when that hasn't been done.
  var countedFrames: Int64? { Self.counts.withLock { $0[identity] } }

  /// Remembers how many frames there are.
  func remember(countedFrames count: Int64) { Self.counts.withLock { $0[identity] = count } }
}

/// A file as it was at a moment: another one under its name is another one here.
private struct FileIdentity: Hashable {
  let path: ExactText
  let size: Int64
  let modified: Int64
  let searchPath: String?

  init(_ path: String) {
    let status = try? FileStatus.ifAny(path)
    self.path = ExactText(path)
    size = status?.size ?? -1
    modified = status?.modified ?? -1
    searchPath = AudioPrograms.searchPath
  }
}
