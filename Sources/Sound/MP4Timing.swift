/// The timing of the sound in an MP4 file (M4A, MOV, 3GP): its length, and whether reading can start
/// anywhere.
///
/// ffmpeg reports the length only to the millisecond, and delivers what its encoder added at the end. The
/// tables of samples have both exactly. (ISO/IEC 14496-12: `mdhd`, `stts`, `elst`.)
struct MP4Timing {
  /// Ticks a second of the sound's own clock.
  let timescale: Int
  /// The ticks from the first that is played to the last.
  let ticks: Int64
  /// True if times are counts of samples.
  ///
  /// Each packet then lasts as long as the one before it, and the file contains nothing else whose times
  /// could begin elsewhere.
  let isEnterable: Bool

  /// Reads the timing of the first sound track in the file.
  ///
  /// Nil if there is none that is plain: in one piece, complete, and of known length.
  init?(ofFileAt path: String) {
    guard let size = FileSize(path), let top = Boxes(path, 0..<size.bytes).checkedToEnd,
      let moov = top.first(where: { $0.name == "moov" }), !top.contains(where: { $0.name == "moof" })
    else { return nil }
    let inside = Boxes(path, moov.body).all
    let tracks = inside.filter { $0.name == "trak" }
    guard
      let track = tracks.first(where: { Self.isSound(path, $0) }),
      let header = Self.box(path, track, ["mdia", "mdhd"]),
      let durations = Self.box(path, track, ["mdia", "minf", "stbl", "stts"])
    else { return nil }
    // Version 1 has longer times before it.
    let version = bytes(of: path, 1, at: header.body.lowerBound).first
    let scale = bigEndian(
      bytes(of: path, 4, at: header.body.lowerBound + (version == 1 ? 20 : 12)))
    guard (1...1_000_000).contains(scale), let runs = Self.runs(path, durations) else { return nil }
    var total: Int64 = 0
    for run in runs {
      guard run.delta < 1 << 28, total < 1 << 40 else { return nil }
      total += run.count * run.delta
    }
    var first: Int64 = 0
    var length = total
    if let edit = Self.box(path, track, ["edts", "elst"]) {
      guard let movie = inside.first(where: { $0.name == "mvhd" }),
        let heard = Self.edit(path, edit, movie, scale)
      else { return nil }
      first = heard.start
      // The list's length is in the clock of the film, a thousandth of a second mostly: it is only believed where it means less
      // than all that is left.
      length = heard.length + heard.tolerance < total - first ? heard.length : total - first
    }
    guard length > 0, length < 1 << 40, first >= 0 else { return nil }
    timescale = Int(scale)
    ticks = length
    // The last packet may be shorter.
    let isUniform =
      runs.count == 1 || (runs.count == 2 && runs[1].count == 1 && runs[1].delta < runs[0].delta)
    isEnterable = isUniform && tracks.count == 1
  }

  private static func isSound(_ path: String, _ track: Box) -> Bool {
    guard let handler = box(path, track, ["mdia", "hdlr"]) else { return false }
    return bytes(of: path, 4, at: handler.body.lowerBound + 8).elementsEqual("soun".utf8)
  }

  private static func box(_ path: String, _ outer: Box, _ names: [String]) -> Box? {
    names.reduce(Optional(outer)) { box, name in
      box.flatMap { Boxes(path, $0.body).all.first { $0.name == name } }
    }
  }

  /// Returns the durations of packets, as numbers of packets of equal duration.
  ///
  /// A list longer than that of a file with one duration isn't useful here.
  private static func runs(_ path: String, _ box: Box) -> [(count: Int64, delta: Int64)]? {
    let table = bytes(of: path, 8 + 8 * 65_536, at: box.body.lowerBound)
    guard table.count >= 8 else { return nil }
    let count = Int(bigEndian(table[4..<8]))
    guard count > 0, count <= 65_536, 8 + 8 * count <= table.count else { return nil }
    return (0..<count).map { index in
      let place = 8 + 8 * index
      return (bigEndian(table[place..<place + 4]), bigEndian(table[place + 4..<place + 8]))
    }
  }

  /// The only edit that shows something; nil when there are several, or something comes before it.
  private static func edit(
    _ path: String, _ box: Box, _ movie: Box, _ scale: Int64
  ) -> (start: Int64, length: Int64, tolerance: Int64)? {
    let list = bytes(of: path, 8 + 20, at: box.body.lowerBound)
    guard list.count >= 8, bigEndian(list[4..<8]) == 1 else { return nil }
    let isLong = list[0] == 1
    guard list.count >= (isLong ? 28 : 20) else { return nil }
    let length = bigEndian(isLong ? list[8..<16] : list[8..<12])
    let start = bigEndian(isLong ? list[16..<24] : list[12..<16])
    let version = bytes(of: path, 1, at: movie.body.lowerBound).first
    let movieScale = bigEndian(
      bytes(of: path, 4, at: movie.body.lowerBound + (version == 1 ? 20 : 12)))
    guard movieScale > 0, start < 1 << 31, length > 0, length < 1 << 40 else { return nil }
    return (start, length * scale / movieScale, 2 * scale / movieScale + 1)
  }
}

private struct FileSize {
  let bytes: Int64

  init?(_ path: String) {
    guard let start = try? AudioFileStart(path), start.offset == 0 else { return nil }
    bytes = start.size
  }
}

/// A part of an MP4 file, with a name.
private struct Box {
  let name: String
  let body: Range<Int64>
}

/// The boxes that stand one after the other in a part of a file.
private struct Boxes {
  /// Those that are there wholly.
  let all: [Box]
  /// True if the boxes fill the part.
  private let isWhole: Bool

  /// All of them; nil when one breaks off.
  var checkedToEnd: [Box]? { isWhole ? all : nil }

  init(_ path: String, _ range: Range<Int64>) {
    var boxes: [Box] = []
    var place = range.lowerBound
    // No real file has as many.
    while place + 8 <= range.upperBound, boxes.count < 4096 {
      let head = bytes(of: path, 16, at: place)
      guard head.count >= 8 else { break }
      var size = bigEndian(head[..<4])
      var start = place + 8
      if size == 1, head.count == 16 {
        size = bigEndian(head[8..<16])
        start += 8
      }
      if size == 0 { size = range.upperBound - place }
      guard size >= start - place, size <= range.upperBound - place else { break }
      boxes.append(Box(name: String(decoding: head[4..<8], as: UTF8.self), body: start..<place + size))
      place += size
    }
    all = boxes
    isWhole = place == range.upperBound
  }
}
