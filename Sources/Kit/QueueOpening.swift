package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran
package import TilawaRemote
import TilawaSound

/// The state in which somebody resumes listening: the rest of the passage, and the reciter.
package struct Resumption: Sendable {
  /// The rest of the passage in the Kufi count.
  package let rest: AyahRange
  package let reciter: String?
  package let riwayah: Riwayah?
  /// The journal's entry, with the exact item and time, and the settings; nil if only the rest of the
  /// passage matters.
  fileprivate var listening: TilawaFormat.Listening?

  package init(rest: AyahRange, reciter: String?, riwayah: Riwayah?, listening: TilawaFormat.Listening? = nil)
  {
    self.listening = listening
    self.rest = rest
    self.reciter = reciter
    self.riwayah = riwayah
  }

  /// A copy without the item, for when it can't be found.
  fileprivate var withoutItem: Resumption {
    var copy = self
    copy.listening?.item = nil
    return copy
  }

  /// Changes the settings to those that were used while listening.
  fileprivate func apply(to settings: inout QueueSettings) {
    if let listening { settings.apply(listening) }
    // A listener who requested another riwayah than that of the settings used the count of its mushafs.
    if let riwayah, riwayah != settings.riwayah { settings.ask(for: riwayah) }
    guard let reciter else { return }
    // If no reciter was named, anybody may be heard, and still may be if this one lacks an ayah.
    if settings.reciters == nil, settings.missing != .cancel { settings.missing = .fill }
    settings.reciters = [reciter] + (settings.reciters ?? []).filter { $0 != reciter }
  }
}

/// A request for a queue: the passages, and the settings.
package struct QueueRequest {
  /// The libraries to search.
  package let libraries: LibraryRequest
  /// The file of settings, as the user named it, or nil for that of the library, if it exists.
  package var settingsFile: String?
  /// A profile in that file, or nil for the default one, if it exists.
  package var profile: String?
  /// Overrides settings of the file.
  package var overrides: (inout QueueSettings) throws -> Void = { _ in }
  /// Returns the passages to play, in order, if they were named.
  package var passages: ((CountingSystem) throws -> [AyahRange])?
  /// The state to resume from.
  package var resumption: Resumption?
  /// The duration of playback after which no item begins.
  package var limit: Milliseconds?

  package init(_ libraries: LibraryRequest) { self.libraries = libraries }
}

/// A file of settings with errors.
package struct FaultySettings: Error {
  /// The file as the user named it.
  package let given: String
  package let errors: [Diagnostic]
}

/// A queue for the current state of the library.
package struct OpenedQueue: Sendable {
  /// The reason why there is nothing to play.
  package enum Silence: Sendable {
    /// Every reciter of the settings is disabled.
    case everyoneIsDisabled
    /// No row in the library plays any of it, or the library is empty.
    case nothingIsHere
  }

  package private(set) var queue: PlaybackQueue
  /// The library's answer, and the ayat for which it was searched.
  package private(set) var resolution: Resolution
  package private(set) var ayat: [Ayah]
  package private(set) var libraries: Libraries
  /// The reason why there is nothing to play, or nil if there is something.
  package private(set) var silence: Silence?
  /// The profile that was used.
  package private(set) var profile: String?
  /// The settings of the file, without overrides.
  package private(set) var usual: QueueSettings

  /// Creates the queue, or its rest if somebody resumes listening.
  ///
  /// Throws `FaultySettings`, a `Failure`, and the errors of the request's closures.
  package init(_ request: QueueRequest, in workplace: Workplace) throws {
    var settings = QueueSettings()
    profile = try settings.readFile(request, workplace)
    usual = settings
    request.resumption?.apply(to: &settings)
    try request.overrides(&settings)
    if let passages = try request.passages?(settings.counting) {
      settings.passage = passages.count == 1 ? .ayat(passages[0]) : .several(passages)
    }
    let left = request.resumption
    let whole = left?.listening?.item == nil ? nil : left?.listening?.ayat?.value
    if let rest = whole ?? left?.rest,
      let range = AyahMap.map(rest, from: .kufi, to: settings.counting)
    {
      settings.passage = .ayat(range)
    }
    guard let wanted = settings.passage else {
      throw Failure(
        "nothing to play; name a range such as 67:1-30, or set \"ayat\" or \"pages\" in the settings")
    }
    guard let ayat = QueueAyat(settings) else {
      throw Failure(
        "cannot play \(wanted.text): "
          + "it does not exist in the \(settings.counting.displayName) count, or runs backwards")
    }
    // Some words of an ayah are not how a surah begins.
    if settings.words != nil { settings.hasBasmalah = false }
    libraries = try workplace.libraries(request.libraries)
    var (sources, resolution) = libraries.sources(of: ayat, settings)
    if let words = settings.words { try sources.reduce(to: words, settings) }
    self.ayat = ayat.all
    self.resolution = resolution
    var queue = PlaybackQueue(settings, sources)
    queue.limit = request.limit
    if let left, let listening = left.listening, whole != nil, !queue.begin(where: listening) {
      var request = request
      request.resumption = left.withoutItem
      self = try OpenedQueue(request, in: workplace)
      return
    }
    self.queue = queue
    silence =
      !queue.isSilent
      ? nil
      : settings.reciters == [] && settings.missing != .fill ? .everyoneIsDisabled : .nothingIsHere
  }
}

