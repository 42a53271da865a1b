package import TilawaBase

/// Stretches of audio files in the order in which they are to be played, as other players read them.
package struct Playlist: Sendable {
  /// One stretch.
  package struct Item: Sendable {
    /// A path as it is to be written, relative to where the list will lie, or an address.
    package var location: String
    /// Nil for a whole file.
    package var span: TimeSpan?
    /// The title of the entry, such as an ayah.
    package var title: String
    /// Who is heard.
    package var creator: String?

    /// The album that it belongs to, where the form can carry one.
    package var album: String?
    /// A remark, where the form has a place for it.
    package var note: String?

    /// A stretch of the file at `location`, or all of it.
    package init(location: String, span: TimeSpan?, title: String, creator: String?) {
      self.location = location
      self.span = span
      self.title = title
      self.creator = creator
    }
  }

  /// The form in which a playlist is written.
  package enum Form: String, CaseIterable, Sendable {
    case m3u8, xspf, ffconcat
  }

  /// In the order in which they are played.
  package var items: [Item]

  /// A list of `items`.
  package init(_ items: [Item]) { self.items = items }

  /// Its text; with `titles` also in forms that have no place for them but a comment.
  package func text(_ form: Form, titles: Bool = false) -> String {
    switch form {
    case .m3u8: m3u8
    case .xspf: xspf
    case .ffconcat: ffconcat(titles: titles)
    }
  }

  // MARK: M3U8

  /// Start and stop are heeded by VLC alone; other players play whole files.
  private var m3u8: String {
    var lines = ["#EXTM3U"]
    for item in items {
      // Whole seconds, for old players; -1 is unknown.
      let seconds = item.span.map { ($0.length.count + 500) / 1000 } ?? -1
      let title = Self.oneLine([item.creator, item.title].compactMap(\.self).joined(separator: " - "))
      lines.append("#EXTINF:\(seconds),\(title)")
      if let span = item.span {
        lines += ["#EXTVLCOPT:start-time=\(span.start)", "#EXTVLCOPT:stop-time=\(span.end)"]
      }
      // A line that begins with a number sign is a comment.
      lines.append(item.location.begins(with: "#") ? "./\(item.location)" : item.location)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: XSPF

  private var xspf: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">
        <trackList>

      """
    for (index, item) in items.enumerated() {
      text += "    <track>\n"
      text += "      <location>\(Self.xml(Self.reference(item.location)))</location>\n"
      text += "      <title>\(Self.xml(item.title))</title>\n"
      if let creator = item.creator { text += "      <creator>\(Self.xml(creator))</creator>\n" }
      if let note = item.note { text += "      <annotation>\(Self.xml(note))</annotation>\n" }
      if let album = item.album { text += "      <album>\(Self.xml(album))</album>\n" }
      if let span = item.span {
        text += """
                <duration>\(span.length.count)</duration>
                <extension application="http://www.videolan.org/vlc/playlist/0">
                  <vlc:id>\(index)</vlc:id>
                  <vlc:option>start-time=\(span.start)</vlc:option>
                  <vlc:option>stop-time=\(span.end)</vlc:option>
                </extension>

          """
      }
      text += "    </track>\n"
    }
    return text + "  </trackList>\n</playlist>\n"
  }

  /// A path as a URI reference; an address stays.
  private static func reference(_ location: String) -> String {
    if ["http://", "https://", "file://"].contains(where: { location.begins(with: $0) }) { return location }
    // What comes before a colon in the first part would be taken for a scheme.
    let isLikeScheme = location.fields(by: "/", atMost: 2)[0].holds(":")
    let start = location.begins(with: "/") ? "file://" : isLikeScheme ? "./" : ""
    return start + PercentEncoding.escaped(location, keeping: "!$&'()*+,;=:@")
  }

  private static func xml(_ text: String) -> String { XMLText.escaped(oneLine(text)) }

  // MARK: ffconcat

  /// For ffmpeg's `concat` demuxer; files that aren't named plainly need its `-safe 0`.
  private func ffconcat(titles: Bool) -> String {
    var lines = ["ffconcat version 1.0"]
    for item in items {
      if titles { lines.append("# " + Self.oneLine(item.title)) }
      lines.append("file '" + item.location.replaced("'", with: "'\\''") + "'")
      if let span = item.span { lines += ["inpoint \(span.start)", "outpoint \(span.end)"] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func oneLine(_ text: String) -> String {
    text.words(by: "\n\r\u{85}\u{2028}\u{2029}").joined(separator: " ")
  }
}
