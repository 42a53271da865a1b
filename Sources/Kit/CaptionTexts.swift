import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLibrary
import TilawaQuran

extension CaptionText {
  /// Creates the caption text called `name`: a text of the library around the bundle at `path`, or else a
  /// file.
  ///
  /// Throws if there is neither, and if the text is of another riwayah than the recording.
  init(
    named name: String, width: Int, for recording: AnnotatedRecording, at path: String,
    in workplace: Workplace
  ) throws {
    let counting = recording.counting
    guard let shelf = TextShelf(around: path), let entry = shelf.entry(name) else {
      try self.init(fileAt: name, width: width, counting, in: workplace)
      return
    }
    if let own = recording.facts.riwayah, let its = entry.riwayah?.value, own != its,
      entry.kind?.value != .translation
    {
      throw Failure(
        "the text \(name) is in the riwayah \(its.rawValue), but the recording in \(own.rawValue); choose another text"
      )
    }
    self.init(
      width: width,
      words: { ayah in shelf.words(of: ayah, counting: counting, in: entry)?.map(\.text) },
      text: { ayah in shelf.text(of: AyahRange(ayah), counting: counting, in: entry) })
  }

  private init(fileAt name: String, width: Int, _ counting: CountingSystem, in workplace: Workplace) throws {
    let bytes: [UInt8]
    do { bytes = try FileContents.read(workplace.path(name)) } catch {
      throw Failure(
        "\"\(name)\" is neither a text of the library nor a readable file: \(error.reason)")
    }
    guard let file = TextFile(bytes, counting: counting), !file.all().isEmpty else {
      throw Failure(
        "\(name) contains no text of ayat (expected one line per ayah, such as 2|255|text, or all ayat in order)"
      )
    }
    self.init(
      width: width, words: { file.words(of: $0)?.map(\.text) }, text: { file.text(of: $0) })
  }
}