extension QueueSettings {
  /// Reads the settings of the file. Returns the profile that is used.
  fileprivate mutating func readFile(_ request: QueueRequest, _ workplace: Workplace) throws -> String? {
    let own = request.libraries.folder.map { PathText.joined($0, DocumentKind.playback.path ?? "") }
    guard let given = request.settingsFile ?? own else {
      guard let profile = request.profile else { return nil }
      throw Failure(
        "there is no profile \"\(profile)\": a published library has no settings; name a settings file")
    }
    let path = workplace.path(given)
    var files = LibraryFiles()
    files.read(.playback, at: path, shownAs: workplace.shown(path))
    if let error = files.unreadable.first { throw Failure(error.message) }
    guard let file = files.playback else {
      if request.settingsFile != nil { throw Failure("cannot read \(given): no such file") }
      if let profile = request.profile {
        throw Failure("no such profile: \"\(profile)\"; \(given) does not exist")
      }
      return nil
    }
    guard let playback = file.content, !file.hasErrors else {
      throw FaultySettings(
        given: given, errors: file.diagnostics.filter { $0.severity == .error }.inOrder())
    }
    apply(playback.keys)
    guard let name = request.profile ?? playback.defaultProfile?.value else { return nil }
    guard let chosen = playback.profile(named: name) else {
      let names = playback.profiles.compactMap(\.name?.value)
      let advice =
        nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" }
        ?? (names.isEmpty ? "it has none" : "it has \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
      throw Failure("\(given) has no profile \"\(name)\"; \(advice)")
    }
    apply(chosen.keys)
    return name
  }
}

extension Workplace {
  /// Returns the settings in `playback.yaml` of a library and in its profile, and the name of the profile.
  /// Returns nil if there is no such file and no profile was named.
  ///
  /// Throws `FaultySettings`, or a `Failure`.
  package func playbackSettings(
    ofLibrary library: String, profile: String?
  ) throws -> (settings: QueueSettings, profile: String?)? {
    guard
      profile != nil
        || !FileStatus.isAbsent(path(PathText.joined(library, DocumentKind.playback.path ?? "")))
    else { return nil }
    var request = QueueRequest(LibraryRequest([library]))
    request.profile = profile
    var settings = QueueSettings()
    let used = try settings.readFile(request, self)
    return (settings, used)
  }
}

extension QueueSettings.Passage {
  /// The passage as text, such as `67:1-30` or `pages 562-564`.
  package var text: String {
    switch self {
    case .ayat(let range): "\(range)"
    case .several(let ranges): ranges.map(\.description).joined(separator: ", ")
    case .pages(let pages): pages.first == pages.last ? "page \(pages)" : "pages \(pages)"
    }
  }
}

extension Workplace {
  /// Returns the library in the folder that the user named. Throws a `Failure` if there is no such folder.
  package func library(at given: String, takingIgnored: Bool) throws -> LibraryFolder {
    guard !LibraryRequest.isAddress(given) else {
      throw Failure("\(given) is a published library; a folder is needed")
    }
    guard try FileStatus.isFolder(path(given)) else {
      if let slip = LibraryRequest.slip(in: given) { throw Failure(slip) }
      throw Failure("no such folder: \"\(given)\"; a library is a folder that contains bundles")
    }
    return try LibraryFolder(
      at: path(given), shownFrom: home, takingIgnored: takingIgnored, cacheFolder: cacheFolder,
      inspecting: SoundInspector())
  }
}
