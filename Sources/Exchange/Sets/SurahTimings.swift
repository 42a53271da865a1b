import TilawaBase
import TilawaQuran
import TilawaFormat

/// Ayat with their start and end in the file of their surah, on their way in.
struct SurahTimings {
  let source: ForeignSource
  let text: SourceText
  let report: ExchangeReport
  var set: SurahRecordings
  var lists: WordLists
  private var words: WordTimes

  init(_ source: ForeignSource, _ text: SourceText, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.text = text
    self.report = report
    set = SurahRecordings(source, options, report)
    lists = WordLists(text, report, options)
    words = WordTimes(counting: set.counting)
  }

  func place(_ node: JSONNode) -> Place { lists.place(node) }

  /// The ayah that `2:255` names; reported when it is none.
  func ayah(_ key: String, _ place: Place) -> Ayah? {
    if let range = AyahRange(key), range.isSingle { return range.first }
    report.add(ExchangeRules.unreadableRow, "expected an ayah such as 2:255, found \"\(key)\"", at: place)
    return nil
  }

  /// A number of milliseconds; nil without one, and reported when it is something else.
  func time(_ node: JSONNode?, _ ayah: Ayah, _ what: String) -> Milliseconds? {
    guard let node, !node.isNull else { return nil }
    if let digits = node.number, let time = DecimalTime.parse(digits, unit: .milliseconds) { return time }
    report.add(
      ExchangeRules.unreadableRow, "the \(what) of \(ayah) should be a number of milliseconds",
      at: place(node))
    return nil
  }

  /// Adds an ayah with its words, whose times are of the same file.
  mutating func add(
    _ ayah: Ayah, from start: Milliseconds?, to end: Milliseconds?, words list: [WordTimes.Word],
    url: String?,
    at place: Place
  ) {
    guard let start, let end else {
      report.add(ExchangeRules.untimed, "\(ayah) has no time", at: place)
      addWords(list, ayah, url)
      return
    }
    let hasNumber = ayah.number > 0 || set.counting.contains(ayah)
    set.change(ayah.surah, url: url) { recording in
      // What is read before an ayah 1 that has no basmalah of its own can only be the isti'adhah.
      recording.segments.append(
        SegmentRow(
          SegmentDraft(
            ayah: hasNumber ? AyahRange(ayah) : nil, skip: hasNumber ? nil : SkipKind.istiadhah.rawValue,
            start: start,
            end: end),
          at: place))
    }
    addWords(list, ayah, url)
  }

  private mutating func addWords(_ list: [WordTimes.Word], _ ayah: Ayah, _ url: String?) {
    guard !list.isEmpty else { return }
    set.change(ayah.surah, url: url) { words.add(list, of: ayah, to: &$0) }
  }

  /// Says how long the audio of a surah is: in seconds or in milliseconds, whichever fits the times it goes with.
  mutating func declare(_ length: Int?, of surah: Int, url: String?, last: Milliseconds, at place: Place) {
    guard let length, length > 0, last > .zero else { return }
    let seconds = Milliseconds(Int64(clamping: length).multipliedReportingOverflow(by: 1000).partialValue)
    let exact = Milliseconds(Int64(clamping: length))
    // The other unit is a thousand times off.
    if exact.count >= last.count / 4 {
      set.declare(exact, isExact: !length.isMultiple(of: 1000), of: surah, url: url)
    } else if seconds.count >= last.count / 4 {
      set.declare(seconds, isExact: false, of: surah, url: url)
    } else {
      report.add(
        ExchangeRules.writerFault,
        "the length of surah \(surah), \(length), is neither seconds nor milliseconds of audio that lasts up to \(last)",
        at: place)
    }
  }

  /// All recordings, with what is left to tell.
  func finished() -> RecordingCollection {
    lists.tell()
    words.tell(report)
    return set.finished()
  }
}
