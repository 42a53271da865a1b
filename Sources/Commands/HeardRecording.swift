import Audio
import Annotating
import QuranIndex
import Recognition
import TilawaFormat
import Timing

/// A recording that was listened to, for its pauses or for its sounds.
enum HeardRecording {
  case pauses([PauseAnalysis])
  case features(SpeechFeatures, AcousticModel)

  /// Listens for pauses, when there are settings for them, else for sounds; `again` when the user knows the file's faults.
  init(
    at path: String, pauses: PauseSettings?, model: String?, _ terminal: Terminal, again: Bool = false
  ) throws {
    // A faulty table is told of before an hour of audio is listened to.
    let model = try model.map { try AcousticModel(fileNamed: $0, in: terminal) } ?? .shipped
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    let tell = { (done: Milliseconds, total: Milliseconds?) in
      if let total { progress.update(done.count, of: total.count) }
    }
    if let pauses {
      self = .pauses(
        try PauseFinder.analyses(ofFileAt: path, by: RecordingMarks.settings(pauses), progress: tell))
    } else {
      self = .features(try SpeechFeatures(ofFileAt: path, progress: tell), model)
    }
    if breaksOff, !again {
      terminal.complain("tilawa: \(terminal.shown(path)) breaks off; \(duration) s can be decoded")
    }
  }

  /// How long the audio is that could be decoded.
  var duration: Milliseconds {
    switch self {
    case .pauses(let analyses): analyses.first?.duration ?? .zero
    case .features(let features, _): features.duration
    }
  }

  private var breaksOff: Bool {
    switch self {
    case .pauses(let analyses): analyses.first?.breaksOff ?? false
    case .features(let features, _): features.breaksOff
    }
  }

  /// Where the passages are in it, around what is settled in the bundle.
  func marks(
    of passages: [AyahRange], _ bundle: TilawaBundle?, opening: PassageOpening, _ terminal: Terminal
  ) -> Result<RecordingMarks, PassageMisfit> {
    let names = passages.map(\.description).joined(separator: ", ")
    return terminal.progress("looking for \(names)").whileWorking { marks(of: passages, bundle, opening) }
  }

  private func marks(
    of passages: [AyahRange], _ bundle: TilawaBundle?, _ opening: PassageOpening
  ) -> Result<RecordingMarks, PassageMisfit> {
    // Bundles to be marked can be read, and then it is known; an audio file has the usual count.
    guard let counting = bundle.map(\.counting) ?? .kufi else { return .failure(.noWay) }
    let anchors = bundle.map(Anchor.all) ?? []
    switch self {
    case .pauses(let analyses):
      return .success(
        RecordingMarks(analyses, passage: passages, counting: counting, anchors: anchors))
    case .features(let features, let model):
      return Result { () throws(PassageMisfit) in
        try RecordingMarks(
          aligning: features, passage: passages, counting: counting, anchors: anchors, opening: opening,
          model: model)
      }
    }
  }
}
