import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound

/// Ayat with a file each, on their way in. Those of a surah are placed one after the other, as if they were
/// one recording.
///
/// The length of a file is read from the file if it is here. Otherwise it comes from the set, or else from
/// the end of its last word, which is reported.
struct AyahFileSet {
  /// An ayah as the set has it, its times from the start of its file.
  struct Entry {
    var ayah: Ayah
    var url: String?
    var length: Milliseconds?
    /// True if the length is not limited to whole seconds.
    var isExact = false
    var words: [WordRow] = []
    var extras: [ExtraKey] = []
    var place: Place
  }

  let input: ForeignInput
  private var entries: [Ayah: Entry] = [:]

  init(_ input: ForeignInput) { self.input = input }

  mutating func add(_ entry: Entry) {
    let ayah = entry.ayah
    guard (1...114).contains(ayah.surah), ayah.number == 0 || input.counting.contains(ayah) else {
      return input.add(.noSuchAyah, ayah.absence(in: input.counting), at: entry.place)
    }
    guard entries[ayah] == nil else {
      return input.add(.writerFault, "\(ayah) is given twice; the first is used", at: entry.place)
    }
    entries[ayah] = entry
  }

  private static func counted(_ ayat: [Ayah]) -> String {
    ayat.count == 1 ? "1 ayah" : "\(ayat.count) ayat"
  }

  /// A recording a surah. With a folder of audio each takes its files from there.
  func finished(audio folder: AudioFolder?) throws(ExchangeFailure) -> RecordingCollection {
    var words = WordLists(input)
    var guessed: [Ayah] = []
    var missing: [Ayah] = []
    let surahs = Dictionary(grouping: entries.values) { $0.ayah.surah }.sorted { $0.key < $1.key }
    var recordings: [AnnotatedRecording] = []
    for (surah, entries) in surahs {
      var layout = AyahLayout(
        surah: surah, addresses: input.options.audioAddresses, entries: entries.sorted { $0.ayah < $1.ayah })
      if let folder { layout.take(folder, &missing, input.report) }
      let recording = layout.recording(input.counting, &words, &guessed, input.report)
      if !recording.isEmpty { recordings.append(recording) }
    }
    words.tell()
    func tell(_ rule: RuleID, _ ayat: [Ayah], _ message: String, unless remedy: Diagnostic.Remedy? = nil) {
      guard !ayat.isEmpty else { return }
      input.add(
        rule, "\(message): \(SetNames.list(ayat.map(\.description)))", at: input.place, unless: remedy)
    }
    tell(
      .untimed, missing,
      "left out: \(Self.counted(missing)) without audio in \(folder?.path ?? "")")
    tell(
      .understood, guessed,
      "no exact length is known for the files of \(Self.counted(guessed)); each is assumed to be as long as "
        + "its last word or the given seconds", unless: .audioFolder)
    return RecordingCollection(recordings)
  }
}

/// The files of one surah, one behind the other.
private struct AyahLayout {
  let surah: Int
  /// The addresses that the user has given.
  let addresses: String?
  var entries: [AyahFileSet.Entry]
  var join: AudioJoin?

  mutating func take(_ folder: AudioFolder, _ missing: inout [Ayah], _ report: ExchangeReport) {
    var join = AudioJoin()
    entries = entries.filter { entry in
      guard let file = folder.file(of: entry.ayah) else {
        missing.append(entry.ayah)
        return false
      }
      do throws(AudioError) {
        join.append(file, try AudioProbe.properties(ofFileAt: file))
        return true
      } catch {
        report.add(.malformed, error.message, at: Place(path: file))
        return false
      }
    }
    self.join = join
  }

