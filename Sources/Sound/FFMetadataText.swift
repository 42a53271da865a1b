import TilawaBase

/// Writes values as in ffmpeg's metadata files, after its `ffmetaenc.c`.
public enum FFMetadataText {
  /// With a backslash before whatever would end the value or mean something else in it.
  public static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "=;#\\\n".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// A file with chapters and nothing else; one without an end goes up to the next.
  static func text(of chapters: [AudioMarker]) -> String {
    var text = ";FFMETADATA1\n"
    for (index, chapter) in chapters.enumerated() {
      let next = index + 1 < chapters.count ? chapters[index + 1].at : chapter.at
      text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(chapter.at.count)\nEND=\((chapter.end ?? next).count)\n"
      text += "title=\(escaped(chapter.label))\n"
    }
    return text
  }
}
