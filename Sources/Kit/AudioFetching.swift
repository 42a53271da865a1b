package import TilawaBase
package import TilawaFormat
import TilawaLibrary
package import TilawaRemote
import TilawaSound

/// Fetches the audio of a bundle that isn't here and has a URL, `audio.url`.
package struct AudioFetching: Sendable {
  /// The audio's path as the user would write it.
  package let shownFile: String
  /// The URL of the audio.
  package let address: String
  /// The bundle as the user would write it.
  package let shownBundle: String
  /// True if no checksum is recorded with which another file could be recognised.
  package let lacksChecksum: Bool
  private let order: FileFetcher.Order

  /// Plans to fetch the audio. Returns nil if it is here, is a pointer, or has no URL.
  ///
  /// Throws a `Failure` if it must not be fetched: over plain http without a checksum, or because its name
  /// is not one of audio, or leads through a link or a hidden folder.
  package init?(of bundle: TilawaBundle) throws(Failure) {
    guard let audio = bundle.recording?.content?.audio, let file = audio.file?.value,
      let address = audio.url?.value,
      case .missing(found: nil) = bundle.audioPresence
    else { return nil }
    shownFile = PathText.joined(bundle.shownPath, file)
    self.address = address
    var expected = ExpectedAudio()
    expected.sha256 = audio.sha256?.value
    expected.bytes = audio.bytes.map { Int64($0.value) }
    expected.duration = audio.duration?.value
    guard expected.sha256 != nil || address.lowercased().begins(with: "https:") else {
      throw Failure(
        "its address is plain http, but recording.yaml has no sha256; use https or add the checksum"
      )
    }
    let target = try bundle.audioPlace(file)
    shownBundle = bundle.shownPath
    lacksChecksum = expected.sha256 == nil
    order = FileFetcher.Order([(address, target)], expecting: expected)
  }

  /// Fetches all files in parallel. Returns the error for each, or nil if it was fetched.
  ///
  /// Audio without a checksum is accepted only over encrypted connections.
  package static func fetch(
    _ files: [AudioFetching], _ options: FetchOptions, _ monitor: WorkMonitor
  ) -> [String?] {
    let stage = monitor.begin("fetching \(counted(files.count, "file"))")
    defer { stage.finish() }
    var reasons = [String?](repeating: nil, count: files.count)
    for needsHTTPS in [false, true] {
      let places = files.indices.filter { files[$0].lacksChecksum == needsHTTPS }
      guard !places.isEmpty else { continue }
      var options = options
      options.requiresHTTPS = needsHTTPS
      options.allowsFiles = false
      let outcomes = FileFetcher(options).fetch(places.map { files[$0].order })
      for (place, outcome) in zip(places, outcomes) {
        if case .failed(_, let error) = outcome { reasons[place] = error.description }
      }
    }
    return reasons
  }
}

extension TilawaBundle {
  /// Returns the absolute path at which a program may put the audio called `file`. The name may come from a
  /// stranger: throws if it isn't a name of audio, leaves the bundle, or leads through a link or a hidden
  /// folder.
  func audioPlace(_ file: String) throws(Failure) -> String {
    guard AudioPresence.isPath(file) else {
      throw Failure("audio.file of \(shownPath) is outside the bundle: \"\(file)\"")
    }
    guard AudioEnding.isName(ofAudio: file) else {
      throw Failure("\(PathText.name(of: file)) is not the name of an audio file")
    }
    let target = PathText.joined(path, file)
    if let part = LinkRule.oddPart(of: target, below: path) {
      throw Failure("\(PathText.shown(part, from: path)) is a link or hidden; nothing is written there")
    }
    return target
  }
}
