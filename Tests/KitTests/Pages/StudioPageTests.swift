import Foundation
import Testing

@testable import TilawaKit

/// The pages of the studio run under a policy that allows only files of their own. Their contents must obey
/// it.
@Suite struct StudioPageTests {
  /// Every string that a person reads comes from the catalogue: neither page nor script has one of its own.
  @Test func nothingIsSaidOutsideOfTheCatalogue() throws {
    let document = text(StudioPage.document)
    let body = try #require(document.split(separator: "<body").last)
    let spoken = String(body).replacing(try Regex("<noscript>.*?</noscript>").dotMatchesNewlines(), with: "")
      .replacing(try Regex("<[^>]*>"), with: "")
    // The program's name stands until a recording is known.
    #expect(spoken.replacing("Tilawa studio", with: "").filter(\.isLetter).filter(\.isASCII) == "classstudio")
    for attribute in ["aria-label", "placeholder", "title"] {
      #expect(try matches(of: #"[^-](\#(attribute)="[^"]*[A-Za-z])"#, in: document).isEmpty)
    }
    let keys = try matches(of: #"data-text(?:-[a-z-]+)?="([^"]+)""#, in: document)
    #expect(keys.allSatisfy { Catalogue.text($0) != $0 })
    let scripts = StudioPage.assets.filter {
      $0.type.hasPrefix("text/javascript") && $0.name != "catalogue.js"
    }
    for script in scripts {
      for key in try matches(of: #"text\("([a-z.A-Z]+)"[,)]"#, in: text(script.bytes)) {
        #expect(Catalogue.text(key) != key, "\(script.name): \(key)")
      }
    }
  }

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
    #expect(
      text(try #require(StudioPage.asset(named: "catalogue.js")).bytes).contains("\"studio.right\":\"Right\"")
    )
    #expect(StudioPage.asset(named: "studio.js")?.bytes.isEmpty == false)
    #expect(StudioPage.asset(named: "../Package.swift") == nil)
  }

  @Test func everyElementThatIsAskedForIsThere() throws {
    let document = text(StudioPage.document)
    let ids = try matches(of: #" id="([^"]+)""#, in: document)
    #expect(Set(ids).count == ids.count)
    let scripts = StudioPage.assets.filter { $0.type.hasPrefix("text/javascript") }.map { text($0.bytes) }
      .joined()
    // The list of bundles is a page of its own.
    let listed = try matches(
      of: #" id="([^"]+)""#, in: text(StudioPage.list([.init(number: 0, name: "a", title: "a")], of: "")))
    #expect(
      Set(try matches(of: #"\bat\("([^"]+)"\)"#, in: scripts)).subtracting(ids).subtracting(listed).isEmpty)
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
    var entry = StudioPage.Entry(number: 3, name: hostile, title: hostile)
    (entry.reciter, entry.arabicReciter, entry.passage, entry.day) = (hostile, hostile, hostile, hostile)
    (entry.rows, entry.confirmed, entry.doubtful) = (5, 2, 1)
    let list = text(StudioPage.list([entry], of: hostile))
    #expect(!list.contains("<script>"))
    #expect(list.contains("href=\"b/3/\"") && list.contains("value=\"2\""))
    #expect(list.contains("2 of 5 checked") && list.contains("1 worth hearing"))
  }

  @Test func whatComesNextFollowsFromTheRows() {
    func next(_ rows: Int, _ confirmed: Int, _ doubtful: Int, isFinished: Bool = false) -> String {
      var entry = StudioPage.Entry(number: 0, name: "", title: "")
      (entry.rows, entry.confirmed, entry.doubtful, entry.isFinished) = (
        rows, confirmed, doubtful, isFinished
      )
      return entry.next
    }
    #expect(next(0, 0, 0) == "find" && next(3, 0, 1) == "hear" && next(3, 1, 0) == "check")
    #expect(next(3, 3, 0) == "finish" && next(3, 3, 0, isFinished: true) == "done")
  }
}

extension Regex<(Substring, Substring)> {
  fileprivate func matches(in text: String) -> [String] { text.matches(of: self).map { String($0.1) } }
}
