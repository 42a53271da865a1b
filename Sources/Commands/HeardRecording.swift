import Audio
import Marking
import QuranIndex
import TilawaFormat
import Timing

/// A recording that was listened to, for its pauses or for its sounds.
enum HeardRecording {
  case pauses([PauseAnalysis])
  case features(SpeechFeatures)

  /// Listens for pauses, when there are settings for them, else for sounds.
  init(at path: String, pauses: PauseSettings?, _ terminal: Terminal) throws {
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    let tell = { (done: Milliseconds, total: Milliseconds?) in
      if let total { progress.update(done.count, of: total.count) }
    }
    if let pauses {
      self = .pauses(
        try PauseFinder.analyses(ofFileAt: path, by: RecordingMarks.settings(pauses), progress: tell))
    } else {
      self = .features(try SpeechFeatures(ofFileAt: path, progress: tell))
    }
    if breaksOff {
      terminal.complain("tilawa: \(terminal.shown(path)) breaks off; \(duration) s can be decoded")
    }
  }

  /// How long the audio is that could be decoded.
  var duration: Milliseconds {
    switch self {
    case .pauses(let analyses): analyses.first?.duration ?? .zero
    case .features(let features): features.duration
    }
  }

  private var breaksOff: Bool {
    switch self {
    case .pauses(let analyses): analyses.first?.breaksOff ?? false
    case .features(let features): features.breaksOff
    }
  }

  /// Where the passages are in it, around what is settled in the bundle.
  func marks(
    of passages: [AyahRange], _ bundle: TilawaBundle?, opening: PassageOpening
  ) -> Result<RecordingMarks, PassageMisfit> {
    let counting = bundle?.counting ?? .kufi
    let anchors = bundle.map(Anchor.all) ?? []
    switch self {
    case .pauses(let analyses):
      return .success(
        RecordingMarks(analyses, passage: passages, counting: counting, anchors: anchors))
    case .features(let features):
      return Result { () throws(PassageMisfit) in
        try RecordingMarks(
          aligning: features, passage: passages, counting: counting, anchors: anchors, opening: opening)
      }
    }
  }
}
