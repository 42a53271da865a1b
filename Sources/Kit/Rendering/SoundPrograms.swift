import TilawaBase

/// A program that plays or records sound through a pipe.
package struct SoundProgram: Hashable, Sendable {
  /// The name of the program.
  package let name: String
  /// True if it requires a WAV header before the samples.
  let wantsHeader: Bool
  private let words: [String]

  private init(_ name: String, wantsHeader: Bool = false, _ words: String) {
    self.name = name
    self.wantsHeader = wantsHeader
    self.words = words.words(by: " ").map(String.init)
  }

  /// Returns the arguments for the program.
  func arguments(_ format: RenderFormat) -> [String] {
    words.map { word in
      word.replaced("RATE", with: "\(format.sampleRate)").replaced("CHANNELS", with: "\(format.channels)")
    }
  }

  /// Players in the order in which they are tried, with those of a sound server first.
  ///
  /// Newer versions of pw-play treat standard input as a file without `--raw`; older ones don't have the
  /// option. mpv would read keys from the terminal and buffer much. afplay of macOS isn't in the list: it
  /// opens only whole files, in which it seeks, so it can't play a stream.
  package static let players: [SoundProgram] = [
    .init("pw-play", "--raw --format=s16 --rate=RATE --channels=CHANNELS --latency=100ms -"),
    .init("pw-play", "--format=s16 --rate=RATE --channels=CHANNELS --latency=100ms -"),
    .init("paplay", "--raw --format=s16le --rate=RATE --channels=CHANNELS --latency-msec=150"),
    .init("aplay", "-q -t raw -f S16_LE -r RATE -c CHANNELS --buffer-time=200000 -"),
    .init(
      "mpv",
      "--no-config --no-terminal --no-video --cache=no --audio-buffer=0.1 --demuxer=rawaudio "
        + "--demuxer-rawaudio-format=s16le --demuxer-rawaudio-rate=RATE --demuxer-rawaudio-channels=CHANNELS -"
    ),
    .init("ffplay", wantsHeader: true, "-nodisp -autoexit -loglevel error -f wav -i -"),
    .init("play", "-q -t raw -e signed-integer -b 16 -L -r RATE -c CHANNELS -"),
  ]

  /// Recorders in the order in which they are tried.
  package static let recorders: [SoundProgram] = [
    .init("pw-record", "--raw --format=s16 --rate=RATE --channels=CHANNELS -"),
    .init("pw-record", "--format=s16 --rate=RATE --channels=CHANNELS -"),
    .init("parecord", "--raw --format=s16le --rate=RATE --channels=CHANNELS"),
    .init("arecord", "-q -t raw -f S16_LE -r RATE -c CHANNELS -"),
    .init("rec", "-q -t raw -e signed-integer -b 16 -L -r RATE -c CHANNELS -"),
    .init("ffmpeg", "-nostdin -loglevel error -f pulse -i default -f s16le -ar RATE -ac CHANNELS -"),
    .init("ffmpeg", "-nostdin -loglevel error -f alsa -i default -f s16le -ar RATE -ac CHANNELS -"),
  ]

  /// Returns the names of `programs`, each once.
  static func names(of programs: [SoundProgram]) -> String {
    var names: [String] = []
    for program in programs where !names.contains(program.name) { names.append(program.name) }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
