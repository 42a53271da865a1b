import Synchronization
import TilawaBase
import TilawaPrograms

/// The information that ffprobe reports about a file.
struct ProbedAudio: Sendable {
  /// Short lower-case name of the format: `m4a`, `webm`, `aac`.
  let format: String
  let sampleRate: Int
  let channels: Int
  /// The length of the sound as the container states it, in seconds; nil if it states none that is right to
  /// some milliseconds.
  let seconds: Double?
  /// The tags of the file, with keys in lower case.
  let tags: [String: String]
  /// The time at which players of the file let the sound begin; later than 0 where a picture comes first.
  let start: Milliseconds
  /// Its chapters, in the order of the file; their times count from the first sample, and are negative before it.
  let chapters: [AudioMarker]
  /// The identity of the file when it was examined.
  private let identity: FileIdentity

  /// Returns the information about the file at `path`; runs ffprobe once for each file of a process.
  ///
  /// `container` is its likely format, for error messages. Throws if the programs aren't installed, or if the
  /// file can't be read.
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
          "stream=codec_name,sample_rate,channels,start_time,duration:format=format_name,nb_streams,start_time,duration:format_tags:stream_tags"
            + ":chapter=start_time,end_time:chapter_tags=title",
          "-of", "flat",
        ], within: AudioPrograms.patience, atMost: 8 << 20)
    } catch {
      throw AudioError(kind: .unreadable, path: path, message: "cannot run ffprobe: \(error.reason)")
    }
    guard let answer else {
      throw AudioError(
        kind: .unreadable, path: path, message: "ffprobe did not respond for \(AudioPrograms.patience) s")
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
      throw AudioError(kind: .unknownFormat, path: path, message: "ffprobe cannot read it: \(said)")
    }
    guard let rate = entries[stream + "sample_rate"].flatMap({ Int($0) }),
      let channels = entries[stream + "channels"].flatMap({ Int($0) })
    else {
      throw AudioError(kind: .unknownFormat, path: path, message: "it contains no audio that ffmpeg supports")
    }
    try checkPlausible(path, sampleRate: rate, channels: channels)
    let format = Self.shortName(container, codec: entries[stream + "codec_name"] ?? "")
    self.format = format
    self.sampleRate = rate
    self.channels = channels
    // Of bare frames it is a guess by their first sizes, and that of all streams may be that of a picture's.
    let isAlone = entries["format.nb_streams"] == "1"
    let own = entries[stream + "duration"].flatMap { Double($0) }
    // That of the file counts from 0, wherever the sound begins.
    let all = isAlone ? entries["format.duration"].flatMap { Double($0) } : nil
    let seconds = own ?? all.map { $0 - max(0, entries[stream + "start_time"].flatMap(Double.init) ?? 0) }
    self.seconds = ["m4a", "webm", "mka", "wma", "ape", "wv", "tta"].contains(format) ? seconds : nil
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
    // Times below 0 are those of what encoders put in front, and decoders leave out.
    func start(_ key: String) -> Milliseconds { max(.zero, Self.time(entries[key]) ?? .zero) }
    let first = start(stream + "start_time")
    // Players count from where the first of the streams begins.
    self.start = max(.zero, first - start("format.start_time"))
    // What ffprobe gives as the start of MP3 is the encoder's delay, which chapters don't count.
    chapters = Self.chapters(of: entries, soundStart: format == "mp3" ? .zero : first)
    self.identity = identity
  }

  private static func time(_ text: String?) -> Milliseconds? {
    text.flatMap { Double($0) }.flatMap { Milliseconds(seconds: $0) }
  }

  /// Returns the chapters whose beginning is stated.
  private static func chapters(
    of entries: [String: String], soundStart: Milliseconds
  ) -> [AudioMarker] {
    var chapters: [AudioMarker] = []
    while true {
      let name = "chapters.chapter.\(chapters.count)."
      guard let start = time(entries[name + "start_time"]) else { return chapters }
      var chapter = AudioMarker(
        at: max(.zero, start) - soundStart, label: entries[name + "tags.title"] ?? "")
      chapter.end = time(entries[name + "end_time"]).flatMap { $0 > start ? $0 - soundStart : nil }
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

  /// Returns the usual ending of file names for a container.
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

  /// The number of frames that were decoded when the whole file was; nil if that hasn't been done.
  var countedFrames: Int64? { Self.counts.withLock { $0[identity] } }

  /// Remembers how many frames there are.
  func remember(countedFrames count: Int64) { Self.counts.withLock { $0[identity] = count } }
}

/// A file as it was at a moment: another one under its name is another one here.
struct FileIdentity: Hashable {
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
