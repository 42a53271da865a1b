/// Feeds a player with pieces of a twentieth of a second, so that user input is handled in between.
package final class PlayerFeed {
  private let player: SoundPlayer
  private let piece: Int
  private var waiting: ArraySlice<Float> = []

  /// Creates a feed for `player`, which plays `format`.
  package init(_ player: SoundPlayer, _ format: RenderFormat) {
    self.player = player
    piece = max(1, format.sampleRate / 20) * format.channels
  }

  /// Plays the next piece, and gets more samples from `more` if none are left. Returns false at the end.
  package func next(_ more: () throws -> [Float]?) throws -> Bool {
    if waiting.isEmpty {
      guard let samples = try more() else { return false }
      waiting = samples[...]
    }
    try player.play(Array(waiting.prefix(piece)))
    waiting = waiting.dropFirst(piece)
    return true
  }

  /// Discards the samples that weren't played.
  package func clear() { waiting = [] }
}
