import TilawaBase
package import TilawaLibrary

extension QueueItem {
  /// The stretch to render for the item.
  package var stretch: Stretch {
    guard let sound else {
      return Stretch(file: nil, span: TimeSpan(length: length), gap: gap, label: "\(ayat) missing")
    }
    return Stretch(
      file: sound.file, span: sound.span, gap: gap, label: isBasmalah ? "\(ayat) basmalah" : "\(ayat)")
  }
}

extension PlaybackQueue {
  /// The stretches of recordings in the queue, each once.
  package var stretches: [Stretch] { sounds.map { Stretch(file: $0.file, span: $0.span, label: "") } }
}
