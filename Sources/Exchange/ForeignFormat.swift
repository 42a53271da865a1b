package import TilawaBase

/// A format of other programs: how it is recognised, read and written, and which data it cannot carry.
///
/// One file a format in `Formats/`, its name in `FormatList.swift`.
package struct ForeignFormat: Sendable {
  /// The way in which a format is written.
  package enum Writer: Sendable {
    /// Can't be.
    case none
    /// As one file: a recording each.
    case file(@Sendable (AnnotatedRecording, WritingOptions) throws -> ForeignText)
    /// As one file that holds all recordings of a collection.
    case collection(@Sendable (RecordingCollection, WritingOptions) throws -> ForeignText)
    /// As a folder, which exists and is empty; its path is absolute.
    case folder(@Sendable (RecordingCollection, WritingOptions, _ folder: String) throws -> Losses)
    /// Writes a recording as an audio file, encoded as the options require. The path is absolute, or nil if
    /// only the losses are wanted.
    case sound(@Sendable (AnnotatedRecording, WritingOptions, _ path: String?) throws -> Losses)
  }

  /// The subject of a format's files.
  package enum Content: Sendable {
    /// Recordings with their rows.
    case recordings
    /// Who recites, and where that can be fetched.
    case reciters
    /// Recordings, reciters, and how and what a person listens to.
    case libraries
    /// Reciters, and where their recordings can be fetched, which have no rows.
    case addresses

    /// True if the files contain rows of recordings.
    package var hasRows: Bool { self == .recordings || self == .libraries }
  }

  /// Its name in `--from` and `--to`: lower case, digits, hyphens.
  package let name: String
  /// A title of a few words.
  package let title: String
  /// The extensions of such files, lower case without the dot. The first is the one to write.
  package let extensions: [String]
  /// The data that it cannot carry, whatever the options.
  package let loses: Set<LossCode>
  /// The data that it can carry only in labels, with `--label full`.
  package let keepsInLabels: Set<LossCode>
  /// The codes of `loses` that the writer counts itself, in its own way.
  let counts: Set<LossCode>
  /// The data that it cannot carry in some cases, which its writer counts.
  package let bends: Set<LossCode>
  /// True if words are written only on request.
  package let hasWordsOnRequest: Bool
  /// True if it records the reciter and the riwayah of the recording as a whole. `reciter` and `riwayah` are
  /// then lost only for single rows.
  package let tellsReciter: Bool
  /// Its times are multiples of about so much.
  package let grid: Milliseconds
  /// The subject of its files.
  package let holds: Content
  /// Returns true if a file is of this format, judged by how it begins. Called for files that have one of the
  /// extensions or no known one.
  package let recognises: @Sendable (ForeignSource) -> Bool
  /// Reads a file or a folder. Nil for a format that is only written.
  package let read: (@Sendable (ForeignInput) throws -> RecordingCollection)?
  /// Writes it.
  package private(set) var write: Writer
  /// Returns the name of a file in a set, without the extension, where other programs rely on it. If nil,
  /// files are named like the bundle.
  package let fileStem: (@Sendable (AnnotatedRecording) -> String?)?

  /// Creates a format. `recognises` is called for files whose extension is ambiguous. `write` counts only
  /// losses that `loses` doesn't cover for each recording.
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

  /// True if the format can be written.
  package var isWritable: Bool { if case .none = write { false } else { true } }

  /// True if the format can show the text of ayat.
  package var showsText: Bool {
    ["srt", "vtt", "lrc", "ass", "ttml"].contains(name)
  }

  /// True if surahs can be added to an existing file, whose other surahs stay.
  package var isUpdatable: Bool { ["gapless", "qul-surah-db", "qul-ayah-db"].contains(name) }

  /// True if its times are those that players show for the audio file, which may start a picture before the
  /// sound. Times of other formats count from the first sample.
  package var countsFromFile: Bool {
    [
      "srt", "vtt", "ass", "lrc", "ttml", "sbv", "m3u8", "xspf", "ffconcat", "edl", "ffmetadata",
      "ogm-chapters",
      "mkv-chapters", "podlove", "podcast", "youtube", "cue", "audacity", "eaf", "otranscribe",
    ].contains(name)
  }

  /// Returns the data that it cannot carry under these options.
  package func loses(with options: WritingOptions) -> Set<LossCode> {
    var codes = options.labels == .full ? loses : loses.union(keepsInLabels)
    if hasWordsOnRequest, !options.words { codes.insert(.words) }
    return codes
  }
}

extension ForeignFormat.Writer {
  /// Writes one text for each recording. Losses that the format doesn't declare are counted in `losses`.
  static func text(
    _ write: @escaping @Sendable (AnnotatedRecording, WritingOptions, inout Losses) throws -> String
  ) -> Self {
    .file { recording, options in
      var losses = Losses()
      let text = try write(recording, options, &losses)
      return ForeignText(text, losses: losses)
    }
  }

  /// Writes one text for all recordings of a collection.
  static func texts(
    _ write: @escaping @Sendable (RecordingCollection, WritingOptions, inout Losses) throws -> String
  ) -> Self {
    .collection { collection, options in
      var losses = Losses()
      let text = try write(collection, options, &losses)
      return ForeignText(text, losses: losses)
    }
  }

  /// Returns a writer that also counts the losses that the format declares.
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

/// The output of a writer for one recording.
package struct ForeignText: Sendable {
  /// The file.
  package var bytes: [UInt8]
  /// The data that the output lacks.
  package var losses: Losses
  /// Further files, if one cannot contain everything. Their names are numbered from 2.
  package var continuations: [[UInt8]] = []
  /// Requirements of programs that read such files, if the output doesn't meet them.
  package var notes: [String] = []

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

  /// Creates the output from a text.
  package init(_ text: String, losses: Losses = Losses()) {
    self.init(Array(text.utf8), losses: losses)
  }
}
