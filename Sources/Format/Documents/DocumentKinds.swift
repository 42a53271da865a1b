import Synchronization
import TilawaBase

extension DocumentKind {
  /// Every kind of the format, in the order of the pages of `spec/`.
  public static let builtIn: [DocumentKind] = [
    .recording, .reciter, .markers, .segments, .words,
    .playback, .texts, .guide, .bookmarks, .listening, .notes, .favourites, .memorised, .reading, .vocabulary,
    .guides, .book, .bookJournal, .student, .answers,
  ]
}

extension DocumentKind {
  private static let registered = Mutex<[DocumentKind]>([])

  /// The kinds of the format, and those that were registered.
  public static var all: [DocumentKind] {
    let more = registered.withLock { $0 }
    return more.isEmpty ? builtIn : builtIn + more
  }

  /// Those that lie in a library, outside its bundles and its reciters.
  public static var ofLibraries: [DocumentKind] { all.filter { !$0.isOfBundles } }

  /// The kind of that name.
  public init?(named name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The kind of the document at `path`, by its name and those of its folders; nil for any other file.
  ///
  /// In a bundle only the kinds of bundles are looked for.
  public init?(ofFileAt path: some StringProtocol) {
    let parts = String(path).words(by: "/").map(String.init)
    guard let name = parts.last else { return nil }
    let isInBundle = parts.dropLast().last?.ends(with: ".tilawa") ?? false
    let fits = Self.all.compactMap { kind in
      kind.places.compactMap { $0.fit(parts, named: kind.fileName) }.max().map { (kind: kind, parts: $0) }
    }
    let wanted = isInBundle ? fits.filter { $0.kind.isOfBundles && $0.kind.fileName == name } : fits
    // The place that more of the path's folders speak for.
    guard let best = wanted.max(by: { $0.parts < $1.parts }) else { return nil }
    self = best.kind
  }

  /// Makes another kind known to everything that follows from kinds; one of that name is replaced.
  package static func register(_ kind: DocumentKind) {
    registered.withLock { kinds in
      kinds.removeAll { $0 == kind }
      kinds.append(kind)
    }
  }
}

extension DocumentKind.Place {
  /// Returns the number of components at the end of a path that match this place; nil if they don't match.
  ///
  /// A file is recognised by its name alone, as people pass it on; a file in a folder, by the folder's name.
  fileprivate func fit(_ parts: [String], named name: String) -> Int? {
    switch self {
    case .bundle: return parts.last == name ? 1 : nil
    case .file(let path):
      let own = path.words(by: "/").map(String.init)
      guard parts.last == own.last else { return nil }
      return parts.suffix(own.count) == own[...] ? own.count : 1
    case .folder(let path):
      let own = path.words(by: "/").map(String.init)
      guard let last = parts.last, last.ends(with: ".yaml"), !last.begins(with: "."),
        parts.dropLast().suffix(own.count) == own[...]
      else { return nil }
      return own.count + 1
    }
  }
}
