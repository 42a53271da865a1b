public import FoundationEssentials
import TilawaFormat
import TilawaQuran

/// The details of a recording that becomes a bundle. Those that are nil are taken from the audio file, or
/// left out.
public struct RecordingDetails: Hashable, Codable, Sendable {
  /// Its name for people.
  public var title: String?
  /// The id of the reciter: letters, digits, `.`, `_` and `-`.
  public var reciter: String?
  /// The transmission recited, such as `hafs` or `warsh`.
  public var riwayah: String?
  /// The passages recited, in the order of the recording.
  public var passages: [Passage] = []
  /// A remark.
  public var notes: String?

  /// Creates details that are all nil or empty.
  public init() {}

  func facts() throws(TilawaError) -> AudioImport.Facts {
    var facts = AudioImport.Facts(id: UUID().uuidString.lowercased())
    facts.title = title
    facts.notes = notes
    facts.passage = passages.map(\.range)
    if let reciter, !RecordingDraft.isIdentifier(reciter) {
      throw TilawaError(.invalidArgument, "\"\(reciter)\" is not a valid id of a reciter")
    }
    facts.reciter = reciter
    if let riwayah {
      guard let known = Riwayah(riwayah) else {
        throw TilawaError(.invalidArgument, Riwayah.noSuch(riwayah))
      }
      facts.riwayah = known
    }
    return facts
  }
}

extension RecitationBundle {
  /// Makes a bundle in `folder` from an audio file, which stays where it is.
  ///
  /// The bundle is named after the title. Audio that only `ffmpeg` decodes is inspected with it, and copied
  /// unchanged. If a bundle already contains this audio, it is opened; another one of the same name is never
  /// overwritten. `progress` is called on a thread of its own.
  ///
  /// Throws `invalidArgument` for invalid details, `unknownFormat` for a file that is not audio, and
  /// `missing`.
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
