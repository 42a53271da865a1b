import TilawaSound
import TilawaBase
import TilawaLibrary
import TilawaQuran
import TilawaFormat

/// Whom somebody wants to hear.
public struct Listening: Sendable {
  /// The transmission; no other is ever served.
  public var riwayah = "hafs"
  /// Ids of reciters, the preferred first; nobody else is served, unless there are none.
  public var reciters: [String] = []

  /// Anybody who recites Hafs.
  public init() {}

  func session() throws(TilawaError) -> Session {
    guard let riwayah = Riwayah(riwayah) else {
      throw TilawaError(.invalidArgument, "no riwayah is called \"\(self.riwayah)\"")
    }
    return Session(riwayah: riwayah, reciters: reciters)
  }
}

/// A stretch of a recording that plays an ayah.
public struct PlayableStretch: Sendable {
  /// What is heard: the ayah, or the run of ayat that can't be told apart.
  public let passage: Passage
  /// The audio; absolute.
  public let file: String
  /// Where it begins and ends in the audio; whole milliseconds.
  public let range: Range<Duration>
  /// Id of who recites, when it is known.
  public let reciter: String?
  /// Whether a person has confirmed it.
  public let isConfirmed: Bool
}

/// A folder of bundles. Each question reads the files that it needs anew.
public struct RecitationLibrary: Sendable {
  let folder: LibraryFolder
  /// Absolute.
  let path: String

  /// The library at `path`, absolute or from the working directory of the process; folders that ignore files name are left out.
  ///
  /// Throws `unusableFile` when the folder can't be read.
  public init(at path: String) throws(TilawaError) {
    do {
      let workplace = try Workplace.ofProcess()
      self.path = workplace.path(path)
      folder = try LibraryFolder(at: self.path, shownFrom: workplace.workingDirectory, inspecting: SoundInspector())
    } catch {
      throw TilawaError(error)
    }
  }

  /// The folders of its bundles, absolute, sorted by path.
  public var bundles: [String] { folder.bundles }

  /// What plays an ayah best, of what is here: a preferred reciter, then a confirmed row, then the more confident one; nil when nothing does.
  ///
  /// Throws `invalidArgument` for a passage of several ayat, and for a riwayah that doesn't exist.
  public func resolve(_ ayah: Passage, for listening: Listening = Listening()) throws(TilawaError)
    -> PlayableStretch?
  {
    guard ayah.range.isSingle else { throw TilawaError(.invalidArgument, "\(ayah) is more than one ayah") }
    let session = try listening.session()
    guard let best = folder.resolve([ayah.range.first], in: session).answers[ayah.range.first]?.best,
      best.availability == .available
    else { return nil }
    return PlayableStretch(
      passage: Passage(best.held), file: PathText.joined(best.bundlePath, best.audio),
      range: best.span.durations,
      reciter: best.reciter, isConfirmed: best.isVerified)
  }

  /// What is played for a passage, one stretch after the other; what nothing plays is left out.
  ///
  /// Throws `invalidArgument` for a passage or a riwayah that doesn't exist.
  public func queue(_ passage: Passage, for listening: Listening = Listening()) throws(TilawaError)
    -> [PlayableStretch]
  {
    let session = try listening.session()
    var settings = QueueSettings()
    settings.passage = .ayat(passage.range)
    settings.riwayah = session.riwayah
    settings.reciters = listening.reciters.isEmpty ? nil : listening.reciters
    guard let ayat = QueueAyat(settings) else {
      throw TilawaError(.invalidArgument, "\(passage) doesn't exist, or runs backwards")
    }
    return PlaybackQueue(settings, folder.sources(of: ayat, settings).sources).compactMap { item in
      item.sound.map { sound in
        PlayableStretch(
          passage: Passage(item.ayat), file: sound.file, range: sound.span.durations, reciter: sound.reciter,
          isConfirmed: sound.isVerified)
      }
    }
  }
}

extension TimeSpan {
  var durations: Range<Duration> { start.duration..<max(start.duration, end.duration) }
}
