import Testing
import TilawaKit

@Suite struct BundleNameTests {
  @Test(arguments: [
    ("Friday 18", "friday-18.tilawa"), ("  Al-Kahf (live!) ", "al-kahf-live.tilawa"),
    ("Sa'id's night", "saids-night.tilawa"), ("سُورَةُ الكَهْف", "سورة-الكهف.tilawa"),
    ("\u{6D6}", "recording.tilawa"),
    ("../../etc", "etc.tilawa"), ("", "recording.tilawa"), ("a\u{0}b\u{202E}c\n", "a-bc.tilawa"),
  ])
  func comesFromTheTitle(title: String, name: String) {
    #expect(BundleName.from(title) == name)
  }

  @Test func isNeverTooLongForAFolder() {
    for letter in ["a", "ق", "字"] {
      let name = BundleName.from(String(repeating: letter, count: 300))
      #expect(name.hasSuffix(".tilawa") && name.utf8.count <= 87 && name.utf8.count > 80)
    }
  }
}
