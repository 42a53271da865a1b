import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

struct FormatListTests {
  /// A forgotten line in the list would leave a format out in silence.
  @Test func everyFormatIsListed() throws {
    let folder = "\(ConformanceSuite.repository)/Sources/Exchange/Formats"
    var declared: [String] = []
    for name in try FileTree.entries(ofFolder: folder) where name.hasSuffix(".swift") {
      let text = String(decoding: try FileContents.read("\(folder)/\(name)"), as: UTF8.self)
      declared += text.matches(of: /static let ([A-Za-z0-9]+)(: ForeignFormat = | = ForeignFormat\()/).map {
        String($0.1)
      }
    }
    #expect(declared.count == ForeignFormat.all.count, "\(declared.sorted())")
    let names = ForeignFormat.all.map(\.name)
    #expect(Set(names).count == names.count, "two formats of one name")
    let page = try ConformanceSuite.text(of: "spec/core/exchange.md")
    let formats = try ConformanceSuite.text(of: "spec/companions/formats.md")
    for name in names {
      #expect(formats.contains("| `\(name)` |"), "spec/companions/formats.md has no line on \(name)")
    }
    for code in LossCode.allCases {
      #expect(
        page.contains("| `\(code.rawValue)` |"),
        "spec/core/exchange.md has no line on the loss \(code.rawValue)")
    }
    for rule in RuleID.ofExchange {
      #expect(
        page.contains("| \(rule.code) \(rule.name) |"), "spec/core/exchange.md has no line on \(rule.code)")
    }
  }
}
