import ArgumentParser
import Audio
import Files
import Library
import QuranIndex
import Rendering
import ScalarText
import Timing

struct Cut: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Cut ayat out of their recordings.",
    discussion: """
      Exact to the sample, without fades, in the recording's own rate and channels; into WAV and FLAC the samples \
      keep their values too. The format goes by the ending of --output: .wav, .flac, .aiff, .ogg, .opus, .mp3 or \
      .m4a, which ffmpeg makes. What isn't WAV or AIFF is tagged with surah, ayah and reciter.

      A passage must lie in one piece in one recording, unless the name of the output has placeholders, and so \
      names a file for each ayah.

        tilawa cut 18:10 -o kahf-10.flac --library ~/recitations
        tilawa cut kahf -o "kahf/{surah3}{ayah3}.wav" --reciter husary

      Exit status: 0 all was written; 1 nothing plays an ayah, or faults were told; 2 used wrongly, or it could not be written.
      """)

  @Argument(help: "Ayat: 18:10, 2:1-5, kahf, juz 30.") var passages: [String]

  @Option(
    name: [.short, .long],
    help: .init(
      "The file; with {surah}, {surah3}, {ayah}, {ayah3} or {number} in it, one for each ayah.",
      valueName: "file"), completion: .file())
  var output: String

  @Option(
    help: .init(
      "How samples are kept. (default: by the ending of --output, as exact as the recording)"))
  var encoding: AudioEncoding?

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    let pattern = try AyahFiles(output)
    guard encoding != nil || AudioEncoding(fileName: output) != nil else {
      throw CommandFailure(
        "the ending of \"\(output)\" tells no format; it should be \(AudioEncoding.endings)")
    }
    let heard = try HeardAyat(
      PassageArguments.ayat(passages, counting: session.counting), in: session,
      of: place.open(in: terminal), shownAs: place.root(in: terminal), terminal)
    let outcome = heard.faults.tell(in: terminal)
    for remark in heard.remarks { terminal.say("tilawa: \(remark)") }
    for complaint in heard.complaints { terminal.complain("tilawa: \(complaint)") }
    if let pattern {
      for item in heard.items {
        try write(
          item.hearing.span, of: item, label: item.ayah.description,
          to: try pattern.path(of: item.ayah, session.counting), in: terminal)
      }
    } else if let first = heard.items.first, heard.missing.isEmpty {
      let span = try onePiece(heard)
      let range = AyahRange(first.ayah, heard.items[heard.items.count - 1].ayah)
      try write(span, of: first, label: range.description, to: output, in: terminal)
    }
    return heard.complaints.isEmpty && heard.missing.isEmpty ? outcome : .findings
  }

  /// The stretch that all of it takes.
  private func onePiece(_ heard: HeardAyat) throws(CommandFailure) -> TimeSpan {
    let runs = heard.runs
    var span = runs[0].first.hearing.span
    for (before, next) in zip(runs, runs.dropFirst()) {
      guard before.first.file.isExactly(next.first.file), next.first.hearing.span.start == span.end else {
        throw CommandFailure(
          """
          \(next.label) does not follow \(before.label) without a gap in one recording (\(before.first.shownFile) \
          to \(span.end), \(next.first.shownFile) from \(next.first.hearing.span.start)); use `tilawa render`, or \
          name a file for each ayah: -o "{surah3}{ayah3}.wav"
          """)
      }
      span.end = next.first.hearing.span.end
    }
    return span
  }

  private func write(
    _ span: TimeSpan, of item: HeardAyat.Item, label: String, to name: String, in terminal: Terminal
  ) throws {
    let target = terminal.path(name)
    if let real = try? PathText.realPath(target), real == (try? PathText.realPath(item.file)) {
      throw CommandFailure("\(name) is the recording itself; name another file")
    }
    try FileTransfer.makeFolder(PathText.folder(of: target))
    let file = try AtomicOutput(for: target)
    let encoding =
      try encoding ?? AudioEncoding(fileName: name)?.keeping(AudioProbe.depth(ofFileAt: item.file))
    let temporary = file.path
    let frames: Int64
    do throws(AudioError) {
      frames = try AudioCut.copy(
        span, ofFileAt: item.file, to: temporary, encoding: encoding ?? .wav,
        tags: SoundTags().tags(of: item, label: label))
    } catch {
      throw error.told(of: target, insteadOf: temporary)
    }
    guard frames > 0 else {
      throw CommandFailure("\(item.shownFile) has no audio from \(span.start) to \(span.end)")
    }
    try file.finish()
    let shared = item.hearing.isShared ? ", which other ayat share" : ""
    terminal.say("\(name): \(label), \(item.shownFile) from \(span.start) to \(span.end)\(shared)")
  }
}
