package import TilawaBase
package import TilawaFormat

/// The audio of a recording, as `recording.yaml` describes it.
package struct RecordedAudio: Hashable, Sendable {
  /// The bundle's folder, to open files in it.
  let folder: String
  /// The path inside the folder; empty when none is named.
  let file: String
  /// True if the audio may be a link out of the folder.
  private(set) var isExternal: Bool
  /// The recorded size and length; nil where they are not recorded.
  let bytes: Int64?
  let end: Milliseconds?

  init(folder: String, file: String, isExternal: Bool = false, bytes: Int64? = nil, end: Milliseconds? = nil)
  {
    (self.folder, self.file, self.isExternal) = (folder, file, isExternal)
    (self.bytes, self.end) = (bytes, end)
  }

  package init(of bundle: TilawaBundle) {
    let audio = bundle.recording?.content?.audio
    self.init(
      folder: bundle.path, file: audio?.file?.value ?? "",
      isExternal: audio?.external?.value ?? false,
      bytes: audio?.bytes.map { Int64($0.value) }, end: audio?.duration?.value)
  }

  /// The audio with links out of the bundle not followed, whatever the bundle permits.
  package var withoutLinksOut: RecordedAudio {
    var audio = self
    audio.isExternal = false
    return audio
  }

  /// The state of the file where the audio should be. Reads the file system each time.
  package var presence: AudioPresence {
    .of(file, inBundle: folder, external: isExternal, recordedBytes: bytes)
  }
}

/// Decides whether a stretch of a recording can be played here and now. The audio must be there, have the
/// recorded size, and extend into the stretch. All code that reports an ayah as playable uses this gate, with
/// the exact stretch that is played.
///
/// If size and length are recorded, that takes a `stat`; otherwise the header is read. Each file is examined
/// once.
package struct AudioGate: Sendable {
  /// The result of a check.
  package enum Verdict: Hashable, Sendable {
    /// It can be played, up to where the audio ends if that is before the stretch does.
    case playable(cutShortAt: Milliseconds?)
    /// Its audio isn't here, or isn't what is recorded.
    case notHere(Availability)
    /// The audio ends before the stretch begins.
    case pastEnd
  }

  private typealias Found = (availability: Availability, end: Milliseconds?)

  /// By file.
  private var known: [ExactText: Found] = [:]
  /// The audio that was checked last, as rows of the same recording follow each other.
  private var latest: (audio: RecordedAudio, found: Found)?

  /// Who looks into audio whose size or length isn't recorded; nil where nobody can.
  private let inspector: (any AudioInspector)?

  package init(_ inspector: (any AudioInspector)?) { self.inspector = inspector }

  /// Returns whether `span` of the recording can be played.
  package mutating func verdict(on span: TimeSpan, of audio: RecordedAudio) -> Verdict {
    let found = found(of: audio)
    if let end = found.end, span.start >= end { return .pastEnd }
    guard found.availability == .available else { return .notHere(found.availability) }
    return .playable(cutShortAt: found.end.flatMap { span.end > $0 ? $0 : nil })
  }

  /// Returns true if something can be played for an ayah. Audio that must be fetched counts, if the session
  /// allows that.
  mutating func admits(_ hearing: Hearing) -> Bool {
    guard hearing.source == nil, hearing.published == nil else { return hearing.availability.isUsable }
    if case .playable = verdict(on: hearing.span, of: hearing.recorded) { return true }
    return false
  }

  private mutating func found(of audio: RecordedAudio) -> Found {
    if let latest, latest.audio.file.hasBytes(of: audio.file), latest.audio.folder.hasBytes(of: audio.folder)
    {
      return latest.found
    }
    let path = ExactText(audio.folder + "/" + audio.file)
    let found = known[path] ?? look(at: audio)
    known[path] = found
    latest = (audio, found)
    return found
  }

  private func look(at audio: RecordedAudio) -> Found {
    let presence = audio.presence
    let availability = Availability(presence)
    guard audio.bytes == nil || audio.end == nil, case .available(let path, _) = presence else {
      return (availability, audio.end)
    }
    // Audio that only a program can decode isn't measured: that would take longer than everything else. If
    // audio can't be opened, other programs may be able to read its format; lint reports the rest (A705).
    guard let found = try? inspector?.properties(ofFileAt: path, isReadHere: true).duration else {
      return (availability, audio.end)
    }
    // A recorded length counts unless the file is shorter than A708 allows.
    guard let end = audio.end, (end - found).count <= 100 else { return (availability, found) }
    return (availability, end)
  }
}

extension String {
  /// Like `isExactly`, but faster, as it is called for every row: contiguous texts are compared as memory.
  fileprivate func hasBytes(of other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.count == $0.count && own.elementsEqual($0) }
    }.flatMap(\.self) ?? isExactly(other)
  }
}

extension Availability {
  init(_ presence: AudioPresence) {
    switch presence {
    // Opening an unreadable file reports the reason.
    case .available, .unreadable: self = .available
    case .otherSize: self = .otherSize
    case .pointer: self = .pointer
    case .conflict, .missing, .notAFile, .outside, .linkOutside: self = .missing
    }
  }
}
