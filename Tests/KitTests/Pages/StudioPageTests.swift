import Foundation
import Testing

@testable import TilawaKit

/// The pages of the studio run under a policy that allows only files of their own. Their contents must obey
/// it.
@Suite struct StudioPageTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func matches(of pattern: String, in text: String) throws -> [String] {
    try Regex<(Substring, Substring)>(pattern).matches(in: text)
  }

  @Test func everyFileThatIsAskedForIsThere() throws {
    let names = StudioPage.assets.map(\.name)
    #expect(Set(names).count == names.count)
    let list = text(StudioPage.list([], of: "x"))
    var asked = try matches(
      of: #"(?:src|href)="(?:\.\./\.\./)?assets/([^"]+)""#, in: text(StudioPage.document) + list)
    for asset in StudioPage.assets where asset.type.hasPrefix("text/javascript") {
      asked += try matches(of: #"from "\./([^"]+)""#, in: text(asset.bytes))
    }
    #expect(Set(asked) == Set(names))
    #expect(StudioPage.asset(named: "studio.js")?.bytes.isEmpty == false)
    #expect(StudioPage.asset(named: "../Package.swift") == nil)
  }

  @Test func everyElementThatIsAskedForIsThere() throws {
    let document = text(StudioPage.document)
    let ids = try matches(of: #" id="([^"]+)""#, in: document)
    #expect(Set(ids).count == ids.count)
    let scripts = StudioPage.assets.filter { $0.type.hasPrefix("text/javascript") }.map { text($0.bytes) }
      .joined()
    #expect(Set(try matches(of: #"\bat\("([^"]+)"\)"#, in: scripts)).subtracting(ids).isEmpty)
    let named = try matches(of: #"(?:for|aria-labelledby|aria-describedby)="([^"]+)""#, in: document)
    #expect(Set(named).subtracting(ids).isEmpty)
  }

  @Test func nothingIsInlineAndNothingBecomesMarkup() throws {
    let document = text(StudioPage.document)
    #expect(try matches(of: #"(<style|<script>|\son[a-z]+=|\sstyle=)"#, in: document).isEmpty)
    for asset in StudioPage.assets where asset.type.hasPrefix("text/javascript") {
      let found = try matches(
        of:
          #"(innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setHTML|createContextualFragment)"#,
        in: text(asset.bytes))
      #expect(found.isEmpty, "\(asset.name)")
    }
  }

  @Test func theListShowsWhatSomebodyWroteAsText() {
    let hostile = "</a><script>alert(1)</script>\"'&"
    let list = text(
      StudioPage.list(
        [.init(number: 3, name: hostile, title: hostile, reciter: hostile, rows: 1, unconfirmed: 0)],
        of: hostile))
    #expect(!list.contains("<script>"))
    #expect(list.contains("href=\"b/3/\""))
    #expect(list.contains("1 row, 0 not confirmed"))
  }
}

extension Regex<(Substring, Substring)> {
  fileprivate func matches(in text: String) -> [String] { text.matches(of: self).map { String($0.1) } }
}
