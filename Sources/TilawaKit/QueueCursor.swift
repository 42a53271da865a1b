import Library

/// Walks through a queue, and a little way back.
final class QueueCursor {
  private var iterator: PlaybackQueue.Iterator
  /// The items from `firstIndex` on that were asked for.
  private var kept: [QueueItem] = []
  private var firstIndex = 0
  /// The number of the item that comes next, from 0.
  private(set) var index = 0

  init(_ queue: PlaybackQueue) { iterator = queue.makeIterator() }

  /// The next item; nil when the queue is over.
  func next() -> QueueItem? {
    if index - firstIndex == kept.count {
      guard let item = iterator.next() else { return nil }
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
