package import TilawaBase
package import TilawaFormat
import TilawaLibrary
package import TilawaRemote
import TilawaSound

/// The audio of a bundle that isn't here and has an address, `audio.url`.
package struct AudioFetching: Sendable {
  /// The audio's path as the user would write it.
  package let shownFile: String
  /// Where it is asked for.
  package let address: String
  /// The bundle as the user would write it.
  package let shownBundle: String
  /// Whether no checksum is written down that would tell another file.
  package let lacksChecksum: Bool
  private let order: FileFetcher.Order

  /// Nil when the audio is here, stands there as a pointer, or has no address.
  ///
  /// Throws a `Failure` when it is not to be asked for: over plain http without a checksum, or because its name is not
  /// one of audio or leads through a link or a hidden folder.
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
        "its address is plain http, and recording.yaml has no sha256 that would tell another file; write an https address or the checksum"
      )
    }
    let target = try bundle.audioPlace(file)
    shownBundle = bundle.shownPath
    lacksChecksum = expected.sha256 == nil
    order = FileFetcher.Order([(address, target)], expecting: expected)
  }

  /// Fetches all, several at the same time; gives for each why it didn't come, nil when it is here.
  ///
  /// What has no checksum is taken over encrypted connections alone.
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
  /// Where a program may put the audio that is called `file`, absolute. What the file is called may be a stranger's word: throws
  /// when it is no name of audio, leaves the bundle, or leads through a link or a hidden folder.
  func audioPlace(_ file: String) throws(Failure) -> String {
    guard AudioPresence.isPath(file) else {
      throw Failure("audio.file of \(shownPath) leaves the bundle: \"\(file)\"")
    }
    guard AudioEnding.isName(ofAudio: file) else {
      throw Failure("\(PathText.name(of: file)) is not the name of an audio file")
    }
    let target = PathText.joined(path, file)
    if let part = LinkRule.oddPart(of: target, below: path) {
      throw Failure("\(PathText.shown(part, from: path)) is a link or hidden, and nothing is written there")
    }
    return target
  }
}
