package import TilawaBase
import TilawaSound

/// Plays spans of one recording, in a loop if wanted.
package final class ListenedSpans {
  private let file: String
  private let format: RenderFormat
  private let searchPath: String
  private let choice: String?
  private var player: SoundPlayer?
  private var feed: PlayerFeed?
  private var stream: RenderStream?
  private var speed = 1.0
  private var spans: [TimeSpan] = []
  private var isLoop = false
  /// The spans that were begun, and the frame at which each begins in the sound that is played.
  private var begun: [(span: TimeSpan, frame: Int64)] = []
  private var isFed = true

  /// Creates a player of `file`. If `choice` is given, only the program with this name is used. Throws if
  /// there is none.
  package init(of file: String, searchPath: String, player choice: String?) throws {
    self.file = file
    self.searchPath = searchPath
    self.choice = choice
    format = try RenderFormat(fitting: [file], encoding: nil)
    _ = try SoundPlayer(format, searchPath: searchPath, only: choice)
  }

  /// True while something is playing.
  package var isPlaying: Bool { player != nil }

  /// Plays the spans from the start of the first one.
  package func play(_ spans: [TimeSpan], speed: Double, isLoop: Bool) throws {
    stop()
    (self.spans, self.speed, self.isLoop) = (spans, speed, isLoop)
    try begin()
  }

  private func begin() throws {
    guard !spans.isEmpty else { return }
    var settings = RenderStream.Settings(format: format)
    settings.speed = speed
    begun = []
    // A short silence separates the spans.
    let gap = Milliseconds(300)
    let stretches = spans.enumerated().map { index, span in
      Stretch(file: file, span: span, gap: index == 0 ? .zero : gap, label: "\(index)")
    }
    let stream = RenderStream(settings, of: stretches)
    stream.onStart = { [unowned self] stretch, frame in begun.append((stretch.span, frame)) }
    let player = try SoundPlayer(format, searchPath: searchPath, only: choice)
    (self.stream, self.player, feed) = (stream, player, PlayerFeed(player, format))
    isFed = false
  }

  /// Feeds the player, and stops or starts again at the end. Returns the time in milliseconds until the
  /// next call.
  package func goOn() throws -> Int {
    guard let player, let feed, let stream else { return 50 }
    if !isFed, player.waitingTime == 0 { isFed = try !feed.next { try stream.read() } }
    if isFed, player.isHeard {
      stop()
      if isLoop { try begin() }
      return 0
    }
    return isFed ? 50 : min(50, player.waitingTime)
  }

  /// The current time in the recording, or nil if nothing is playing.
  package var heard: Milliseconds? {
    guard let player else { return nil }
    let frame = Int64(player.position * Double(format.sampleRate))
    guard let (span, first) = begun.last(where: { $0.frame <= frame }) else { return nil }
    let seconds = Double(frame - first) / Double(format.sampleRate) * speed
    return min(span.end, span.start + (Milliseconds(seconds: max(0, seconds)) ?? .zero))
  }

  /// Stops at once.
  package func stop() {
    player?.stop()
    (player, feed, stream) = (nil, nil, nil)
    isFed = true
  }
}
