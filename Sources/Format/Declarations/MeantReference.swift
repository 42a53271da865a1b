import TilawaBase
import TilawaQuran

/// The references that may have been meant by a text that isn't one. It accepts what the command line
/// understands, also with another sign between the numbers, and in quotes that YAML doesn't have.
struct MeantReference {
  /// The likeliest first; none when the text is like nothing.
  private let likely: [AyahRange]
  /// The one that can be written unseen: the text names surah and ayat in known spellings, and can mean nothing else.
  let certain: AyahRange?

  init(by text: String) {
    let bare = text.trimmed(of: Self.surroundings.contains)
    let read = [try? PassageReference.parse(bare).get()].compactMap { $0 }
    // `2-5` may be surahs, or an ayah.
    let others = Self.signs.filter { sign in bare.unicodeScalars.count { $0 == sign } == 1 }
      .compactMap { PassageReference.ayat(spelt: bare.replaced(String($0), with: ":")) }
    likely = (read + others.filter { !read.contains($0) })
    certain = likely.count == 1 ? PassageReference.ayat(spelt: bare) ?? others.first : nil
  }

  /// In words for a message.
  var advice: String {
    likely.isEmpty
      ? "write \"2:255\", \"2:1-5\" or \"8:75-9:1\""
      : "did you mean \(likely.map { "\"\($0)\"" }.joined(separator: " or "))?"
  }

  /// Signs that people write between the two numbers. The last two are the Arabic decimal point and comma.
  private static let signs: [Unicode.Scalar] = [".", "/", ";", ",", "-", "_", "\u{66B}", "\u{60C}"]

  /// Quotes of other scripts, brackets, and what ends a sentence.
  private static let surroundings: Set<Unicode.Scalar> = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}", "\u{FD3E}", "\u{FD3F}",
    "(", ")",
    ".", " ",
  ]
}
