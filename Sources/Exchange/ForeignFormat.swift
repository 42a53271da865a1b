package import TilawaBase

/// A format of other programs: how it is told from others, read and written, and what it has no place for.
///
/// One file a format in `Formats/`, its name in `FormatList.swift`.
package struct ForeignFormat: Sendable {
  /// How a format is written.
  package enum Writer: Sendable {
    /// Can't be.
    case none
    /// As one file: a recording each.
    case file(@Sendable (AnnotatedRecording, WritingOptions) throws -> ForeignText)
    /// As one file that holds all recordings of a collection.
    case collection(@Sendable (RecordingCollection, WritingOptions) throws -> ForeignText)
    /// As a folder, which exists and is empty; its path is absolute.
    case folder(@Sendable (RecordingCollection, WritingOptions, _ folder: String) throws -> Losses)
    /// As a file of sound a recording, encoded as the options say; its path is absolute, and nil where only what gets lost is
    /// asked for.
    case sound(@Sendable (AnnotatedRecording, WritingOptions, _ path: String?) throws -> Losses)
  }

  /// What files of a format are about.
  package enum Content: Sendable {
    /// Recordings with their rows.
    case recordings
    /// Who recites, and where that can be fetched.
    case reciters
    /// Recordings, reciters, and how and what a person listens to.
    case libraries
    /// Reciters, and where their recordings can be fetched, which have no rows.
    case addresses

    /// Whether rows of recordings are among it.
    package var hasRows: Bool { self == .recordings || self == .libraries }
  }

  /// What `--from` and `--to` call it: lower case, digits, hyphens.
  package let name: String
  /// What it is, in a few words.
  package let title: String
  /// What names of such files end in, lower case without the dot; the first is the one to write.
  package let extensions: [String]
  /// What it has no place for, whatever the options.
  package let loses: Set<LossCode>
  /// What it has no place for but in labels, with `--label full`.
  package let keepsInLabels: Set<LossCode>
  /// What of `loses` its writer counts itself, in words of its own.
  let counts: Set<LossCode>
  /// What it has no place for in some cases, which its writer counts.
  package let bends: Set<LossCode>
  /// Whether words are written only when they are asked for.
  package let hasWordsOnRequest: Bool
  /// Whether it says of the recording as a whole who recites, and in which riwayah; `reciter` and `riwayah` are then lost
  /// of rows alone.
  package let tellsReciter: Bool
  /// Its times are multiples of about so much.
  package let grid: Milliseconds
  /// What its files are about.
  package let holds: Content
  /// Whether a file that bears one of the extensions, or none that is known, is of this format, by how it begins.
  package let recognises: @Sendable (ForeignSource) -> Bool
  /// Reads a file or a folder. Nil for a format that is only written.
  package let read: (@Sendable (ForeignInput) throws -> RecordingCollection)?
  /// Writes it.
  package private(set) var write: Writer
  /// What files of a set are called, without the ending, where other programs go by it; nil to call them as the bundle.
  package let fileStem: (@Sendable (AnnotatedRecording) -> String?)?

  /// A format. `recognises` is asked of files whose extension says nothing for sure; `write` counts what gets lost but for what
  /// `loses` tells of each recording.
  package init(
    name: String, title: String, extensions: [String], loses: Set<LossCode>,
    keepsInLabels: Set<LossCode> = [], bends: Set<LossCode> = [], hasWordsOnRequest: Bool = false,
    tellsReciter: Bool = false, grid: Milliseconds = Milliseconds(1), holds: Content = .recordings,
    recognises: @escaping @Sendable (ForeignSource) -> Bool,
    read: (@Sendable (ForeignInput) throws -> RecordingCollection)?,
    counts: Set<LossCode> = [], write: Writer = .none,
    fileStem: (@Sendable (AnnotatedRecording) -> String?)? = nil
  ) {
    self.name = name
    self.title = title
    self.extensions = extensions
    self.loses = loses
    self.keepsInLabels = keepsInLabels
    self.bends = bends
    self.hasWordsOnRequest = hasWordsOnRequest
    self.tellsReciter = tellsReciter
    self.grid = grid
    self.holds = holds
    self.recognises = recognises
    self.read = read
    self.counts = counts
    self.write = .none
    self.fileStem = fileStem
    self.write = write.counting(self)
  }

  /// Whether it can be written.
  package var isWritable: Bool { if case .none = write { false } else { true } }

  /// Whether it shows the text of ayat where that is wanted.
  package var showsText: Bool {
    ["srt", "vtt", "lrc", "ass", "ttml"].contains(name)
  }

  /// Whether surahs can be put into a file that is there, whose other surahs stay.
  package var isUpdatable: Bool { ["gapless", "qul-surah-db", "qul-ayah-db"].contains(name) }

  /// Whether its times are those that players show for the audio file, which may let a picture begin before the sound. Of other
  /// formats they count from the first sample.
  package var countsFromFile: Bool {
    [
      "srt", "vtt", "ass", "lrc", "ttml", "sbv", "m3u8", "xspf", "ffconcat", "edl", "ffmetadata",
      "ogm-chapters",
      "mkv-chapters", "podlove", "podcast", "youtube", "cue", "audacity", "eaf",
    ].contains(name)
  }

  /// What it has no place for under these options.
  package func loses(with options: WritingOptions) -> Set<LossCode> {
    var codes = options.labels == .full ? loses : loses.union(keepsInLabels)
    if hasWordsOnRequest, !options.words { codes.insert(.words) }
    return codes
  }
}

