/// Hands samples to a player in pieces of a twentieth of a second, so that listeners are answered in between.
package final class PlayerFeed {
  private let player: SoundPlayer
  private let piece: Int
  private var waiting: ArraySlice<Float> = []

  /// Feeds `player`, which plays `format`.
  package init(_ player: SoundPlayer, _ format: RenderFormat) {
    self.player = player
    piece = max(1, format.sampleRate / 20) * format.channels
  }

  /// Plays the next piece, of what `more` gives when nothing is left; false at the end.
  package func next(_ more: () throws -> [Float]?) throws -> Bool {
    if waiting.isEmpty {
      guard let samples = try more() else { return false }
      waiting = samples[...]
    }
    try player.play(Array(waiting.prefix(piece)))
    waiting = waiting.dropFirst(piece)
    return true
  }

  /// Forgets what was not played.
  package func clear() { waiting = [] }
}
