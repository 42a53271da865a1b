package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran
package import TilawaRemote
import TilawaSound

/// Where somebody goes on listening, and to whom.
package struct Resumption: Sendable {
  /// In the Kufi count.
  package let rest: AyahRange
  package let reciter: String?
  package let riwayah: Riwayah?
  /// The journal, by which the very item and moment are found and how one listened; nil when only what is left counts.
  fileprivate var listening: TilawaFormat.Listening?

  package init(rest: AyahRange, reciter: String?, riwayah: Riwayah?, listening: TilawaFormat.Listening? = nil)
  {
    self.listening = listening
    self.rest = rest
    self.reciter = reciter
    self.riwayah = riwayah
  }

  /// The same where the item can't be found.
  fileprivate var withoutItem: Resumption {
    var copy = self
    copy.listening?.item = nil
    return copy
  }

  /// What was heard goes before the settings.
  fileprivate func apply(to settings: inout QueueSettings) {
    if let listening { settings.apply(listening) }
    // Who had asked for another riwayah than the settings have was counting as its mushafs do.
    if let riwayah, riwayah != settings.riwayah { settings.ask(for: riwayah) }
    guard let reciter else { return }
    // Where nobody was named anybody may be heard, and still may where this one has nothing.
    if settings.reciters == nil, settings.missing != .cancel { settings.missing = .fill }
    settings.reciters = [reciter] + (settings.reciters ?? []).filter { $0 != reciter }
  }
}

/// What is to be played, and by which settings.
package struct QueueRequest {
  /// What is asked.
  package let libraries: LibraryRequest
  /// A file of settings, as the user named it; nil for that of the library, if it is there.
  package var settingsFile: String?
  /// A profile of it; nil for the default one, if there is one.
  package var profile: String?
  /// What is said otherwise than the settings say.
  package var overrides: (inout QueueSettings) throws -> Void = { _ in }
  /// What is played, in this order, where that was named.
  package var passages: ((CountingSystem) throws -> [AyahRange])?
  /// Where somebody goes on.
  package var resumption: Resumption?
  /// Nothing begins after it.
  package var limit: Milliseconds?

  package init(_ libraries: LibraryRequest) { self.libraries = libraries }
}

/// A file of settings that can't be relied on.
package struct FaultySettings: Error {
  /// As the user named it.
  package let given: String
  package let errors: [Diagnostic]
}

/// A queue as the library has it now.
package struct OpenedQueue: Sendable {
  /// Why there is nothing to play.
  package enum Silence: Sendable {
    /// Every reciter of the settings is disabled.
    case everyoneIsDisabled
    /// Nothing in the library plays any of it, or there is nothing in it at all.
    case nothingIsHere
  }

  package private(set) var queue: PlaybackQueue
  /// What the library answered, and for which ayat.
  package private(set) var resolution: Resolution
  package private(set) var ayat: [Ayah]
  package private(set) var libraries: Libraries
  /// Nil when there is something to play.
  package private(set) var silence: Silence?
  /// The profile that was used.
  package private(set) var profile: String?
  /// The settings of the file, before what is said otherwise.
  package private(set) var usual: QueueSettings

  /// Takes the snapshot; of what is left to hear, when somebody goes on.
  ///
  /// Throws `FaultySettings`, a `Failure`, and what the request's closures do.
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
        "nothing says what to play; name a range such as 67:1-30, or give the settings \"ayat\" or \"pages\"")
    }
    guard let ayat = QueueAyat(settings) else {
      throw Failure(
        "\(wanted.text) can't be played: "
          + "it doesn't exist in the \(settings.counting.displayName) count, or runs backwards")
    }
    libraries = try workplace.libraries(request.libraries)
    let (sources, resolution) = libraries.sources(of: ayat, settings)
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
  /// Takes what the file says; gives the profile that is used.
  fileprivate mutating func readFile(_ request: QueueRequest, _ workplace: Workplace) throws -> String? {
    let own = request.libraries.folder.map { PathText.joined($0, DocumentKind.playback.path ?? "") }
    guard let given = request.settingsFile ?? own else {
      guard let profile = request.profile else { return nil }
      throw Failure(
        "there is no profile \"\(profile)\": a published library has no settings; name a file of them")
    }
    let path = workplace.path(given)
    var files = LibraryFiles()
    files.read(.playback, at: path, shownAs: workplace.shown(path))
    if let error = files.unreadable.first { throw Failure(error.message) }
    guard let file = files.playback else {
      if request.settingsFile != nil { throw Failure("cannot read \(given): no such file") }
      if let profile = request.profile {
        throw Failure("there is no profile \"\(profile)\": \(given) is not there")
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
  /// What `playback.yaml` of a library and its profile say, and which profile that is; nil when the file isn't there and no
  /// profile was named.
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
  /// `67:1-30`, `pages 562-564`.
  package var text: String {
    switch self {
    case .ayat(let range): "\(range)"
    case .several(let ranges): ranges.map(\.description).joined(separator: ", ")
    case .pages(let pages): pages.first == pages.last ? "page \(pages)" : "pages \(pages)"
    }
  }
}

extension Workplace {
  /// The library in the folder that the user named; throws a `Failure` when there is no such folder.
  package func library(at given: String, takingIgnored: Bool) throws -> LibraryFolder {
    guard !LibraryRequest.isAddress(given) else {
      throw Failure("\(given) is a published library, and a folder is needed here")
    }
    guard try FileStatus.isFolder(path(given)) else {
      if let slip = LibraryRequest.slip(in: given) { throw Failure(slip) }
      throw Failure("no folder is called \"\(given)\"; a library is one that holds bundles")
    }
    return try LibraryFolder(
      at: path(given), shownFrom: home, takingIgnored: takingIgnored, cacheFolder: cacheFolder,
      inspecting: SoundInspector())
  }
}
