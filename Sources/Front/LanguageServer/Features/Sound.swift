import TilawaBase
import TilawaFormat
import TilawaKit

/// The sound of the recording at hand, played by the players that `tilawa play` uses.
///
/// Belongs to one thread, which has it go on again and again while something is heard.
final class Sound {
  /// A stretch of audio being played.
  struct Playing {
    /// The bundle; absolute.
    let bundle: String
    /// For people: `18:10`, `from 4:23`.
    let label: String
  }

  private let searchPath: String
  private var spans: ListenedSpans?
  /// The stretch being played; nil if there is none.
  private(set) var playing: Playing?

  /// Nothing is heard; players are looked for in the folders of `searchPath`.
  init(searchPath: String) { self.searchPath = searchPath }

  /// Plays stretches of a bundle's recording in the place of what is heard. Throws why it can't.
  func play(_ stretches: [TimeSpan], of bundle: TilawaBundle, _ label: String) throws(RPCFailure) {
    stop()
    do {
      let spans = try ListenedSpans(of: try bundle.audioPath(), searchPath: searchPath, player: nil)
      try spans.play(stretches, speed: 1, isLoop: false)
      self.spans = spans
      playing = Playing(bundle: bundle.path, label: label)
    } catch {
      throw RPCFailure(.requestFailed, "\(error)")
    }
  }

  /// Feeds the player. Gives how long it may be left alone, in milliseconds; nil when nothing is heard any more.
  func goOn() -> Int? {
    guard let spans else { return nil }
    guard let waiting = try? spans.goOn(), spans.isPlaying else {
      stop()
      return nil
    }
    return max(1, waiting)
  }

  /// The moment of the recording that is heard.
  var heard: Milliseconds? { spans?.heard }

  /// Stops at once.
  func stop() {
    spans?.stop()
    spans = nil
    playing = nil
  }
}