extension ForeignFormat.Writer {
  /// As one text a recording; what it has no place for besides what the format tells is counted in the losses.
  static func text(
    _ write: @escaping @Sendable (AnnotatedRecording, WritingOptions, inout Losses) throws -> String
  ) -> Self {
    .file { recording, options in
      var losses = Losses()
      let text = try write(recording, options, &losses)
      return ForeignText(text, losses: losses)
    }
  }

  /// The same of all recordings of a collection.
  static func texts(
    _ write: @escaping @Sendable (RecordingCollection, WritingOptions, inout Losses) throws -> String
  ) -> Self {
    .collection { collection, options in
      var losses = Losses()
      let text = try write(collection, options, &losses)
      return ForeignText(text, losses: losses)
    }
  }

  /// The same, which also counts what the format has no place for whatever it writes.
  fileprivate func counting(_ format: ForeignFormat) -> Self {
    let lost = { @Sendable (recordings: [AnnotatedRecording], options: WritingOptions) in
      recordings.reduce(into: Losses()) { $0.add(Losses(of: format, options, in: $1)) }
    }
    switch self {
    case .none: return .none
    case .file(let write):
      return .file { recording, options in
        try write(recording, options).adding(lost([recording], options))
      }
    case .collection(let write):
      return .collection { collection, options in
        try write(collection, options).adding(lost(collection.recordings, options))
      }
    case .folder(let write):
      return .folder { collection, options, folder in
        var losses = try write(collection, options, folder)
        losses.add(lost(collection.recordings, options))
        return losses
      }
    case .sound(let write):
      return .sound { recording, options, path in
        var losses = try write(recording, options, path)
        losses.add(lost([recording], options))
        return losses
      }
    }
  }
}

/// What a writer made of one recording.
package struct ForeignText: Sendable {
  /// The file.
  package var bytes: [UInt8]
  /// What it hasn't got.
  package var losses: Losses
  /// More files, where one has no room for all; their names get numbers from 2.
  package var continuations: [[UInt8]] = []

  /// A file and what it hasn't got.
  package init(_ bytes: [UInt8], losses: Losses = Losses()) {
    self.bytes = bytes
    self.losses = losses
  }

  fileprivate func adding(_ more: Losses) -> ForeignText {
    var text = self
    text.losses.add(more)
    return text
  }

  /// The same of a text.
  package init(_ text: String, losses: Losses = Losses()) {
    self.init(Array(text.utf8), losses: losses)
  }
}
