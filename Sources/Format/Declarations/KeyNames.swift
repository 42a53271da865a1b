/// Keys of rows that other rooms read and change by name, spelt as their fields declare them.
///
/// A key that rows of several kinds have is called the same in each.
public enum RowKey {
  /// What is recited, or the ayah that a word is of.
  public static let ayah = Segment.keys[\.facts.ayah]
  /// What is heard where no ayah is.
  public static let skip = Segment.keys[\.facts.skip]
  /// The number of a word in its ayah.
  public static let word = WordTiming.keys[\.word]
  /// Where a marker opens.
  public static let at = Marker.keys[\.at]
  /// Where a segment or a word begins.
  public static let start = Segment.keys[\.start]
  /// Where a row ends.
  public static let end = Segment.keys[\.end]
  /// Where one ayah of a run gives way to the next.
  public static let joins = Segment.keys[\.facts.joins]
  /// Whether a person has checked a segment.
  public static let verified = Segment.keys[\.facts.isConfirmed]
  /// Whether a person has checked a marker.
  public static let confirmed = Marker.keys[\.facts.isConfirmed]
  /// How sure the tool was that made the row.
  public static let confidence = Segment.keys[\.facts.confidence]
  /// Who recites.
  public static let reciter = Segment.keys[\.facts.reciter]
  /// In which riwayah.
  public static let riwayah = Segment.keys[\.facts.riwayah]
  /// In which rak'ah.
  public static let rakah = Segment.keys[\.facts.rakah]
  /// A person's remark.
  public static let note = Segment.keys[\.facts.note]
}

/// Keys of whole files that other rooms read and change by name.
public enum FileKey {
  /// The version of the format, in every file.
  public static let version = Field<FormatVersion>.version.key
  /// The id of a recording or a reciter.
  public static let id = Recording.keys[\.id]
  /// The audio of a recording.
  public static let audio = Recording.keys[\.audio]
  /// How the ayat of a recording are counted.
  public static let numbering = Recording.keys[\.numbering]
  /// What is recited.
  public static let passage = Recording.keys[\.passage]
  /// What a program heard is recited.
  public static let passageHeard = Recording.keys[\.passageHeard]
  /// Of which prayer it is.
  public static let prayer = Recording.keys[\.prayer]
  /// What a person says of the annotation's state.
  public static let status = Recording.keys[\.declaredStatus]
  /// Who recites.
  public static let reciter = Recording.keys[\.reciter]
  /// In which riwayah.
  public static let riwayah = Recording.keys[\.riwayah]
  /// The name of a reciter.
  public static let name = Reciter.keys[\.name]
  /// Where audio of a reciter can be fetched.
  public static let sources = Reciter.keys[\.sources]
}

/// Keys of the audio in `recording.yaml` that other rooms read and change by name.
public enum AudioKey {
  /// Path from the bundle.
  public static let file = AudioFile.keys[\.file]
  /// Its checksum.
  public static let sha256 = AudioFile.keys[\.sha256]
  /// Its size.
  public static let bytes = AudioFile.keys[\.bytes]
  /// How long it plays.
  public static let duration = AudioFile.keys[\.duration]
  /// Samples a second.
  public static let sampleRate = AudioFile.keys[\.sampleRate]
  /// How many channels it has.
  public static let channels = AudioFile.keys[\.channels]
  /// Its encoding.
  public static let format = AudioFile.keys[\.format]
  /// Where it can be fetched.
  public static let url = AudioFile.keys[\.url]
  /// Whether it may be a link out of the bundle.
  public static let external = AudioFile.keys[\.external]
}
