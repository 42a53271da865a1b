import TilawaBase

/// Synchronised lyrics of an ID3 tag (`SYLT`): each text lasts until the time of the next.
///
/// A text that begins with a line end begins a line, and the texts of a line are its parts. If no text begins
/// with one, each is a line.
struct ID3Lyrics {
  private(set) var lines: [AudioMarker] = []
  /// A description of the lyrics that aren't read; nil if all are.
  private(set) var unread: String?

  /// More texts than words were ever recited in one file.
  private static let mostTexts = 200_000

  /// Reads the content of a frame.
  init(_ content: ArraySlice<UInt8>, _ decoder: TagDecoder = TagDecoder()) {
    let head = Array(content.prefix(6))
    guard head.count == 6, head[0] <= 3 else {
      unread = "synchronised lyrics that are cut short"
      return
    }
    guard head[4] == 2 else {
      unread = "synchronised lyrics whose times count frames"
      return
    }
    guard head[5] <= 4 else {
      unread = "synchronised chords, remarks or links"
      return
    }
    var rest = content.dropFirst(6)
    var mark: [UInt8] = []
    // The first is a description of all.
    var texts: [(at: Milliseconds, text: String)] = []
    guard Self.next(&rest, head[0], &mark, decoder) != nil else {
      unread = "synchronised lyrics that are cut short"
      return
    }
    while let text = Self.next(&rest, head[0], &mark, decoder), rest.count >= 4, texts.count < Self.mostTexts
    {
      texts.append((.init(Int64(ID3Content.number(rest.prefix(4), bits: 8))), text))
      rest = rest.dropFirst(4)
    }
    if !rest.isEmpty { unread = "the unreadable end of synchronised lyrics" }
    place(texts)
  }

  /// Returns the contents of a frame of text with a description; nil if it breaks off.
  ///
  /// The frame is lyrics without times (`USLT`), with a language before both, or text of a user's own kind
  /// (`TXXX`).
  static func text(
    _ content: ArraySlice<UInt8>, afterLanguage: Bool, _ decoder: TagDecoder = TagDecoder()
  ) -> (description: String, text: String)? {
    let head = afterLanguage ? 4 : 1
    guard content.count > head, let encoding = content.first, encoding <= 3 else { return nil }
    var rest = content.dropFirst(head)
    var mark: [UInt8] = []
    guard let description = next(&rest, encoding, &mark, decoder) else { return nil }
    let isMarked = rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF])
    return (description, ID3Content.text(([encoding] + (isMarked ? [] : mark) + rest)[...], decoder))
  }

  /// Removes the text at the start of `rest`, with its zero, and returns it; nil if there is no zero.
  private static func next(
    _ rest: inout ArraySlice<UInt8>, _ encoding: UInt8, _ mark: inout [UInt8], _ decoder: TagDecoder
  ) -> String? {
    guard encoding == 1 || encoding == 2 else {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return ID3Content.text(([encoding] + rest[..<end])[...], decoder)
    }
    var end = rest.startIndex
    while end + 1 < rest.endIndex, rest[end] != 0 || rest[end + 1] != 0 { end += 2 }
    guard end + 1 < rest.endIndex else { return nil }
    let bytes = rest[..<end]
    rest = rest[(end + 2)...]
    // Some programs write the mark before the first text alone.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      mark = Array(bytes.prefix(2))
    }
    return ID3Content.text(([encoding] + (bytes.starts(with: mark) ? [] : mark) + bytes)[...], decoder)
  }

  private mutating func place(_ texts: [(at: Milliseconds, text: String)]) {
    func beginsLine(_ text: String) -> Bool { text.utf8.first.map { $0 == 0x0A || $0 == 0x0D } ?? false }
    // An empty text behind a line ends it, and is none of its parts.
    func endsLine(_ index: Int) -> Bool {
      texts[index].text.isEmpty && (index + 1 == texts.count || beginsLine(texts[index + 1].text))
    }
    /// An empty text only ends what was before.
    func marker(_ range: Range<Int>) -> AudioMarker? {
      let label = texts[range].map(\.text).joined().trimmed(of: " \t\r\n")
      guard !label.isEmpty else { return nil }
      var marker = AudioMarker(at: texts[range.lowerBound].at, label: label)
      if range.upperBound < texts.count, case let end = texts[range.upperBound].at, end > marker.at {
        marker.end = end
      }
      return marker
    }
    let haveLines = texts.contains { beginsLine($0.text) }
    let starts = texts.indices.filter { !haveLines || $0 == 0 || beginsLine(texts[$0].text) || endsLine($0) }
    for (index, start) in starts.enumerated() {
      let range = start..<(index + 1 < starts.count ? starts[index + 1] : texts.count)
      guard var line = marker(range) else { continue }
      if range.count > 1 { line.parts = range.compactMap { marker($0..<($0 + 1)) } }
      lines.append(line)
    }
  }
}
