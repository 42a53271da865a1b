import TilawaBase
package import TilawaSound

/// Where each stretch begins in rendered audio, as files that players read.
package struct ChapterList: Sendable {
  /// A chapter goes up to the next one, the last to the end.
  package struct Chapter: Hashable, Sendable {
    /// The number of its first frame.
    package var frame: Int64
    /// What it is called.
    package var title: String

    /// A chapter.
    package init(frame: Int64, title: String) {
      self.frame = frame
      self.title = title
    }
  }

  /// In order of time.
  package var chapters: [Chapter] = []
  /// Frames a second.
  package var sampleRate: Int
  /// Of all the audio.
  package var frames: Int64 = 0

  /// None yet.
  package init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// A cue sheet for `file`; its times are in 75ths of a second, rounded down. Players take more than the
  /// 99 tracks that a CD has.
  package func cueSheet(forFile file: String, kind: String) -> String {
    var text = "FILE \"\(Self.quoted(file))\" \(kind)\n"
    for (index, chapter) in chapters.enumerated() {
      let ticks = chapter.frame * 75 / Int64(sampleRate)
      text += """
          TRACK \(Self.two(Int64(index + 1))) AUDIO
            TITLE "\(Self.quoted(chapter.title))"
            INDEX 01 \(Self.two(ticks / 4500)):\(Self.two(ticks / 75 % 60)):\(Self.two(ticks % 75))

        """
    }
    return text
  }

  /// What files hold that have chapters inside: to the nearest millisecond, the last up to the end.
  package var markers: [AudioMetadata.Marker] {
    chapters.enumerated().map { index, chapter in
      let end = index + 1 < chapters.count ? chapters[index + 1].frame : frames
      var marker = AudioMetadata.Marker(
        at: Milliseconds(frames: chapter.frame, rate: sampleRate), label: chapter.title)
      marker.end = Milliseconds(frames: end, rate: sampleRate)
      return marker
    }
  }

  /// ffmpeg's metadata file, with chapters in frames: exact.
  package var ffmetadata: String {
    var text = ";FFMETADATA1\n"
    for (index, chapter) in chapters.enumerated() {
      let end = index + 1 < chapters.count ? chapters[index + 1].frame : frames
      let title = FFMetadataText.escaped(chapter.title)
      text += "[CHAPTER]\nTIMEBASE=1/\(sampleRate)\nSTART=\(chapter.frame)\nEND=\(end)\ntitle=\(title)\n"
    }
    return text
  }

  // Cue sheets have no way to write a quotation mark.
  private static func quoted(_ text: String) -> String {
    text.filledLines.joined(separator: " ").replaced("\"", with: "'")
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
