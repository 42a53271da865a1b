import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Text files `001.txt` to `114.txt` with a number a line: where each ayah ends.
  static let timingText = ForeignFormat(
    name: "timing-text", title: "everyayah timing text, 001.txt to 114.txt", extensions: ["txt", "zip"],
    loses: .ofAyat.union([.gap, .overlap, .words, .incomplete]), bends: [.numbering],
    recognises: { source in
      guard source.isFolder || source.isArchive else { return TimingText.isOne(source) }
      return ((try? source.members()) ?? []).contains { TimingText.isNamed($0) }
    },
    read: { input in
      var set = SurahRecordings(input)
      guard input.source.isFolder || input.source.isArchive else {
        guard let surah = input.options.surah(of: input.source) else {
          throw ReadingOptions.noSurah(input.source)
        }
        TimingText.read(try input.text(), surah, &set, input.report)
        return set.finished()
      }
      var seen: Set<Int> = []
      for member in try input.source.members() {
        guard TimingText.isNamed(member), let surah = SetNames.surah(ofStem: member.stem) else {
          input.add(
            .unplaced, "\"\(member.name)\" is not named after a surah, and is ignored", at: input.place)
          continue
        }
        let file = try member.source()
        guard seen.insert(surah).inserted else {
          input.add(.unplaced, "another file is of surah \(surah); this one is ignored", at: file.place)
          continue
        }
        TimingText.read(try file.text(input.options.encoding), surah, &set, input.report)
      }
      let missing = (1...114).filter { !seen.contains($0) }
      if !missing.isEmpty, seen.count > 57 {
        input.add(.untimed, "no file for surah \(SetNames.list(missing.map(String.init)))", at: input.place)
      }
      return set.finished()
    },
    write: .text { recording, _, losses in
      let (whole, others) = try recording.wholeSurah(for: "timing-text")
      guard let whole, zip(whole.ends, whole.ends.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw ExchangeFailure(
          "\(recording.facts.title ?? "the recording") contains no whole surah in order, as timing-text "
            + "requires")
      }
      losses.add(.incomplete, others)
      // An additional line means that something is heard before the first ayah.
      let lines = (whole.starts[0] > .zero ? [whole.starts[0]] : []) + whole.ends
      return lines.map { "\($0.count)\n" }.joined()
    },
    fileStem: { recording in
      recording.surahs.first { WholeSurah($0, in: recording) != nil }.map(SetNames.padded)
    })
}

private enum TimingText {
  static func isNamed(_ member: ForeignSource.Member) -> Bool {
    member.fileExtension == "txt" && SetNames.surah(ofStem: member.stem) != nil
  }

  /// Returns true if each line contains only a whole number.
  static func isOne(_ source: ForeignSource) -> Bool {
    let lines = source.beginning.filledLines
    // The last line of a beginning may be cut, which leaves a number a number.
    return !lines.isEmpty
      && lines.allSatisfy { line in
        let text = String(line).trimmed(of: " \t")
        return (1...12).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }

  static func read(_ text: SourceText, _ surah: Int, _ set: inout SurahRecordings, _ report: ExchangeReport) {
    let counting = set.input.counting
    guard let count = counting.ayahCount(ofSurah: surah) else { return }
    var ends: [(time: Milliseconds, place: Place)] = []
    for line in TextLines(text) where !line.isBlank {
      guard let time = DecimalTime.whole(line.text.trimmed(of: " \t")), (0..<1_000_000_000_000).contains(time)
      else {
        report.add(
          .unreadableRow,
          "expected a number of milliseconds, found \"\(line.text.prefix(40))\"; surah \(surah) is left out, because lines "
            + "do not name their ayah", at: line.place)
        return
      }
      ends.append((Milliseconds(time), line.place))
    }
    guard ends.count == count || ends.count == count + 1 else {
      report.add(.malformed, lengthFault(ends.count, surah, count), at: Place(path: text.path))
      return
    }
    var start = Milliseconds.zero
    if ends.count == count + 1 {
      start = ends.removeFirst().time
      report.add(
        .understood,
        "\(count + 1) lines for the \(count) ayat of surah \(surah): the first is the start of ayah 1, at \(start)",
        at: Place(path: text.path))
    }
    set.change(surah) { recording in
      for (index, end) in ends.enumerated() {
        recording.segments.append(
          SegmentRow(AyahRange(Ayah(surah, index + 1)), start, end.time, at: end.place))
        start = end.time
      }
    }
  }

  /// Returns the message for a wrong number of lines. No line is used, as it is unknown which are missing or
  /// superfluous.
  private static func lengthFault(_ lines: Int, _ surah: Int, _ count: Int) -> String {
    let found = "\(lines) line\(lines == 1 ? "" : "s") for the \(count) ayat of surah \(surah)"
    if lines < count {
      return "\(found), where \(count) or \(count + 1) were expected; it is unknown which are missing"
    }
    if lines >= 2 * count - 1 {
      return "\(found): about two each, as in sets with a spoken translation; not read"
    }
    return "\(found), where \(count) or \(count + 1) were expected; it is unknown which are extra"
  }
}
