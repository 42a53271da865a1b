import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

/// What is to be found in a recording.
public struct MarkingOptions: Hashable, Codable, Sendable {
  /// What is recited, in the order of the recording; when there is none the bundle says it, or else it is told from the sounds.
  public var passages: [Passage] = []
  /// Whether segments are made of the markers at once.
  public var makesSegments = false
  /// Whether `words.yaml` is written, too: when each word is heard.
  public var marksWords = false

  /// All markers of what the bundle says is recited.
  public init() {}
}

extension MarkPlan {
  /// A marker that would be set.
  public struct Mark: Hashable, Codable, Sendable {
    /// What is recited from here; nil where that isn't known, or it is no ayah.
    public let passage: Passage?
    /// What is heard from here where no ayah is.
    public let skip: Row.Skip?
    /// Where it opens, from the start of the recording; whole milliseconds.
    public let start: Duration
    /// How sure it is, from 0 to 1; below 0.9 it is worth listening to, below 0.1 it is a guess.
    public let confidence: Double?
  }

  private var heard: RecordingMarks? { try? changes.get().marks }

  /// What is recited: as was stated, else as it was heard; empty when nobody knows.
  public var passages: [Passage] { recited.map { Passage($0) } }
  /// The new markers, in order of time; what a person has confirmed stays, and is not among them.
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
  /// Whether the file ends before its audio does.
  public var breaksOff: Bool { listening.recording.breaksOff }
  /// Markers that a person seems to have made and that would go, where that is to be confirmed.
  public var handMade: [Row] {
    let going = Set(handMadeMarkers.map(\.index))
    let known = KnownRows(AnnotatedRow.rows(of: bundle))
    let ids = zip(known.rows, known.ids).filter { row, _ in
      row.kind == .markers && going.contains(row.index)
    }.map(\.1)
    return Row.rows(of: bundle, known).filter { ids.contains($0.id) }
  }
  /// That hand-made markers go.
  public var questions: [Question] {
    handMadeMarkers.isEmpty ? [] : [.removesHandMade(handMadeMarkers.count)]
  }
  /// What changes, as `diff -u` shows it.
  public var diff: String { (try? changes.get().diff) ?? "" }

  /// Writes the markers, and what else was asked for, and gives the bundle as it is then. What somebody else wrote meanwhile is looked
  /// at again. Throws `refused` also where they made markers meanwhile that would go.
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
  /// Listens to the recording and plans markers; an hour of audio takes seconds to minutes.
  ///
  /// Confirmed markers and verified segments stay, and what lies between them is found anew. `progress` is called on threads of
  /// their own; when the task is cancelled it is over soon. Throws `refused` when what is heard doesn't agree with the passages.
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
