import TilawaBase
import TilawaQuran
import TilawaRecognition

extension FuzzTarget {
  /// Files of texts and translations as people have them.
  static let texts = FuzzTarget("texts") { input in
    for counting in [CountingSystem.kufi, .madaniLast] {
      guard let file = TextFile(input, counting: counting) else { continue }
      _ = TextCheck(of: file)
      for item in file.all().prefix(200) {
        _ = file.text(of: item.ayah)
        _ = file.words(of: item.ayah)
      }
      if let query = TextQuery(String(decoding: input.prefix(24), as: UTF8.self)) { _ = file.search(query) }
    }
  }

  /// Sound models of others: what can be read can be written, and reads the same again.
  static let model = FuzzTarget("model") { input in
    guard let model = try? AcousticModel(text: String(decoding: input, as: UTF8.self)) else { return }
    guard let again = try? AcousticModel(text: model.text) else {
      throw FuzzFinding(description: "what was written can't be read: \(model.text.prefix(2000))")
    }
    try demand(again.text == model.text, "what was written reads otherwise")
  }

  /// Input that users write in one word or line: references, times, dates, patterns.
  static let words = FuzzTarget("words") { input in
    let text = String(decoding: input, as: UTF8.self)
    for counting in CountingSystem.allCases {
      if case .success(let range) = PassageReference.parse(text, counting: counting) {
        try demand(
          counting.contains(range.first) && counting.contains(range.last), "\(range) isn't in \(counting)")
      }
      _ = PassageReference.ayat(spelt: text, counting: counting)
    }
    if let time = Milliseconds(text) {
      try demand(Milliseconds("\(time)") == time, "\(time) reads otherwise")
    }
    if let range = AyahRange(text) { try demand(AyahRange("\(range)") == range, "\(range) reads otherwise") }
    if let day = HijriDate(text) { _ = day.gregorian }
    if let moment = Timestamp(text) {
      try demand(Timestamp(moment.text) != nil, "\(moment.text) can't be read")
    }
    let lines = input.split(separator: 0x0A, maxSplits: 1)
    if lines.count == 2 {
      let rules = GitIgnore(Array(lines[1]))
      _ = rules.decision(on: lines[0], isFolder: input.count % 2 == 0)
    }
    _ = PathText.joined("/a", text)
    _ = PathText.shown("/a/b", from: text)
  }
}
