public import TilawaBase
public import TilawaQuran
public import TilawaYAML

/// The content of a new `recording.yaml`.
public struct RecordingDraft: Hashable, Sendable {
  /// The audio of a new recording.
  public struct Audio: Hashable, Sendable {
    /// Path from the bundle.
    public var file: String
    /// In hexadecimal.
    public var sha256: String?
    /// Size of the file.
    public var bytes: Int64?
    /// The duration.
    public var duration: Milliseconds?
    /// Per second.
    public var sampleRate: Int?
    /// From 1.
    public var channels: Int?
    /// Short name.
    public var format: String?
    /// The address from which the same bytes can be fetched.
    public var url: String?
    /// True if it is a link out of the bundle.
    public var isExternal = false

    /// Audio at `file`, of which nothing is known yet.
    public init(file: String) { self.file = file }
  }

  /// The recording's id.
  public var id: String
  /// Its name for people.
  public var title: String?
  /// Its audio.
  public var audio: Audio?
  /// Id of who recites.
  public var reciter: String?
  /// The riwayah.
  public var riwayah: Riwayah?
  /// The counting system, if it isn't Kufi.
  public var numbering: CountingSystem?
  /// The ayat that are recited.
  public var passage: [AyahRange] = []
  /// The ayat that a program recognised and wrote into `passage`.
  public var passageHeard: [AyahRange] = []
  /// The prayer, if it is a recording of one.
  public var prayer: Prayer?
  /// The state of the annotation as a person declares it.
  public var status: Recording.Status?
  /// The time at which it was recorded.
  public var recordedAt: Timestamp?
  /// The time at which it was imported.
  public var importedAt: Timestamp?
  /// The original name of the file.
  public var sourceFile: String?
  /// The place at which it was recorded.
  public var place: String?
  /// A remark.
  public var notes: String?

  /// A recording of which only the id is known.
  public init(id: String) { self.id = id }

  /// The whole file in canonical form.
  public var text: String { YAMLValue.print(yaml) }

  /// The whole file as a value.
  public var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = [
      (FileKey.version, .plain("\(FormatVersion.current)")), (Recording.keys[\.id], .text(id)),
    ]
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { pairs.append((key: key, value: value)) }
    }
    add(Recording.keys[\.title], title.map { .text($0) })
    add(Recording.keys[\.audio], audio.map(Self.yaml))
    add(Recording.keys[\.reciter], reciter.map { .text($0) })
    add(Recording.keys[\.riwayah], riwayah.map { .text($0.rawValue) })
    add(Recording.keys[\.numbering], numbering.map { .text($0.rawValue) })
    add(Recording.keys[\.passage], Self.yaml(passage))
    add(Recording.keys[\.passageHeard], Self.yaml(passageHeard))
    add(Recording.keys[\.prayer], prayer.map { .text($0.rawValue) })
    add(Recording.keys[\.declaredStatus], status.map { .text($0.rawValue) })
    add(Recording.keys[\.recordedAt], recordedAt.map { .plain($0.text) })
    add(Recording.keys[\.importedAt], importedAt.map { .plain($0.text) })
    add(Recording.keys[\.sourceFile], sourceFile.map { .text($0) })
    add(Recording.keys[\.place], place.map { .text($0) })
    add(Recording.keys[\.notes], notes.map { .text($0) })
    return .block(pairs)
  }

  private static func yaml(_ passage: [AyahRange]) -> YAMLValue? {
    switch passage.count {
    case 0: nil
    case 1: .quoted("\(passage[0])")
    default: .flowList(passage.map { .quoted("\($0)") })
    }
  }

  private static func yaml(_ audio: Audio) -> YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = [(AudioFile.keys[\.file], .text(audio.file))]
    if let sha256 = audio.sha256 { pairs.append((AudioFile.keys[\.sha256], .text(sha256))) }
    if let bytes = audio.bytes { pairs.append((AudioFile.keys[\.bytes], .plain("\(bytes)"))) }
    if let duration = audio.duration { pairs.append((AudioFile.keys[\.duration], .plain("\(duration)"))) }
    if let rate = audio.sampleRate { pairs.append((AudioFile.keys[\.sampleRate], .plain("\(rate)"))) }
    if let channels = audio.channels { pairs.append((AudioFile.keys[\.channels], .plain("\(channels)"))) }
    if let format = audio.format { pairs.append((AudioFile.keys[\.format], .text(format))) }
    if let url = audio.url { pairs.append((AudioFile.keys[\.url], .text(url))) }
    if audio.isExternal { pairs.append((AudioFile.keys[\.external], .plain("true"))) }
    return .block(pairs)
  }
}

extension FileKind {
  /// A whole new file of this kind with these rows, in canonical form; of a kind without rows the version alone.
  public func text(ofRows rows: [YAMLValue]) -> String {
    let version = (key: FileKey.version, value: YAMLValue.plain("\(FormatVersion.current)"))
    return YAMLValue.print(.block([version] + (rowsKey.map { [(key: $0, value: .rows(rows))] } ?? [])))
  }
}

extension MarkersFile {
  /// A whole new file in canonical form.
  public static func text(of markers: [Marker]) -> String {
    FileKind.markers.text(ofRows: markers.map(\.yaml))
  }
}

extension SegmentsFile {
  /// A whole new file in canonical form.
  public static func text(of segments: [Segment]) -> String {
    FileKind.segments.text(ofRows: segments.map(\.yaml))
  }
}

extension WordsFile {
  /// A whole new file in canonical form.
  public static func text(of words: [WordTiming]) -> String {
    FileKind.words.text(ofRows: words.map(\.yaml))
  }
}

extension RecordingDraft {
  /// Returns true if `text` can be the id of a recording or a reciter. It has at most 128 ASCII letters,
  /// digits, `.`, `_` and `-`, and begins with a letter or digit.
  public static func isIdentifier(_ text: String) -> Bool { FieldType<String>.isIdentifier(text) }
}
