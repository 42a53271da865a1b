import ArgumentParser
import Audio
import Files
import Library
import QuranIndex
import Rendering
import Timing

struct Render: TilawaCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make one audio file of ayat from any number of recordings.",
    discussion: """
      The format goes by the ending of --output: .wav, .flac, .aiff, .ogg, .opus or .mp3; - writes WAV to standard \
      output. Rate and channels are the best that the recordings have, unless told otherwise.

      Ayat that follow each other in a recording are played through. Where a recording is entered or left in the \
      middle of sound it is faded over 5 ms; in a pause it is not. Recordings are brought to the same loudness (EBU \
      R128) when there are several, each as a whole; a single one stays as loud as it is.

      Each ayah becomes a chapter: a cue point inside a WAV file, a cue sheet beside any other, or ffmpeg's metadata \
      with --chapters ffmetadata (`ffmpeg -i out.mp3 -i out.ffmetadata -map_chapters 1 -c copy out.m4b`).

        tilawa render 67 --reciter husary --speed 1.25 -o mulk.mp3
        tilawa render 67:1-10 --repeat 2 --gap 500 -o mulk.flac

      Exit status: 0 all was written; 1 written without ayat that nothing plays; 2 used wrongly, or it could not be \
      written.
      """)

  @Argument(help: "Ayat: 18:10, 2:1-5, kahf, juz 30.") var passages: [String]

  @Option(
    name: [.short, .long], help: .init("Where to write.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup var sound: SoundArguments

  @Option(help: .init("Silence after each ayah, in milliseconds.", valueName: "ms")) var gap = 0

  @Option(help: .init("How many times all of it is heard.", valueName: "times")) var `repeat` = 1

  @Option(help: "Where chapters go: cue, ffmetadata or none.") var chapters = RenderedFile.ChapterForm.cue

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func validate() throws {
    guard (0...60_000).contains(gap) else {
      throw ValidationError("--gap is 0 to 60000 milliseconds, not \(gap)")
    }
    guard (1...1000).contains(`repeat`) else {
      throw ValidationError("--repeat is 1 to 1000, not \(`repeat`)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    guard output == "-" || AudioEncoding(fileName: output) != nil else {
      throw CommandFailure(
        "the ending of \"\(output)\" tells no format; it should be .wav, .flac, .aiff, .ogg, .opus or .mp3")
    }
    let encoding = AudioEncoding(fileName: output) ?? .wav
    let heard = try HeardAyat(
      PassageArguments.ayat(passages, counting: session.counting), in: session,
      of: place.open(in: terminal), shownAs: place.root(in: terminal), terminal)
    for remark in heard.remarks { terminal.say("tilawa: \(remark)") }
    for complaint in heard.complaints { terminal.complain("tilawa: \(complaint)") }
    guard !heard.items.isEmpty else { return .findings }
    let once = heard.stretches(gap: Milliseconds(Int64(gap)))
    let all = Array(repeatElement(once, count: `repeat`).joined())
    let settings = try sound.settings(for: once, encoding: encoding, in: terminal)
    let stream = RenderStream(settings, of: all)
    stream.onShortage = { stretch, missing in
      terminal.complain("tilawa: \(stretch.label): the last \(missing) s are past the end of the recording")
    }
    if output == "-" {
      terminal.write(WAVWriter.streamHeader(settings.format))
      while let samples = try stream.read() { terminal.write(WAVWriter.bytes(of: samples)) }
    } else {
      try write(stream, settings, encoding, length: sound.length(of: all), in: terminal)
    }
    return heard.missing.isEmpty ? .done : .findings
  }

  private func write(
    _ stream: RenderStream, _ settings: RenderStream.Settings, _ encoding: AudioEncoding,
    length: Milliseconds, in terminal: Terminal
  ) throws {
    let target = terminal.path(output)
    let format = settings.format
    let file = RenderedFile(path: target, encoding: encoding, chapterForm: chapters)
    let progress = terminal.progress("rendering \(output)")
    let total = length.frame(rate: format.sampleRate)
    let list = try file.write(stream, format) { progress.update($0, of: total) }
    progress.finish()
    let duration = Milliseconds(frames: list.frames, rate: format.sampleRate)
    let count = list.chapters.count
    terminal.say(
      """
      \(output): \(duration.clock), \(count) \(count == 1 ? "ayah" : "ayat"), \(format.sampleRate) Hz, \
      \(format.channels == 1 ? "mono" : "stereo")\(file.sidecar.map { "; chapters in \(terminal.shown($0))" } ?? "")
      """)
  }
}
