import TilawaBase
package import TilawaLibrary
package import TilawaRemote

/// A request for libraries, in order of trust: folders, and addresses of published libraries.
package struct LibraryRequest: Sendable {
  /// The names as the user gave them; a name that begins with `http://` or `https://` is an address.
  package var given: [String]
  /// True if bundles in folders are searched even if ignore files name them.
  package var takesIgnored = false
  /// A file of allowed signers. Published libraries that none of them has signed are refused. If nil, no
  /// signature is required.
  package var allowedSigners: String?
  /// True if published libraries are used only as they were fetched before.
  package var isOffline = false
  /// True if plain `http:` is accepted from anywhere, and host names may lead into private networks.
  package var trustsNetwork = false
  /// The user agent that is sent to servers.
  package var userAgent = "tilawa"

  /// Creates a request for the given libraries.
  package init(_ given: [String]) { self.given = given }

  /// Returns true if the name of a library is an address.
  package static func isAddress(_ given: String) -> Bool {
    let small = given.prefix(8).lowercased()
    return small.begins(with: "http://") || small.begins(with: "https://")
  }

  /// Returns a message for a name that is probably a mistyped address, such as `htps://example.org` or
  /// `https:/example.org`; nil for other names.
  package static func slip(in given: String) -> String? {
    guard let (scheme, rest) = given.cut(at: ":"), rest.begins(with: "/"), scheme.utf8.count > 1,
      scheme.utf8.allSatisfy({
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      })
    else { return nil }
    let place = rest.trimmed(of: "/")
    let name = nearestName(to: String(scheme), in: ["https", "http"]) ?? "https"
    return
      "\"\(given)\" is neither a folder nor the https:// address of a published library"
      + (place.isEmpty || scheme.lowercased() == "file" ? "" : "; did you mean \(name)://\(place)?")
  }

  /// The first name of a folder, or nil if all are addresses.
  package var folder: String? { given.first { !Self.isAddress($0) } }
}

extension Workplace {
  /// Opens libraries. If one of several can't be opened, it is a fault in the answers, and the others are
  /// used.
  ///
  /// Throws a `Failure` if a folder is not a library, an address is invalid, or none of them can be opened.
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
        let fault = LibraryFault(path: address.text, message: "cannot read \(address.text): \(error)")
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
        "invalid address \"\(given)\" (expected the folder that contains \(name), without user, query or fragment)"
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

/// Fetches audio of published libraries.
package struct PublishedAudioFetching: Sendable {
  /// A file to fetch.
  package struct Wanted: Sendable, Hashable {
    /// The audio.
    package let audio: FetchableAudio
    /// The address, which is shown to people.
    package let shown: String
  }

  /// The files to fetch, each once, in the order in which they are needed.
  package let wanted: [Wanted]
  /// The number of needed files that are already here.
  package let here: Int

  /// Plans to fetch those of `needed` that aren't here.
  package init(_ needed: [FetchableAudio]) {
    var seen: Set<FetchableAudio> = []
    let all = needed.filter { !$0.addresses.isEmpty && $0.path != nil && seen.insert($0).inserted }
    wanted = all.filter { !$0.isHere }.map { Wanted(audio: $0, shown: $0.addresses.first ?? "") }
    here = all.count - wanted.count
  }

  /// Fetches the files in parallel. Returns for each the number of bytes fetched, or the error.
  ///
  /// A file is refused unless it has the expected checksum.
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
