import Testing

@testable import TilawaLibrary
@testable import TilawaRemote

/// The places to which addresses from strangers may lead.
struct NetworkRuleTests {
  @Test func tellsWhoseAnAddressIs() {
    let kinds: [(NetworkAddress.Kind, [[UInt8]])] = [
      (
        .everywhere,
        [[8, 8, 8, 8], [172, 32, 0, 1], [100, 128, 0, 1], [0x20, 0x01, 0x48, 0x60] + zeros(12)]
      ),
      (.loopback, [[127, 0, 0, 1], [127, 9, 9, 9], zeros(15) + [1]]),
      (
        .privateNetwork,
        [
          [10, 0, 0, 1], [172, 16, 0, 1], [172, 31, 255, 255], [192, 168, 1, 1], [100, 64, 0, 1],
          [0xFD] + zeros(15),
        ]
      ),
      (.linkLocal, [[169, 254, 169, 254], [0xFE, 0x80] + zeros(14)]),
      (
        .reserved,
        [
          [0, 0, 0, 0], [224, 0, 0, 1], [255, 255, 255, 255], [198, 18, 0, 1], zeros(16),
          [0xFF, 2] + zeros(14), [1],
        ]
      ),
      // IPv4 within IPv6, and behind translators.
      (.loopback, [zeros(10) + [0xFF, 0xFF, 127, 0, 0, 1], [0x20, 0x02, 127, 0, 0, 1] + zeros(10)]),
      (
        .linkLocal,
        [
          zeros(10) + [0xFF, 0xFF, 169, 254, 169, 254],
          [0, 0x64, 0xFF, 0x9B] + zeros(8) + [169, 254, 169, 254],
        ]
      ),
      (.privateNetwork, [zeros(12) + [10, 0, 0, 1]]),
    ]
    for (kind, addresses) in kinds {
      for bytes in addresses { #expect(NetworkAddress(bytes).kind == kind, "\(bytes)") }
    }
  }

  private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  @Test func takesAddressesApart() throws {
    let address = try #require(WebAddress("HTTPS://Example.org:8443/a/b?c=d"))
    #expect(address.text == "https://example.org:8443/a/b?c=d" && address.isSecure && address.port == 8443)
    #expect(try #require(WebAddress("http://a")).text == "http://a/")
    #expect(try #require(WebAddress("https://a/b")).appending("c/d.json") == "https://a/b/c/d.json")
    #expect(try #require(WebAddress("https://[::1]:99/x")).port == 99)
    for wrong in [
      "", "a", "ftp://a/", "file:///etc/passwd", "https://", "https:///a", "https://user@a/",
      "https://u:p@a/",
      "https://a/#b", "https://a:0/", "https://a:65536/", "https://a:-1/", "https://a b/", "https://a\\b/",
      "https://a\n/", "https://é.org/", "https://[::1/", "https://[::1]x/", "https://a:80:80/",
      "https://a%00/",
      "javascript:alert(1)", "https://" + String(repeating: "a", count: 300) + "/",
    ] {
      #expect(WebAddress(wrong) == nil, "\(wrong)")
    }
  }

  private func refusal(_ address: String, from home: String, trusting: Bool = false) -> String? {
    guard let home = WebAddress(home), let address = WebAddress(address) else { return "no address" }
    return NetworkRule(home: home, trustsNetwork: trusting, usesProxies: false).refusal(of: address)
  }

  @Test func asksOnlyWhereTheUserMeantTo() {
    #expect(refusal("https://cdn.example.org/a", from: "https://example.org/") == nil)
    #expect(refusal("http://example.org/a", from: "http://example.org/")?.contains("not encrypted") == true)
    #expect(refusal("http://example.org/a", from: "http://example.org/", trusting: true) == nil)
    #expect(refusal("http://127.0.0.1:8000/", from: "http://127.0.0.1:8000/") == nil)
    #expect(refusal("http://localhost:8000/", from: "http://localhost:8000/") == nil)
    #expect(refusal("http://127.0.0.1:8001/", from: "http://127.0.0.1:8000/") != nil)
    #expect(refusal("https://127.0.0.1/", from: "https://example.org/")?.contains("of this computer") == true)
    #expect(refusal("https://127.0.0.1/", from: "https://example.org/", trusting: true) != nil)
    #expect(refusal("https://10.0.0.1/", from: "https://example.org/")?.contains("private network") == true)
    #expect(refusal("https://10.0.0.1/", from: "https://10.0.0.1/") == nil)
    #expect(refusal("https://10.0.0.2/", from: "https://10.0.0.1/") != nil)
    #expect(refusal("https://10.0.0.2/", from: "https://10.0.0.1/", trusting: true) == nil)
    #expect(refusal("https://169.254.169.254/", from: "https://10.0.0.1/", trusting: true) != nil)
    #expect(refusal("https://0.0.0.0/", from: "https://0.0.0.0/", trusting: true) != nil)
  }

  /// A name is judged by its address at the time of the connection.
  @Test func namesThatLeadInsideAreRefusedWhenTheyAreConnectedTo() throws {
    let home = try #require(WebAddress("https://example.org/"))
    let rule = NetworkRule(home: home, usesProxies: false)
    #expect(rule.refusal(of: NetworkAddress([93, 184, 216, 34]), for: home) == nil)
    let advice = rule.refusal(of: NetworkAddress([192, 168, 1, 5]), for: home)
    #expect(advice?.contains("write the address in numbers") == true)
    let other = try #require(WebAddress("https://cdn.example.org/"))
    #expect(
      rule.refusal(of: NetworkAddress([127, 0, 0, 1]), for: other)?.contains(
        "example.org may not refer to it")
        == true)
    let local = try #require(WebAddress("https://nas.local/"))
    let localRule = NetworkRule(home: local, usesProxies: false)
    #expect(localRule.refusal(of: NetworkAddress([192, 168, 1, 5]), for: local) == nil)
  }

  @Test func followsNoRedirectAwayFromEncryption() throws {
    let home = try #require(WebAddress("https://example.org/"))
    let rule = NetworkRule(home: home, trustsNetwork: true, usesProxies: false)
    #expect(throws: FetchError.self) { try home.redirected(to: "http://example.org/", by: rule) }
    #expect(throws: FetchError.self) { try home.redirected(to: "file:///etc/passwd", by: rule) }
    #expect(throws: FetchError.self) { try home.redirected(to: "", by: rule) }
    #expect(try home.redirected(to: "https://other.org/", by: rule).host == "other.org")
  }
}
