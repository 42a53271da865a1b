import TilawaBase
package import TilawaLibrary
package import TilawaRemote

/// The libraries that somebody names, in the order of trust: folders, and addresses of published ones.
package struct LibraryRequest: Sendable {
  /// As they were named; a name that begins with `http://` or `https://` is an address.
  package var given: [String]
  /// Whether bundles are asked, too, that ignore files leave out of folders.
  package var takesIgnored = false
  /// A file of keys; published libraries that none of them has signed are refused. Nil to ask for no signature.
  package var allowedSigners: String?
  /// Whether published libraries are only asked as they were fetched before.
  package var isOffline = false
  /// Whether plain `http:` is taken from anywhere, and names that lead into private networks.
  package var trustsNetwork = false
  /// What servers are told of the program.
  package var userAgent = "tilawa"

  /// The libraries that are called so.
  package init(_ given: [String]) { self.given = given }

  /// Whether a name of a library is an address.
  package static func isAddress(_ given: String) -> Bool {
    let small = given.prefix(8).lowercased()
    return small.begins(with: "http://") || small.begins(with: "https://")
  }

  /// What is wrong with a name that was meant for an address, and is no folder either: `htps://example.org`, `https:/example.org`;
  /// nil for other names.
  package static func slip(in given: String) -> String? {
    guard let (scheme, rest) = given.cut(at: ":"), rest.begins(with: "/"), scheme.utf8.count > 1,
      scheme.utf8.allSatisfy({
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    let place = rest.trimmed(of: "/")
    let name = nearestName(to: String(scheme), in: ["https", "http"]) ?? "https"
    return
      "\"\(given)\" is neither a folder nor the address of a published library, which begins with https://"
      + (place.isEmpty || scheme.lowercased() == "file" ? "" : "; did you mean \(name)://\(place)?")
  }

  /// The first that is a folder; nil when all are addresses.
  package var folder: String? { given.first { !Self.isAddress($0) } }
}

extension Workplace {
  /// Opens libraries. One of several that can't be asked is a fault of the answers, and the others are asked.
  ///
  /// Throws a `Failure` when a folder is none, an address can't be one, or none of them can be asked.
  package func libraries(_ request: LibraryRequest) throws -> Libraries {
    var members: [any AskedLibrary] = []
    var faults: [LibraryFault] = []
    for given in request.given {
      guard LibraryRequest.isAddress(given) else {
        members.append(try library(at: given, takingIgnored: request.takesIgnored))
        continue
      }
      let address = try publishedAddress(given)
      do throws(FetchError) {
        members.append(try published(address, request))
      } catch {
        let fault = LibraryFault(path: address.text, message: "can't ask \(address.text): \(error)")
        guard request.given.count > 1 else { throw Failure(fault.message) }
        faults.append(fault)
      }
    }
    guard !members.isEmpty else { throw Failure(faults.map(\.message).joined(separator: "; ")) }
    return Libraries(members, faults: faults)
  }

  private func publishedAddress(_ given: String) throws(Failure) -> WebAddress {
    let name = "tilawa-library.json"
    let folder = given.before("/index.html") ?? given.before("/" + name).map { $0 + "/" } ?? given[...]
    guard let address = WebAddress(folder.ends(with: "/") ? String(folder) : folder + "/"),
      !address.path.holds("?")
    else {
      throw Failure(
        "\"\(given)\" is no address of a published library; that is the folder in which its \(name) lies, without user, query or fragment"
      )
    }
    return address
  }

  private func published(
    _ address: WebAddress, _ request: LibraryRequest
  ) throws(FetchError) -> PublishedLibrary {
    var options = TreeOptions()
    options.cacheFolder = cacheFolder
    options.isOffline = request.isOffline
    options.trustsNetwork = request.trustsNetwork
    options.network.userAgent = request.userAgent
    guard let signers = request.allowedSigners else { return try PublishedLibrary(at: address, options) }
    return try PublishedLibrary(at: address, options) { (root, signature) throws(FetchError) in
      do {
        let scratch = cacheFolder ?? environment["TMPDIR"] ?? "/tmp"
        try FileTransfer.makeFolder(scratch)
        _ = try SSHSignature(in: self).verify(
          .bytes(root), signature: signature, allowedSigners: path(signers), shownAs: address.text,
          scratch: scratch)
      } catch {
        throw FetchError("\(error)")
      }
    }
  }
}

/// Audio of published libraries that is to be brought here.
package struct PublishedAudioFetching: Sendable {
  /// A file that is to come.
  package struct Wanted: Sendable, Hashable {
    /// What it is.
    package let audio: FetchableAudio
    /// What people know it by: its address.
    package let shown: String
  }

  /// Each once, in the order in which they are needed.
  package let wanted: [Wanted]
  /// How many of what is needed are here.
  package let here: Int

  /// What of `needed` isn't here.
  package init(_ needed: [FetchableAudio]) {
    var seen: Set<FetchableAudio> = []
    let all = needed.filter { !$0.addresses.isEmpty && $0.path != nil && seen.insert($0).inserted }
    wanted = all.filter { !$0.isHere }.map { Wanted(audio: $0, shown: $0.addresses.first ?? "") }
    here = all.count - wanted.count
  }

  /// Fetches them, several at the same time; gives for each how many bytes came, or why it didn't come.
  ///
  /// A file is refused unless it has the checksum that leads to it.
  package func fetched(_ options: FetchOptions, _ monitor: WorkMonitor) -> [Result<Int64, FetchError>] {
    guard !wanted.isEmpty else { return [] }
    let orders = wanted.map { file in
      var expected = ExpectedAudio()
      expected.sha256 = file.audio.sha256
      expected.bytes = file.audio.bytes
      return FileFetcher.Order(
        file.audio.addresses.map { ($0, file.audio.path ?? "") }, expecting: expected, by: file.audio.rule)
    }
    let stage = monitor.begin("fetching \(counted(orders.count, "file"))")
    defer { stage.finish() }
    var options = options
    options.allowsFiles = false
    let count = Int64(orders.count)
    return FileFetcher(options).fetch(orders) { done in stage.update(Int64(done), of: count) }.map {
      outcome in
      switch outcome {
      case .fetched(_, let bytes): .success(bytes)
      case .failed(_, let error): .failure(error)
      }
    }
  }
}
