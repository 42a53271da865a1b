public import TilawaFormat

/// What a foreign file holds besides recordings: files that belong to a library as a whole.
public struct LibraryParts: Sendable {
  /// For the library's folder of reciters.
  public var reciters: [ReciterProfile] = []
  /// `playback.yaml` and the journal, whole.
  public var files: [LibraryFileKind: String] = [:]

  /// Nothing.
  public init() {}

  /// Whether there is nothing.
  public var isEmpty: Bool { reciters.isEmpty && files.isEmpty }
}
