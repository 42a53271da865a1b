import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A bundle, and what several rules ask of it, worked out once and only when it is asked for.
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

  /// Whether the audio is read through to compare checksums.
  var comparesChecksums: Bool { options.comparesChecksums }
  /// How ayat are counted; where it isn't known, rules that lean on it are silent, and R510 says why.
  lazy var counting = bundle.counting
  var recording: Recording? { bundle.recording?.content }
  var reciter: Reciter? { bundle.reciter?.content }
  var audio: AudioFile? { recording?.audio }

  /// Whether what is absent from `recording.yaml` is really absent, and not only unreadable.
  var isRecordingWhole: Bool { !(bundle.recording?.hasErrors ?? true) }

  /// What follows from the rows.
  lazy var annotation = Annotation(of: bundle)

  /// What stands where `audio.file` leads; nil when no audio is named.
  lazy var audioPresence = bundle.audioPresence

  /// What the header of the audio says, or why it can't be read; nil when no audio is there, or nobody to look into it.
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

  /// Where the audio ends, as `recording.yaml` says, else as the header of the audio does; with a note on where it says so.
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

  /// What the comments of its files silence; only of files that have such comments.
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

  /// Where a fault of the recording as a whole is pointed at: the first key.
  var recordingPlace: Place {
    guard let source = bundle.recording?.source else { return Place(path: bundle.shownPath) }
    let document = YAMLDocument(parsing: source)
    let root = document.root ?? document.salvaged.first
    return Place(source, root?.mapping?.first?.key.range ?? 0..<0)
  }
}
