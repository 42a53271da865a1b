public import FoundationEssentials
package import TilawaBase
import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// Whom somebody wants to hear.
public struct Listening: Hashable, Codable, Sendable {
  /// The transmission; no other is ever served.
  public var riwayah = "hafs"
  /// Ids of reciters, the preferred first; nobody else is served, unless there are none.
  public var reciters: [String] = []

  /// Anybody who recites Hafs.
  public init() {}

  package func session() throws(TilawaError) -> Session {
    Session(riwayah: try Riwayah(named: riwayah), reciters: reciters)
  }
}

extension Riwayah {
  package init(named name: String) throws(TilawaError) {
    guard let riwayah = Riwayah(name) else {
      throw TilawaError(.invalidArgument, "no riwayah is called \"\(name)\"")
    }
    self = riwayah
  }
}

/// A stretch of a recording that plays an ayah.
public struct PlayableStretch: Hashable, Codable, Sendable {
  /// The ayat for which it is played.
  public let ayat: Passage
  /// What is heard: these ayat, or a longer run that can't be told apart.
  public let passage: Passage
  /// The audio.
  public let file: URL
  /// Where it begins and ends in the audio; whole milliseconds.
  public let range: Range<Duration>
  /// Id of who recites, when it is known.
  public let reciter: String?
  /// Whether a person has confirmed it.
  public let isConfirmed: Bool
}

/// A folder of bundles, at any depth. Folders that ignore files name are left out.
///
/// Nothing of it is kept: each question reads the files that it needs anew, on a thread of its own, so that ask for many ayat at once.
/// Questions throw `missing`, `denied` or `unusable` when the folder can't be read.
public struct RecitationLibrary: Identifiable, Sendable {
  /// What a library has for some ayat.
  public struct Resolution: Hashable, Codable, Sendable {
    /// What is played, in the order of the question.
    public let found: [PlayableStretch]
    /// Ayat that nothing plays, in the order of the mushaf.
    public let missing: [Passage]
    /// What could not be read and might have played some of them: nothing is known of those bundles.
    public let faults: [TilawaError]

    /// What plays an ayah.
    public subscript(ayah: Passage.Ayah) -> PlayableStretch? {
      found.first { $0.ayat.first <= ayah && ayah <= $0.ayat.last }
    }
  }

  /// The folder.
  public let url: URL
  /// The folder.
  public var id: URL { url }

  private let inspector: (any AudioInspector)?

  /// The library in a folder; nothing is read.
  ///
  /// An `inspector` tells how long audio is where no bundle says it; without one what reaches past that can't be told.
  public init(at url: URL, inspecting inspector: (any AudioInspecting)?) {
    self.init(at: url, with: inspector.map { ForeignInspector(inspector: $0) })
  }

  package init(at url: URL, with inspector: (any AudioInspector)?) {
    (self.url, self.inspector) = (url, inspector)
  }

  /// The folders of its bundles, sorted by path.
  public func bundles() async throws(TilawaError) -> [URL] {
    try await reading { folder, _ in folder.bundles.map { URL(filePath: $0, directoryHint: .isDirectory) } }
  }

  /// Its bundles, read.
  public func recordings() async throws(TilawaError) -> [RecitationBundle] {
    try await reading { folder, workplace in
      folder.bundles.map { RecitationBundle(FoundBundle(at: $0, in: workplace), in: workplace) }
    }
  }

  /// What plays each ayah of a passage best, of what is here: a preferred reciter, then a confirmed row, then the more confident one.
  ///
  /// Throws `invalidArgument` for a passage or a riwayah that doesn't exist.
  public func resolve(
    _ passage: Passage, for listening: Listening = Listening()
  ) async throws(TilawaError) -> Resolution {
    let counting = try listening.session().counting
    guard counting.contains(passage.range) else {
      throw TilawaError(.invalidArgument, "\(passage) doesn't exist")
    }
    return try await resolve(counting.ayat(in: passage.range).map { Passage.Ayah($0) }, for: listening)
  }

  /// The same for any ayat, all in one go. Those that don't exist are missing.
  public func resolve(
    _ ayat: [Passage.Ayah], for listening: Listening = Listening()
  ) async throws(TilawaError) -> Resolution {
    let session = try listening.session()
    return try await reading { folder, _ in
      let wanted = ayat.map { Ayah($0.surah, $0.number) }
      let answer = folder.resolve(wanted.filter { session.counting.contains($0) }, in: session)
      let found = wanted.map { ayah in answer.answers[ayah]?.best.flatMap { PlayableStretch($0) } }
      let missing = Set(zip(wanted, found).filter { $0.1 == nil }.map(\.0))
      return Resolution(
        found: found.compactMap(\.self), missing: missing.sorted().map { Passage(AyahRange($0)) },
        faults: answer.faults.map { TilawaError($0) })
    }
  }

  /// What is played for a passage, one stretch after the other.
  ///
  /// Throws `invalidArgument` for a passage or a riwayah that doesn't exist.
  public func queue(
    _ passage: Passage, for listening: Listening = Listening()
  ) async throws(TilawaError) -> Resolution {
    var settings = QueueSettings()
    settings.passage = .ayat(passage.range)
    settings.riwayah = try listening.session().riwayah
    settings.reciters = listening.reciters.isEmpty ? nil : listening.reciters
    guard let ayat = QueueAyat(settings) else {
      throw TilawaError(.invalidArgument, "\(passage) doesn't exist, or runs backwards")
    }
    return try await reading { [settings] folder, _ in
      let (sources, answer) = folder.sources(of: ayat, settings)
      let queue = PlaybackQueue(settings, sources)
      let found = queue.compactMap { item in
        item.sound.map { sound in
          PlayableStretch(
            ayat: Passage(item.ayat), passage: Passage(item.ayat),
            file: URL(filePath: sound.file, directoryHint: .notDirectory), range: sound.span.durations,
            reciter: sound.reciter, isConfirmed: sound.isVerified)
        }
      }
      return Resolution(
        found: found, missing: queue.missing.map { Passage($0) },
        faults: answer.faults.map { TilawaError($0) })
    }
  }

  /// Answers a question of the folder as it is now.
  package func reading<Result: Sendable>(
    _ work: @escaping @Sendable (LibraryFolder, Workplace) throws -> Result
  ) async throws(TilawaError) -> Result {
    try await inBackground(unreported) { _ in
      let workplace = try Workplace.ofApp(with: inspector)
      let path = workplace.path(try url.filePath())
      return try work(
        LibraryFolder(at: path, shownFrom: workplace.home, inspecting: inspector), workplace)
    }
  }
}

extension PlayableStretch {
  fileprivate init?(_ best: Hearing) {
    guard best.availability == .available else { return nil }
    self.init(
      ayat: Passage(AyahRange(best.ayah)), passage: Passage(best.held),
      file: URL(filePath: PathText.joined(best.bundlePath, best.audio), directoryHint: .notDirectory),
      range: best.span.durations, reciter: best.reciter, isConfirmed: best.isVerified)
  }
}

extension TimeSpan {
  package var durations: Range<Duration> { start.duration..<max(start.duration, end.duration) }
}
