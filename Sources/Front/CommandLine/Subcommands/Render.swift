import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

struct Render: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render ayat from many recordings into one file.",
    discussion: """
      Writes the queue that tilawa queue prints into one file, with a chapter for each ayah. \
      The ending chooses the format: \(AudioEncoding.endings).

        tilawa render 67 --reciter husary --speed 1.25 -o mulk.mp3
        tilawa render 67:1-10 --range-repeats 2 --gap 0.5 -o mulk.flac

      Exit status: 0 written; 1 ayat incomplete, or faults; 2 wrong usage or failure.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup var journal: JournalArguments

  @Option(
    name: [.short, .long],
    help: .init("Write to this file, or WAV to - (standard output).", valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup var writing: OutputArguments

  @OptionGroup var links: LinkArguments

  @OptionGroup var cover: CoverArguments

  @OptionGroup(title: OptionTitle.sound) var sound: SoundArguments

  @Option(help: "Choose where chapters go.") var chapters = RenderedFile.ChapterForm
    .cue

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard output == "-" || AudioEncoding(fileName: output) != nil else {
      throw CommandFailure(
        "unknown audio format: \"\(output)\" (expected \(AudioEncoding.endings))")
    }
    let encoding = AudioEncoding(fileName: output) ?? .wav
    let file = RenderedFile(path: terminal.path(output), encoding: encoding, chapterForm: chapters)
    guard output == "-" || file.holdsChapters else {
      throw CommandFailure(
        "\(encoding.fileEnding) files cannot contain chapters that players read; use --chapters cue")
    }
    if output != "-" {
      try writing.require([output] + (file.sidecar.map { [terminal.shown($0)] } ?? []), in: terminal)
    }
    let picture = try cover.picture(for: encoding, in: terminal)
    let opened = try arguments.open(in: terminal, journal: journal, followsLinks: links.followLinks)
    guard let outcome = opened.tell(in: terminal) else { return .findings }
    let queue = opened.queue
    guard !queue.isEndless || output == "-" else {
      throw CommandFailure("the queue has no end; limit it with --for 30m")
    }
    let settings = try sound.settings(for: queue, encoding: encoding, in: terminal)
    var items = queue.makeIterator()
    let stream = RenderStream(settings) { () in items.next()?.stretch }
    var told: Set<String> = []
    stream.onShortage = { stretch, missing in
      // Less than a millisecond is the rounding of times, and no sound that anybody misses.
      guard missing > .zero, told.insert(stretch.label).inserted else { return }
      terminal.complain("tilawa: \(stretch.label): the last \(missing) s are after the end of the recording")
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
