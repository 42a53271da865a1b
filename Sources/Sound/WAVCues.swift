#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A cue point of a WAV file: a frame and its label.
package struct WAVCue {
  /// From the start.
  package var frame: Int64
  /// The text that players show.
  package var label: String
  /// In frames; 0 for a point.
  package var length: Int64 = 0

  /// Creates a cue point, or a region of `length` frames.
  package init(frame: Int64, label: String, length: Int64 = 0) {
    (self.frame, self.label, self.length) = (frame, label, length)
  }

  /// The chunks of cue points that stand behind the samples: `cue ` and `LIST` of type `adtl`; of an even length.
  package static func chunks(of cues: [WAVCue]) -> [UInt8] {
    var points: [UInt8] = Array("cue ".utf8)
    points += UInt32(4 + cues.count * 24).littleEndianBytes + UInt32(cues.count).littleEndianBytes
    // ffmpeg reads no label behind a length, so all labels come first.
    var labels = Array("adtl".utf8)
    var lengths: [UInt8] = []
    for (index, cue) in cues.enumerated() {
      let id = UInt32(index + 1).littleEndianBytes
      // A point's place in a playlist, of which there is none, is its frame; so is its place in the data.
      let frame = UInt32(clamping: cue.frame).littleEndianBytes
      points += id + frame + Array("data".utf8) + [UInt8](repeating: 0, count: 8) + frame
      let text = Array(cue.label.utf8) + [0]
      labels += Array("labl".utf8) + UInt32(4 + text.count).littleEndianBytes + id + text
      if text.count % 2 == 1 { labels.append(0) }
      if cue.length > 0 {
        lengths += Array("ltxt".utf8) + UInt32(20).littleEndianBytes + id
        lengths += UInt32(clamping: cue.length).littleEndianBytes + Array("rgn ".utf8)
        lengths += [UInt8](repeating: 0, count: 8)
      }
    }
    labels += lengths
    return points + Array("LIST".utf8) + UInt32(labels.count).littleEndianBytes + labels
  }
}

/// Returns the cue points of a WAV file, in the file's order; none if the file is not WAV or has none.
///
/// libsndfile reads them too, but drops all when there are more than 2500, most labels of a long list, and
/// every label that stands before its point. The chunks are `cue ` (points) and `LIST` of type `adtl` with
/// `labl` (their names) and `ltxt` (the lengths of regions). Sources: Microsoft's RIFF specification of 1991;
/// for `ds64` of RF64, EBU Tech 3306.
func wavCues(
  ofFileAt path: String, text: (ArraySlice<UInt8>) -> String = { String(decoding: $0, as: UTF8.self) }
) -> [WAVCue] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  func bytes(_ count: Int, at offset: Int64) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = pread(descriptor, &buffer, count, off_t(offset))
    return buffer.prefix(max(0, got))
  }
  let head = bytes(12, at: 0)
  guard head.count == 12, head.starts(with: "RIFF".utf8) || head.starts(with: "RF64".utf8),
    head[8...].starts(with: "WAVE".utf8)
  else { return [] }
  var points: [(id: UInt32, frame: Int64)] = []
  var labels: [UInt32: String] = [:]
  var lengths: [UInt32: Int64] = [:]
  var longDataSize: Int64?
  var offset: Int64 = 12
  while case let header = bytes(8, at: offset), header.count == 8 {
    var size = Int64(header.littleEndian(4))
    let name = String(decoding: header.prefix(4), as: UTF8.self)
    // A list of a million cues has 24 MB; nobody's chunk is longer, and memory isn't taken on its word.
    let limit: Int64 = 64 << 20
    switch name {
    case "ds64":
      let sizes = bytes(16, at: offset + 8)
      longDataSize = Int64(sizes.littleEndian(8)) | Int64(sizes.littleEndian(12) & 0x7fff_ffff) << 32
    case "data":
      if size == 0xffff_ffff, let longDataSize { size = longDataSize }
    case "cue " where size <= limit: points += cuePoints(bytes(Int(size), at: offset + 8))
    case "LIST" where size <= limit:
      let list = bytes(Int(size), at: offset + 8)
      if list.starts(with: "adtl".utf8) {
        collectLabels(list.dropFirst(4), into: &labels, &lengths, text: text)
      }
    default: break
    }
    guard size < 1 << 60 else { break }
    offset += 8 + size + (size & 1)
  }
  return points.map { WAVCue(frame: $0.frame, label: labels[$0.id] ?? "", length: lengths[$0.id] ?? 0) }
}

private func cuePoints(_ chunk: ArraySlice<UInt8>) -> [(id: UInt32, frame: Int64)] {
  guard chunk.count >= 4 else { return [] }
  // A point has 24 bytes: id, position in a playlist, chunk, and in the end the frame.
  let count = min(Int(chunk.littleEndian(0)), (chunk.count - 4) / 24)
  return (0..<count).map { index in
    (chunk.littleEndian(4 + index * 24), Int64(chunk.littleEndian(4 + index * 24 + 20)))
  }
}

private func collectLabels(
  _ list: ArraySlice<UInt8>, into labels: inout [UInt32: String], _ lengths: inout [UInt32: Int64],
  text: (ArraySlice<UInt8>) -> String
) {
  var rest = list
  while rest.count >= 8 {
    let size = Int(rest.littleEndian(4))
    let body = rest.dropFirst(8).prefix(size)
    if rest.starts(with: "labl".utf8), body.count > 4 {
      labels[body.littleEndian(0)] = text(body.dropFirst(4).prefix { $0 != 0 })
    }
    // A region: the point is its start.
    if rest.starts(with: "ltxt".utf8), body.count >= 8 {
      lengths[body.littleEndian(0)] = Int64(body.littleEndian(4))
    }
    rest = rest.dropFirst(8 + size + (size & 1))
  }
}

extension ArraySlice<UInt8> {
  /// Four bytes from `offset` of the slice on; 0 where there are too few.
  fileprivate func littleEndian(_ offset: Int) -> UInt32 {
    let four = dropFirst(offset).prefix(4)
    return four.count == 4 ? four.reversed().reduce(0) { $0 << 8 | UInt32($1) } : 0
  }
}
