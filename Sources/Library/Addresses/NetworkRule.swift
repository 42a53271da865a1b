import TilawaBase

/// Which addresses are asked for what a stranger's files name, so that they lead nowhere that the user didn't mean.
///
/// Files are had from the public network. The one place of another network that may be asked is the one that the user
/// named: nothing that comes from it leads on to this computer, to the networks around it, or to where clouds keep the
/// keys of their machines.
package struct NetworkRule: Sendable, Hashable {
  /// What the user named.
  package let home: WebAddress
  /// Whether the user trusts the network around them: plain `http:`, and names that lead into private networks.
  package var trustsNetwork = false
  /// How often an answer may lead to another address.
  package var mostRedirects = 5
  /// What tells of proxies, as the environment has it.
  private let proxies: Proxies

  /// The rule for what is named by the files at `home`.
  package init(home: WebAddress, trustsNetwork: Bool = false, usesProxies: Bool = true) {
    self.home = home
    self.trustsNetwork = trustsNetwork
    proxies = usesProxies ? Proxies(Surroundings.environment) : Proxies([:])
  }

  /// Why `address` is not even asked for; nil when it may be.
  package func refusal(of address: WebAddress) -> String? {
    if !address.isSecure, !trustsNetwork, !(address.isLoopback && address.isSameDoor(as: home)) {
      return "\(address.origin) is not encrypted, and only --trust-network takes plain http"
    }
    // A proxy connects to whatever it is told to, so that what is written counts as well.
    if let kind = address.writtenKind { return refusal(of: kind, address.host, for: address) }
    return nil
  }

  /// Why a connection to `address`, which `place` stands for, is not opened; nil when it may be.
  package func refusal(of address: NetworkAddress, for place: WebAddress) -> String? {
    refusal(of: address.kind, address.text, for: place)
  }

  private func refusal(of kind: NetworkAddress.Kind, _ shown: String, for place: WebAddress) -> String? {
    switch kind {
    case .everywhere: return nil
    case .reserved: return "\(place.host) is \(shown), an address of no computer"
    case .loopback, .linkLocal, .privateNetwork:
      if place.isSameDoor(as: home), place.isNumeric || place.hasLocalName || place.isLoopback { return nil }
      if trustsNetwork, kind == .privateNetwork { return nil }
      let name = place.host == shown ? place.host : "\(place.host) is \(shown), which"
      return place.isSameDoor(as: home)
        ? "\(name) is an address \(kind.text); name it by its numbers if you mean it"
        : "\(name) is an address \(kind.text), to which nothing from \(home.host) may lead"
    }
  }

  /// Whether the proxy that the environment names is asked for `address`.
  package func proxy(for address: WebAddress) -> Bool { !address.isLoopback && proxies.isUsed(for: address) }
}

/// What the environment says of proxies, so that it is known beforehand whether libcurl goes through one.
private struct Proxies: Sendable, Hashable {
  private let isGivenForHTTP: Bool
  private let isGivenForHTTPS: Bool
  private let exempt: [String]

  package init(_ environment: [String: String]) {
    func isGiven(_ names: String...) -> Bool { names.contains { !(environment[$0] ?? "").isEmpty } }
    isGivenForHTTP = isGiven("http_proxy", "all_proxy", "ALL_PROXY")
    isGivenForHTTPS = isGiven("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    exempt = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").lowercased().words(by: ", ").map(
      String.init)
  }

  package func isUsed(for address: WebAddress) -> Bool {
    guard address.isSecure ? isGivenForHTTPS : isGivenForHTTP else { return false }
    return !exempt.contains { entry in
      let name = entry.after(".").map(String.init) ?? entry
      return entry == "*" || address.host == name || address.host.ends(with: "." + name)
    }
  }
}

extension WebAddress {
  /// The address that `text` is, when the rule lets it be asked.
  package init(_ text: String, by rule: NetworkRule) throws(FetchError) {
    guard let address = WebAddress(text) else {
      throw FetchError("\"\(text.prefix(200))\" is no http or https address")
    }
    if let reason = rule.refusal(of: address) { throw FetchError(reason) }
    self = address
  }

  /// Where a redirect from here leads, when the rule lets it be followed.
  package func redirected(to text: String, by rule: NetworkRule) throws(FetchError) -> WebAddress {
    guard !text.isEmpty else { throw FetchError("it is a redirect that leads nowhere") }
    guard let next = WebAddress(text) else {
      throw FetchError("it leads to an address that is not http or https, or none that a file has")
    }
    if isSecure, !next.isSecure {
      throw FetchError("it leads from https to \(next.origin), which is not encrypted")
    }
    if let reason = rule.refusal(of: next) { throw FetchError("it leads elsewhere: " + reason) }
    return next
  }
}
