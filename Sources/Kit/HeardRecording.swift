package import TilawaBase
import TilawaFormat
import TilawaQuran
package import TilawaRecognition
package import TilawaSound

/// The analysis of a recording, either of its pauses or of its sounds.
package enum HeardRecording: Sendable {
  case pauses([PauseAnalysis])
  case features(SpeechFeatures, AcousticModel)

  /// Analyses the pauses, if there are settings for them, or else the sounds.
  init(
    at path: String, pauses: PauseSettings?, model: String?, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    // A faulty table is reported before an hour of audio is analysed.
    let model = try model.map { try AcousticModel(fileNamed: $0, in: workplace) } ?? .shipped
    if let pauses {
      self = .pauses(
        try listening(to: path, in: workplace, monitor) { tell throws(AudioError) in
          try PauseFinder.analyses(ofFileAt: path, by: RecordingMarks.settings(pauses), progress: tell)
        })
    } else {
      self = .features(try SpeechFeatures(heardAt: path, in: workplace, monitor), model)
    }
  }

  /// The duration of the audio that could be decoded.
  package var duration: Milliseconds {
    switch self {
    case .pauses(let analyses): analyses.first?.duration ?? .zero
    case .features(let features, _): features.duration
    }
  }

  /// True if the file ends before its audio does.
  package var breaksOff: Bool {
    switch self {
    case .pauses(let analyses): analyses.first?.breaksOff ?? false
    case .features(let features, _): features.breaksOff
    }
  }

  /// True if the sounds were analysed.
  package var isBySound: Bool { if case .features = self { true } else { false } }

  /// Finds the passages in the recording, around the settled rows of the bundle, and outside of the
  /// `others` spans. `known` is the result of an earlier search.
  func marks(
    of passages: [AyahRange], _ bundle: TilawaBundle?, _ request: MarkRequest, except others: [TimeSpan] = [],
    known: HeardPassages? = nil, _ monitor: WorkMonitor
  ) -> Result<RecordingMarks, MarkRefusal> {
    let names = passages.map(\.description).joined(separator: ", ")
    return monitor.begin(names.isEmpty ? "naming the sure passages" : "searching for \(names)").whileWorking {
      Result { () throws(PassageMisfit) in
        try marks(of: passages, bundle, request, except: others, known)
      }
      .map { $0.settled(until: duration) }
      .mapError(
        MarkRefusal.misfit)
    }
  }

  private func marks(
    of passages: [AyahRange], _ bundle: TilawaBundle?, _ request: MarkRequest, except others: [TimeSpan],
    _ known: HeardPassages?
  ) throws(PassageMisfit) -> RecordingMarks {
    // The count of a bundle that can be marked is known; audio files have the usual count.
    guard let counting = bundle.map(\.counting) ?? request.counting else { throw .noWay }
    let anchors = (bundle.map(Anchor.all) ?? []).besides(others)
    switch self {
    case .pauses(let analyses):
      return RecordingMarks(analyses, passage: passages, counting: counting, anchors: anchors)
    case .features(let features, let model):
      return try RecordingMarks(
        aligning: features, passage: passages, counting: counting, anchors: anchors,
        opening: request.opening, model: model, known: known)
    }
  }
}

extension HeardRecording {
  /// Finds a passage in a cut of the recording, around its settled rows. Times are relative to the start of
  /// the cut.
  func marks(
    of passage: AyahRange, in cut: TimeSpan, _ bundle: TilawaBundle?, _ request: MarkRequest
  ) -> Result<RecordingMarks, MarkRefusal> {
    guard case .features(let features, let model) = self,
      let counting = bundle.map(\.counting) ?? request.counting
    else { return .failure(.misfit(.noWay)) }
    let frames = SpeechFeatures.frame(at: cut.start)..<SpeechFeatures.frame(at: cut.end)
    let anchors = (bundle.map(Anchor.all) ?? []).part(frames)
    return Result { () throws(PassageMisfit) in
      try RecordingMarks(
        aligning: features.part(frames), passage: [passage], counting: counting, anchors: anchors,
        model: model)
    }.mapError(MarkRefusal.misfit)
  }
}

extension [Anchor] {
  /// Returns the anchors together with spans that contain none of the passages, in order of time.
  fileprivate func besides(_ others: [TimeSpan]) -> [Anchor] {
    guard !others.isEmpty else { return self }
    let all = self + others.map { Anchor(start: $0.start, end: $0.end, isSkip: true) }
    return all.sorted { ($0.start, $0.end ?? $0.start) < ($1.start, $1.end ?? $1.start) }
  }
}

extension AcousticModel {
  /// Reads a table that was learnt.
  init(fileNamed name: String, in workplace: Workplace) throws {
    let bytes = try FileContents.read(workplace.path(name))
    do throws(AcousticModelFault) {
      try self.init(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure("\(name):\(error.line): \(error.message)")
    }
  }
}

extension SpeechFeatures {
  /// Analyses the audio at `path`. Throws `cancelled` if it is cancelled.
  package init(heardAt path: String, in workplace: Workplace, _ monitor: WorkMonitor) throws(AudioError) {
    self = try listening(to: path, in: workplace, monitor) { tell throws(AudioError) in
      try SpeechFeatures(ofFileAt: path, progress: tell)
    }
  }
}

/// Reports the progress of `work` with a file, and ends it if it is cancelled.
private func listening<Result>(
  to path: String, in workplace: Workplace, _ monitor: WorkMonitor,
  _ work: ((Milliseconds, Milliseconds?) throws(AudioError) -> Void) throws(AudioError) -> Result
) throws(AudioError) -> Result {
  let stage = monitor.begin("listening to \(workplace.shown(path))")
  defer { stage.finish() }
  return try work { done, total throws(AudioError) in
    if monitor.isCancelled() { throw .cancelled(path) }
    if let total { stage.update(done.count, of: total.count) }
  }
}
