import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

/// Options for finding markers in a recording.
public struct MarkingOptions: Hashable, Codable, Sendable {
  /// The passages recited, in the order of the recording. If empty, they are taken from the bundle, or else
  /// recognised from the sound.
  public var passages: [Passage] = []
  /// True if segments are made of the markers at once.
  public var makesSegments = false
  /// True if `words.yaml` is written, too, with the time of each word.
  public var marksWords = false

  /// Creates options to mark the passages that the bundle states.
  public init() {}
}

extension MarkPlan {
  /// A marker that would be set.
  public struct Mark: Hashable, Codable, Sendable {
    /// The passage that is recited from here, or nil if it is unknown or not an ayah.
    public let passage: Passage?
    /// The skip from here, or nil if an ayah is recited or the content is unknown.
    public let skip: Row.Skip?
    /// The time of the marker from the start of the recording, in whole milliseconds.
    public let start: Duration
    /// The confidence, from 0 to 1. Below 0.9 the marker is worth a check, below 0.1 it is a guess.
    public let confidence: Double?
  }

  private var heard: RecordingMarks? { try? changes.get().marks }

  /// The passages as they were stated, else as they were recognised; empty if they are unknown.
  public var passages: [Passage] { recited.map { Passage($0) } }
  /// The new markers, in order of time, without the confirmed ones, which stay.
  public var marks: [Mark] {
    (heard?.markers ?? []).map {
      Mark(
        passage: $0.ayah.map { Passage($0) }, skip: $0.skip.map { Row.Skip(rawValue: $0) },
        start: $0.at.duration, confidence: $0.confidence)
    }
  }
  /// Ayat of the passages that are not heard.
  public var unheard: [Passage] { heard?.unheard.map { Passage($0) } ?? [] }
  /// Ayat whose markers are guesses.
  public var guessed: [Passage] { heard?.guessed(in: counting).map { Passage($0) } ?? [] }
  /// True if the file ends before its audio does.
  public var breaksOff: Bool { listening.recording.breaksOff }
  /// Markers that seem hand-made and would be removed, which has to be confirmed.
  public var handMade: [Row] {
    let going = Set(handMadeMarkers.map(\.index))
    let known = KnownRows(AnnotatedRow.rows(of: bundle))
    let ids = zip(known.rows, known.ids).filter { row, _ in
      row.kind == .markers && going.contains(row.index)
    }.map(\.1)
    return Row.rows(of: bundle, known).filter { ids.contains($0.id) }
  }
  /// The question whether hand-made markers may be removed; empty if there are none.
  public var questions: [Question] {
    handMadeMarkers.isEmpty ? [] : [.removesHandMade(handMadeMarkers.count)]
  }
  /// The changes, in the format of `diff -u`.
  public var diff: String { (try? changes.get().diff) ?? "" }

  /// Writes the markers and everything else that was requested, and returns the bundle as it is then.
  ///
  /// If somebody else changed the files meanwhile, the new content is considered. Throws `refused` also if
  /// markers were added by hand meanwhile and would be removed.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> RecitationBundle {
    try await apply(confirming, progress) { monitor in
      _ = try apply(monitor, replacingHandMade: handMadeMarkers.count).changes.get()
      return RecitationBundle(place, in: workplace)
    }
  }
}

extension RecitationBundle {
  /// Analyses the recording and plans markers; an hour of audio takes seconds to minutes.
  ///
  /// Confirmed markers and verified segments stay, and the stretches between them are marked anew. `progress`
  /// is called on separate threads. Cancelling the task ends the work soon. Throws `refused` if the sound
  /// doesn't agree with the passages.
  public func planMarks(
    _ options: MarkingOptions = MarkingOptions(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> MarkPlan {
    try await inBackground(progress) { monitor in
      var request = MarkRequest()
      if !options.passages.isEmpty { request.passages = { _ in options.passages.map(\.range) } }
      request.makesSegments = options.makesSegments
      request.marksWords = options.marksWords
      let plan = try MarkPlan(for: place, request, in: workplace, monitor)
      _ = try plan.changes.get()
      return plan
    }
  }
}
