public import Diagnostics
import ScalarText

/// The files of a library, outside of its bundles, that the format describes.
public enum LibraryFileKind: String, CaseIterable, Sendable {
  case playback, bookmarks, listening

  /// Its name in its folder.
  public var fileName: String { "\(rawValue).yaml" }

  /// Its path from the library's folder.
  public var path: String { self == .playback ? fileName : "\(Self.journalName)/\(fileName)" }

  /// The folder of personal state in a library.
  public static let journalName = "journal"

  /// The kind of a path by its last part; nil for any other file.
  public init?(fileName: some StringProtocol) {
    let name = String(fileName).words(by: "/").last ?? ""
    guard let kind = Self.allCases.first(where: { $0.fileName == name }) else { return nil }
    self = kind
  }

  /// What is wrong with the YAML and the shape of a text of this kind.
  public func diagnostics(of source: SourceText) -> [Diagnostic] {
    switch self {
    case .playback: BundleFile(playback: source).diagnostics
    case .bookmarks: BundleFile(bookmarks: source).diagnostics
    case .listening: BundleFile(listening: source).diagnostics
    }
  }

  var declaration: ObjectDeclaration {
    switch self {
    case .playback: Playback.declaration
    case .bookmarks: BookmarksFile.declaration
    case .listening: Listening.declaration
    }
  }
}
