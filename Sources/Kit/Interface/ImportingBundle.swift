public import FoundationEssentials
import TilawaFormat
import TilawaQuran

/// What is known of a recording that becomes a bundle; what is nil stays unsaid, or is taken from the audio file.
public struct RecordingDetails: Hashable, Codable, Sendable {
  /// Its name for people.
  public var title: String?
  /// Id of who recites: letters, digits, `.`, `_` and `-`.
  public var reciter: String?
  /// The transmission recited, such as `hafs` or `warsh`.
  public var riwayah: String?
  /// What is recited, in the order of the recording.
  public var passages: [Passage] = []
  /// A remark.
  public var notes: String?

  /// Nothing known.
  public init() {}

  func facts() throws(TilawaError) -> AudioImport.Facts {
    var facts = AudioImport.Facts(id: UUID().uuidString.lowercased())
    facts.title = title
    facts.notes = notes
    facts.passage = passages.map(\.range)
    if let reciter, !RecordingDraft.isIdentifier(reciter) {
      throw TilawaError(.invalidArgument, "\"\(reciter)\" is not an id of a reciter")
    }
    facts.reciter = reciter
    if let riwayah {
      guard let known = Riwayah(riwayah) else {
        throw TilawaError(.invalidArgument, "no riwayah is called \"\(riwayah)\"")
      }
      facts.riwayah = known
    }
    return facts
  }
}

extension RecitationBundle {
  /// Makes a bundle of an audio file, which stays where it is, in `folder`.
  ///
  /// The bundle gets its name from the title. What only `ffmpeg` decodes is looked into by it, and stays as it is. A bundle
  /// that holds this audio already is opened; another one of that name is never overwritten. `progress` is called on a thread
  /// of its own.
  ///
  /// Throws `invalidArgument` for details that can't be, `unknownFormat` for what is not audio, and `missing`.
  public static func importing(
    audio: URL, into folder: URL, _ details: RecordingDetails = RecordingDetails(),
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) -> RecitationBundle {
    try await inBackground(progress) { monitor in
      let workplace = try Workplace.ofApp()
      let plan = try ImportPlan(into: folder.filePath(), name: nil, .copy, in: workplace)
      let made = try plan.apply(for: audio.filePath(), details.facts(), monitor)
      return RecitationBundle(FoundBundle(at: made.bundle, in: workplace), in: workplace)
    }
  }
}
