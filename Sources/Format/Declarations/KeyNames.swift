/// Keys of rows that other rooms read and change by name, spelt as their fields declare them.
///
/// A key that rows of several kinds have is called the same in each.
public enum RowKey {
  /// What is recited, or the ayah that a word is of.
  public static let ayah = Segment.ayahField.key
  /// What is heard where no ayah is.
  public static let skip = Segment.skipField.key
  /// The number of a word in its ayah.
  public static let word = WordTiming.wordField.key
  /// Where a marker opens.
  public static let at = Marker.atField.key
  /// Where a segment or a word begins.
  public static let start = Segment.startField.key
  /// Where a row ends.
  public static let end = Segment.endField.key
  /// Where one ayah of a run gives way to the next.
  public static let joins = Segment.joinsField.key
  /// Whether a person has checked a segment.
  public static let verified = Segment.verifiedField.key
  /// Whether a person has checked a marker.
  public static let confirmed = Marker.confirmedField.key
  /// How sure the tool was that made the row.
  public static let confidence = Segment.confidenceField.key
  /// Who recites.
  public static let reciter = Segment.reciterField.key
  /// In which riwayah.
  public static let riwayah = Segment.riwayahField.key
  /// In which rak'ah.
  public static let rakah = Segment.rakahField.key
  /// A person's remark.
  public static let note = Segment.noteField.key
}

/// Keys of whole files that other rooms read and change by name.
public enum FileKey {
  /// The version of the format, in every file.
  public static let version = Recording.version.key
  /// The id of a recording or a reciter.
  public static let id = Recording.id.key
  /// The audio of a recording.
  public static let audio = Recording.audio.key
  /// How the ayat of a recording are counted.
  public static let numbering = Recording.numbering.key
  /// What is recited.
  public static let passage = Recording.passage.key
  /// What a program heard is recited.
  public static let passageHeard = Recording.passageHeard.key
  /// Of which prayer it is.
  public static let prayer = Recording.prayer.key
  /// What a person says of the annotation's state.
  public static let status = Recording.status.key
  /// Who recites.
  public static let reciter = Recording.reciter.key
  /// In which riwayah.
  public static let riwayah = Recording.riwayah.key
  /// The name of a reciter.
  public static let name = Reciter.name.key
  /// Where audio of a reciter can be fetched.
  public static let sources = Reciter.sources.key
}

/// Keys of the audio in `recording.yaml` that other rooms read and change by name.
public enum AudioKey {
  /// Path from the bundle.
  public static let file = AudioFile.file.key
  /// Its checksum.
  public static let sha256 = AudioFile.sha256.key
  /// Its size.
  public static let bytes = AudioFile.bytes.key
  /// How long it plays.
  public static let duration = AudioFile.duration.key
  /// Samples a second.
  public static let sampleRate = AudioFile.sampleRate.key
  /// How many channels it has.
  public static let channels = AudioFile.channels.key
  /// Its encoding.
  public static let format = AudioFile.format.key
  /// Where it can be fetched.
  public static let url = AudioFile.url.key
  /// Whether it may be a link out of the bundle.
  public static let external = AudioFile.external.key
}
