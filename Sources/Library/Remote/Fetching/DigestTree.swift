internal import Synchronization
import TilawaBase
package import TilawaLibrary

/// A file of a tree, as the file that leads to it names it.
package struct TreeFile: Hashable, Sendable {
  /// Below the tree's address.
  package let path: String
  /// SHA-256 in 64 lower-case hexadecimal digits.
  package let sha256: String
  /// The size in bytes.
  package let bytes: Int64

  /// A file that another one leads to.
  package init(path: String, sha256: String, bytes: Int64) {
    self.path = path
    self.sha256 = sha256
    self.bytes = bytes
  }
}

/// The options for reading a tree.
package struct TreeOptions: Sendable {
  /// Below this folder files are kept; nil to keep none.
  package var cacheFolder: String?
  /// True if only kept files are read, without any request.
  package var isOffline = false
  /// The options for fetching files. The rule is the tree's own.
  package var network = FetchOptions()
  /// True if the user trusts the network around them, as in `NetworkRule`.
  package var trustsNetwork = false
  /// The maximum number of bytes to take from one tree, audio aside.
  package var mostBytes: Int64 = 1 << 29
  /// The maximum number of bytes of files in memory at the same time.
  package var mostBytesAtOnce: Int64 = 1 << 26

  /// Small files, over the network as it is.
  package init() {
    network.attempts = 2
    network.firstPause = 300
    network.longestPause = 3000
    network.totalSeconds = 60
    network.stallSeconds = 15
    network.leastSpeed = 512
    network.parallel = 8
  }
}

