public import FoundationEssentials
package import TilawaBase
import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// The riwayah and the reciters to listen to.
public struct Listening: Hashable, Codable, Sendable {
  /// The transmission; no other is ever served.
  public var riwayah = "hafs"
  /// The ids of reciters, the preferred first. Only these are served, unless the list is empty.
  public var reciters: [String] = []

  /// Creates settings for any reciter of Hafs.
  public init() {}

  package func session() throws(TilawaError) -> Session {
    Session(riwayah: try Riwayah(named: riwayah), reciters: reciters)
  }
}

extension Riwayah {
  package init(named name: String) throws(TilawaError) {
    guard let riwayah = Riwayah(name) else {
      throw TilawaError(.invalidArgument, Riwayah.noSuch(name))
    }
    self = riwayah
  }
}

/// A stretch of a recording that plays an ayah.
public struct PlayableStretch: Hashable, Codable, Sendable {
  /// The ayat for which it is played.
  public let ayat: Passage
  /// The recited passage: these ayat, or a longer run that can't be divided.
  public let passage: Passage
  /// The address of the audio file.
  public let file: URL
  /// The time range in the audio, in whole milliseconds.
  public let range: Range<Duration>
  /// The id of the reciter, or nil if unknown.
  public let reciter: String?
  /// True if a person has confirmed it.
  public let isConfirmed: Bool
}

/// A folder that contains bundles at any depth. Folders that ignore files name are left out.
///
/// Nothing is cached: each query reads the files that it needs anew, on a thread of its own. Query many ayat
/// at once, therefore. Queries throw `missing`, `denied` or `unusable` if the folder can't be read.
public struct RecitationLibrary: Identifiable, Sendable {
  /// The stretches that a library has for some ayat.
  public struct Resolution: Hashable, Codable, Sendable {
    /// The stretches to be played, in the order of the query.
    public let found: [PlayableStretch]
    /// Ayat without a stretch, in the order of the mushaf.
    public let missing: [Passage]
    /// Errors of bundles that could not be read and might contain some of the ayat.
    public let faults: [TilawaError]

    /// The stretch that plays an ayah, or nil if there is none.
    public subscript(ayah: Passage.Ayah) -> PlayableStretch? {
      found.first { $0.ayat.first <= ayah && ayah <= $0.ayat.last }
    }
  }

  /// The address of the folder.
  public let url: URL
  /// The address of the folder, as its identity.
  public var id: URL { url }

  private let inspector: (any AudioInspector)?

  /// Creates the library in a folder; nothing is read.
  ///
  /// The `inspector` measures audio whose duration its bundle doesn't state. Without one, rows past the end
  /// of such audio aren't recognised.
  public init(at url: URL, inspecting inspector: (any AudioInspecting)?) {
    self.init(at: url, with: inspector.map { ForeignInspector(inspector: $0) })
  }

  package init(at url: URL, with inspector: (any AudioInspector)?) {
    (self.url, self.inspector) = (url, inspector)
  }

  /// Returns the folders of its bundles, sorted by path.
  public func bundles() async throws(TilawaError) -> [URL] {
    try await reading { folder, _ in folder.bundles.map { URL(filePath: $0, directoryHint: .isDirectory) } }
  }

  /// Reads and returns its bundles.
  public func recordings() async throws(TilawaError) -> [RecitationBundle] {
    try await reading { folder, workplace in
      folder.bundles.map { RecitationBundle(FoundBundle(at: $0, in: workplace), in: workplace) }
    }
  }

  /// Returns the best available stretch for each ayah of a passage: preferred reciters come first, then
  /// confirmed rows, then the more confident ones.
  ///
  /// Throws `invalidArgument` for a passage or a riwayah that doesn't exist.
  public func resolve(
    _ passage: Passage, for listening: Listening = Listening()
  ) async throws(TilawaError) -> Resolution {
    let counting = try listening.session().counting
    guard counting.contains(passage.range) else {
      throw TilawaError(.invalidArgument, "no such passage: \(passage)")
    }
    return try await resolve(counting.ayat(in: passage.range).map { Passage.Ayah($0) }, for: listening)
  }

  /// Returns the best available stretch for each of any ayat, in one query. Ayat that don't exist are
  /// reported as missing.
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

  /// Returns the stretches to be played for a passage, one after the other.
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
      throw TilawaError(.invalidArgument, "invalid passage \(passage): it does not exist or runs backwards")
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

  /// Runs a query on the current content of the folder.
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
