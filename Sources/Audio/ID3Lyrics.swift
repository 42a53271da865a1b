import ScalarText
import Timing

/// Synchronised lyrics of an ID3 tag (`SYLT`): each text up to the time of the next.
///
/// A text that begins with the end of a line begins a line. What stands on a line together is one marker, and each of its parts
/// another. Where no text begins so, each is a line.
struct ID3Lyrics {
  private(set) var markers: [AudioMetadata.Marker] = []
  /// What isn't read, in words; nil when all is.
  private(set) var unread: String?

  /// More texts than words were ever recited in one file.
  private static let mostTexts = 200_000

  /// Reads the content of a frame.
  init(_ content: ArraySlice<UInt8>) {
    let head = Array(content.prefix(6))
    guard head.count == 6, head[0] <= 3 else {
      unread = "synchronised lyrics that break off"
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
    var texts: [(at: Int, text: String)] = []
    guard Self.next(&rest, head[0], &mark) != nil else {
      unread = "synchronised lyrics that break off"
      return
    }
    while let text = Self.next(&rest, head[0], &mark), rest.count >= 4, texts.count < Self.mostTexts {
      texts.append((ID3Content.number(rest.prefix(4), bits: 8), text))
      rest = rest.dropFirst(4)
    }
    if !rest.isEmpty { unread = "the end of synchronised lyrics, which can't be read" }
    place(texts)
  }

  /// The text that `rest` begins with, up to its zero, and takes it off; nil when there is no zero.
  private static func next(_ rest: inout ArraySlice<UInt8>, _ encoding: UInt8, _ mark: inout [UInt8])
    -> String?
  {
    guard encoding == 1 || encoding == 2 else {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return ID3Content.text(([encoding] + rest[..<end])[...])
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
    return ID3Content.text(([encoding] + (bytes.starts(with: mark) ? [] : mark) + bytes)[...])
  }

  private mutating func place(_ texts: [(at: Int, text: String)]) {
    func beginsLine(_ text: String) -> Bool { text.utf8.first.map { $0 == 0x0A || $0 == 0x0D } ?? false }
    // An empty text behind a line ends it, and is none of its parts.
    func endsLine(_ index: Int) -> Bool {
      texts[index].text.isEmpty && (index + 1 == texts.count || beginsLine(texts[index + 1].text))
    }
    let haveLines = texts.contains { beginsLine($0.text) }
    let starts = texts.indices.filter { !haveLines || $0 == 0 || beginsLine(texts[$0].text) || endsLine($0) }
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : texts.count
      let line = texts[start..<next]
      add(line.map(\.text).joined(), from: texts[start].at, to: next < texts.count ? texts[next].at : nil)
      guard line.count > 1 else { continue }
      for place in line.indices {
        add(texts[place].text, from: texts[place].at, to: place + 1 < texts.count ? texts[place + 1].at : nil)
      }
    }
  }

  /// An empty text only ends what was before.
  private mutating func add(_ text: String, from start: Int, to end: Int?) {
    let label = text.trimmed(of: " \t\r\n")
    guard !label.isEmpty else { return }
    var marker = AudioMetadata.Marker(at: .init(Int64(start)), label: label)
    if let end, end > start { marker.end = .init(Int64(end)) }
    markers.append(marker)
  }
}
