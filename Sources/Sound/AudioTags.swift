import TilawaBase
internal import TilawaCLibraries

/// The tags of a file that is written, as far as its format supports them; nil for none.
public struct AudioTags: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// The reciter or other person who is heard.
  public var artist: String?
  /// The album or other work that it is a part of.
  public var album: String?
  /// Its number in that.
  public var track: Int?
  /// The number of the part that `track` is counted in; forms without such a number leave it out.
  public var disc: Int?
  /// Shown while it is played.
  public var picture: CoverPicture?

  /// Without any.
  public init() {}

  /// By ffmpeg's names.
  var entries: [(key: String, value: String)] {
    let texts = [("title", title), ("artist", artist), ("album", album)]
    let numbers = [("track", track), ("disc", disc)]
    let all = texts + numbers.map { ($0.0, $0.1.map { "\($0)" }) }
    return all.compactMap { key, value in
      let plain = (value ?? "").words { $0.properties.generalCategory == .control }.joined(separator: " ")
      return plain.isEmpty ? nil : (key, plain)
    }
  }

  /// Writes them into a file that libsndfile has just opened.
  func set(in handle: OpaquePointer) {
    let kinds = [
      "title": SF_STR_TITLE, "artist": SF_STR_ARTIST, "album": SF_STR_ALBUM, "track": SF_STR_TRACKNUMBER,
    ]
    for entry in entries {
      if let kind = kinds[entry.key] { sf_set_string(handle, Int32(kind), entry.value) }
    }
  }
}
