import Synchronization
import TilawaBase
package import TilawaLibrary
package import TilawaQuran

/// A published library on a web server (`spec/companions/publish.md`), of which only the files that a
/// question needs are requested.
///
/// The root is requested once, when the library is opened. Other files are identified by digests that lead
/// from it, so that a question is answered from one state of the library. If a file doesn't match its digest,
/// the library may have been published anew meanwhile. The root is then requested once more, and the question
/// answered from that.
package final class PublishedLibrary: AskedLibrary {
  /// Where it lies.
  package let address: WebAddress
  let tree: DigestTree
  /// Below which what was fetched is kept; nil when nothing is.
  private let cacheFolder: String?
  private let check: DigestTree.RootCheck
  private let state: Mutex<PublishedSnapshot>

  /// Requests the root. `signature` throws unless the root's signature is by somebody who is trusted; if it
  /// is nil, no signature is requested. A signed root is refused if a greater serial number was seen before.
  package init(
    at address: WebAddress, _ options: TreeOptions,
    signature: (@Sendable (_ root: [UInt8], _ signature: [UInt8]) throws(FetchError) -> Void)? = nil
  ) throws(FetchError) {
    self.address = address
    cacheFolder = options.cacheFolder
    let tree = DigestTree(at: address, options)
    self.tree = tree
    var check = DigestTree.RootCheck(PublishedAddress.root, atMost: PublishedLimits.rootBytes) {
      (bytes) throws(FetchError) in
      do throws(PublishedFault) { _ = try PublishedRoot(reading: bytes) } catch {
        throw FetchError("\(PublishedAddress.root): \(error.message)")
      }
    }
    if let signature {
      check.signature = .init(PublishedAddress.signature, atMost: 1 << 16, verify: signature) {
        (bytes) throws(FetchError) in
        do throws(PublishedFault) { return try PublishedRoot(reading: bytes).serial ?? 0 } catch {
          throw FetchError("\(PublishedAddress.root): \(error.message)")
        }
      }
    }
    self.check = check
    state = Mutex(try PublishedSnapshot(tree.root(check)))
  }

  /// Why what is kept is taken unasked, when it is.
  package var reasonForKept: String? {
    if case .kept(let reason) = snapshot.freshness { reason } else { nil }
  }

  /// The traffic so far.
  package var traffic: DigestTree.Traffic { tree.traffic }

  /// The number of its recordings.
  package var recordingCount: Int { snapshot.root.recordings }

  /// The sources in its list of reciters, which is requested if necessary.
  var sources: [LibrarySource] {
    var question = PublishedQuestion(snapshot, self)
    return question.reciters?.sources ?? []
  }

  private var snapshot: PublishedSnapshot { state.withLock { $0 } }

  package func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution {
    answering { question in question.resolve(ayat, in: session, explaining: explaining) }
  }

  package func coverage(
    of ayat: [Ayah], in session: Session, byReciter: Bool, tellingVerified: Bool
  ) -> LibraryCoverage {
    answering { question in
      question.coverage(of: ayat, in: session, byReciter: byReciter, tellingVerified: tellingVerified)
    }
  }

  /// Answers from the state that is known, and once more when that turns out to be another one by now.
  private func answering<Result>(_ body: (inout PublishedQuestion) -> Result) -> Result {
    let before = snapshot
    var question = PublishedQuestion(before, self)
    let result = body(&question)
    guard question.isOutdated, let root = try? tree.root(check, anew: true), root.sha256 != before.sha256,
      let now = try? PublishedSnapshot(root)
    else { return result }
    state.withLock { $0 = now }
    var again = PublishedQuestion(now, self)
    return body(&again)
  }

  // MARK: What is had from where

  /// Returns the address of a file of the library for messages.
  func shown(_ path: String) -> String { address.appending(path) }

  /// Returns the audio of a recording or a row as something that can be fetched; nil if it has no checksum.
  func audio(
    at path: String?, url: String?, sha256: String?, bytes: Int?, like name: String
  ) -> FetchableAudio? {
    guard let sha256 else { return nil }
    let ending = PathText.fileExtension(of: path ?? name).lowercased()
    let addresses = [path.map { address.appending($0) }, url].compactMap { $0 }
    return FetchableAudio(
      addresses: addresses, sha256: sha256, bytes: bytes.map(Int64.init),
      path: tree.audioPath(sha256, ending: ending), rule: tree.rule)
  }

  /// The sources of a reciter whom it lists.
  func sources(of entry: PublishedReciters.Entry, from order: Int) -> [LibrarySource] {
    let place = PublishedRowPlace.place(of: shown(PublishedAddress.reciters))
    return entry.sources.enumerated().compactMap { index, source in
      LibrarySource(
        url: source.url, pattern: source.pattern, of: entry.reciter, source.riwayah ?? entry.riwayah,
        source.counting, at: place, order: order + index, cacheFolder: cacheFolder, by: tree.rule)
    }
  }
}

/// A state of a published library.
struct PublishedSnapshot: Sendable {
  let root: PublishedRoot
  let sha256: String
  let freshness: DigestTree.Freshness

  init(_ root: DigestTree.Root) throws(FetchError) {
    do throws(PublishedFault) { self.root = try PublishedRoot(reading: root.bytes) } catch {
      throw FetchError(error.message)
    }
    sha256 = root.sha256
    freshness = root.freshness
  }
}
