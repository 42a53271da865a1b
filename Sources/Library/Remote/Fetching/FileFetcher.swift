internal import Synchronization
import TilawaBase
package import TilawaLibrary

/// Fetches files so that each is here wholly and can be decoded, or not at all.
package struct FileFetcher: Sendable {
  /// A file to be fetched.
  package struct Order: Sendable, Hashable {
    /// The addresses of the file, the preferred first. The next one is used if a server doesn't have it.
    package var addresses: [String]
    /// The name it will have for each address.
    package var targets: [String]
    /// The expected properties of the file. A different one is refused.
    package var expected: ExpectedAudio?
    /// True if the file is audio, which is decoded to its end if nothing else proves that it is complete.
    package var isAudio = true
    /// The rule for the addresses if they come from strangers; nil to allow all.
    package var rule: NetworkRule?

    /// A file that may be had at each of `choices`, and is called as it says there.
    package init(
      _ choices: [(address: String, target: String)], expecting expected: ExpectedAudio? = nil,
      by rule: NetworkRule? = nil
    ) {
      self.expected = expected
      self.rule = rule
      addresses = choices.map(\.address)
      targets = choices.map(\.target)
    }
  }

  /// The outcome of an order.
  package enum Outcome: Sendable, Hashable {
    /// It is at `target` now.
    case fetched(target: String, bytes: Int64)
    /// Why not; the address that failed last.
    case failed(address: String, FetchError)
  }

  private let options: FetchOptions

  /// A fetcher that does as `options` say.
  package init(_ options: FetchOptions = FetchOptions()) { self.options = options }

  /// Fetches all files, several at the same time. `finished` gets the number of those that are done, on any
  /// thread.
  ///
  /// The outcomes are in the order of the orders. Blocks the thread.
  package func fetch(
    _ orders: [Order], finished: @escaping @Sendable (_ done: Int) -> Void = { _ in }
  ) -> [Outcome] {
    let work = FetchWork()
    // Each worker waits most of the time, so that it has a thread of its own and not one of as many as there are
    // cores.
    OwnThread.together(min(options.parallel, orders.count)) {
      let connection = Result { () throws(FetchError) in try Connection(options) }
      while true {
        let index = work.next()
        guard index < orders.count else { return }
        let outcome: Outcome =
          switch connection {
          case .success(let connection): fetch(orders[index], over: connection)
          case .failure(let error): .failed(address: orders[index].addresses.first ?? "", error)
          }
        finished(work.finish(index, outcome))
      }
    }
    return work.outcomes(orders.count)
  }

  private func fetch(_ order: Order, over connection: Connection) -> Outcome {
    var last = Outcome.failed(address: "", FetchError("it has no address"))
    for (address, target) in zip(order.addresses, order.targets) {
      do throws(FetchError) {
        return .fetched(
          target: target, bytes: try fetch(address, to: target, order, over: connection))
      } catch {
        last = .failed(address: address, error)
        guard error.prospect == .notThere else { return last }
      }
    }
    return last
  }

  /// Fetches one file, trying as often as it is worth; gives its size.
  private func fetch(
    _ address: String, to target: String, _ order: Order, over connection: Connection
  ) throws(FetchError) -> Int64 {
    let expected = order.expected
    let part: PartialFile
    do { part = try PartialFile(for: target) } catch { throw FetchError(error.description) }
    let download = Download(to: part, options, expecting: expected, by: order.rule)
    let end = ContinuousClock.now.advanced(by: .seconds(options.totalSeconds))
    var failures = 0
    var damaged = 0
    while true {
      let before = part.size
      do throws(FetchError) {
        let left = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
        guard left > 0 else {
          throw FetchError("it took more than \(options.totalSeconds) seconds in total")
        }
        try download.attempt(address, over: connection, within: left)
        if let difference = expected?.difference(ofFileAt: part.path) {
          try? part.clear()
          throw FetchError(difference)
        }
        // If the length of the file is unknown, only its ending proves that it is complete.
        if expected?.sha256 == nil, order.isAudio,
          let fault = AudioCheck.fault(ofFileAt: part.path, needsEnding: download.total == nil)
        {
          damaged += 1
          try? part.clear()
          throw FetchError(fault, damaged < 2 ? .worthAnotherTry(afterSeconds: nil) : .hopeless)
        }
        let size = part.size
        do { try part.finish() } catch { throw FetchError(error.description) }
        return size
      } catch {
        // Progress, however slow, is not a failure.
        failures = part.size > before ? 1 : failures + 1
        guard case .worthAnotherTry(let wish) = error.prospect, failures < options.attempts,
          let pause = pause(after: failures, wish)
        else {
          // The part that is here can be resumed later, if the server identifies an unchanged file.
          if part.size == 0 || part.note == nil { part.discard() }
          if case .worthAnotherTry = error.prospect { PassingTrouble.note() }
          throw error
        }
        Surroundings.pause(milliseconds: pause)
      }
    }
  }

  /// Milliseconds; nil when the server wants to be left alone for longer than anybody would wait.
  private func pause(after failures: Int, _ wish: Int?) -> Int? {
    if let wish { return wish * 1000 <= options.longestPause ? wish * 1000 : nil }
    let pause = min(options.longestPause, options.firstPause << min(16, failures - 1))
    // Not all at the same moment.
    return pause * 3 / 4 + Int.random(in: 0...max(1, pause / 2))
  }
}

/// The state shared by workers.
private final class FetchWork: Sendable {
  private struct State {
    var next = 0
    var outcomes: [Int: FileFetcher.Outcome] = [:]
  }

  private let state = Mutex(State())

  /// The index of an order that nobody has taken yet.
  func next() -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Gives how many orders are done.
  func finish(_ index: Int, _ outcome: FileFetcher.Outcome) -> Int {
    state.withLock { state in
      state.outcomes[index] = outcome
      return state.outcomes.count
    }
  }

  func outcomes(_ count: Int) -> [FileFetcher.Outcome] {
    state.withLock { state in (0..<count).compactMap { state.outcomes[$0] } }
  }
}
