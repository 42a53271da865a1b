import TilawaBase

/// Decides which of the addresses in strangers' files may be used, so that they lead nowhere that the user
/// didn't intend.
///
/// Files are fetched from the public network. The only place in another network that may be used is the one
/// that the user named. Nothing that comes from it leads on to this computer or to the networks around it.
/// Neither does it lead to where clouds keep the keys of their machines.
package struct NetworkRule: Sendable, Hashable {
  /// The address that the user named.
  package let home: WebAddress
  /// True if the user trusts the network around them, which allows plain `http:` and names that lead into
  /// private networks.
  package var trustsNetwork = false
  /// The maximum number of redirects.
  package var mostRedirects = 5
  /// The environment's settings for proxies.
  private let proxies: Proxies

  /// The rule for what is named by the files at `home`.
  package init(home: WebAddress, trustsNetwork: Bool = false, usesProxies: Bool = true) {
    self.home = home
    self.trustsNetwork = trustsNetwork
    proxies = usesProxies ? Proxies(Surroundings.environment) : Proxies([:])
  }

  /// Returns the reason why `address` may not be used, or nil if it may.
  package func refusal(of address: WebAddress) -> String? {
    if !address.isSecure, !trustsNetwork, !(address.isLoopback && address.isSameDoor(as: home)) {
      return "\(address.origin) is not encrypted; plain http requires --trust-network"
    }
    // A proxy connects to any address in a request, so that the written address matters as well.
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
    case .reserved: return "\(place.host) is \(shown), a reserved address"
    case .loopback, .linkLocal, .privateNetwork:
      if place.isSameDoor(as: home), place.isNumeric || place.hasLocalName || place.isLoopback { return nil }
      if trustsNetwork, kind == .privateNetwork { return nil }
      let name = place.host == shown ? place.host : "\(place.host) is \(shown), which"
      return place.isSameDoor(as: home)
        ? "\(name) is an address \(kind.text); to allow it, write the address in numbers"
        : "\(name) is an address \(kind.text); \(home.host) may not refer to it"
    }
  }

  /// Returns true if the environment's proxy is used for `address`.
  package func proxy(for address: WebAddress) -> Bool { !address.isLoopback && proxies.isUsed(for: address) }
}

/// The environment's settings for proxies, read in order to find out beforehand whether libcurl uses one.
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
  /// The address in `text`. Throws if the text is not an address or the rule refuses it.
  package init(_ text: String, by rule: NetworkRule) throws(FetchError) {
    guard let address = WebAddress(text) else {
      throw FetchError("\"\(text.prefix(200))\" is not an http or https address")
    }
    if let reason = rule.refusal(of: address) { throw FetchError(reason) }
    self = address
  }

  /// Where a redirect from here leads, when the rule lets it be followed.
  package func redirected(to text: String, by rule: NetworkRule) throws(FetchError) -> WebAddress {
    guard !text.isEmpty else { throw FetchError("a redirect without an address") }
    guard let next = WebAddress(text) else {
      throw FetchError("it redirects to an address that is not http or https, or is invalid")
    }
    if isSecure, !next.isSecure {
      throw FetchError("it redirects from https to \(next.origin), which is not encrypted")
    }
    if let reason = rule.refusal(of: next) { throw FetchError("redirect refused: " + reason) }
    return next
  }
}
