import Synchronization
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLoopback

/// The server of the studio: for one bundle, or all of a folder, each opened at its first request.
final class StudioServer: Sendable {
  private let places: [FoundBundle]
  /// The folder that was named; nil for a bundle.
  private let folder: String?
  private let isReadOnly: Bool
  private let workplace: Workplace
  private let open = Mutex<[Int: StudioBundle]>([:])
  /// The entries of the list, with the state of the files of which they were made.
  private let entries = Mutex<[Int: (files: [FileStatus?], entry: StudioPage.Entry)]>([:])
  /// For windows that show the list.
  private let listFeed = EventFeed()

  init(_ places: [FoundBundle], folder: String?, isReadOnly: Bool, in workplace: Workplace) {
    (self.places, self.folder, self.isReadOnly) = (places, folder, isReadOnly)
    self.workplace = workplace
  }

  /// The answer to an admitted request.
  func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    let path = request.path
    switch (path[0], path.count) {
    case ("", 1):
      return folder == nil
        ? .redirect(to: "b/0/") : LoopbackAnswer(type: "text/html; charset=utf-8", .bytes(list))
    case ("events", 1) where request.method == .get:
      return LoopbackAnswer(type: "text/event-stream", .events(listFeed, window: nil))
    case ("assets", 2):
      guard let asset = StudioPage.asset(named: path[1]) else { return .error(404, "there is nothing here") }
      return LoopbackAnswer(type: asset.type, .bytes(asset.bytes))
    case ("b", 2): return .redirect(to: "\(path[1])/")
    case ("b", 3...): return bundle(request)
    default: return .error(404, "there is nothing here")
    }
  }

  private func bundle(_ request: LoopbackRequest) -> LoopbackAnswer {
    guard let number = Int(request.path[1]), places.indices.contains(number) else {
      return .error(404, "there is no such bundle")
    }
    do {
      return try opened(number).answer(request, request.path[2...])
    } catch let faults as FaultyFiles {
      let fault = faults.diagnostics.first.map { "\($0.place.path): \($0.message)" }
      return .error(409, fault ?? "a file of the bundle can't be read")
    } catch {
      return .error(409, "\(error)")
    }
  }

  /// Opens a bundle, unless it is open.
  @discardableResult
  func opened(_ number: Int) throws -> StudioBundle {
    try open.withLock { open in
      Result {
        if let known = open[number] { return known }
        let bundle = try StudioBundle(
          self.places[number], isReadOnly: self.isReadOnly, isInFolder: self.folder != nil,
          in: self.workplace)
        open[number] = bundle
        return bundle
      }
    }.get()
  }

  /// The bundles that were opened.
  var bundles: [StudioBundle] { open.withLock { open in open.sorted { $0.key < $1.key }.map(\.value) } }

  /// Since when no window has been open; nil while one is, or none ever was.
  var emptySince: ContinuousClock.Instant? {
    let feeds = bundles.map(\.feed) + [listFeed]
    guard feeds.allSatisfy({ $0.count == 0 }) else { return nil }
    return feeds.compactMap(\.emptySince).max()
  }

  /// True if a window is open.
  var hasWindow: Bool { (bundles.map(\.feed) + [listFeed]).contains { $0.count > 0 } }

  /// Ends what goes on.
  func end() {
    for bundle in bundles { bundle.end() }
  }

  private var list: [UInt8] {
    let found = Mutex<[Int: StudioPage.Entry]>([:])
    Processors.share(places.count) { number in
      let entry = self.entry(number)
      found.withLock { $0[number] = entry }
    }
    let entries = found.withLock { found in places.indices.compactMap { found[$0] } }
    return StudioPage.list(entries, of: folder ?? "")
  }

  private func entry(_ number: Int) -> StudioPage.Entry {
    let place = places[number]
    let files = FileKind.allCases.map { try? FileStatus.ifAny("\(place.path)/\($0.fileName)") }
    if let known = entries.withLock({ $0[number] }), known.files == files { return known.entry }
    let entry = StudioPage.Entry(
      number: number, of: TilawaBundle(readingAt: place.path, shownAs: place.shownPath))
    entries.withLock { $0[number] = (files, entry) }
    return entry
  }
}
