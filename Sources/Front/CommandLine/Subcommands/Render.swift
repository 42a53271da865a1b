import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

struct Render: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Make one audio file of ayat from many recordings.",
    discussion: """
      The ending of --output chooses the format: .wav, .flac, .aiff, .ogg, .opus, .mp3, .m4a, .mka or .webm; ffmpeg makes \
      the last three. - writes WAV to standard output. \
      Sample rate and channels are the best of the recordings, unless given.

      Consecutive ayat of one recording are played through. Where a recording is entered or left in the middle of sound, it \
      is faded over 5 ms; in a pause it is not. Several recordings are brought to the same loudness (EBU R128), each as a \
      whole; a single one stays as loud as it is.

      The file is tagged with the surah, the ayat and the reciters; WAV and AIFF files have no room for that. Files that \
      are there already stay, unless --force is given.

      Each ayah becomes a chapter: a cue point inside a WAV file, a cue sheet beside any other; with --chapters inside, a \
      chapter of the file itself, which podcast players and VLC show (all but AIFF); with --chapters ffmetadata, a file for \
      `ffmpeg -i out.mp3 -i out.ffmetadata -map_chapters 1 -c copy out.m4b`.

      What tilawa queue prints is rendered, with the same options and the settings of playback.yaml.

        tilawa render 67 --reciter husary --speed 1.25 -o mulk.mp3
        tilawa render 67:1-10 --range-repeats 2 --gap 0.5 -o mulk.flac

      Exit status: 0 everything was written; 1 some ayat are missing or cut short, or faults were reported; 2 wrong usage, or the file \
      could not be written.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Option(
    name: [.short, .long], help: .init("Where to write.", valueName: "file"), completion: .file())
  var output: String

  @OptionGroup var writing: OutputArguments

  @OptionGroup var links: LinkArguments

  @OptionGroup var cover: CoverArguments

  @OptionGroup(title: "The sound") var sound: SoundArguments

  @Option(help: "Where chapters go: cue, inside, ffmetadata or none.") var chapters = RenderedFile.ChapterForm
    .cue

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard output == "-" || AudioEncoding(fileName: output) != nil else {
      throw CommandFailure(
        "the ending of \"\(output)\" names no format; use \(AudioEncoding.endings)")
    }
    let encoding = AudioEncoding(fileName: output) ?? .wav
    let file = RenderedFile(path: terminal.path(output), encoding: encoding, chapterForm: chapters)
    guard output == "-" || file.holdsChapters else {
      throw CommandFailure(
        "\(encoding.fileEnding) files have no place for chapters that players read; use --chapters cue")
    }
    if output != "-" {
      try writing.require([output] + (file.sidecar.map { [terminal.shown($0)] } ?? []), in: terminal)
    }
    let picture = try cover.picture(for: encoding, in: terminal)
    let opened = try arguments.open(in: terminal, journal: journal, followsLinks: links.followLinks)
    guard let outcome = opened.tell(in: terminal) else { return .findings }
    let queue = opened.queue
    guard !queue.isEndless || output == "-" else {
      throw CommandFailure("the queue has no end; --for 30m ends it")
    }
    let settings = try sound.settings(for: queue, encoding: encoding, in: terminal)
    var items = queue.makeIterator()
    let stream = RenderStream(settings) { () in items.next()?.stretch }
    var told: Set<String> = []
    stream.onShortage = { stretch, missing in
      // Less than a millisecond is the rounding of times, and no sound that anybody misses.
      guard missing > .zero, told.insert(stretch.label).inserted else { return }
      terminal.complain("tilawa: \(stretch.label): the last \(missing) s are past the end of the recording")
    }
    if output == "-" {
      terminal.write(WAVWriter.streamHeader(settings.format))
      while !terminal.output.hasFailed, let samples = try stream.read() {
        terminal.write(WAVWriter.bytes(of: samples))
      }
    } else {
      var tagged = file
      tagged.tags = SoundTags(cover: picture).tags(of: queue)
      try write(stream, settings, to: tagged, queue, in: terminal)
    }
    return queue.missing.isEmpty && told.isEmpty ? outcome : .findings
  }

  private func write(
    _ stream: RenderStream, _ settings: RenderStream.Settings, to file: RenderedFile,
    _ queue: PlaybackQueue, in terminal: Terminal
  ) throws {
    let format = settings.format
    let progress = terminal.progress("rendering \(output)")
    let total = (queue.total?.length ?? .zero).frame(rate: format.sampleRate)
    let list = try file.write(stream, format) { progress.update($0, of: total) }
    progress.finish()
    let duration = Milliseconds(frames: list.frames, rate: format.sampleRate)
    let count = list.chapters.count
    terminal.say(
      """
      \(output): \(duration.clock), \(counted(count, "chapter")), \(format.sampleRate) Hz, \
      \(format.channels == 1 ? "mono" : "stereo")\(file.sidecar.map { "; chapters in \(terminal.shown($0))" } ?? "")
      """)
  }
}
