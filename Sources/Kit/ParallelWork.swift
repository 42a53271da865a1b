import Synchronization
import TilawaBase
import TilawaSound

/// Performs `work` for every item on as many threads as there are cores. Returns the results in the order
/// of the items.
package func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ work: @Sendable (Item) -> Result
) -> [Result] {
  guard items.count > 1 else { return items.map(work) }
  // The pieces are large enough to be cheap to distribute, and small enough to keep all threads busy.
  let size = max(1, min(32, items.count / 16))
  let count = (items.count + size - 1) / size
  let pieces = Mutex([Int: [Result]]())
  let searchPath = AudioPrograms.searchPath
  let settings = WorkSettings()
  Processors.share(count) { number in
    AudioPrograms.$searchPath.withValue(searchPath) {
      settings.apply {
        let results = items[number * size..<min(items.count, (number + 1) * size)].map(work)
        pieces.withLock { $0[number] = results }
      }
    }
  }
  return pieces.withLock { pieces in (0..<count).flatMap { pieces[$0] ?? [] } }
}

/// Performs `work` for batches of `size` items in parallel. Each result is passed to `take` in the order of
/// the items, and then released, until `take` returns false.
package func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], of size: Int, _ work: @Sendable (Item) -> Result, then take: (Item, Result) -> Bool
) {
  var start = 0
  while start < items.count {
    let batch = Array(items[start..<min(items.count, start + size)])
    for (item, result) in zip(batch, inParallel(batch, work)) {
      guard take(item, result) else { return }
    }
    start += size
  }
}
