import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// An answer names ayat that don't exist in the count of the file, or run backwards.
  static let noSuchAnsweredAyah = DocumentRule("N901", "no-such-answered-ayah", .error) {
    (file: BundleFile<AnswersFile>, report) in
    guard let content = file.content, content.doubts.isEmpty else { return }
    let counting = content.numbering?.value ?? .kufi
    for ayat in content.answers.flatMap({ [$0.ayah, $0.newAyah].compactMap { $0 } })
    where !counting.contains(ayat.value) {
      report.add(
        counting.absence(in: ayat.value)
          ?? "\"\(ayat.value)\" runs backwards; write \"\(AyahRange(ayat.value.last, ayat.value.first))\"",
        at: file.place(ayat))
    }
  }

  /// An answer can't be true: its row ends before it begins, or contains an ayah and doesn't.
  static let answerContradictsItself = DocumentRule("N902", "answer-contradicts-itself", .error) {
    (file: BundleFile<AnswersFile>, report) in
    for answer in file.content?.answers ?? [] {
      if let start = answer.start, let end = answer.end, end.value <= start.value {
        report.add("the row ends at \(end.value), before it begins at \(start.value)", at: file.place(end))
      } else if let start = answer.newStart ?? answer.start, let end = answer.newEnd ?? answer.end,
        end.value <= start.value
      {
        report.add(
          "the row would end at \(end.value), before it begins at \(start.value)",
          at: file.place(answer.newEnd ?? answer.newStart ?? end))
      }
      if answer.newAyah != nil, let skip = answer.newSkip {
        report.add("only one of new_ayah and new_skip can be what is heard", at: file.place(skip))
      }
    }
  }

  /// Two answers are about one row.
  static let answeredTwice = DocumentRule("N903", "answered-twice", .error) {
    (file: BundleFile<AnswersFile>, report) in
    var known: [[String]: ByteRange] = [:]
    for answer in file.content?.answers ?? [] {
      guard let list = answer.list?.value, let start = answer.start?.value else { continue }
      let name = [
        list.rawValue, "\(start.count)", answer.ayah?.value.description ?? "", answer.skip?.value ?? "",
      ]
      guard let first = known[name] else {
        known[name] = answer.bytes
        continue
      }
      report.add(
        "the row at \(start) is answered already", at: file.place(answer.bytes),
        notes: [.init("the first answer is here", at: file.place(first))])
    }
  }
}

extension DocumentRule {
  /// A text that a person typed is long, or contains characters that can't be seen.
  static let unfitAnswerText = DocumentRule("N904", "unfit-answer-text", .error) {
    (file: BundleFile<AnswersFile>, report) in
    guard let content = file.content else { return }
    let texts = [content.title, content.person].compactMap { $0 } + content.answers.compactMap(\.note)
    for text in texts {
      if text.value.unicodeScalars.count > 1000 {
        report.add("the text has more than 1,000 characters", at: file.place(text))
      } else if text.value.unicodeScalars.contains(where: \.isHidden) {
        report.add(
          "the text contains a control character, or one that turns text around", at: file.place(text))
      }
    }
  }
}

extension Unicode.Scalar {
  /// True for control characters, separators of lines and paragraphs, and characters that overrule the
  /// direction of text.
  fileprivate var isHidden: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