  func recording(
    _ counting: CountingSystem, _ words: inout WordLists, _ guessed: inout [Ayah], _ report: ExchangeReport
  ) -> AnnotatedRecording {
    var recording = AnnotatedRecording()
    let name = Surah.numbered(surah)?.name ?? ""
    recording.name = "\(SetNames.padded(surah)) \(name)"
    recording.facts.title = name
    let pattern = commonPattern ?? addresses
    if let pattern { recording.extras.append(ExtraKey("x-ayah-url", .string(pattern))) }
    let positions = join?.positions
    var cursor = Milliseconds.zero
    for (index, entry) in entries.enumerated() {
      let last = entry.words.map(\.row.end).max()
      var length = entry.length ?? .zero
      if let positions {
        cursor = positions[index]
        length = positions[index + 1] - cursor
      } else if !entry.isExact {
        length = max(length, last ?? .zero)
        if length > .zero { guessed.append(entry.ayah) }
      }
      guard length > .zero else {
        report.add(.untimed, "the length of \(entry.ayah) is unknown; left out", at: entry.place)
        continue
      }
      var extras = entry.extras
      if pattern == nil, let url = entry.url { extras.append(ExtraKey("x-audio-url", .string(url))) }
      recording.segments.append(
        SegmentRow(
          Segment(entry.ayah, in: counting, cursor, cursor + length), extras: extras, at: entry.place))
      words.add(
        entry.words.compactMap { fitting($0, length, cursor, entry.ayah, report) }, of: entry.ayah,
        to: &recording)
      cursor = cursor + length
    }
    if let join, let end = positions?.last, !join.parts.isEmpty {
      var audio = RecordingDraft.Audio(file: "audio.flac")
      audio.duration = end
      recording.facts.audio = audio
      recording.localAudio = .joined(join)
    }
    return recording
  }

  /// The word where it lies in the whole; nil, and reported, when it goes beyond its file.
  private func fitting(
    _ word: WordRow, _ length: Milliseconds, _ start: Milliseconds, _ ayah: Ayah,
    _ report: ExchangeReport
  ) -> WordRow? {
    guard word.row.end <= length else {
      report.add(
        .pastEnd, "word \(word.row.word) of \(ayah) ends at \(word.row.end), but its file ends at \(length)",
        at: word.place ?? Place(path: ""))
      return nil
    }
    return word.moved(by: start)
  }

  /// The part that all addresses have in common, with placeholders for the ayah's six digits; nil if they
  /// differ in more.
  private var commonPattern: String? {
    var common: String?
    for entry in entries {
      guard let url = entry.url, let place = url.ranges(of: SetNames.file(of: entry.ayah)).last else {
        return nil
      }
      let pattern = url[..<place.lowerBound] + SetNames.placeholders + url[place.upperBound...]
      guard common == nil || common == String(pattern) else { return nil }
      common = String(pattern)
    }
    return common
  }
}

extension SetNames {
  /// The placeholders for an ayah's six digits.
  static let placeholders = "{surah3}{ayah3}"
}

/// An ayah on its way into a set with a file each.
struct AyahFileRow {
  var entry: SetAyah
  var url: String
  /// The extras of its row.
  var extras: [ExtraKey]

  /// Its words from the start of its file.
  var words: [WordTiming] { entry.words.map { WordRow($0).moved(by: .zero - entry.start).row } }

  /// Those of a collection in the order of the mushaf. Words that reach out of their row are counted as lost.
  static func rows(of collection: RecordingCollection, _ losses: inout Losses) -> [AyahFileRow] {
    var found: [Ayah: AyahFileRow] = [:]
    for recording in collection.recordings {
      let pattern = recording.ayahAddress
      var extras: [Ayah: [ExtraKey]] = [:]
      for segment in recording.segments where !segment.extras.isEmpty {
        if let ayah = segment.row.ayah, ayah.isSingle, extras[ayah.first] == nil {
          extras[ayah.first] = segment.extras
        }
      }
      for var entry in recording.setAyat(&losses) {
        guard found[entry.ayah] == nil else {
          losses.add(.repetition)
          continue
        }
        let count = entry.words.count
        entry.words.removeAll { $0.start < entry.start || $0.end > entry.end }
        losses.add(.words, count - entry.words.count)
        let own = extras[entry.ayah] ?? []
        let url = own.text("x-audio-url") ?? SetNames.address(pattern, of: entry.ayah)
        found[entry.ayah] = AyahFileRow(entry: entry, url: url, extras: own)
      }
    }
    return found.values.sorted { $0.entry.ayah < $1.entry.ayah }
  }
}

extension [ExtraKey] {
  /// The text of a key.
  func text(_ key: String) -> String? {
    guard case .string(let text)? = first(where: { $0.key == key })?.value else { return nil }
    return text
  }
}

extension AnnotatedRecording {
  /// The address of the file of an ayah, with placeholders.
  fileprivate var ayahAddress: String {
    if let pattern = extras.text("x-ayah-url") { return pattern }
    for source in reciter?.sources ?? [] where source.pattern.contains(SetNames.placeholders) {
      return (source.url ?? "") + source.pattern
    }
    return "\(SetNames.placeholders).mp3"
  }
}
