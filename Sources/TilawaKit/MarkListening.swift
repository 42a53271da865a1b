package import Annotating
import Audio
package import QuranIndex
import Recognition
package import TilawaFormat
import Timing

/// A recording that was listened to, what is recited in it, and where.
package struct MarkListening: Sendable {
  /// What was heard of a recording of which nobody said what is recited.
  package enum Identity: Sendable {
    /// Nobody asked.
    case notAsked
    /// It is the passages.
    case told
    /// It can't be told; with what it may be, where anything is known of that.
    case unsure(guesses: String?)
  }

  package let recording: HeardRecording
  /// What was asked for, or else identified; empty when it isn't known.
  package private(set) var passages: [AyahRange]
  package private(set) var marks: Result<RecordingMarks, MarkRefusal>
  package private(set) var identity = Identity.notAsked

  /// Listens to the audio at `path`, and looks for the passages; without any, for what is recited.
  package init(
    to path: String, for passages: [AyahRange], around bundle: TilawaBundle?, _ request: MarkRequest,
    in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    let heard = try HeardRecording(
      at: path, pauses: request.pauses, model: request.model, in: workplace, monitor)
    try monitor.check()
    guard passages.isEmpty, case .features(let features, _) = heard else {
      self.init(heard, passages, bundle, request.opening, monitor)
      return
    }
    let found = try PassageIdentification(features, monitor)
    if let listening = Self(identified: found, in: heard, bundle, request.opening, monitor) {
      self = listening
      return
    }
    try monitor.check()
    guard !request.marksWords else {
      let guesses = found.guesses(try bundle?.knownCounting() ?? .kufi)
      self.init(recording: heard, passages: [], marks: .failure(.unknownPassage(guesses: guesses)))
      return
    }
    let pauses = try HeardRecording(
      at: path, pauses: .adaptive, model: request.model, in: workplace, monitor)
    self.init(pauses, [], bundle, .auto, monitor)
    identity = .unsure(guesses: (bundle.map(\.counting) ?? .kufi).flatMap(found.guesses))
  }

  private init(
    recording: HeardRecording, passages: [AyahRange], marks: Result<RecordingMarks, MarkRefusal>
  ) {
    self.recording = recording
    self.passages = passages
    self.marks = marks
  }

  /// Looks for passages that were stated.
  private init(
    _ recording: HeardRecording, _ passages: [AyahRange], _ bundle: TilawaBundle?, _ opening: PassageOpening,
    _ monitor: WorkMonitor
  ) {
    self.recording = recording
    self.passages = passages
    marks = recording.marks(of: passages, bundle, opening: opening, monitor)
  }

  /// Marks what `found` is sure of; nil when it isn't sure of all that is heard, or nothing agrees with it.
  private init?(
    identified found: PassageIdentification, in recording: HeardRecording, _ bundle: TilawaBundle?,
    _ opening: PassageOpening, _ monitor: WorkMonitor
  ) {
    guard !found.pieces.isEmpty, found.pieces.allSatisfy(\.isSure) else { return nil }
    let counting = bundle.map(\.counting) ?? .kufi
    guard let counting else { return nil }
    let passages = found.passages.compactMap { AyahMap.map($0, from: .kufi, to: counting) }
    guard passages.count == found.pieces.count else { return nil }
    self.init(recording, passages, bundle, opening, monitor)
    guard case .success(let first) = marks else { return nil }
    // Searching the whole Quran is coarse: an ayah that nobody read may seem to be touched where a passage ends.
    let heard = passages.compactMap { $0.trimmed(of: first.unheard, counting) }
    if heard.count == passages.count, heard != passages {
      self.init(recording, heard, bundle, opening, monitor)
      guard case .success = marks else { return nil }
    }
    identity = .told
  }
}

extension AyahRange {
  /// What is left without some ayat at its ends; nil when that is nothing.
  fileprivate func trimmed(of unheard: [AyahRange], _ counting: CountingSystem) -> AyahRange? {
    let heard = counting.ayat(in: self).filter { ayah in
      !unheard.contains { ($0.first...$0.last).contains(ayah) }
    }
    guard let first = heard.first, let last = heard.last else { return nil }
    return AyahRange(first, last)
  }
}
