import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A bundle with derived values for several rules, each computed once and only when needed.
///
/// Belongs to one thread.
final class CheckedBundle {
  let bundle: TilawaBundle
  private let options: Linter.Options
  private(set) lazy var segments = CheckedRows(spanned: bundle.segments)
  private(set) lazy var markers = CheckedRows(bundle.markers)
  private(set) lazy var words = CheckedRows(spanned: bundle.words)

  init(_ bundle: TilawaBundle, _ options: Linter.Options) {
    self.bundle = bundle
    self.options = options
  }

  /// True if the audio is read through to compare checksums.
  var comparesChecksums: Bool { options.comparesChecksums }
  /// The counting system of the ayat. If it isn't known, rules that depend on it are silent, and R510 gives
  /// the reason.
  lazy var counting = bundle.counting
  var recording: Recording? { bundle.recording?.content }
  var reciter: Reciter? { bundle.reciter?.content }
  var audio: AudioFile? { recording?.audio }

  /// True if what is absent from `recording.yaml` is really absent, and not merely unreadable.
  var isRecordingWhole: Bool { !(bundle.recording?.hasErrors ?? true) }

  /// The facts derived from the rows.
  lazy var annotation = Annotation(of: bundle)

  /// The state of the file at `audio.file`; nil if no audio is named.
  lazy var audioPresence = bundle.audioPresence

  /// The properties in the header of the audio, or the reason why it can't be read. Nil if there is no audio
  /// or no inspector.
  ///
  /// No other program is started for it unless the audio is read through anyway.
  lazy var audioProperties: Result<AudioProperties, AudioError>? = {
    guard let path = audioPresence?.file?.path, let inspector = options.inspector else { return nil }
    let isReadHere = !comparesChecksums
    let probe = {
      Result { () throws(AudioError) in try inspector.properties(ofFileAt: path, isReadHere: isReadHere) }
    }
    let known = isReadHere ? options.knownAudio : nil
    let result = known?.properties(ofFileAt: path, else: probe) ?? probe()
    if comparesChecksums, case .failure(let error) = result, error.kind == .needsProgram {
      options.unheard?.add()
    }
    return result
  }()

  /// The end of the audio, from `recording.yaml` or else from the header of the audio, with a note on its
  /// source.
  lazy var audioEnd: (time: Milliseconds, notes: [Diagnostic.Note])? = {
    if let duration = audio?.duration {
      return (
        duration.value, [.init("the audio's duration is here", at: place(inRecording: duration))]
      )
    }
    // What is of another size isn't the audio that was annotated.
    guard case .available = audioPresence, case .success(let properties) = audioProperties else { return nil }
    return (properties.duration, [])
  }()

  /// The suppressions in the comments of its files; only of files that have such comments.
  lazy var suppressions: [Suppressions] = bundle.sources.compactMap { source in
    Suppressions(in: source) {
      switch bundle.isReciterFile ? .reciter : FileKind(fileName: source.path) {
      case .segments: segments.rows.map(\.bytes.range)
      case .markers: markers.rows.map(\.bytes.range)
      case .words: words.rows.map(\.bytes.range)
      case .reciter: reciter?.sources.map(\.range.range) ?? []
      case .recording, nil: []
      }
    }
  }

  func place(inRecording value: Located<some Sendable>) -> Place {
    bundle.recording?.place(value) ?? Place(path: bundle.shownPath)
  }

  func place(inReciter value: Located<some Sendable>) -> Place {
    bundle.reciter?.place(value) ?? Place(path: bundle.shownPath)
  }

  /// The place that is shown for a fault of the recording as a whole: the first key.
  var recordingPlace: Place {
    guard let source = bundle.recording?.source else { return Place(path: bundle.shownPath) }
    let document = YAMLDocument(parsing: source)
    let root = document.root ?? document.salvaged.first
    return Place(source, root?.mapping?.first?.key.range ?? 0..<0)
  }
}
