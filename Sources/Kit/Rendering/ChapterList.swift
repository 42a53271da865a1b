import TilawaBase
package import TilawaSound

/// The start of each stretch in rendered audio, in formats that players read.
package struct ChapterList: Sendable {
  /// A chapter, which ends where the next one begins; the last ends with the audio.
  package struct Chapter: Hashable, Sendable {
    /// The number of its first frame.
    package var frame: Int64
    /// The title.
    package var title: String

    /// Creates a chapter.
    package init(frame: Int64, title: String) {
      self.frame = frame
      self.title = title
    }
  }

  /// The chapters, in order of time.
  package var chapters: [Chapter] = []
  /// The number of frames per second.
  package var sampleRate: Int
  /// The number of frames of the whole audio.
  package var frames: Int64 = 0

  /// Creates an empty list.
  package init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Returns a cue sheet for `file`. Its times are in 75ths of a second, rounded down. Players accept more
  /// than the 99 tracks of a CD.
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

  /// The chapters as audio files contain them: to the nearest millisecond, with the last up to the end.
  package var markers: [AudioMetadata.Marker] {
    chapters.enumerated().map { index, chapter in
      let end = index + 1 < chapters.count ? chapters[index + 1].frame : frames
      var marker = AudioMetadata.Marker(
        at: Milliseconds(frames: chapter.frame, rate: sampleRate), label: chapter.title)
      marker.end = Milliseconds(frames: end, rate: sampleRate)
      return marker
    }
  }

  /// The metadata file of ffmpeg, with chapters exact to the frame.
  package var ffmetadata: String {
    var text = ";FFMETADATA1\n"
    for (index, chapter) in chapters.enumerated() {
      let end = index + 1 < chapters.count ? chapters[index + 1].frame : frames
      let title = FFMetadataText.escaped(chapter.title)
      text += "[CHAPTER]\nTIMEBASE=1/\(sampleRate)\nSTART=\(chapter.frame)\nEND=\(end)\ntitle=\(title)\n"
    }
    return text
  }

  // Cue sheets can't contain quotation marks.
  private static func quoted(_ text: String) -> String {
    text.filledLines.joined(separator: " ").replaced("\"", with: "'")
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
