import TilawaBase
import TilawaKit

/// Something that is heard before the next begins.
struct PlayedItem {
  /// A moment of it.
  struct Moment {
    /// Of the recording; nil in a silence.
    let time: Milliseconds?
    /// Since it began, in seconds of the listener's time.
    let seconds: Double
  }

  /// The stretch that is rendered for it.
  let stretch: Stretch
  /// Its description on the screen at a moment, in parts of a line, as written in the files.
  let parts: (Moment) -> [String]
  /// The words of what is heard at a moment, in lines of so many columns.
  var texts: (Moment, Int) -> [String] = { _, _ in [] }
  /// Called again and again while it is heard, with how many seconds were listened in all.
  let hear: (Moment, Double) -> Void
}

/// Walks through what is played, and a little way back.
final class PlayedCursor {
  private let more: () -> PlayedItem?
  /// The items from `firstIndex` on that were asked for.
  private var kept: [PlayedItem] = []
  private var firstIndex = 0
  /// The number of the item that comes next, from 0.
  private(set) var index = 0

  /// Walks through what `more` gives until it gives nil.
  init(_ more: @escaping () -> PlayedItem?) { self.more = more }

  /// The next item; nil when all is over.
  func next() -> PlayedItem? {
    if index - firstIndex == kept.count {
      guard let item = more() else { return nil }
      kept.append(item)
      if kept.count > 200 {
        kept.removeFirst(100)
        firstIndex += 100
      }
    }
    defer { index += 1 }
    return kept[index - firstIndex]
  }

  /// Makes the item with this number the next one, or the oldest that is still known.
  func move(to number: Int) { index = max(firstIndex, min(number, index)) }
}
