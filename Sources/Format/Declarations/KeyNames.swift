/// Keys of rows that other modules read and change by name, spelt as their fields declare them.
///
/// A key that rows of several kinds have is called the same in each.
public enum RowKey {
  /// The ayat that are recited, or the ayah to which a word belongs.
  public static let ayah = Segment.keys[\.facts.ayah]
  /// The kind of what is heard where no ayah is recited.
  public static let skip = Segment.keys[\.facts.skip]
  /// The number of a word in its ayah.
  public static let word = WordTiming.keys[\.word]
  /// The time at which a marker opens.
  public static let at = Marker.keys[\.at]
  /// The time at which a segment or a word begins.
  public static let start = Segment.keys[\.start]
  /// The time at which a row ends.
  public static let end = Segment.keys[\.end]
  /// The times at which one ayah of a run is followed by the next.
  public static let joins = Segment.keys[\.facts.joins]
  /// The end at which a part of an ayah isn't in the recording.
  public static let cut = Segment.keys[\.facts.cut]
  /// True if a person has verified a segment.
  public static let verified = Segment.keys[\.facts.isConfirmed]
  /// True if a person has confirmed a marker.
  public static let confirmed = Marker.keys[\.facts.isConfirmed]
  /// The confidence of the tool that made the row.
  public static let confidence = Segment.keys[\.facts.confidence]
  /// The reciter of a row.
  public static let reciter = Segment.keys[\.facts.reciter]
  /// The riwayah of a row.
  public static let riwayah = Segment.keys[\.facts.riwayah]
  /// The rak'ah of a row.
  public static let rakah = Segment.keys[\.facts.rakah]
  /// A person's remark.
  public static let note = Segment.keys[\.facts.note]
}

/// Keys of whole files that other modules read and change by name.
public enum FileKey {
  /// The version of the format, in every file.
  public static let version = Field<FormatVersion>.version.key
  /// The id of a recording or a reciter.
  public static let id = Recording.keys[\.id]
  /// The audio of a recording.
  public static let audio = Recording.keys[\.audio]
  /// The counting system of a recording.
  public static let numbering = Recording.keys[\.numbering]
  /// The ayat that are recited.
  public static let passage = Recording.keys[\.passage]
  /// The ayat that a program recognised as recited.
  public static let passageHeard = Recording.keys[\.passageHeard]
  /// The prayer of which a recording is made.
  public static let prayer = Recording.keys[\.prayer]
  /// The state of the annotation as a person declares it.
  public static let status = Recording.keys[\.declaredStatus]
  /// The reciter of a recording.
  public static let reciter = Recording.keys[\.reciter]
  /// The riwayah of a recording.
  public static let riwayah = Recording.keys[\.riwayah]
  /// The name of a reciter.
  public static let name = Reciter.keys[\.name]
  /// The sources from which audio of a reciter can be fetched.
  public static let sources = Reciter.keys[\.sources]
}

/// Keys of the audio in `recording.yaml` that other modules read and change by name.
public enum AudioKey {
  /// Path from the bundle.
  public static let file = AudioFile.keys[\.file]
  /// Its checksum.
  public static let sha256 = AudioFile.keys[\.sha256]
  /// Its size.
  public static let bytes = AudioFile.keys[\.bytes]
  /// The duration of the audio.
  public static let duration = AudioFile.keys[\.duration]
  /// Samples a second.
  public static let sampleRate = AudioFile.keys[\.sampleRate]
  /// The number of channels.
  public static let channels = AudioFile.keys[\.channels]
  /// Its encoding.
  public static let format = AudioFile.keys[\.format]
  /// The address from which the audio can be fetched.
  public static let url = AudioFile.keys[\.url]
  /// True if the audio may be a link out of the bundle.
  public static let external = AudioFile.keys[\.external]
}