/// Files of a web server that lead to each other by their digests, starting with a root.
///
/// The root is requested each time, and usually hasn't changed. Every other file is identified by its digest,
/// kept under the complete digest, and never requested twice. The server doesn't determine any file name
/// here.
package final class DigestTree: Sendable {
  /// Where the root was had from.
  package enum Freshness: Sendable, Hashable {
    /// It came now.
    case new
    /// The server says that what is kept is still right.
    case unchanged
    /// The server can't be reached, for this reason, and the root is the kept one.
    case kept(because: String)
  }

  /// The file that leads to all others.
  package struct Root: Sendable {
    package let bytes: [UInt8]
    package let sha256: String
    package let freshness: Freshness
  }

  /// The number of requests and received bytes, as a measure of an answer's cost.
  package struct Traffic: Sendable, Hashable {
    package var requests = 0
    package var bytes: Int64 = 0
  }

  /// Where the tree lies.
  package let address: WebAddress
  /// The rule for its requests and for addresses in its files.
  package let rule: NetworkRule
  private let options: TreeOptions
  private let cache: TreeCache?
  private let state: Mutex<State>

  private struct State {
    var idle: [Connection] = []
    var traffic = Traffic()
    /// The greatest number of a root whose signature was good; 0 for none.
    var serial = 0
  }

  /// A tree at `address`, which is treated as a folder. Sends no request yet.
  package init(at address: WebAddress, _ options: TreeOptions) {
    self.address = address
    var options = options
    rule = NetworkRule(
      home: address, trustsNetwork: options.trustsNetwork, usesProxies: options.network.usesProxies)
    options.network.allowsFiles = false
    self.options = options
    cache = options.cacheFolder.map { TreeCache(in: $0, of: address) }
    state = Mutex(State())
  }

  /// The traffic so far.
  package var traffic: Traffic { state.withLock { $0.traffic } }

  /// Returns the path at which audio with a digest is kept, with an extension that players support; nil if
  /// nothing is kept.
  package func audioPath(_ sha256: String, ending: String) -> String? {
    cache?.audioPath(sha256, ending: ending)
  }

  // MARK: The root

  /// The requirements for the signature of a root.
  package struct SignatureCheck: Sendable {
    /// Its file name, and its maximum size in bytes.
    package let (name, limit): (String, Int)
    /// Throws unless it is by somebody who is trusted.
    package let verify: @Sendable (_ root: [UInt8], _ signature: [UInt8]) throws(FetchError) -> Void
    /// The number that grows with each root that is signed; 0 for a root without.
    package let serial: @Sendable (_ root: [UInt8]) throws(FetchError) -> Int

    /// A signature that is called `name`.
    package init(
      _ name: String, atMost limit: Int,
      verify: @escaping @Sendable (_ root: [UInt8], _ signature: [UInt8]) throws(FetchError) -> Void,
      serial: @escaping @Sendable (_ root: [UInt8]) throws(FetchError) -> Int
    ) {
      ((self.name, self.limit), self.verify, self.serial) = ((name, limit), verify, serial)
    }
  }

  /// The requirements for a root.
  package struct RootCheck: Sendable {
    /// Its file name.
    package var name: String
    /// Its maximum size in bytes.
    package var limit: Int
    /// Throws when it is none.
    package var read: @Sendable ([UInt8]) throws(FetchError) -> Void
    /// The requirements for its signature; nil to request none.
    package var signature: SignatureCheck?

    /// A root that is called `name`.
    package init(
      _ name: String, atMost limit: Int, read: @escaping @Sendable ([UInt8]) throws(FetchError) -> Void
    ) {
      (self.name, self.limit, self.read) = (name, limit, read)
    }
  }

  /// Returns the root. Unless `anew` is true, the kept root is revalidated, and used as it is while the
  /// server can't be reached.
  package func root(_ check: RootCheck, anew: Bool = false) throws(FetchError) -> Root {
    let kept = keptRoot(check)
    if options.isOffline {
      guard let kept else {
        throw FetchError("it is not in the cache, and the network is not used")
      }
      try requireSignature(of: kept, check)
      try takeSerial(of: kept.bytes, check)
      return Root(
        bytes: kept.bytes, sha256: kept.sha256, freshness: .kept(because: "the network is not used"))
    }
    do throws(FetchError) {
      return try askedRoot(check, kept, anew: anew)
    } catch {
      // Without an answer there is what was there before. What is refused for what it is, is an answer.
      guard case .worthAnotherTry = error.prospect, let kept, !anew else { throw error }
      try requireSignature(of: kept, check)
      try takeSerial(of: kept.bytes, check)
      return Root(bytes: kept.bytes, sha256: kept.sha256, freshness: .kept(because: error.description))
    }
  }

  /// Nil when nothing was kept that is a root still.
  private func keptRoot(_ check: RootCheck) -> TreeCache.KeptRoot? {
    guard let kept = cache?.root(atMost: check.limit) else { return nil }
    do throws(FetchError) { try check.read(kept.bytes) } catch { return nil }
    return kept
  }

  private func askedRoot(
    _ check: RootCheck, _ kept: TreeCache.KeptRoot?, anew: Bool, mayAskAgain: Bool = true
  ) throws(FetchError) -> Root {
    let condition = anew ? nil : kept?.condition
    let headers = (condition.map { [$0] } ?? []) + (anew ? ["Cache-Control: no-cache"] : [])
    let file = try fetch(address.appending(check.name), headers, atMost: check.limit)
    if file.head.status == 304 {
      guard condition != nil, let kept else {
        throw FetchError("unexpected answer from the server: not modified")
      }
      do throws(FetchError) { try requireSignature(of: kept, check) } catch {
        cache?.keep(signature: try takeSignature(of: kept.bytes, check))
      }
      try takeSerial(of: kept.bytes, check)
      return Root(bytes: kept.bytes, sha256: kept.sha256, freshness: .unchanged)
    }
    if file.head.kind == "text/html" {
      throw FetchError(
        "a web page instead of \(check.name); is this the address of a published library?")
    }
    try check.read(file.bytes)
    do throws(FetchError) {
      let signature = try takeSignature(of: file.bytes, check)
      try takeSerial(of: file.bytes, check)
      cache?.keep(signature: signature)
    } catch {
      // It may have been published anew between the two, or a cache on the way may have an older one.
      guard mayAskAgain, error.prospect == .hopeless else { throw error }
      return try askedRoot(check, kept, anew: true, mayAskAgain: false)
    }
    let sha256 = try digest(file.bytes)
    cache?.keep(root: file.bytes, sha256, file.head.condition)
    return Root(bytes: file.bytes, sha256: sha256, freshness: .new)
  }

  /// Of what was kept, by the signature that was.
  private func requireSignature(of kept: TreeCache.KeptRoot, _ check: RootCheck) throws(FetchError) {
    guard let signature = check.signature else { return }
    guard let bytes = cache?.signature(atMost: signature.limit) else {
      throw FetchError("its signature is not in the cache")
    }
    try signature.verify(kept.bytes, bytes)
  }

  /// Returns the verified signature of a root; nil if none is required.
  private func takeSignature(of root: [UInt8], _ check: RootCheck) throws(FetchError) -> [UInt8]? {
    guard let signature = check.signature else { return nil }
    let file: SmallFile
    do throws(FetchError) {
      file = try fetch(
        address.appending(signature.name), ["Cache-Control: no-cache"], atMost: signature.limit)
    } catch {
      throw error.prospect == .notThere
        ? FetchError("it is not signed: no such file: \(signature.name)", .notThere) : error
    }
    try signature.verify(root, file.bytes)
    return file.bytes
  }

  /// Stores the serial number of a root with a good signature. Throws if a root with a greater number was
  /// signed before: the server has then gone back, or withholds newer files.
  private func takeSerial(of root: [UInt8], _ check: RootCheck) throws(FetchError) {
    guard let signature = check.signature else { return }
    let serial = try signature.serial(root)
    let kept = cache?.serial ?? 0
    let seen = state.withLock { state in
      state.serial = max(state.serial, kept)
      defer { state.serial = max(state.serial, serial) }
      return state.serial
    }
    guard serial >= seen else {
      throw FetchError(
        "the server offers an old version: its serial number is \(serial == 0 ? "missing" : "\(serial)"), but \(seen) was already signed"
          + (cache.map { " (if the publisher confirms this, remove \($0.serialPath))" } ?? ""))
    }
    if serial > kept { cache?.keep(serial: serial) }
  }

  // MARK: The others

  /// Passes each of `files` to `take`, with its index or the error. The order is undefined, and `take` is
  /// called on the calling thread. Kept files are not fetched.
  package func read(_ files: [TreeFile], _ take: (Int, Result<[UInt8], FetchError>) -> Void) {
    var missing: [Int] = []
    for (place, file) in files.enumerated() {
      if let bytes = cache?.file(file) { take(place, .success(bytes)) } else { missing.append(place) }
    }
    var rest = missing[...]
    while let first = rest.popFirst() {
      var batch = [first]
      var bytes = files[first].bytes
      while let next = rest.first, bytes + files[next].bytes <= options.mostBytesAtOnce {
        bytes += files[next].bytes
        batch.append(next)
        rest = rest.dropFirst()
      }
      for (place, result) in zip(batch, fetched(batch.map { files[$0] })) { take(place, result) }
    }
  }

  /// One file.
  package func read(_ file: TreeFile) throws(FetchError) -> [UInt8] {
    var result: Result<[UInt8], FetchError>?
    read([file]) { result = $1 }
    guard let result else { throw FetchError("it was not read") }
    return try result.get()
  }

  private func fetched(_ files: [TreeFile]) -> [Result<[UInt8], FetchError>] {
    guard files.count > 1 else { return files.map(fetched) }
    let results = Mutex([Result<[UInt8], FetchError>?](repeating: nil, count: files.count))
    let next = Mutex(0)
    // Each waits most of the time, so that it has a thread of its own and not one of as many as there are cores.
    OwnThread.together(min(options.network.parallel, files.count)) {
      while true {
        let place = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard place < files.count else { return }
        let result = self.fetched(files[place])
        results.withLock { $0[place] = result }
      }
    }
    return results.withLock { $0.map { $0 ?? .failure(FetchError("it was not requested")) } }
  }

  private func fetched(_ file: TreeFile) -> Result<[UInt8], FetchError> {
    if options.isOffline {
      return .failure(FetchError("it is not in the cache, and the network is not used"))
    }
    do throws(FetchError) {
      guard file.bytes >= 0, file.bytes <= options.mostBytesAtOnce else {
        throw FetchError(
          "it has \(file.bytes) bytes; at most \(options.mostBytesAtOnce) are allowed")
      }
      // No cache on the way has another file under this address.
      let address = address.appending(file.path) + "?" + file.sha256.prefix(16)
      var answer: SmallFile
      do throws(FetchError) {
        answer = try fetch(address, [], atMost: Int(file.bytes))
      } catch {
        throw error.prospect == .notThere ? FetchError(error.description, .changed) : error
      }
      guard answer.bytes.count == file.bytes else {
        throw FetchError("incomplete: \(answer.bytes.count) of \(file.bytes) bytes received", .changed)
      }
      guard try digest(answer.bytes) == file.sha256 else {
        throw FetchError("it is not the file in the library's index", .changed)
      }
      cache?.keep(file, answer.bytes)
      return .success(answer.bytes)
    } catch {
      return .failure(error)
    }
  }

  private func digest(_ bytes: [UInt8]) throws(FetchError) -> String {
    do { return try FileDigest.of(bytes).sha256 } catch { throw FetchError(error.description) }
  }

  // MARK: Asking

  private func fetch(
    _ address: String, _ headers: [String], atMost limit: Int
  ) throws(FetchError) -> SmallFile {
    let end = ContinuousClock.now.advanced(by: .seconds(options.network.totalSeconds))
    var failures = 0
    while true {
      do throws(FetchError) {
        let left = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
        guard left > 0 else {
          throw FetchError("it took more than \(options.network.totalSeconds) seconds in total")
        }
        return try ask(address, headers, atMost: limit, within: left)
      } catch {
        failures += 1
        guard case .worthAnotherTry(let wish) = error.prospect else { throw error }
        let pause = wish.map { $0 * 1000 } ?? options.network.firstPause << (failures - 1)
        guard failures < options.network.attempts, pause <= options.network.longestPause else {
          PassingTrouble.note()
          throw error
        }
        Surroundings.pause(milliseconds: pause)
      }
    }
  }

  private func ask(
    _ address: String, _ headers: [String], atMost limit: Int, within milliseconds: Int
  ) throws(FetchError) -> SmallFile {
    let (idle, spent) = state.withLock { state in
      state.traffic.requests += 1
      return (state.idle.popLast(), state.traffic.bytes)
    }
    guard spent < options.mostBytes else {
      throw FetchError("more than \(options.mostBytes) bytes in total came from \(self.address.host)")
    }
    let connection: Connection
    if let idle { connection = idle } else { connection = try Connection(options.network) }
    let file = SmallFile(atMost: limit)
    defer {
      let count = Int64(file.bytes.count)
      state.withLock { state in
        state.traffic.bytes += count
        state.idle.append(connection)
      }
    }
    try connection.fetch(
      address, headers: headers, within: milliseconds, by: rule, takesCompressed: true, into: file)
    guard [200, 304].contains(file.head.status) else {
      throw FetchError("the server answered with HTTP \(file.head.status)", .changed)
    }
    return file
  }
}
