import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

struct Waveform: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Write a waveform, as data or as a picture.",
    discussion: """
      Writes audiowaveform data, version 2 (json, dat), or a picture (svg, png). Pictures of bundles \
      show their rows: green if verified or confirmed, plain if not, grey if skipped. Only SVG has \
      labels and times.

        tilawa audio waveform friday.tilawa -o friday.png
        tilawa audio waveform friday.tilawa 18:10 -o ayah.png
        tilawa audio waveform friday.tilawa --start 4:00 --end 5:00 --pixels-per-second 40 -o minute.svg
        tilawa audio waveform audio.flac --bits 8 --samples-per-pixel 512 -o audio.dat
      """)

  /// The format of the output.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case json, dat, svg, png

    var isPicture: Bool { self == .svg || self == .png }
  }

  @Argument(help: "A bundle, a path inside one, or an audio file.", completion: .directory)
  var target = "."

  @Argument(help: "Ayat to draw: 18:10, 18:1-31, kahf. (default: all)")
  var references: [String] = []

  @Option(help: .init("Choose the format. (default: by --output, or json)"))
  var format: Form?

  @Option(
    name: [.short, .long], help: .init("Write to this file, or - for standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @Option(help: "Use N samples per pixel, 2 or more. (default: 256)") var samplesPerPixel: Int?

  @Option(help: "Draw this many pixels per second.") var pixelsPerSecond: Double?

  @Option(help: "Set the width. (default for pictures: 1200)") var width: Int?

  @Option(help: "Set the height of a picture, in pixels.") var height = 160

  @Option(help: "Use 8 or 16 bits per value.") var bits = 16

  @Flag(help: "Write one waveform per channel.") var splitChannels = false

  @Option(help: .init("Start at this time: 263.5, 4:23.5.", valueName: "time")) var start: String?

  @Option(help: .init("End at this time.", valueName: "time")) var end: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard [samplesPerPixel != nil, pixelsPerSecond != nil, width != nil].count(where: { $0 }) < 2 else {
      throw ValidationError("--samples-per-pixel, --pixels-per-second and --width cannot be used together")
    }
    if let samplesPerPixel, !(2...1_000_000_000).contains(samplesPerPixel) {
      throw ValidationError("invalid --samples-per-pixel \(samplesPerPixel) (expected 2 or more)")
    }
    if let pixelsPerSecond, !(0.0001...1_000_000).contains(pixelsPerSecond) {
      throw ValidationError("invalid --pixels-per-second \(pixelsPerSecond) (expected more than 0)")
    }
    if let width, !(1...1_000_000_000).contains(width) {
      throw ValidationError("invalid --width \(width) (expected 1 or more)")
    }
    guard WaveformBits(rawValue: bits) != nil else {
      throw ValidationError("invalid --bits \(bits) (expected 8 or 16)")
    }
    guard WaveformPicture.heights.contains(height) else {
      throw ValidationError(
        """
        invalid --height \(height) (expected \(WaveformPicture.heights.lowerBound) to \
        \(WaveformPicture.heights.upperBound))
        """
      )
    }
    if !references.isEmpty, start != nil || end != nil {
      throw ValidationError("ayat cannot be used with --start or --end")
    }
    let (start, end) = try range
    if let end, end <= start { throw ValidationError("--end \(end) must be later than --start \(start)") }
    _ = try form
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let form = try form
    if form == .dat || form == .png, output == "-", terminal.output.isTerminal {
      throw CommandFailure("\(form.rawValue) cannot be written to a terminal; name a file with -o")
    }
    let path = terminal.path(target)
    guard let found = FoundBundle(containing: target, in: terminal.workplace) else {
      guard try FileStatus.ifAny(path)?.kind == .file else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal.workplace))
      }
      if let reference = references.first {
        throw CommandFailure(
          "cannot locate \(reference): \(target) is not a bundle; use --start and --end")
      }
      return try write(form, ofAudioAt: path, [], try range, terminal)
    }
    let bundle = TilawaBundle(
      readingAt: found.path, shownAs: found.shownPath, only: [.recording, .segments, .markers])
    let audio = try bundle.audioPath()
    if form.isPicture { try bundle.require(.looking) }
    if form.isPicture, bundle.diagnostics.contains(where: { $0.severity == .error }) {
      terminal.complain(
        "tilawa: invalid rows were not drawn; to see them, run `tilawa lint \(bundle.shownPath)`")
    }
    let range = try references.isEmpty ? range : range(in: bundle, audio)
    return try write(form, ofAudioAt: audio, bundle.pictureRows, range, terminal)
  }

  private func write(
    _ form: Form, ofAudioAt path: String, _ rows: [PictureRow], _ range: TimeRange, _ terminal: Terminal
  ) throws -> Outcome {
    let target = terminal.path(output)
    if output != "-", let existing = try? PathText.realPath(target),
      existing == (try? PathText.realPath(path))
    {
      throw CommandFailure("\(output) is the audio itself; name another file")
    }
    try writing.require([output], in: terminal)
    let peaks = try listen(to: path, form, range, terminal)
    if peaks.breaksOff {
      let seconds = Milliseconds(peaks.frames * 1000 / Int64(peaks.sampleRate))
      terminal.complain(
        "tilawa: \(terminal.shown(path)) is cut short; only \(seconds) s from \(peaks.start) can be decoded")
    }
    let bits = WaveformBits(rawValue: bits) ?? .sixteen
    let bytes: [UInt8]
    switch form {
    case .json: bytes = peaks.json(bits)
    case .dat: bytes = peaks.binary(bits)
    case .svg: bytes = Array(try picture(peaks, rows, terminal.shown(path)).svg.utf8)
    case .png:
      do { bytes = try picture(peaks, rows, terminal.shown(path)).png() } catch let error as PNGError {
        throw CommandFailure("cannot draw a picture: \(error.message)")
      }
    }
    if output == "-" {
      terminal.write(bytes)
    } else {
      try AtomicFile.write(bytes, to: target)
      terminal.say("\(output): \(peaks.length) pixels of \(peaks.samplesPerPixel) samples")
    }
    return .done
  }

  private func picture(
    _ peaks: WaveformPeaks, _ rows: [PictureRow], _ name: String
  ) throws(CommandFailure) -> WaveformPicture {
    if let picture = WaveformPicture(peaks, rows: rows, height: height) { return picture }
    throw CommandFailure(
      peaks.length == 0
        ? "\(name) has no audio to draw"
        : """
        the picture would be \(peaks.length) pixels wide (at most \(WaveformPicture.maximumWidth)); use \
        --start and --end, or --width
        """)
  }

  private func listen(
    to path: String, _ form: Form, _ range: TimeRange, _ terminal: Terminal
  ) throws -> WaveformPeaks {
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    let (start, end) = range
    let scale: WaveformScale =
      if let samplesPerPixel { .samplesPerPixel(samplesPerPixel) } else if let pixelsPerSecond {
        .pixelsPerSecond(pixelsPerSecond)
      } else if let width { .width(width) } else { form.isPicture ? .width(1200) : .samplesPerPixel(256) }
    let count = form.isPicture ? try parts(of: path, scale, range) : 1
    return try WaveformPeaks(
      ofFileAt: path, scale: scale.divided(by: count), splitsChannels: splitChannels, from: start, to: end
    ) { progress.update($0, of: $1) }.averaged(by: count)
  }

  /// The number of tenths of a second in a pixel of a picture, which shows their average; 1 if it has less
  /// than two, or its samples are counted.
  private func parts(of path: String, _ scale: WaveformScale, _ range: TimeRange) throws -> Int {
    let length = try AudioProbe.properties(ofFileAt: path).duration
    let seconds = (min(range.end ?? length, length) - range.start).seconds
    let perPixel =
      switch scale {
      case .samplesPerPixel: 0.0
      case .pixelsPerSecond(let rate): 1 / rate
      case .width(let width): seconds / Double(width)
      }
    return max(1, Int(min(perPixel, 86_400) * 10))
  }

  private typealias TimeRange = (start: Milliseconds, end: Milliseconds?)

  /// From the first row of the ayat that are named to the last.
  private func range(in bundle: TilawaBundle, _ audio: String) throws -> TimeRange {
    let counting = try bundle.knownCounting()
    let ayat = try PassageArguments.read(references, counting: counting).map {
      switch $0.result {
      case .success(let range): return range
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    let length = try AudioProbe.properties(ofFileAt: audio).duration
    let spans = try PlayedRows(.ayat(ayat), of: bundle, length: length, takesSkips: false).parts.map(\.span)
    return (spans.map(\.start).min() ?? .zero, spans.map(\.end).max())
  }

  private var range: TimeRange {
    get throws {
      func time(_ text: String?, _ option: String) throws -> Milliseconds? {
        guard let text else { return nil }
        guard let time = Milliseconds(text) else {
          throw ValidationError("invalid time \"\(text)\" for \(option) (expected 263.5 or 4:23.5)")
        }
        return time
      }
      return (try time(start, "--start") ?? .zero, try time(end, "--end"))
    }
  }

  private var form: Form {
    get throws {
      if let format { return format }
      if output == "-" { return .json }
      let ending = PathText.fileExtension(of: output).lowercased()
      guard let form = Form(rawValue: ending) else {
        throw ValidationError(
          """
          unknown format: "\(output)" (expected .json, .dat, .svg or .png); or use --format
          """
        )
      }
      return form
    }
  }
}

extension WaveformScale {
  /// Returns the scale at which a pixel of this one is `count` pixels.
  fileprivate func divided(by count: Int) -> WaveformScale {
    switch self {
    case .samplesPerPixel: self
    case .pixelsPerSecond(let rate): .pixelsPerSecond(rate * Double(count))
    case .width(let width): .width(width * count)
    }
  }
}
