import TilawaBase
import TilawaFormat
import TilawaQuran

/// Ayat with their start and end in the file of their surah, on their way in.
struct SurahTimings {
  /// The keys of an ayah's start and end, in milliseconds, and of its words.
  typealias Keys = (start: String, end: String, words: String)

  let input: ForeignInput
  var set: SurahRecordings
  var lists: WordLists
  /// Where the last ayah of each surah ends.
  private(set) var lasts: [Int: Milliseconds] = [:]

  init(_ input: ForeignInput, _ text: SourceText? = nil) {
    self.input = input
    set = SurahRecordings(input)
    lists = text.map { WordLists($0, input) } ?? WordLists(input)
  }

  func place(_ node: JSONNode) -> Place { lists.place(node) }

  /// The ayah that `2:255` names; reported when it is none.
  func ayah(_ key: String, _ place: Place) -> Ayah? {
    if let ayah = AyahRange.single(key) { return ayah }
    input.fault("expected an ayah such as 2:255, found \"\(key)\"", at: place)
    return nil
  }

  /// A number of milliseconds; nil without one, and reported when it is something else.
  private func time(_ node: JSONNode?, _ ayah: Ayah, _ what: String) -> Milliseconds? {
    guard let node, !node.isNull else { return nil }
    if let time = node.milliseconds { return time }
    input.fault("the \(what) of \(ayah) should be a number of milliseconds", at: place(node))
    return nil
  }

  /// Adds the ayah of an object. A start that `moved` says is another is that one.
  mutating func add(
    _ node: JSONNode, _ ayah: Ayah, _ keys: Keys, url: String? = nil,
    moved: (Milliseconds?) -> Milliseconds? = { $0 }
  ) {
    let start = moved(time(node[keys.start], ayah, "start"))
    add(
      ayah, from: start, to: time(node[keys.end], ayah, "end"),
      words: lists.words(node[keys.words], of: ayah), url: url, at: place(node))
  }

  /// Adds the ayat of a list, which are of one surah and named by their numbers.
  mutating func add(_ list: JSONNode, of surah: Int, _ keys: Keys, isTouching: Bool = false) {
    for item in list.items ?? [] {
      guard let number = item["ayah"]?.integer else {
        input.fault("a row without the number of its ayah", at: place(item))
        continue
      }
      let before = isTouching ? last : nil
      add(item, Ayah(surah, number), keys) { start in
        before.map { $0 + Milliseconds(1) == start ? $0 : start } ?? start
      }
    }
  }

  /// Where the ayah that came last ends.
  private var last: Milliseconds?

  /// Adds an ayah with its words, whose times are of the same file.
  mutating func add(
    _ ayah: Ayah, from start: Milliseconds?, to end: Milliseconds?, words list: [WordRow],
    url: String?, at place: Place
  ) {
    last = end
    lasts[ayah.surah] = max(lasts[ayah.surah] ?? .zero, end ?? .zero)
    if let start, let end {
      let row = Segment(ayah, in: input.counting, start, end)
      set.change(ayah.surah, url: url) { $0.segments.append(SegmentRow(row, at: place)) }
    } else {
      input.add(.untimed, "\(ayah) has no time", at: place)
    }
    guard !list.isEmpty else { return }
    set.change(ayah.surah, url: url) { lists.add(list, of: ayah, to: &$0) }
  }

  /// Says how long the audio of a surah is: in seconds or in milliseconds, whichever fits the times it goes with.
  mutating func declare(
    _ length: Int?, of surah: Int, url: String?, last: Milliseconds? = nil, at place: Place
  ) {
    guard let length, length > 0, let last = last ?? lasts[surah], last > .zero else { return }
    let seconds = Milliseconds(Int64(clamping: length).multipliedReportingOverflow(by: 1000).partialValue)
    let exact = Milliseconds(Int64(clamping: length))
    // The other unit is a thousand times off.
    if exact.count >= last.count / 4 {
      set.declare(exact, isExact: !length.isMultiple(of: 1000), of: surah, url: url)
    } else if seconds.count >= last.count / 4 {
      set.declare(seconds, isExact: false, of: surah, url: url)
    } else {
      input.add(
        .writerFault,
        "the length of surah \(surah), \(length), is neither seconds nor milliseconds of audio that lasts up to \(last)",
        at: place)
    }
  }

  /// Declares the addresses and lengths of all surahs, by their numbers.
  mutating func declare(_ known: [Int: (url: String, length: Int?)]) {
    for (surah, of) in known.sorted(by: { $0.key < $1.key }) {
      declare(of.length, of: surah, url: of.url, at: input.place)
    }
  }

  /// Returns all recordings, after reporting the remaining findings.
  func finished() -> RecordingCollection {
    lists.tell()
    return set.finished()
  }
}
